"""Records: what is written is read again, move for move, and a mistake is named at its place."""

from __future__ import annotations

import io
import random
from pathlib import Path
from typing import Any

import chess.pgn
import pytest

from zermelo import catalogue
from zermelo.cli import run
from zermelo.errors import BadGame, BadRecord, ZermeloError
from zermelo.game import Game
from zermelo.history import with_history
from zermelo.record import reader
from zermelo.record.files import Games, find_records, read_record, write_record
from zermelo.record.link import read_link, write_link
from zermelo.record.movetree import GameRecord, MoveNode, find_path, number_moves, number_tree
from zermelo.record.pgn import write_pgn
from zermelo.record.text import read_text, write_text

COMMENTS = (
    "good",
    "a } b",
    "two\nlines; {x",
    "x" * 90 + "  double " + "word " * 30 + "end",
    '</script><!-- [Event "x"]',
    "% z (a) $3 ~ \\ ] ] \\",
    "1. e4 *",
)

ODD = ["mnk:4,4,3", "go:5", "tree:two-ply", "checkers"]


def load(name: str) -> Game[Any, Any]:
    return with_history(catalogue.game(name))


def read(usual: str, text: str, number: int = 0) -> tuple[str, GameRecord]:
    return read_record(text, number, Games(usual, load, catalogue.find_sgf_game))


def moves(usual: str, text: str) -> str:
    """The moves of a text without a mistake, as a link."""
    return write_link(read(usual, text)[1].require().root)


def fault(usual: str, text: str) -> tuple[str, str]:
    """What was read before a mistake, and the sentence about it."""
    record = read(usual, text)[1]
    assert record.fault is not None
    return write_link(record.root), record.fault.message


def random_record(game: Game[Any, Any], rng: random.Random) -> GameRecord:
    """A game with variations, comments and signs."""
    root = MoveNode(game.start(), comment=rng.choice(["", "first } of all", "first"]))
    nodes = [root]
    for length in (16, *[4] * 8):
        node = rng.choice(nodes)
        for _ in range(length):
            if not game.terminal(node.state):
                node = add_move(game, node, rng, nodes)
    return GameRecord(game, root)


def add_move(
    game: Game[Any, Any], before: MoveNode, rng: random.Random, nodes: list[MoveNode]
) -> MoveNode:
    a = rng.choice(game.options(before.state))
    if (known := before.find(a)) is not None:
        return known
    node = MoveNode(game.result(before.state, a), a, game.name(before.state, a), before)
    node.comment = rng.choice(COMMENTS) if rng.random() < 0.3 else ""
    node.signs = [rng.randrange(1, 140)] if rng.random() < 0.2 else []
    before.children.append(node)
    nodes.append(node)
    return node


@pytest.mark.parametrize("name", [*catalogue.names(), *ODD])
def test_what_is_written_is_read_again(name: str) -> None:
    game, rng = load(name), random.Random(name)
    for _ in range(3):
        record = random_record(game, rng)
        link = write_link(record.root)
        assert write_link(read_link(game, link).require().root) == link
        for form in game.record_formats:
            text = write_record(record, name, form)
            assert moves(name, text) == link


def test_pgn_is_the_same_for_python_chess() -> None:
    """The same tree, the same comments and signs, read and written by the other program."""
    game = catalogue.game("chess")
    for seed in range(3):
        record = random_record(game, random.Random(seed))
        for node in record.root.walk():
            node.comment = " ".join(node.comment.replace("}", "").split())
        theirs = chess.pgn.read_game(io.StringIO(write_pgn(record)))
        assert theirs is not None and not theirs.errors
        waiting: list[tuple[MoveNode, chess.pgn.GameNode]] = [(record.root, theirs)]
        for ours, other in waiting:
            assert ours.comment.split() == other.comment.split()
            assert set(ours.signs) == other.nags
            waiting += zip(ours.children, other.variations, strict=True)
        link = write_link(record.root)
        assert write_link(read_text(game, str(theirs)).require().root) == link


