"""Chess against published counts, python-chess, and what is known of endings and mates."""

from __future__ import annotations

import io
import random
from pathlib import Path

import chess
import chess.pgn
import pytest

from zermelo import search
from zermelo.bits import members
from zermelo.cli import run
from zermelo.engine import Engine
from zermelo.errors import BadAction, BadGame, BadPosition, BadRecord, ZermeloError
from zermelo.frame.run import last
from zermelo.games import _chess_fen as positions
from zermelo.games import _chess_notation as notation
from zermelo.games._chess_board import (
    KING,
    Position,
    diagonal_from,
    square_text,
    straight_from,
)
from zermelo.games._chess_evaluation import FEATURES, WEIGHTS, features
from zermelo.games._chess_exchange import gains
from zermelo.games._chess_positional import find_pushes, rate_men
from zermelo.games.chess import Chess, pgn, read_epd, read_pgn
from zermelo.history import GameWithHistory, with_history
from zermelo.perft import perft

GAME = Chess()
MOST = 5_000_000
"""Counts up to this size are made in the fast tests."""

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
ENDINGS = [
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/8/4k3/8/8/3BK3/8/8 w - - 0 1",
    "8/1n6/4k3/8/3p4/3BK3/8/8 w - - 0 1",
    "8/5p2/4k3/8/8/3NK3/6b1/8 w - - 90 80",
    "8/2b5/4k3/8/8/3BK3/8/5b2 b - - 140 200",
    "8/P6k/8/8/8/8/p6K/8 w - - 0 1",
]


@pytest.fixture(scope="module")
def engine() -> Engine[Position, int]:
    """One engine for all tests: its machine code is the same, and takes a while to make."""
    return Engine(GAME, memory=16)


# ---------------------------------------------------------------------- perft


def cpw(data: Path) -> list[tuple[str, int, int]]:
    lines = [
        line.split("\t")
        for line in (data / "chess" / "cpw_perft.tsv").read_text().splitlines()
        if not line.startswith("#")
    ]
    return [
        (fen, *map(int, pair.split(":")))  # type: ignore[misc]
        for _, fen, pairs in lines
        for pair in pairs.split()
    ]


def epd(data: Path) -> list[tuple[str, int, int]]:
    lines = [
        line.split(";")
        for line in (data / "chess" / "perft.epd").read_text().splitlines()
        if line.strip()
    ]
    return [
        (fen, int(part.split()[0][1:]), int(part.split()[1]))
        for fen, *parts in lines
        for part in parts
    ]


def compiled_count(fen: str, depth: int) -> int:
    return perft(GAME, GAME.load(fen), depth, gear="compiled").nodes


def test_perft_of_the_wikis_positions(data: Path) -> None:
    """All counts to depth 4, and deeper ones of moderate size."""
    asked = [(fen, depth, n) for fen, depth, n in cpw(data) if depth <= 4 or n <= MOST]
    assert len(asked) == 26
    assert [(fen, depth, compiled_count(fen, depth)) for fen, depth, _ in asked] == asked


def test_perft_of_the_file_of_positions(data: Path) -> None:
    """perft.epd: promotions, castling and en passant in all forms, to depth 4."""
    asked = [(fen, depth, n) for fen, depth, n in epd(data) if depth <= 4]
    assert len(asked) == 4 * 127
    assert [(fen, depth, compiled_count(fen, depth)) for fen, depth, _ in asked] == asked


@pytest.mark.slow
def test_deep_perft(data: Path) -> None:
    asked = [
        (fen, depth, n) for fen, depth, n in cpw(data) + epd(data) if depth > 4 and n <= 200_000_000
    ]
    assert [(fen, depth, compiled_count(fen, depth)) for fen, depth, _ in asked] == asked


def test_perft_in_the_plain_gear(data: Path) -> None:
    """All positions of both files to depth 3."""
    asked = [(fen, depth, n) for fen, depth, n in cpw(data) + epd(data) if depth <= 3]
    assert len(asked) == 399
    assert [
        (fen, depth, perft(GAME, GAME.load(fen), depth, gear="plain").nodes)
        for fen, depth, _ in asked
    ] == asked


# ---------------------------------------------------------------------- against python-chess


def uci_moves(s: Position) -> set[str]:
    return {notation.uci(a) for a in GAME.moves(s)}


