"""Every scenario file, and what the runner says of a bad or a failing one."""

from __future__ import annotations

import argparse
import textwrap
from pathlib import Path

import pytest

from controller.bench.scenario import record, words
from controller.bench.scenario.claims import claimed
from controller.bench.scenario.file import Scenario, ScenarioError, load, parse
from controller.bench.scenario.run import Result, play_scenario, play_scenarios
from controller.bench.scenario.stage import Stage
from controller.bench.simulated.table import bench_table
from controller.bench.simulated.trouble import Trouble
from controller.cli import bench
from controller.domain import commands as cmd
from controller.domain.structs import replace
from controller.procedure.irregularities.catalog_check import Triple
from controller.rules.pack import names
from drivers.sim.physical.pieces import COVER

from .loaded import FOLDER, every_scenario, said_twice

TWICE = said_twice(every_scenario())


def marks(one: Scenario) -> list[pytest.MarkDecorator]:
    soak = [pytest.mark.soak] if one.id in TWICE else []
    return [pytest.mark.clause(*one.clauses), *soak] if one.clauses else soak


EVERY = [pytest.param(one, id=one.id, marks=marks(one)) for one in every_scenario() if not one.skip]
HEAD = """
name = "A scenario"
pack = "maryland"
[given]
at = "closed"
"""


@pytest.mark.parametrize("scenario", EVERY)
async def test_scenario_goes_as_it_says(scenario: Scenario, tmp_path: Path) -> None:
    """Given, when, then: the file's own clauses, at the real table over the real drivers."""
    result = await play_scenario(scenario, tmp_path)

    assert result.why == ""
    taken = {Triple(one.pack, one.kind, one.ruling) for one in result.ruled}
    assert claimed(scenario) - taken == set()


# ---- a bad file ----
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[when]]\ndrw = 1", "step 1: drw: no such act. Allowed: draw"),
        ("[[when]]\n[[when]]\ndraw = 'a'\nturn = 'b'", "step 2: two acts: draw and turn"),
        ("[[when]]\nset_chip = {box = 1}", "step 1: set_chip: missing a required argument: 'on'"),
        ("[[when]]\nbox_set = {bx = 1}", "step 1: box_set: it has no 'bx'. Allowed: box, lit"),
        ("[[when]]\nbox_set = {box = 1}", "step 1: box_set: it is missing required field `lit`"),
        (
            "[[when]]\nthen.opn = []",
            "bad.toml, line 6: step 1: then: unknown key `opn`. Allowed: about, bank, cards",
        ),
        ("[[when]]\nthen.open = ['ten_fond']", "'ten_fond' is not known. Allowed: ten_found"),
        ("[[when]]\nthen.clause = 'MD 99'", "step 1: then: clause: 'MD 99' is not known"),
        ("[[when]]\nuntil = 'lunch'", "step 1: until: 'lunch' is no point. Allowed: closed"),
        ("[[when]]\nrank = 'boss'", "step 1: rank: 'boss' is not known. Allowed: casino_super"),
        ("[[when]]\n\n[[when]]\nplay = 'x'", "bad.toml, line 8: step 2: play: 'x' is not a whole"),
        ("[[when]]\ndraw = 'box 8.1'", "step 1: draw: 'box 8.1' is no place. Write box 1.1 to"),
        ("[[when]]\ndraw = ['box 2.1', 'Box 2.1']", "step 1: draw: 'Box 2.1' is no place"),
        ("[[when]]\nmove = ['box 2.1', 'asid']", "step 1: move: 'asid' is no place"),
        ("[[when]]\npick_up = ['bx 2']", "step 1: pick_up: 'bx 2' is no place"),
        ("[[when]]\nstack = '8c Zz'", "step 1: stack: 'Zz' is no card"),
        ("[[when]]\nunplug = 'radio'", "step 1: unplug: there is no device 'radio'"),
        ("[[when]]\nstack = '8c 10h'", "step 1: stack: '10h' is no card"),
        ("[[when]]\ndisk = 'wet'", "step 1: disk: there is no state 'wet'. Allowed: broken, full"),
        ("[[when]]\ncode_fails = 'lunch'", "step 1: code_fails: there is no event 'lunch'"),
        ("[[when]]\nstack = '| 8c |'", "step 1: stack: there is one cover card"),
        ("[[when]]\npress = '{key}'", "step 1: {key} has no value"),
        ("[[when]]\n[[matrix]]\na = 1\n[[matrix]]\na = 1", "matrix: two rows are '1'"),
        ("stack = '8c'\n[[when]]", "given.stack: there is no shoe yet. Use the step `stack`"),
        ("", "when: there is no step"),
        ("= 1", "this is not TOML"),
    ],
)
def test_bad_file_is_refused_whole_with_place_and_what_is_allowed(text: str, said: str) -> None:
    """A technician reads which file, which step, which key, and what may stand there."""
    with pytest.raises(ScenarioError) as refused:
        parse(HEAD + text, "bad.toml")

    assert said in str(refused.value)
    assert "bad.toml" in str(refused.value)