@pytest.mark.parametrize(
    ("game", "text", "link"),
    [
        ("chess", "1. e4 e5 2. Nf3", "e4~e5~Nf3"),
        ("chess", "1.e4! e5?? (1...c5 {sharp}) 2 Nf3 *", "e4~$1~e5~$4~(~c5~{sharp}~)~Nf3"),
        ("chess", "e2e4,e7e5", "e4~e5"),
        ("chess", "e4e5Nf3", "e4~e5~Nf3"),
        ("connect-four", "4453", "4~4~5~3"),
        ("connect-four", "1. 4 4 2. 5", "4~4~5"),
        ("othello", "f5d6c3D3c4", "f5~d6~c3~d3~c4"),
        ("backgammon", "3-1 8/5 6/5 6-2", "3-1~8/5 6/5~6-2"),
        ("nim", "3-1 2-1", "3-1~2-1"),
        ("checkers", "10-14 24-19", "10-14~24-19"),
        ("go:5", "C3 pass", "C3~pass"),
        ("go", "(;SZ[5]C[a\\]b\r\n c](;B[cc];W[])(;B[dd]IT[]BM[2]))",
         "{a]b\n c}~C3~(~D2~$4~$5~)~pass"),
        ("go", "(;SZ[5];B[cc](;W[cd];B[aa])(;W[bb](;B[ab])(;B[ba])))",
         "C3~C2~(~B4~A4~(~B5~)~)~A5"),
        ("go:9", "(;SZ[5]AB[aa:bb]AE[bb]PL[W];W[tt])", "pass"),
        ("tic-tac-toe", '[White "A"]\n\n1. e4 e5 1-0', "e4~e5"),
        ("chess", '[Game "connect-four"]\n\n4 4', "4~4"),
    ],
)  # fmt: skip
def test_as_people_write_it(game: str, text: str, link: str) -> None:
    assert moves(game, text) == link


@pytest.mark.parametrize(
    ("game", "text", "before", "words"),
    [
        ("chess", "1. e4 e5\n2. Ke4", "e4~e5", "move 2. (line 2, column 4): 'Ke4' is not legal"),
        ("chess", "e4 (d4 d9) e5", "e4~(~d4~)", "move 1... (line 1, column 8): 'd9' is not"),
        ("chess", "1. e4 e5)", "e4~e5", "a ) without its ("),
        ("chess", "1. e4 (1. d4", "e4~(~d4~)", "a ) is missing"),
        ("chess", "(1. d4)", "", "before there is a move to replace"),
        ("chess", "1. e4 ()", "e4", "a variation without moves"),
        ("connect-four", "4459", "4~4~5", "(line 1, column 4): '9' is not legal here; legal: 1 2"),
        ("connect-four", "4 4 9", "4~4", "move 2. (line 1, column 5): '9' is not legal"),
        ("othello", "f5d6z9", "f5~d6", "column 5): 'z9' is not legal here; legal: c3"),
        ("tic-tac-toe", "a1 b1 a2 b2 a3 c1", "a1~b1~a2~b2~a3", "after the end of the game"),
        ("go:5", "(;SZ[5];B[cc];B[cd])", "C3", "a move of Black, and White is to move"),
        ("go:5", "(;SZ[5];B[cc];AB[dd])", "C3", "without a move (AB, AW or AE)"),
        ("chess", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 e4", "Nf3~Nf6~Ng1~Ng8~Nf3~Nf6~Ng1~Ng8",
         "'e4' comes after the end"),
    ],
)  # fmt: skip
def test_a_mistake_is_named_and_what_was_before_it_stays(
    game: str, text: str, before: str, words: str
) -> None:
    kept, message = fault(game, text)
    assert kept == before and words in message and "\n" not in message


def test_the_place_of_a_mistake() -> None:
    text = '[White "A"]\n\n1. e4 *\n\n[White "B"]\n\n1. d4 d5 2. Ke9 *'
    record = read("chess", text, 1)[1]
    assert record.fault is not None and "(line 7, column 13)" in record.fault.message
    at = record.fault.offset
    assert text[at : at + record.fault.length] == "Ke9"