def same_end(s: Position, board: chess.Board) -> None:
    """Both programs say the same about the end, with draws claimed and without."""
    for claims in (True, False):
        game = CLAIMING if claims else PATIENT
        counted = board.is_fifty_moves() if claims else board.is_seventyfive_moves()
        over = (
            board.is_checkmate()
            or board.is_stalemate()
            or board.is_insufficient_material()
            or counted
        )
        assert game.terminal(s) == over, board.fen()
        assert (list(game.actions(s)) == []) == over
        if over:
            won = board.is_checkmate()
            assert game.utility(s, s.turn) == (-1.0 if won else 0.0)
            assert game.utility(s, 0) == -game.utility(s, 1)


CLAIMING, PATIENT = Chess(), Chess(claims=False)
WITH_MEMORY = GameWithHistory(CLAIMING)
SHUFFLE = "Nf3 Nf6 Ng1 Ng8 "


def walk(fen: str, rng: random.Random, plies: int, names_every: int) -> int:
    """A random game in both programs, move by move; how many plies it had."""
    board, s = chess.Board(fen), GAME.load(fen)
    seen, past = [GAME.repetition_key(s)], WITH_MEMORY.load(fen)
    for ply in range(plies):
        legal = {move.uci(): move for move in board.legal_moves}
        assert uci_moves(s) == set(legal), board.fen()
        assert GAME.in_check(s) == board.is_check()
        assert GAME.dump(s) == board.fen()
        same_end(s, board)
        for n in (3, 5):
            assert (seen.count(seen[-1]) >= n) == board.is_repetition(n)
        assert WITH_MEMORY.terminal(past) == (CLAIMING.terminal(s) or board.is_repetition(3))
        assert len(seen) == 1 or seen[-1] not in seen[: len(seen) - 1 - GAME.reversible_plies(s)]
        if not legal:
            return ply
        if ply % names_every == 0:
            named = {GAME.name(s, a): a for a in GAME.moves(s)}
            assert named.keys() == {board.san(move) for move in legal.values()}
            if not GAME.terminal(s):
                assert all(GAME.parse(s, name) == a for name, a in named.items())
        quiet = [text for text, move in legal.items() if not board.is_zeroing(move)]
        text = rng.choice(quiet if quiet and rng.random() < 0.5 else sorted(legal))
        board.push(legal[text])
        a = next(a for a in GAME.moves(s) if notation.uci(a) == text)
        s, past = GAME.result(s, a), WITH_MEMORY.result(past, a)
        seen.append(GAME.repetition_key(s))
    return plies


def test_random_games_as_python_chess_plays_them() -> None:
    rng = random.Random(5)
    starts = [positions.START, KIWIPETE, *ENDINGS] * 4
    assert sum(walk(fen, rng, 200, 4) for fen in starts) > 3_000


@pytest.mark.slow
def test_many_random_games(data: Path) -> None:
    rng = random.Random(6)
    starts = [positions.START] * 60 + [fen for fen, depth, _ in cpw(data) + epd(data) if depth == 1]
    assert sum(walk(fen, rng, 300, 2) for fen in starts) > 20_000


def test_repetition_sees_en_passant_and_rights() -> None:
    """The board is the same; what can be done is not."""
    passing = GAME.load("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")
    assert GAME.repetition_key(passing) != GAME.repetition_key(
        GAME.load("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1")
    )
    assert GAME.repetition_key(GAME.load("4k3/8/8/8/8/8/8/4K2R w K - 0 1")) != GAME.repetition_key(
        GAME.load("4k3/8/8/8/8/8/8/4K2R w - - 0 1")
    )
    assert GAME.repetition_key(passing._replace(clock=9, number=40)) == GAME.repetition_key(passing)
    assert (Chess().repetition, Chess(claims=False).repetition) == (3, 5)


def test_a_position_ends_the_game_at_its_third_or_fifth_time() -> None:
    for game, times in ((CLAIMING, 3), (PATIENT, 5)):
        memory = GameWithHistory(game)
        s = memory.start()
        for ply in range(4 * (times - 1)):
            assert not memory.terminal(s), ply
            s = memory.result(s, memory.parse(s, SHUFFLE.split()[ply % 4]))
        assert memory.occurrences(s) == times
        assert memory.terminal(s) and memory.options(s) == []
        assert memory.payoffs(s) == (0, 0)
        with pytest.raises(BadAction, match="comes after a draw by repetition"):
            memory.parse(s, "e4")


