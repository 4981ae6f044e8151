"""A network that drops, delays, duplicates and cuts, always in the same way."""

from __future__ import annotations

import asyncio
import contextlib
import threading

from bestagon.core.dice import fast

FATES = ("good", "good", "drop", "delay", "duplicate", "cut up", "cut down")


class FlakyNetwork:
    """A proxy between clients and a server that draws a fate for every connection."""

    def __init__(self, target: int, seed: int) -> None:
        self.fates: dict[str, int] = {}
        self._target = target
        self._dice = fast(seed)
        self._coming: list[str] = []
        self._loop = asyncio.new_event_loop()
        self._tasks: set[asyncio.Task[None]] = set()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()
        self._ready.wait()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._server = self._loop.run_until_complete(asyncio.start_server(self._serve, "127.0.0.1", 0))
        self.port: int = self._server.sockets[0].getsockname()[1]
        self._ready.set()
        self._loop.run_forever()
        self._loop.run_until_complete(self._end())
        self._loop.close()

    async def _end(self) -> None:
        self._server.close()
        tasks = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def _draw_fate(self) -> str:
        """Draw as from a shuffled deck, so that seven connections have every fate."""
        self._coming = self._coming or list(FATES)
        return self._coming.pop(int(self._dice.below(len(self._coming))))

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        fate = self._draw_fate()
        self.fates[fate] = self.fates.get(fate, 0) + 1
        try:
            if fate == "drop":
                return
            up_reader, up_writer = await asyncio.open_connection("127.0.0.1", self._target)
            try:
                up = self._pump(reader, up_writer, fate, "up")
                down = self._pump(up_reader, writer, fate, "down")
                pumps = [asyncio.ensure_future(up), asyncio.ensure_future(down)]
                try:
                    await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
                finally:
                    for pump in pumps:
                        pump.cancel()
                    await asyncio.gather(*pumps, return_exceptions=True)
            finally:
                up_writer.transport.abort()
        finally:
            writer.transport.abort()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, fate: str, way: str) -> None:
        """Carry bytes one way, according to the fate of the connection."""
        left = 200 + int(self._dice.below(4000)) if fate == f"cut {way}" else 1 << 60
        while data := await reader.read(65536):
            if fate == "delay":
                await asyncio.sleep(0.001 * int(self._dice.below(25)))
            if fate == "duplicate" and way == "up" and data.startswith(b"POST"):
                await self._again(data)
            writer.write(data[:left])
            await writer.drain()
            left -= len(data)
            if left <= 0:
                return

    async def _again(self, data: bytes) -> None:
        """Send the same request over a separate connection, and wait until it is answered."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._target)
        writer.write(data)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(reader.read(1), 2)
        writer.transport.abort()