def test_one_of_several_games() -> None:
    text = (
        '[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 {\n[White "X"]\n} e5 1-0\n\n'
        '[White "C"]\n[Date "2026.11.18"]\n\n1. d4 ; [Event "no"]\n*\n'
    )
    assert [found.title for found in find_records(text)] == ["A – B, 1-0", "C – ?, 2026.11.18"]
    assert write_link(read("chess", text, 1)[1].root) == 'd4~{[Event "no"]}'
    sgf = "(;SZ[5]PB[a]PW[b];B[aa])\n(;SZ[6]GN[second];B[bb])"
    assert [found.title for found in find_records(sgf)] == ["a – b", "second"]
    name, record = read("chess", sgf, 1)
    assert name == "go:6" and write_link(record.root) == "B5"
    with pytest.raises(BadRecord, match="the text has 2 games; there is no game 3"):
        read("chess", sgf, 2)


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("(;GM[2]SZ[8])", BadRecord, "GM\\[2\\] is not a game"),
        ("(;SZ[19];B[pd])", BadGame, "size is 2 to 10"),
        ("(;SZ[9:7])", BadRecord, "not a size of a square board"),
        ('[FEN "zz"] 1. e4', BadRecord, "'z' in 'zz' is neither a piece"),
        ('[Game "ludo"] 1', BadRecord, "no game is called 'ludo'"),
    ],
)
def test_texts_of_no_game(text: str, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        read("chess", text)


def test_sgf_has_the_rules_of_its_game() -> None:
    assert read("go", "(;SZ[9]KM[7.5];B[aa])")[0] == "go"
    assert read("go", "(;SZ[9]KM[6.5];B[aa])")[0] == "go:9,6.5"
    name, record = read("chess", "(;SZ[5]KM[0.5]AB[cc][dd]PB[me];W[aa])")
    assert (name, record.tags) == ("go:5,0.5", {"Black": "me"})
    assert record.position == "5/5/2X2/3X1/5 O - 0 0"  # White moves after a handicap
    assert write_link(read("go", write_record(record, name, "sgf"))[1].root) == "A5"


def test_a_position_with_a_ko_stays_in_sgf() -> None:
    game = load("go:5")
    s = game.after(["B3", "C3", "C4", "D4", "C2", "D2", "A1", "E3", "D3"])
    record = GameRecord(game, MoveNode(game.load(game.dump(s))))
    again = read("go:5", write_record(record, "go:5", "sgf"))[1]
    assert again.position == record.position and " C3 " in game.dump(s)


class Words(type(catalogue.game("nim:2"))):  # type: ignore[misc]
    """Nim with names that a record would read as something else."""

    def name(self, s: Any, a: Any) -> str:
        return '1. take "{all}" (or \\ $1) ; ~!'[a % 7 :] + f" {a}"

    def parse(self, s: Any, text: str) -> Any:
        names = {self.name(s, a): a for a in self.options(s)}
        return names[text] if text in names else super().parse(s, text)


def test_any_name_of_a_move_can_be_written() -> None:
    game = Words(3, 3)
    record = random_record(game, random.Random(1))
    text = write_text(record, {})
    assert write_link(read_text(game, text).require().root) == write_link(record.root)


def test_a_foreign_result_does_not_stop_the_export() -> None:
    text = '[White "A"]\n[Result "1-0 (time)"]\n\n1. f3 e5 2. g4 Qh4# 1-0'
    record = read("chess", text)[1]
    assert '[Result "0-1"]' in write_pgn(record)
    with pytest.raises(ZermeloError, match="is not a result"):
        write_pgn(record, {"Result": "won"})


def test_a_long_word_is_cut_short_in_the_message() -> None:
    message = fault("chess", "1. e4 e5 " + "x" * 5000)[1]
    assert "x" * 40 + "…" in message and len(message) < 300


def test_all_numbers_at_once_are_those_of_each_line() -> None:
    for name in ("kalah", "backgammon", "tri-halma", "checkers", "chess"):
        game = load(name)
        root = random_record(game, random.Random(5)).root
        numbers = number_tree(game, root)
        for node in root.walk():
            if node.parent is not None:
                assert numbers[id(node)] == number_moves(game, find_path(node))[-1]


def test_variations_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each variation within the one before, one ply further."""
    text = "(;SZ[5](;B[aa])(;B[ba](;W[bb])(;W[cb](;B[cc])(;B[dc]))))"
    assert moves("go", text) == "A5~(~B5~B4~(~C4~C3~(~D3~)~)~)"
    monkeypatch.setattr(reader, "MAX_NESTING", 2)
    kept, message = fault("go", text)
    assert kept == "A5~(~B5~B4~(~C4~C3~)~)" and "variations are more than 2 deep" in message
    monkeypatch.setattr(reader, "MAX_MOVES", 3)
    assert "at most 3 moves" in fault("connect-four", "4453")[1]


def test_the_command_reads_and_writes_records(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.pgn"
    file.write_text('[White "A"]\n\n1. e4 (1. d4) *\n\n[White "B"]\n\n1. c4 Ke4')
    assert run(["record", str(file), "--list"]) == 0
    assert capsys.readouterr().out == "1  A – ?\n2  B – ?\n"
    assert run(["record", str(file)]) == 0
    assert capsys.readouterr().out.endswith("1. e4 (1. d4) *\n")
    assert run(["record", str(file), "--number", "2"]) == 2
    said = capsys.readouterr()
    assert said.out.endswith("1. c4 *\n") and "move 1... (line 7, column 7): 'Ke4'" in said.err
    assert run(["record", str(file), "--format", "html"]) == 0
    assert '"name": "e4"' in capsys.readouterr().out
    file.write_text('[Game "tree:games.pgn"]\n\n1')
    assert run(["record", str(file)]) == 2
    assert "not a game of the package" in capsys.readouterr().err
