"""Once: what the page asks a dealer to move, added up over the round, is the settlement.

A dealer who obeys moves what is asked when it appears and lets it be while it stays. What is asked
a second time after it was gone is moved a second time; what is never asked is never moved. Of main
wagers the chips are added up, too, where all on the hand are counted: of a box that several share
the line has one amount for all, the picture one for each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from controller.audit.move import Move, amends, line_waits
from controller.domain import commands as cmd
from controller.domain import money
from controller.domain.wording import dollars
from controller.procedure.reducers.cards import shoe_in_play
from controller.procedure.state.play import Play

from . import told
from .money import halves, stakes
from .told import OF_BANK, OF_WHEEL, TAKEN_BACK, WHEEL, Told

Cents = dict[Told, int | None]
Place = tuple[int, str, told.What, str]
WHATS: dict[str, told.What] = {"pay": "pay", "take": "take", "return": "back", "void": "back"}


class Once:
    """Remembers what was asked in this round and what is asked now."""

    def __init__(self) -> None:
        self._moved: Counter[Told] = Counter()
        self._now: Counter[Told] = Counter()
        self._line: Counter[Told] = Counter()
        self._picture: Counter[Told] = Counter()
        self._marked: set[Told] = set()
        self._cents: dict[Told, list[int | None]] = {}
        self._may_be: dict[Told, set[int]] = {}
        self._left: Counter[Told] = Counter()
        self._edited = False
        self._amended = False

    def see(self, m: Move) -> Iterator[str]:
        if m.before.play.number != m.is_.number:
            yield from self._sum(m.before.play)
            self.__init__()  # type: ignore[misc]
        self._edited = self._edited or _counted_again(m)
        self._amended = self._amended or amends(m) or isinstance(m.said, cmd.Ruled)
        self._match_left(m)
        self._doubled_late(m)
        if line_waits(m):
            return
        if m.is_.round == "wagering":
            self._of_earlier(m)
            return  # chips that go back while bets are open are no wager of the round
        # A burn or a shuffle in the round has the line for a while; nothing is asked anew after it.
        between = shoe_in_play.suspended(m.is_) or m.is_.shoe == "burn_due"
        lies = _lies(m.is_)
        said, picture = told.by_line(m.view, lies), told.by_picture(m.view)
        cents = _cents(m.is_, m.view, lies)
        undone = [one for one in said - self._line if one.undone]
        for one in undone:
            self._turn_back(one)
        kept = self._line if between else Counter[Told]()
        gone = {one for one in kept for back in undone if not one.undone and _same(one, back)}
        line = said | Counter({one: n for one, n in kept.items() if one not in gone})
        now = Counter({one: n for one, n in (line | picture).items() if not one.undone})
        fresh = now - self._now
        # UNDO, LAST CARD and a ruling bring a line back: what was moved by it lies there.
        # Where a burn or a shuffle has the line, it comes back behind that.
        counted = fresh & (now - self._moved) if self._amended else fresh
        self._moved += counted
        self._count(counted, cents, now)
        self._amended = self._amended and between
        self._now, self._line, self._picture = now, line, picture
        marks = told.by_marks(m.view)
        self._marked |= marks
        if m.is_.round != "settled":
            self._may_be |= {one: _marked_cents(m.is_, one) for one in marks}

    def _of_earlier(self, m: Move) -> None:
        """Before the first card a spin of another round may be ruled: the line has its prizes."""
        said = told.by_line(m.view)
        now = Counter({one: n for one, n in said.items() if one.kind == WHEEL})
        fresh = now - self._now
        self._moved += fresh
        self._count(fresh, {}, now)
        self._now = self._line = now

    def _count(self, counted: Counter[Told], cents: Cents, now: Counter[Told]) -> None:
        """What stays is asked at the amount that stands there now."""
        for one in self._moved:
            times = self._cents.setdefault(one, [])
            times += [None] * (self._moved[one] - len(times))
            if one in now and one in cents and (one in counted or len(times) == 1):
                times[-1] = cents[one]

    def _match_left(self, m: Move) -> None:
        """A card that came over the match wagers says that they still lie there."""
        if any(one.kind == "match_unpaid" for one in m.step.outcome.raised):
            self._left = Counter({o: n for o, n in self._moved.items() if o.kind == "match"})
            self._moved -= self._left
            self._line -= self._left
            self._now -= self._left
        elif isinstance(m.said, cmd.MatchDone) and m.step.outcome.verdict == "accepted":
            self._moved |= self._left
            self._left = Counter()

    def _doubled_late(self, m: Move) -> None:
        """What was taken of a hand that went over was one of two wagers, as is told now."""
        late = isinstance(m.said, cmd.LastCard) and m.said.what == "double"
        if not late or m.step.outcome.verdict != "accepted":
            return
        box = m.was.last.box if m.was.last else 0
        whole = [o for o in self._moved if (o.box, o.kind, o.what) == (box, "main", "take")]
        for one in whole:
            part = one._replace(part=True)
            self._moved[part], self._cents[part] = self._moved.pop(one), self._cents.pop(one)

    def _turn_back(self, said: Told) -> None:
        """Of what was moved; it is moved anew where it is asked again."""
        gone = (
            self._picture
            if not said.box
            else Counter({o: 1 for o in self._moved if _same(o, said)})
        )
        self._moved -= gone
        self._now -= gone
        for one in gone:  # of several nobody knows which is left
            self._cents[one] = [None] * self._moved[one]

    def _sum(self, p: Play) -> Iterator[str]:
        """Rounds whose chips were counted again, or that were called off, are told differently."""
        if self._edited or all(h.dead for h in p.hands):
            return
        if p.round != "settled":
            return  # kept events settled it and began the next one: no page was drawn between
        due, each = Counter(place for place, _ in {*_places(p)}), _of_each(p)
        moved: Counter[Place] = Counter()
        parts: Counter[Place] = Counter()
        for one, times in self._moved.items():
            (parts if one.part else moved)[_place(one)] += times
        hands = Counter(h.box for h in p.hands)
        for place, times in sorted(parts.items()):
            box, kind, what, _ = place
            if times > max(1, hands[box]):
                yield f"round {p.number} box {box} {kind}: {what} a part asked {times} times"
        for one in self._marked:
            parts[_place(one)] += 1
        for place in sorted({*due, *moved, *parts}):
            box, kind, what, amount = place
            most = moved[place] + parts[place]
            if not (moved[place] <= max(due[place], each[place]) and due[place] <= most):
                yield (
                    f"round {p.number} box {box} {kind}: {what} {amount} asked {most} times, "
                    f"settled {due[place]} times"
                )
        yield from self._sum_of_chips(p)

    def _sum_of_chips(self, p: Play) -> Iterator[str]:
        """Of main wagers whose chips are counted, whoever they are of."""
        for box, what in sorted({(h.box, way) for h in p.hands for way in WHATS.values()}):
            here = (box, "main", what)
            due = [x.cents for x in p.payments if (x.box, x.kind, WHATS.get(x.direction)) == here]
            asked = [one for one in self._moved if (one.box, one.kind, one.what) == here]
            cents = [c for one in asked for c in self._cents[one]]
            marks = [self._may_be.get(one, set()) for one in self._marked if one[:3] == here]
            known = all(isinstance(c, int) for c in (*due, *cents))
            if not known or not all(marks):
                continue
            total, told_ = sum(c for c in due if isinstance(c, int)), sum(c for c in cents if c)
            sums = _sums(told_, marks)
            if total not in sums and total + self._given_out_again(p, box, what) not in sums:
                yield (
                    f"round {p.number} box {box} main: {what} {dollars(told_)} asked, "
                    f"settled {dollars(total)}"
                )

    def _given_out_again(self, p: Play, box: int, what: str) -> int:
        """Of a bust that was taken whole: its double, where the dealer has a blackjack after all.

        The picture asks for it back, out of the tray.
        """
        back = [
            x.cents for x in p.payments if (x.box, x.kind, x.direction) == (box, "main", "return")
        ]
        asked = [one for one in self._moved if one[:3] == (box, "main", "back")]
        cents = [c for one in asked for c in self._cents[one]]
        if what != "take" or not all(isinstance(c, int) for c in (*back, *cents)):
            return 0
        given = sum(c for c in back if isinstance(c, int))
        return given if given == sum(c for c in cents if c) else 0


def _lies(p: Play) -> dict[tuple[int, int], int]:
    """Of hands whose chips are counted."""
    known = {}
    for hand in p.hands:
        if lies := stakes(p, hand):
            known[hand.box, hand.number] = sum(x.main + x.added for x in lies.values())
    return known


def _cents(p: Play, view: told.Page, lies: told.Lies) -> Cents:
    """What a line and the picture ask for main wagers, of all who have chips there together."""
    found: Cents = {}
    for x in dict.fromkeys(told.words(view, lies)):
        if x.one.kind == "main":
            cents = (
                _one_each(p, x.one.box) if x.amount == told.ONE_EACH else told.in_cents(x.amount)
            )
            found[x.one] = _plus(found.get(x.one, 0), cents)
    return found | told.cents_of_picture(view)


def _one_each(p: Play, box: int) -> int | None:
    """Of each who has chips on the hand; of several hands the words say not which."""
    hands = [h for h in p.hands if h.box == box]
    lies = stakes(p, hands[0]) if len(hands) == 1 else None
    return sum(x.main for x in lies.values()) if lies else None


def _plus(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one + other


def _marked_cents(p: Play, mark: Told) -> set[int]:
    """What a dealer may move by it: all, or one wager of each. Empty = not known."""
    hand = next(h for h in p.hands if (h.box, h.number) == (mark.box, mark.hand))
    lies = stakes(p, hand)
    if lies is None:
        return set()
    if mark.part:
        return {half} if (half := halves(lies)) is not None else set()
    return {sum(x.main + x.added for x in lies.values()), sum(x.main for x in lies.values())}


def _sums(told_: int, marks: list[set[int]]) -> set[int]:
    sums = {told_}
    for may_be in marks:
        sums |= {cents + more for cents in sums for more in may_be}
    return sums


def _same(one: Told, said: Told) -> bool:
    hands = {one.hand, said.hand}
    return _place(one) == _place(said) and (len(hands) == 1 or 0 in hands)


def _counted_again(m: Move) -> bool:
    """Chips were counted again: the person who did it was told what moves."""
    left, said = Counter(m.is_.payments), m.said
    if not isinstance(said, cmd.AmountStated):
        return False
    known = {(w.box, w.kind) for w in m.was.wagers if w.cents is not None}
    doubled = {(h.box, "double") for h in m.was.hands if h.double_cents is not None}
    again = (said.box, said.kind) in known | doubled
    return again and any(left[x] < 1 for x in m.was.payments)


def _place(one: Told) -> Place:
    return one.box, one.kind, one.what, one.amount


def _of_each(p: Play) -> Counter[Place]:
    """Match wagers of a shared box: cash that becomes chips later is asked for by itself."""
    mine = {(x.box, x.kind, WHATS[x.direction], x.wagerer) for x in p.payments if x.kind == "match"}
    return Counter((box, kind, what, "") for box, kind, what, _ in mine)


def _places(p: Play) -> Iterator[tuple[Place, int]]:
    """Each wager once, for all who have one on it; of a main wager each hand.

    Of the wheel each prize: a box may spin twice, and share in what others won.
    """
    for at, x in enumerate(p.payments):
        if x.kind in OF_BANK or x.direction not in WHATS:
            continue
        if x.kind in OF_WHEEL and (x.direction == "pay" or x.kind == TAKEN_BACK):
            amount = dollars(money.shown(x.cents or 0))
            yield (x.box, WHEEL, WHATS[x.direction], amount), at
        else:
            yield (x.box, x.kind, WHATS[x.direction], ""), x.hand if x.kind == "main" else 0
