"""What was said about those who wager, in people's words: wagers, consents, links, cash."""

from __future__ import annotations

from controller.audit.scene import Line, Scene, money, wager_word, where
from controller.domain import commands as cmd
from controller.domain.wording import at_box, first_upper
from controller.procedure.state.parts.wagerers import letter

MEDIA = {"chips": "chips", "coupon": "coupon", "cash": "spoken, cash"}


def told(s: Scene) -> Line | None:
    item, pack = s.item, s.house.pack
    match item:
        case cmd.WagerSet():
            return _wager(s, item)
        case cmd.CallerSeated() if item.on:
            text = f"Box {item.box}: {letter(item.wagerer)} sits there and calls"
            return Line(text, pack.deal.caller_seated.clause)
        case cmd.CallerSeated():
            text = f"Box {item.box}: nobody sits there, the highest wager calls"
            return Line(text, pack.deal.caller_unseated.clause)
        case cmd.PlayersLinked():
            boxes = " ".join(map(str, item.boxes))
            how = "one player" if len(item.boxes) > 1 else "a player of its own"
            if len(item.boxes) > 1 and pack.deal.second_spots_by_house.value:
                how = f"one player, whose own is box {item.boxes[0]}"
            return Line(f"Box {boxes}: {how}", pack.line.link.clause)
        case cmd.Adjusted():
            how = "to the player" if item.direction == "pay" else "back from the player"
            how = how if item.recovered else "too much, not recovered"
            text = f"Round {item.round}, box {item.box} paid wrong: {money(item.cents)} {how}"
            said = f"{text}, form {item.form.strip()} ({item.reason.strip()})"
            return Line(said, pack.refusal.adjust_round.clause)
        case cmd.Signalled():
            said = s.house.line("signals", shown=item.shown, spoken=item.spoken)[1]
            at = where(s.was, item.box, item.hand)
            late = ", the card was drawn on the voice" if item.drawn else ""
            return Line(f"{first_upper(at)}: {said.lower()}{late}", pack.play.signals.clause)
    return _cash(s)


def _wager(s: Scene, item: cmd.WagerSet) -> Line:
    """Box, kind, amount and what it is made of (MA 5.c, 6.c)."""
    who = f", {letter(item.wagerer)}" if item.wagerer else ""
    what = wager_word(s.house, item.kind)
    if not item.on:
        return Line(f"Box {item.box}{who}: {what} taken back", s.house.pack.line.bets.clause)
    cents = f", {money(item.cents)}" if item.cents else ""
    medium = f", {MEDIA[item.medium]}"
    return Line(f"Box {item.box}{who}: {what}{cents}{medium}", s.house.pack.line.bets.clause)


def _cash(s: Scene) -> Line | None:
    item, line = s.item, s.house.pack.line
    match item:
        case cmd.CashConfirmed():
            at = at_box(item.box, item.wagerer)
            text = f"Box {at}: cash {wager_word(s.house, item.kind)} confirmed"
            return Line(text, line.cash_confirm.clause)
    return None
