"""The files of an SQLite database: private to their owner, and watched, because SQLite does not notice when they disappear."""

from __future__ import annotations

import logging
import os
import shutil
import stat
from contextlib import suppress
from pathlib import Path
from typing import Final

from bestagon.server.store.base import StoreUnavailable

PRIVATE: Final = 0o600
"""Only the owner can read and write: the files contain the server's key and the secrets of the dice."""
log = logging.getLogger(__name__)


class DatabaseFiles:
    """The database, its write-ahead log and its lock."""

    def __init__(self, path: Path) -> None:
        """Name the database."""
        self.path = path.absolute()
        self.lock = self._with("lock", ".")
        self._wal = self._with("wal")
        self._opened: dict[Path, tuple[int, int]] = {}
        """Device and inode of each file as it was opened: no other file has them while it is open, even if it is deleted."""
        self._lost = False

    def _with(self, ending: str, separator: str = "-") -> Path:
        return self.path.with_name(f"{self.path.name}{separator}{ending}")

    def create(self, path: Path) -> None:
        """Create a file that only its owner can read, or make an existing one private."""
        try:
            # Closing a file drops SQLite's locks on it, so only a file that SQLite cannot have opened yet is opened here.
            file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE)
        except OSError:
            # It exists, or SQLite will report better why it cannot be created.
            return
        if os.name == "posix":
            os.fchmod(file, PRIVATE)
        os.close(file)

    def tighten(self) -> None:
        """Remove other users' permissions from files of an earlier version; SQLite gives new ones those of the database."""
        if os.name != "posix":
            return
        open_to_others = False
        for path in (self.path, self._wal, self._with("shm"), self.lock):
            with suppress(FileNotFoundError):
                if stat.S_IMODE(path.stat().st_mode) & 0o077:
                    open_to_others = True
                    try:
                        path.chmod(PRIVATE)
                    except PermissionError:
                        log.warning("storage: others can read the database, and its mode cannot be changed: it belongs to another user")
                        return
        if open_to_others:
            log.warning("storage: others could read the database; now only its owner can")

    def remember(self) -> None:
        """Note which files are open now."""
        self._opened = {path: _identity(path) for path in (self.path, self._wal, self.lock)}

    def check_lost(self) -> None:
        """Raise StoreUnavailable if the files were lost when they were last checked and still are."""
        if self._lost:
            self.check_open()

    def check_open(self) -> None:
        """Raise StoreUnavailable unless what is written would be found by the next process: the open files still have their names.

        A file that is moved back is used again; another file in its place is not, since memory and file would differ.
        """
        try:
            for path in (self.path, self._wal):
                self._check(path)
        except StoreUnavailable as error:
            if not self._lost:
                log.error("storage: nothing is stored any more", extra={"why": str(error)})
            self._lost = True
            raise
        if self._lost:
            log.warning("storage: the database is back")
            self._lost = False

    def check_lock(self) -> None:
        """Raise StoreUnavailable if another process could open the database because the lock file is gone."""
        self._check(self.lock)

    def disk_free(self) -> int:
        """Return the free bytes on the disk of the database; -1 if they are unknown."""
        try:
            return shutil.disk_usage(self.path.parent).free
        except OSError:
            return -1

    def _check(self, path: Path) -> None:
        try:
            found = _identity(path)
        except OSError:
            raise StoreUnavailable(f"the file {path.name} is gone; storage works again when it is back") from None
        if found != self._opened[path]:
            raise StoreUnavailable(f"the file {path.name} was replaced by another one; restart the server to use that")


def _identity(path: Path) -> tuple[int, int]:
    found = path.stat()
    return found.st_dev, found.st_ino