def test_a_mate_counts_before_the_counter() -> None:
    mated = GAME.load("R5k1/5ppp/8/8/8/8/8/4K3 b - - 100 90")
    assert GAME.terminal(mated) and GAME.utility(mated, 0) == 1.0
    assert GAME.options(mated) == []
    only_check = GAME.load("R5k1/5pp1/8/8/8/8/8/4K3 b - - 100 90")
    assert GAME.terminal(only_check) and GAME.utility(only_check, 0) == 0.0
    assert not PATIENT.terminal(only_check)


# ---------------------------------------------------------------------- the squares


def test_sliders_stop_at_the_first_man_on_each_side() -> None:
    """Against python-chess's tables, for random boards."""
    rng = random.Random(1)
    for _ in range(2_000):
        square, occupied = rng.randrange(64), rng.getrandbits(64) & rng.getrandbits(64)
        board = chess.Board(None)
        for other in chess.SquareSet(occupied & ~(1 << square)):
            board.set_piece_at(other, chess.Piece(chess.PAWN, chess.WHITE))
        for kind, attacks in ((chess.ROOK, straight_from), (chess.BISHOP, diagonal_from)):
            board.set_piece_at(square, chess.Piece(kind, chess.WHITE))
            assert attacks(square, occupied) == int(board.attacks(square))
    assert KING[0] == 1 << 1 | 1 << 8 | 1 << 9


# ---------------------------------------------------------------------- text


def test_fen_says_en_passant_only_where_it_is_legal() -> None:
    for fen, kept in [
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", False),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", True),
        ("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", False),  # both pawns would leave the rank
        ("4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1", False),  # pinned
    ]:
        assert (GAME.load(fen).passing >= 0) == kept
        assert GAME.dump(GAME.load(fen)) == (
            fen if kept else " ".join(["-" if i == 3 else w for i, w in enumerate(fen.split())])
        )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "written in FEN"),
        ("8/8 w - - 0 1", "2 rows"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "has 0 kings"),
        ("kk6/8/8/8/8/8/8/K7 w - - 0 1", "Black has 2 kings"),
        ("k7/8/8/8/8/8/8/K6P w - - 0 1", "first or the last rank"),
        ("k7/8/8/8/8/8/8/K7 x - - 0 1", "w or b"),
        ("k7/8/8/8/8/8/8/K7 w K - 0 1", "king on e1 and a rook on h1"),
        ("k7/8/8/8/8/8/8/K7 w X - 0 1", "right to castle"),
        ("k7/8/8/8/8/8/8/K7 w - e9 0 1", "not a square of en passant"),
        ("k7/8/8/8/8/8/8/K7 w - e6 0 1", "no pawn has just passed e6"),
        ("k7/8/8/8/8/8/8/K7 w - - -3 1", "counters"),
        ("k7/8/8/8/8/8/8/K7 w - - 0 x", "counters"),
        ("kR6/8/8/8/8/8/8/K7 w - - 0 1", "Black is in check"),
        ("k7/pppppppp/p7/8/8/8/8/K7 w - - 0 1", "9 of them pawns"),
        ("k7/8/8/8/8/8/8/K6Z w - - 0 1", "neither a piece"),
        ("k7/8/8/8/8/8/8/K²6 w - - 0 1", "neither a piece"),
        ("k7/8/8/8/8/8/8/K① w - - 0 1", "neither a piece"),
        ("k7/8/8/8/8/8/8/K" + "1" * 5_000, "number of empty squares"),
        ("k7/8/8/8/8/8/8/K7 w - - O 1", "nor operations of EPD"),
        ("k7/8/8/8/8/8/8/K7 w - - 99 1 blah blah", "nor operations of EPD"),
        ("k7/8/8/8/8/8/8/K7 w - - ² 1", "nor operations of EPD"),
        ("k7/8/8/8/8/8/8/K7 w - - 0 ①", "counters"),
        ("k7/8/8/8/8/8/8/K7 w - - 0 " + "9" * 5_000, "counters"),
        ("k7/8/8/8/8/8/8/K7 w - - hmvc x;", "counters"),
        ('k7/8/8/8/8/8/8/K7 w - - id "open;', "nor operations of EPD"),
    ],
)
def test_bad_positions_get_one_line(text: str, words: str) -> None:
    with pytest.raises(BadPosition, match=words) as caught:
        GAME.load(text)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 200