def test_unknown_pack_is_refused_with_those_there_are() -> None:
    with pytest.raises(ScenarioError, match=r"pack: 'atlantis' is not known. Allowed: boston"):
        parse("name = 'x'\npack = 'atlantis'\n[[when]]\n", "bad.toml")


# ---- the vocabulary ----
def test_every_command_may_be_said_by_its_name_and_none_hides_an_act() -> None:
    """A new command or act needs no line of the runner."""
    assert words.COMMANDS["box_set"] is cmd.BoxSet
    assert words.COMMANDS["deal_ok"] is cmd.DealOk
    assert not words.COMMANDS.keys() & {*words.known_acts(), *words.OWN}
    assert not words.known_acts().keys() & words.OWN.keys()
    assert {"draw", "slide_in", "press_seat", "pull", "add_card", "run_out"} <= (
        words.known_acts().keys()
    )


# ---- rows ----
MATRIX = """
name = "Limits, {pack}"
pack = "{pack}"
[given]
boxes = "{chips}"
[[when]]
note = "for {pack} alone"
only = { pack = "maryland" }
[[when]]
then.money = { 1 = "{money}" }
[[matrix]]
pack = "maryland"
chips = { 1 = 500 }
money = 0
[[matrix]]
pack = "massachusetts"
chips = { 2 = 700 }
money = "1/2"
skip = "not yet"
"""


def test_matrix_puts_its_values_into_names_and_numbers_of_each_row() -> None:
    one, two = parse(MATRIX, "rows.toml")

    assert (one.id, one.name, one.pack) == ("rows[maryland]", "Limits, maryland", "maryland")
    assert (one.given.boxes, two.given.boxes) == ({"1": 500}, {"2": 700})
    assert [step.number for step in one.steps] == [1, 2]
    assert [step.number for step in two.steps] == [2]
    assert (one.steps[1].then.money, two.steps[0].then.money) == ({"1": 0}, {"1": "1/2"})
    assert two.skip == "not yet"


@pytest.mark.parametrize(
    ("matrix", "rows"),
    [
        ('{ pack = "all" }', list(names())),
        ('{ pack = ["maryland", "boston-billiard"] }', ["maryland", "boston-billiard"]),
        (
            '{ pack = ["maryland", "pure-21-5"], kind = "x", ruling = ["a", "b"] }',
            ["maryland,x,a", "maryland,x,b", "pure-21-5,x,a", "pure-21-5,x,b"],
        ),
    ],
)
def test_matrix_as_a_table_is_each_value_with_each_other(matrix: str, rows: list[str]) -> None:
    text = f"name = 'x'\npack = '{{pack}}'\nmatrix = {matrix}\n[[when]]\n"

    assert [one.row for one in parse(text, "x.toml")] == rows


def test_ledger_is_that_of_the_rows_pack() -> None:
    text = "name = '{ledger} 1'\npack = '{pack}'\nmatrix = { pack = 'all' }\n[[when]]\n"

    assert [one.name for one in parse(text, "x.toml")] == ["NH 1", "MD 1", "MA 1", "MA 1", "CA 1"]


def test_own_options_of_a_wheel_with_meters_count_before_the_common_ones() -> None:
    given = 'meters = "bonus_spin"\noptions = { meter_100_rate = "1/4" }\n[[when]]'

    (one,) = parse(HEAD + given, "x.toml")

    assert one.given.options["meter_100_rate"] == "1/4"
    assert one.given.options["paytable_500"] == "D"


@pytest.mark.parametrize("matrix", ["[]", "'all'", "[1]", "{ pack = [] }"])
def test_matrix_without_rows_is_refused(matrix: str) -> None:
    with pytest.raises(ScenarioError, match="matrix: no rows"):
        parse(f"matrix = {matrix}\n{HEAD}[[when]]", "x.toml")


# ---- a failing one ----
async def played(text: str, folder: Path) -> Result:
    (scenario,) = parse(textwrap.dedent(text), "s.toml")
    return await play_scenario(scenario, folder)


