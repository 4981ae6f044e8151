"""What the endpoints share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bestagon.server.http.headers import AllowedOrigins
from bestagon.server.jobs.analysis import AnalysisJobs
from bestagon.server.jobs.content_jobs import ContentJobs
from bestagon.server.jobs.health import HealthMonitor
from bestagon.server.jobs.hints import Hints
from bestagon.server.jobs.printing import PrintShop
from bestagon.server.jobs.revocations import Revocations
from bestagon.server.limits.limits import Limits
from bestagon.server.metrics import Metrics
from bestagon.server.settings import Settings
from bestagon.server.tables.factory import TableFactory
from bestagon.server.tables.manager import TableManager
from bestagon.server.tables.public_tables import PublicTables
from bestagon.server.tokens import Keys


@dataclass(frozen=True)
class Context:
    """The dependencies of the endpoints."""

    settings: Settings
    manager: TableManager
    factory: TableFactory
    keys: Keys
    limits: Limits
    origins: AllowedOrigins
    public_tables: PublicTables
    hints: Hints
    revocations: Revocations
    analyses: AnalysisJobs
    content: ContentJobs
    prints: PrintShop
    health: HealthMonitor
    metrics: Metrics
    entropy: Callable[[int], bytes]
    """Source of random bytes."""

    def publish_metrics(self) -> None:
        """Bring the metrics of this process up to date."""
        self.metrics.publish(self.manager.count, self.limits.sockets.total)