def test_short_positions_and_epd() -> None:
    assert GAME.dump(GAME.load("4k3/8/8/8/8/8/8/4K2R")) == "4k3/8/8/8/8/8/8/4K2R w - - 0 1"
    assert GAME.dump(GAME.load("4k3/8/8/8/8/8/8/4K2R w K -")) == "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    s, operations = positions.read_epd(GAME, '4k3/8/8/8/8/8/8/4K2R w K - bm O-O Rf1; id "castle"; ')
    assert operations == {"bm": "O-O Rf1", "id": '"castle"'}
    assert GAME.load("4k3/8/8/8/8/8/8/4K2R w K - ; bm O-O; id BK.01 ") == s
    assert positions.read_epd(GAME, positions.epd(s, operations)) == (s, operations)


@pytest.mark.parametrize(
    ("fields", "clock", "number", "operations"),
    [
        ('bm O-O; id "a; b";', 0, 1, {"bm": "O-O", "id": '"a; b"'}),
        ("7 30 bm O-O;", 7, 30, {"bm": "O-O"}),
        ("hmvc 7; fmvn 30; bm O-O;", 7, 30, {"bm": "O-O"}),
        ("7 30", 7, 30, {}),
        (r'c0 "say \"no; no\" ;"; noop;', 0, 1, {"c0": r'"say \"no; no\" ;"', "noop": ""}),
    ],
)
def test_epd_keeps_quotes_and_counters(
    fields: str, clock: int, number: int, operations: dict[str, str]
) -> None:
    s, found = read_epd(GAME, f"4k3/8/8/8/8/8/8/4K2R w K - {fields}")
    assert (s.clock, s.number, found) == (clock, number, operations)
    assert read_epd(GAME, positions.epd(s, found)) == (s, found)


def test_what_is_no_operation_is_not_written() -> None:
    for code, operand in (
        ("id", "a; b"),
        ("id", '"a'),
        ("id", "a\nb"),
        ("two words", ""),
        ("", "x"),
    ):
        with pytest.raises(ZermeloError, match="not an operation of EPD"):
            positions.epd(GAME.start(), {code: operand})


def test_moves_are_read_in_many_spellings() -> None:
    s = GAME.load(KIWIPETE)
    for text, move in [
        ("O-O", "e1g1"), ("0-0-0", "e1c1"), ("o-o", "e1g1"), ("OO", "e1g1"), ("e1g1", "e1g1"),
        ("Ke1-g1", "e1g1"), ("Nxd7", "e5d7"),
        ("Nd7", "e5d7"), ("nxd7", "e5d7"), ("N:d7", "e5d7"), ("Ne5xd7+", "e5d7"), ("dxe6", "d5e6"),
        ("d5e6", "d5e6"), ("d5-d6!?", "d5d6"),
        ("Bxa6", "e2a6"), ("bxa6", None), ("a4", "a2a4"), ("Pa4", "a2a4"), ("Rb1", "a1b1"),
        ("E4", None), ("", None), ("e2e9", None),
    ]:  # fmt: skip
        if move is None:
            with pytest.raises(BadAction, match="not legal here"):
                GAME.parse(s, text)
        else:
            assert notation.uci(GAME.parse(s, text)) == move, text
    s = GAME.load("3r3k/P1P5/8/8/8/1p6/8/K7 w - - 0 1")
    for text in ("cxd8=N", "cxd8N", "c7d8n", "cd8=N", "c7xd8(N)"):
        assert notation.uci(GAME.parse(s, text)) == "c7d8n"
    with pytest.raises(BadAction, match="not legal here"):
        GAME.parse(s, "a8")  # what it becomes must be said
    with pytest.raises(BadAction, match="may be Nbd2 Nfd2: say which"):
        GAME.parse(GAME.load("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1"), "Nd2")
    assert (
        notation.uci(GAME.parse(GAME.load("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"), "exd6 e.p."))
        == "e5d6"
    )


def random_game(rng: random.Random, fen: str, plies: int) -> list[int]:
    """Moves until the game ends, repetitions included, or becomes too long."""
    now, moves = WITH_MEMORY.load(fen), []
    while not WITH_MEMORY.terminal(now) and len(moves) < plies:
        moves.append(rng.choice(WITH_MEMORY.options(now)))
        now = WITH_MEMORY.result(now, moves[-1])
    return moves