async def test_failed_check_tells_step_expected_found_and_the_line_then(tmp_path: Path) -> None:
    result = await played(
        HEAD + "[[when]]\n[[when]]\nfloor_called = true\nthen.line = 'Bets'", tmp_path
    )

    assert result.verdict == "failed"
    assert "s.toml, s: step 2 (floor_called)" in result.why
    assert "line: expected 'Bets', found 'Open the table'" in result.why
    assert "then round 1 closed: 'Open the table'" in result.why


@pytest.mark.parametrize(
    ("step", "why"),
    [
        ("turned = true", "the command: expected 'accepted', found 'refused: "),
        ("floor_called = true\nthen.refused = true", "the command: expected 'refused', found"),
        ("turned = true\nthen.refused = {clause = 'MD 1.A'}", "refused.clause: expected 'MD 1.A'"),
        (
            (
                "code_fails = 'table_opened'\n"
                "[[when]]\ntable_opened = {dealer = 'Ada'}\nthen.refused = true"
            ),
            "found 'refused: The controller could not decide this.",
        ),
        ("then.open = ['ten_found']", "open: expected ('ten_found',), found ()"),
        ("then.rulings = []", "an open irregularity: expected 'any', found ()"),
        ("then.charts = { shoe = 'ready' }", "chart shoe: expected 'ready', found 'empty'"),
        ("then.levels = { lamp = 'stop' }", "level lamp: expected 'stop', found 'go'"),
        ("then.shown = { lamp = 'stop' }", "shown by lamp: expected 'stop', found 'go'"),
        ("then.devices = { shoe = 'lost' }", "device shoe: expected 'lost', found 'ok'"),
        ("then.journal = ['Turned']", "journal: expected 'Turned', found []"),
        ("then.money = { 1 = 5 }", "money of box 1: expected 5, found '0'"),
        ("then.odds = { 1 = '1:1' }", "odds of box 1: expected '1:1', found []"),
        ("then.wagers = { 1 = { main = 5 } }", "wagers of box 1: expected {'main': 5}, found {}"),
        ("then.cards = { dealer = '8c' }", "cards of dealer: expected '8c', found ''"),
        ("then.totals = { 3 = '8' }", "total of 3: expected '8', found ''"),
        ("then.bank = 5", "bank: expected 5, found None"),
        ("then.held = true", "held: expected True, found False"),
        ("then.offered = ['DEAL OK']", "key 'DEAL OK': expected True, found False"),
        ("then.not_offered = ['OPEN']", "key 'OPEN': expected False, found True"),
        ("then.page = { 'round.no' = 2 }", "page round.no: expected 2, found 1"),
        ("then.play = { 'tens' = 2 }", "play tens: expected 2, found 0"),
        ("draw = 'box 1.1'", "the shoe is empty, open or locked"),
        ("press = 'DEAL OK'", "no live key 'DEAL OK'; there are "),
        ("fact_answered = {question = 'ten', answer = 'YES'}", "no irregularity at all is open"),
        ("play = 1\nuntil = 'cover_card'", "'cover_card' did not come in 1 rounds"),
    ],
)
async def test_check_finds_what_is_not_so(step: str, why: str, tmp_path: Path) -> None:
    """A check that cannot fail proves nothing."""
    result = await played(f"{HEAD}[[when]]\n{step}", tmp_path)

    assert result.verdict == "failed"
    assert why in result.why


async def test_refusal_is_what_a_step_may_expect(tmp_path: Path) -> None:
    result = await played(f"{HEAD}[[when]]\nturned = true\nthen.refused = true", tmp_path)

    assert result.why == ""


async def test_stage_smuggles_and_turns_what_the_stack_marks(tmp_path: Path) -> None:
    """`+Th` is one card too many, `8c^` lies face up, `|` is the cover card; the rest is there."""
    (scenario,) = parse(HEAD + "[[when]]", "s.toml")
    async with bench_table(tmp_path, pack="massachusetts", wheel={}, without={"wheel"}) as table:
        await Stage(table, scenario.given).set_up()
        table.rig.world.shuffle_by_hand()
        table.rig.world.insert_cover(40)
        table.rig.world.load_shoe()
        before = len(table.rig.world.stacks["shoe"])

        await Stage(table, scenario.given).stack("9d +Th 8c^ | Ks")

    shoe = table.rig.world.stacks["shoe"]
    assert [piece.code for piece in shoe[:5]] == ["9d", "Th", "8c", COVER, "Ks"]
    assert [piece.face_up for piece in shoe[:4]] == [False, False, True, False]
    assert len(shoe) == before + 1


