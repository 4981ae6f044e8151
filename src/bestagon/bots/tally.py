"""Results of games as counts, which take little time, memory and traffic however many games there are."""

from __future__ import annotations

from mypy_extensions import i64

from bestagon.core.position import Position


class Tally:
    """Counts of the results of games. Tallies of different games add up in any order."""

    def __init__(self, players: int) -> None:
        """Begin with no games."""
        self.players = players
        self.games = 0
        self.won = [0] * players
        """How many games each seat won alone."""
        self.shared = [0] * players
        """How many games each seat won together with others."""
        self.places = [0] * players
        """The sum of each seat's places."""
        self.scores: list[dict[int, int]] = [{} for _ in range(players)]
        """For each seat, how many games it ended with which score."""
        self.lengths: dict[int, int] = {}
        """How many games took how many actions."""
        self.endings: dict[str, int] = {}
        """How many games ended how."""

    def count(self, position: Position, steps: int) -> None:
        """Count a game by its last position and its number of actions."""
        self.games += 1
        _raise_count(self.lengths, steps, 1)
        ending = position.ending()
        self.endings[ending] = self.endings.get(ending, 0) + 1
        winners = 0
        seat: i64
        for seat in range(position.seats):
            place = position.place(seat)
            self.places[seat] += place
            if place == 1:
                winners += 1
            _raise_count(self.scores[seat], position.score(seat), 1)
        firsts = self.won
        if winners > 1:
            firsts = self.shared
        for seat in range(position.seats):
            if position.place(seat) == 1:
                firsts[seat] += 1

    def add(self, other: Tally) -> None:
        """Count the games of another tally as well."""
        self.games += other.games
        for seat in range(self.players):
            self.won[seat] += other.won[seat]
            self.shared[seat] += other.shared[seat]
            self.places[seat] += other.places[seat]
            for score, games in other.scores[seat].items():
                _raise_count(self.scores[seat], score, games)
        for steps, games in other.lengths.items():
            _raise_count(self.lengths, steps, games)
        for ending, games in other.endings.items():
            self.endings[ending] = self.endings.get(ending, 0) + games

    def state(self) -> TallyState:
        """Return everything in plain containers, which are not copies."""
        return (self.games, self.won, self.shared, self.places, self.scores, self.lengths, self.endings)

    def __reduce__(self) -> tuple[object, ...]:
        """Return how to make an equal tally, for pickle."""
        return restored, (self.players, self.state())


TallyState = tuple[int, list[int], list[int], list[int], list[dict[int, int]], dict[int, int], dict[str, int]]


def restored(players: int, state: TallyState) -> Tally:
    """Return the tally that `Tally.state` was taken from."""
    tally = Tally(players)
    tally.games, tally.won, tally.shared, tally.places, tally.scores, tally.lengths, tally.endings = state
    return tally


def _raise_count(counts: dict[int, int], key: int, by: int) -> None:
    counts[key] = counts.get(key, 0) + by