def test_pgn_and_epd_are_read_by_python_chess_and_back() -> None:
    rng = random.Random(3)
    starts = [
        positions.START,
        KIWIPETE,
        *ENDINGS[:4],
        "4k3/8/8/8/8/8/4P3/4K3 b - - 3 20",
        "7k/8/8/8/8/8/8/KQ6 w - - 0 1",
    ]
    results = set()
    for start in starts * 4:
        s, moves = GAME.load(start), random_game(rng, start, 80)
        tags = {"White": "A. Player", "Event": "Cup [A] {b} (c); %d", "Annotator": "nobody"}
        text = pgn(GAME, moves, s, tags)
        read = chess.pgn.read_game(io.StringIO(text))
        assert read is not None and not read.errors
        assert [move.uci() for move in read.mainline_moves()] == [notation.uci(a) for a in moves]
        assert {tag: read.headers[tag] for tag in tags} == tags
        board = read.end().board()
        assert read.headers["Result"] == board.result(claim_draw=False) or (
            board.can_claim_draw() and read.headers["Result"] == "1/2-1/2"
        )
        results.add(read.headers["Result"])
        back = read_pgn(GAME, text)
        assert (back.start, back.moves, back.tags) == (s, moves, dict(read.headers))
        assert read_pgn(GAME, str(read)).moves == moves
        assert max(map(len, text.splitlines())) <= 80
        end = GAME.load(board.fen())
        assert positions.epd(end, {"id": '"x; y"'}) == board.epd(
            **({"hmvc": end.clock} if end.clock else {}),
            **({"fmvn": end.number} if end.number > 1 else {}),
            id="x; y",
        )
        assert chess.Board(start).set_epd(positions.epd(end)) == {
            code: n
            for code, n, usual in (("hmvc", end.clock, 0), ("fmvn", end.number, 1))
            if n != usual
        }
    assert results >= {"1-0", "1/2-1/2", "*"}


def test_the_result_of_a_record() -> None:
    """By the rules, repetition included, or as it is given."""
    for text, result in (
        (SHUFFLE * 2, "1/2-1/2"),
        (SHUFFLE, "*"),
        (SHUFFLE * 2 + "e4", "*"),
        ("f3 e5 g4 Qh4", "0-1"),
    ):
        assert pgn(GAME, read_pgn(PATIENT, text).moves).endswith(f" {result}")
    assert pgn(PATIENT, read_pgn(PATIENT, SHUFFLE * 4).moves).endswith(" 1/2-1/2")
    resigned = pgn(GAME, read_pgn(GAME, "e4 e5").moves, tags={"Result": "1-0"})
    assert '[Result "1-0"]' in resigned and resigned.endswith(" 1-0")
    assert read_pgn(GAME, "1. e4 e5 1-0").tags == {"Result": "1-0"}


@pytest.mark.parametrize(
    ("tags", "words"),
    [
        ({"Result": "2-0"}, "is not a result"),
        ({"White": "two\nlines"}, "must be one line"),
        ({"White": "two\rlines\n"}, "must be one line"),
        ({"Two words": "x"}, "is not a name of a tag"),
        ({"FEN": KIWIPETE}, "not the position in which the game begins"),
    ],
)
def test_tags_that_cannot_be_written(tags: dict[str, str], words: str) -> None:
    with pytest.raises(ZermeloError, match=words) as caught:
        pgn(GAME, [], tags=tags)
    assert "\n" not in str(caught.value)


def test_quotes_in_tags() -> None:
    tags = {"White": 'a "b" \\ c', "Black": "\\"}
    text = pgn(GAME, [], tags=tags)
    assert r'[White "a \"b\" \\ c"]' in text
    assert tags.items() <= read_pgn(GAME, text).tags.items()


def test_pgn_as_others_write_it() -> None:
    """Escaped lines, comments with brackets, variations in variations, numbers without points,
    several games."""
    text = """% this line is for a program; 1. a4
[Event "Cup [A]"]
[FEN "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 30"]

30 exd6 e.p. {a comment (with [brackets] ; and a sign)} $14 Kd7 ! ; the rest of the line is said, not played: Kc8
(30... Kf7 31. d7 (31. Kd2 Ke6) Ke7) 31.Kd2!? Kxd6
% another
1/2-1/2

[Event "Another"]

1. e4 *
"""
    record = read_pgn(GAME, text)
    assert record.tags == {
        "Event": "Cup [A]",
        "FEN": "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 30",
        "Result": "1/2-1/2",
    }
    assert [notation.uci(a) for a in record.moves] == ["e5d6", "e8d7", "e1d2", "d7d6"]
    assert read_pgn(GAME, pgn(GAME, record.moves, record.start, record.tags)).moves == record.moves
    for wrong, words in (
        ("1. e4 (1. d4 e5", "do not match"),
        ("1. e4) e5", "do not match"),
        ("1. e4 Ke4", r"move 1\.\.\. \(line 1, column 7\): 'Ke4' is not legal"),
    ):
        with pytest.raises(BadRecord, match=words):
            read_pgn(GAME, wrong)


