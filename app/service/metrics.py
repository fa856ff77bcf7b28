"""What is counted, in memory that all workers share, and its text for Prometheus.

Counting must cost next to nothing, and a scrape, which reaches any one worker, must tell of all.
So the counts are 64-bit cells of one anonymous shared mapping, made before the workers are forked:
a row of cells a worker, written by that worker's event loop alone, so without locks; a scrape adds
up the rows. A worker that takes a dead one's place goes on in its row, so no count ever falls.
Times are whole microseconds. The library writes the text, and is imported at the first scrape.
"""

import mmap
from bisect import bisect_left
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from prometheus_client.metrics_core import Metric

STATUSES = (200, 204, 206, 304, 400, 404, 405, 408, 413, 415, 416, 422, 431, 499, 500, 503)
OUTCOMES = ("solved", "unsolvable", "invalid")
SECONDS = (0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5, 10.0)
SIZES = (1, 10, 100, 1_000, 10_000, 100_000)
_BOUNDS = [int(bound * 1_000_000) for bound in SECONDS]


class Counts:
    """The counts of ``workers`` workers, for these ``routes``; ``row`` chooses this worker's."""

    def __init__(self, routes: list[str], workers: int = 1) -> None:
        self.routes = {route: place for place, route in enumerate(routes)}
        self._statuses = {status: place for place, status in enumerate(STATUSES)}
        widths = {
            "requests": len(routes) * len(STATUSES),
            "seconds": len(routes) * (len(SECONDS) + 2),  # the buckets, the last open; the sum
            "answers": len(OUTCOMES),
            "sizes": len(SIZES) + 2,
            "running": 1,
        }
        self._begins, self._width = {}, 0
        for name, width in widths.items():
            self._begins[name] = self._width
            self._width += width
        self._workers = workers
        self._cells = memoryview(mmap.mmap(-1, 8 * self._width * workers)).cast("q")
        self.use(0)

    def use(self, row: int) -> None:
        """Count in ``row``, 0 to workers - 1; what runs there has ended with its last user."""
        self._row = row * self._width
        self._requests, self._seconds, self._answers, self._sizes, self._running = (
            self._row + begin for begin in self._begins.values()
        )
        self._cells[self._running] = 0

    def request(self, route: str, status: int, seconds: float) -> None:
        """Count a request to ``route`` that was answered after ``seconds``."""
        cells, place = self._cells, self.routes[route]
        status_place = self._statuses.get(status, len(STATUSES) - 2)
        cells[self._requests + place * len(STATUSES) + status_place] += 1
        microseconds = int(seconds * 1_000_000)
        begin = self._seconds + place * (len(SECONDS) + 2)
        cells[begin + bisect_left(_BOUNDS, microseconds)] += 1
        cells[begin + len(SECONDS) + 1] += microseconds

    def answers(self, solved: int, unsolvable: int, invalid: int) -> None:
        """Count so many answers of each outcome."""
        cells, begin = self._cells, self._answers
        cells[begin] += solved
        cells[begin + 1] += unsolvable
        cells[begin + 2] += invalid

    def batch(self, pairs: int) -> None:
        """Count a batch or judge file of so many pairs."""
        self._cells[self._sizes + bisect_left(SIZES, pairs)] += 1
        self._cells[self._sizes + len(SIZES) + 1] += pairs

    def running(self, change: int) -> None:
        """Count a heavy request that begins (1) or ends (-1)."""
        self._cells[self._running] += change

    def total(self, name: str, place: int = 0) -> int:
        """Return a cell's sum over all workers."""
        first = self._begins[name] + place
        return sum(self._cells[first + self._width * row] for row in range(self._workers))

    def collect(self) -> Iterator["Metric"]:
        """Yield what was counted, as the library wants it."""
        from prometheus_client.core import (
            CounterMetricFamily,
            GaugeMetricFamily,
            HistogramMetricFamily,
        )

        requests = CounterMetricFamily(
            "eight_requests", "Requests by route and status.", labels=["route", "status"]
        )
        seconds = HistogramMetricFamily(
            "eight_request_seconds", "Time to the last byte of the answer.", labels=["route"]
        )
        for route, place in self.routes.items():
            for status_place, status in enumerate(STATUSES):
                if count := self.total("requests", place * len(STATUSES) + status_place):
                    requests.add_metric([route, str(status)], count)
            buckets, microseconds = self._histogram("seconds", place, SECONDS)
            if buckets[-1][1]:
                seconds.add_metric([route], buckets, microseconds / 1_000_000)
        answers = CounterMetricFamily("eight_answers", "Pairs by outcome.", labels=["outcome"])
        for place, outcome in enumerate(OUTCOMES):
            answers.add_metric([outcome], self.total("answers", place))
        sizes = HistogramMetricFamily("eight_batch_pairs", "Pairs in batches and judge files.")
        buckets, pairs = self._histogram("sizes", 0, SIZES)
        sizes.add_metric([], buckets, pairs)
        running = GaugeMetricFamily(
            "eight_heavy_running", "Batches and judge files being answered."
        )
        running.add_metric([], self.total("running"))
        yield from (requests, seconds, answers, sizes, running)

    def _histogram(
        self, name: str, place: int, bounds: tuple[float, ...]
    ) -> tuple[list[tuple[str, float]], int]:
        """Return the buckets, each with all below it, and the sum."""
        begin, below, buckets = place * (len(bounds) + 2), 0, []
        for bucket, bound in enumerate([*map(str, bounds), "+Inf"]):
            below += self.total(name, begin + bucket)
            buckets.append((bound, float(below)))
        return buckets, self.total(name, begin + len(bounds) + 1)


def expose(counts: Counts, version: str, digest: str, reloaded: int, refused: int) -> bytes:
    """Return the text of all metrics; ``digest`` is empty where there are no tables."""
    from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
    from prometheus_client.exposition import generate_latest
    from prometheus_client.registry import Collector, CollectorRegistry

    class _All(Collector):
        def collect(self) -> Iterator["Metric"]:
            yield from counts.collect()
            ready = GaugeMetricFamily(
                "eight_ready", "1 where this worker has tables to answer from."
            )
            ready.add_metric([], bool(digest))
            info = GaugeMetricFamily(
                "eight_build_info", "The version and the tables.", labels=["version", "tables"]
            )
            info.add_metric([version, digest], 1)
            loads = CounterMetricFamily(
                "eight_reloads",
                "New tables taken up, or refused, by this worker.",
                labels=["outcome"],
            )
            loads.add_metric(["taken"], reloaded)
            loads.add_metric(["refused"], refused)
            yield from (ready, info, loads)

    registry = CollectorRegistry(auto_describe=False)
    registry.register(_All())
    return generate_latest(registry)