async def test_record_is_wrong_when_a_round_was_paid_otherwise_than_its_cards(
    tmp_path: Path,
) -> None:
    """The dealer's own eyes and the rules alone say what the record must have paid."""
    options = {"main_min_cents": 100, "main_max_cents": 100000, "match_max_cents": 10000}
    async with bench_table(tmp_path, seed=3, options=options, speed=8.0, shuffle_s=2.0) as table:
        await table.dealer.play(1)
    (dealt,) = table.dealer.rounds

    right = record.look(table.journal, [dealt], Trouble())
    other = replace(dealt, account=dealt.account[1:])
    wrong = record.look(table.journal, [other], Trouble())

    assert right.wrong == ""
    assert wrong.wrong == "the record: round 1 was not paid as its cards are settled"


# ---- the command line ----
def test_command_counts_and_ends_with_one_when_a_scenario_fails(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "good.toml").write_text(HEAD + "[[when]]\nthen.phase = 'closed'")
    (tmp_path / "later.toml").write_text("skip = 'not yet'" + HEAD + "[[when]]")
    (tmp_path / "wrong.toml").write_text(HEAD + "[[when]]\nthen.phase = 'deal'")
    parser = argparse.ArgumentParser()
    bench.add_arguments(parser)

    status = bench.main(parser.parse_args(["scenario", str(tmp_path), "--verbose"]))

    told = capfd.readouterr().out
    assert status == 1
    assert told.endswith("skipped 1: not yet\n1 passed, 1 failed, 1 skipped\n")
    assert "phase: expected 'deal', found 'closed'" in told
    assert "good: A scenario\n    1 look  ->  round 1 closed" in told


def test_each_scenario_of_a_folder_begins_at_the_same_time_of_day(tmp_path: Path) -> None:
    """What the one before took does not bring the next one nearer to its gaming day's end."""
    file = tmp_path / "late.toml"
    text = HEAD.replace("closed", "open")
    file.write_text(text + "[[when]]\nwait = 10000\nthen.line = 'Press NEXT: shuffle'")

    both = play_scenarios([*load(file), *load(file)])

    assert [one.why for one in both] == ["", ""]


def test_command_tells_which_rulings_no_scenario_has_taken(
    capfd: pytest.CaptureFixture[str],
) -> None:
    """A ruling counts once a recorded command has taken it for that kind, under that pack."""
    parser = argparse.ArgumentParser()
    bench.add_arguments(parser)
    file = str(FOLDER / "ten-in-the-shoe.toml")

    bench.main(parser.parse_args(["scenario", file, "--only", "maryland", "--rulings"]))

    told = capfd.readouterr().out
    assert "  ten_found: enter_card\n" in told.partition("maryland: 1 of ")[2]
    assert "boston-billiard: 0 of " in told


# ---- the example on the page of scenarios ----
async def test_example_of_the_page_goes_as_it_says(tmp_path: Path) -> None:
    text = (FOLDER.parents[1] / "controller" / "bench" / "README.md").read_text("utf-8")
    example = next(block for block in text.split("```") if "[given]" in block)

    result = await played(example, tmp_path)

    assert result.why == ""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[when]]\nrules = { main_mx_cents = 1 }", "step 1 (rules {'main_mx_cents': 1}"),
        ("options = { main_mx_cents = 1 }\n[[when]]", "no table: "),
    ],
)
async def test_option_that_no_pack_has_is_a_failure_that_names_it(
    text: str, said: str, tmp_path: Path
) -> None:
    """A start that is refused leaves nothing running."""
    (scenario,) = parse(HEAD + text, "rules.toml")

    result = await play_scenario(scenario, tmp_path)

    assert said in result.why
    assert "maryland has no option 'main_mx_cents'" in result.why


@pytest.mark.parametrize(("rank", "works"), [("floorperson", False), ("casino_supervisor", True)])
async def test_fact_is_pressed_only_by_a_rank_for_whom_it_is_live(
    rank: str, works: bool, tmp_path: Path
) -> None:
    """As on the page, which greys it for everybody else."""
    steps = f"""
        name = "The check is due, and a card is drawn"
        pack = "massachusetts"
        [given]
        at = "deal_ok"
        boxes = {{ 2 = 500 }}
        options = {{ variant = "hole_card_reader" }}
        stack = "8c Kd 4c 7d  6s"
        [[when]]
        press = "DEAL OK"
        [[when]]
        draw = "box 2.1"
        [[when]]
        press = "SEEN"
        rank = "{rank}"
    """

    result = await played(steps, tmp_path)

    assert ("no live key 'SEEN'" in result.why) != works