def test_the_command_writes_pgn(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        run(
            [
                "pgn",
                "chess",
                "--moves",
                "e4,e5 2. Qh5 Ke7 Qxe5",
                "--tag",
                "White=A = B",
                "--tag",
                "Event=Cup [A]",
            ]
        )
        == 0
    )
    written = capsys.readouterr().out
    assert written.splitlines()[-1] == "1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0"
    assert '[White "A = B"]' in written
    assert run(["pgn", "chess", "--moves", written]) == 0
    assert capsys.readouterr().out == written
    assert run(["pgn", "--position", "4k3/8/8/8/8/8/8/4K2R w K - 7 30", "--moves", "O-O"]) == 0
    assert capsys.readouterr().out.endswith(
        '[FEN "4k3/8/8/8/8/8/8/4K2R w K - 7 30"]\n[SetUp "1"]\n\n30. O-O *\n'
    )
    for wrong, words in (
        (["nim"], "nim is not chess"),
        (["--tag", "White"], "a tag is NAME=TEXT"),
        (["--moves", "e5"], "move 1. (line 1, column 1): 'e5'"),
    ):
        assert run(["pgn", *wrong]) == 2
        assert words in capsys.readouterr().err


def test_the_board_can_be_clicked() -> None:
    board = GAME.board(GAME.start())
    assert board.cells[0] == "♜" and board.cells[63] == "♖" and board.cells[32] == ""
    assert board.touches[GAME.parse(GAME.start(), "e4")] == (52, 36)


# ---------------------------------------------------------------------- estimates


def mirrored(s: Position) -> Position:
    """The position with colours changed and ranks turned around."""
    board = chess.Board(GAME.dump(s)).mirror()
    return GAME.load(board.fen())


def test_estimates_know_no_colour() -> None:
    """A position and its mirror image have the same estimate for the player to move."""
    rng = random.Random(4)
    for name in Chess.evaluations:
        game = Chess(name)
        for start in [positions.START, KIWIPETE, *ENDINGS]:
            s = game.load(start)
            for _ in range(40):
                if game.terminal(s):
                    break
                assert game.evaluate(s, 0) == -game.evaluate(s, 1)
                assert -1 < game.evaluate(s, 0) < 1
                assert game.evaluate(s, s.turn) == game.evaluate(mirrored(s), 1 - s.turn), (
                    game.dump(s)
                )
                s = game.result(s, rng.choice(game.options(s)))


@pytest.mark.parametrize(
    ("fen", "move", "gain"),
    [
        ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "Rxe5", 1),
        ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "Nxe5", -2),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", 1),
        ("3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "exd8=Q", 13),
        ("4k3/3p4/4p3/8/8/8/4R3/4K3 w - - 0 1", "Rxe6", -4),
        ("4k3/8/4p3/3p4/8/8/3RQ3/4K3 w - - 0 1", "Rxd5", -4),
    ],
)
def test_static_exchange(fen: str, move: str, gain: int) -> None:
    """The least valuable man takes first; what stands behind it takes part; a pawn counts 1."""
    s = GAME.load(fen)
    a = GAME.parse(s, move)
    assert [gains(s, a, least) for least in (gain, gain + 1)] == [True, False]


