"""Match wagers, insurance and the check of the hole card, between deal and decisions.

Source: MA 6.d, 6.e, 7.i~3, 11; the order is phase's.
"""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.structs import replace
from controller.domain.wagers import Wager
from controller.procedure.queries import legal
from controller.procedure.reducers.deal.initial_deal import withhold
from controller.procedure.state.context import Context, Why, refuse
from controller.procedure.state.house import House
from controller.procedure.state.play import Play
from controller.rules import decisions

from .phase import answer, as_read, match_due, match_waits, peek_due, proceed
from .phase import reader_in_use as _reader_in_use


def pay_match(c: Context) -> None:
    pay_match_late(c)
    proceed(c)


def match_open(c: Context) -> None:
    if not match_waits(c.play, c.house):
        refuse(c.house.no("not_now"))


def pay_match_late(c: Context) -> None:
    c.pay(match_due(c.play, c.house))
    c.play = replace(c.play, match_done=True)


def insurable(c: Context) -> None:
    assert isinstance(c.input, cmd.Insured)
    i = c.input
    if i.on:
        refuse(legal.why_not_insure(c.play, c.house, i.box, i.cents, i.wagerer))


def insure(c: Context) -> None:
    assert isinstance(c.input, cmd.Insured)
    i = c.input
    same = (i.box, "insurance", i.wagerer)
    kept = tuple(w for w in c.play.wagers if (w.box, w.kind, w.wagerer) != same)
    main = legal.bound_cents(c.play, i.box, i.wagerer)
    cents = decisions.insured_cents(c.pack, main, i.cents)
    c.play = replace(
        c.play, wagers=(*kept, Wager(i.box, i.wagerer, "insurance", cents)) if i.on else kept
    )


def no_check_due(c: Context) -> None:
    """Where a check comes, it closes insurance and nothing else does."""
    if peek_due(c.play, c.house):
        refuse(c.house.no("reader_closes" if _reader_in_use(c.play) else "check_closes"))


def reader_in_use(c: Context) -> bool:
    return _reader_in_use(c.play)


def close_insurance(c: Context) -> None:
    proceed(c)


def peek_answered(c: Context) -> None:
    assert isinstance(c.input, fact.Peeked)
    c.play = replace(c.play, peek=as_read(c.entry, c.input))
    answer(c)


def peeked_early(c: Context) -> None:
    """The answer waits for MATCH DONE; a lamp of the reader's own has shown it (MA 6.d)."""
    withhold(c)
    if c.pack.deal.reader_own_lamp.value and peek_due(c.play, c.house):
        c.raise_("reader_early", about="match wagers")


def why_not_attest(play: Play, house: House, blackjack: bool) -> Why:
    """A hole card that lies open answers for itself."""
    by_eye = house.pack.deal.peek_without_reader.value == "dealer"
    if not by_eye or _reader_in_use(play) or not peek_due(play, house):
        return house.no("no_check")
    lies_open = len(play.dealer) > 1 and play.dealer[1].face is not None
    if lies_open and legal.dealer_value(play, house).blackjack is not blackjack:
        return house.no("open_card")
    return None


def attest_peek(c: Context) -> None:
    """The dealer has looked: yes or no, compared with the card only when it is turned."""
    assert isinstance(c.input, cmd.PeekAttested)
    c.play = replace(c.play, peek=c.input.blackjack)
    answer(c)


def give_answer(c: Context) -> None:
    """The reader's own lamp gave it, and a floorperson confirmed (console/README 1.4)."""
    answer(c)


def go_on(c: Context) -> None:
    """The reader is out of service: play goes on without it (MA 15.k2)."""
    proceed(c)