def test_material_is_the_lectures() -> None:
    game = Chess("material")
    assert game.evaluate(game.start(), 0) == 0.0
    assert game.evaluate(
        game.load("rnbqkbnr/ppp1pppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), 0
    ) == pytest.approx(1 / 77)
    assert game.evaluate(game.load("4k3/8/8/8/8/8/8/QR2K3 b - - 0 1"), 1) == -0.999
    assert game.evaluate(game.load("4k2q/8/8/8/8/8/8/RB2K3 w - - 0 1"), 0) == pytest.approx(
        (8 - 9) / 17
    )


def test_linear_is_weights_times_features() -> None:
    game = Chess("linear")
    s = game.load("4k3/8/8/8/8/P1P5/P7/RB2KB2 w - - 0 1")
    own, foe = features(s, s.own, s.foe, 0), features(s, s.foe, s.own, 1)
    assert dict(zip(FEATURES, own, strict=True)) == {
        "pawns": 3, "knights": 0, "bishops": 2, "rooks": 1, "queens": 0, "bishop pairs": 1,
        "passed pawns": 3, "doubled pawns": 1,
        "isolated pawns": 3, "rooks on open files": 0, "mobility": 0 + 6 + 4 + 7,
        "pawns before the king": 0,
    }  # fmt: skip
    assert game.evaluate(s, 0) == pytest.approx(
        sum(w * (a - b) for w, a, b in zip(WEIGHTS, own, foe, strict=True)) / 200
    )


def test_unknown_evaluation() -> None:
    with pytest.raises(
        BadGame, match="no evaluation is called 'clever'; evaluations: positional material linear"
    ):
        Chess("clever")


# ---------------------------------------------------------------------- hooks


def test_noisy_and_forcing() -> None:
    s = GAME.load(KIWIPETE)
    board = chess.Board(KIWIPETE)
    for a in GAME.actions(s):
        assert GAME.noisy(s, a) == board.is_capture(chess.Move.from_uci(notation.uci(a)))
    assert [
        GAME.name(s, a) for a in sorted(GAME.actions(s), key=lambda a: -GAME.order(s, a))[:3]
    ] == ["Bxa6", "gxh3", "dxe6"]
    s = GAME.load("3r3k/P1P5/8/3pP3/8/8/8/K7 w - d6 0 1")
    assert {GAME.name(s, a) for a in GAME.actions(s) if GAME.noisy(s, a)} >= {
        "a8=Q",
        "cxd8=Q+",
        "c8=N",
        "exd6",
    }


def test_the_turn_is_given_away_only_where_that_cannot_help() -> None:
    s = GAME.load(KIWIPETE)
    after = GAME.null_move(s)
    assert GAME.dump(after).split()[:2] == [KIWIPETE.split()[0], "b"]
    for fen in (
        "4k3/4r3/8/8/8/8/8/RN2K3 w - - 0 1",
        "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1",
    ):  # in check; pawns only
        assert GAME.null_move(GAME.load(fen)) == GAME.load(fen)


# ---------------------------------------------------------------------- the engine


def mates(data: Path, name: str) -> list[str]:
    return [
        line.strip() for line in (data / "chess" / name).read_text().splitlines() if line.strip()
    ]


@pytest.mark.parametrize("every", [16, pytest.param(1, marks=pytest.mark.slow)])
def test_the_engine_finds_mates(data: Path, engine: Engine[Position, int], every: int) -> None:
    """mate1.fen and mate2.fen: mate in one move and in two, with the distance."""
    for name, plies, depth in (("mate1.fen", 1, 2), ("mate2.fen", 3, 6)):
        missed = []
        for fen in mates(data, name)[::every]:
            engine.forget()
            result = engine.search(GAME.load(fen), depth=depth)
            if (result.value, result.distance) != (1.0, plies):
                missed.append((fen, result.value, result.distance))
        assert missed == []


def moves_to_mate(engine: Engine[Position, int], fen: str, nodes: int, most: int) -> int:
    """The engine plays both sides; how many moves White needs."""
    s = GAME.load(fen)
    for ply in range(2 * most):
        if GAME.terminal(s):
            assert GAME.utility(s, 0) == 1.0, GAME.dump(s)
            return (ply + 1) // 2
        s = GAME.result(s, engine.search(s, nodes=nodes).action)
    return most + 1


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("fen", "most"),
    [
        ("8/8/8/3k4/8/8/8/K5Q1 w - - 0 1", 12),
        ("4k3/8/8/8/8/8/3Q4/K7 w - - 0 1", 12),
        ("8/8/8/4k3/8/8/8/K6R w - - 0 1", 19),
    ],
)
def test_the_engine_mates_with_queen_or_rook(
    engine: Engine[Position, int], fen: str, most: int
) -> None:
    """Within two or three moves of the longest mates there are: a selective search may stray.

    These are 10 moves with a queen, 16 with a rook (endgame_facts.tsv).
    """
    engine.forget()
    assert moves_to_mate(engine, fen, 300_000, most) <= most


def random_ending(rng: random.Random, piece: str) -> str:
    while True:
        squares = rng.sample(range(64), 3)
        board = chess.Board(None)
        for square, letter in zip(squares, ("K", piece, "k"), strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(letter))
        if board.is_valid() and not board.is_game_over():
            return str(board.fen())


@pytest.mark.slow
@pytest.mark.parametrize(("piece", "most"), [("Q", 12), ("R", 19)])
def test_the_engine_mates_from_random_positions(
    engine: Engine[Position, int], piece: str, most: int
) -> None:
    rng = random.Random(7)
    for _ in range(20):
        fen = random_ending(rng, piece)
        engine.forget()
        assert moves_to_mate(engine, fen, 1_000_000, most) <= most, fen


# ---------------------------------------------------------------------- 1, ½, 0


POINTS = Chess(payoffs="points")

ENDS = {
    "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1": (1.0, 0.0),  # mate
    "8/8/8/8/8/6k1/6q1/7K w - - 0 1": (0.0, 1.0),
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1": (0.5, 0.5),  # stalemate
    "8/8/4k3/8/8/4K3/8/8 w - - 0 1": (0.5, 0.5),  # bare kings
}


@pytest.mark.parametrize(("fen", "points"), ENDS.items())
def test_points_are_the_slides_1_half_0(fen: str, points: tuple[float, float]) -> None:
    s = POINTS.load(fen)
    assert POINTS.terminal(s) and POINTS.payoffs(s) == points and POINTS.total == 1
    assert Chess().payoffs(s) == tuple(2 * x - 1 for x in points)


@pytest.mark.parametrize("evaluation", Chess.evaluations)
def test_estimates_in_points_are_the_same_scaled(evaluation: str) -> None:
    signed, points = Chess(evaluation), Chess(evaluation, payoffs="points")
    s = signed.after(["e4", "d5", "exd5", "Qxd5", "Nc3"])
    for p in (0, 1):
        assert points.evaluate(s, p) == pytest.approx((1 + signed.evaluate(s, p)) / 2)
    x = sum(feature.worth for feature in points.features(s))
    assert points.scale(s, x) == pytest.approx(points.evaluate(s, 0), abs=1e-3)
    assert points.bounds(s) == (0.0, 1.0)


def test_a_search_for_points_visits_the_same_nodes() -> None:
    fen = "6k1/5ppp/8/8/8/8/q4PPP/3R2K1 w - - 0 1"
    found = []
    for game in (Chess(), POINTS):
        engine = Engine(game, gear="plain")
        found.append(last(engine.analyse(game.load(fen), depth=3)))
    signed, points = found
    assert (signed.nodes, signed.line) == (points.nodes, points.line)
    assert (signed.value, points.value, points.action_name) == (1, 1, "Rd8#")
    black = search.alphabeta(POINTS, POINTS.load(fen), player=1, depth=1, gear="plain")
    assert black.value == 0


def test_a_repeated_position_is_half_a_point_and_a_lost_game_is_0_1() -> None:
    game = with_history(POINTS)
    drawn = game.after(SHUFFLE.split() * 2)
    assert game.terminal(drawn) and game.utility(drawn, 0) == 0.5
    mate = read_pgn(POINTS, "1. f3 e5 2. g4 Qh4#")
    assert pgn(POINTS, mate.moves).endswith(" 0-1")


def test_unknown_payoffs_are_refused() -> None:
    with pytest.raises(BadGame, match="must be one of: signed points"):
        Chess(payoffs="halves")


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("8/8/8/2P5/8/8/8/k1K5 w - - 0 1", "8/8/8/2P2k2/8/8/8/2K5 w - - 0 1"),  # none
        ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "r5k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"),
    ],
    ids=["a pawn that runs", "a check that is safe"],
)
def test_terms_of_the_estimate(better: str, worse: str) -> None:
    assert GAME.evaluate(GAME.load(better), 0) > GAME.evaluate(GAME.load(worse), 0)


@pytest.mark.parametrize(("guard", "steps"), [("e7", ["d5"]), ("e6", [])])
def test_steps_of_pawns_that_are_not_lost(guard: str, steps: list[str]) -> None:
    row = {"e7": "4p3/8", "e6": "8/4p3"}[guard]
    s = GAME.load(f"4k3/{row}/8/3P4/8/8/4K3 w - - 0 1")
    men = rate_men(s, s.own, s.foe, 0), rate_men(s, s.foe, s.own, 1)
    found = find_pushes(s, s.pawns & s.own, 0, *men)
    assert [square_text(square) for square in members(found)] == steps
