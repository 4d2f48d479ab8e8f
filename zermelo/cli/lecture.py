"""The lectures, item by item: lecture."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

from zermelo.cli.base import FAILED, commands
from zermelo.cli.output import echo, echo_json
from zermelo.cli.shared_options import ascii_option, json_option

if TYPE_CHECKING:
    from zermelo.lectures import Comparison, LectureEntry

FILE_OPTIONS = ("-o", "--sheet")
"""The options of a picture's command that name its file."""


@commands.command()
@click.argument("name", nargs=-1, metavar="[NAME]")
@click.option(
    "--check",
    is_flag=True,
    help="Compare what comes out with the numbers in the notes; exit 1 if one differs.",
)
@click.option(
    "-o", "--output", metavar="FILE", help="Draw the picture of an item; Tables 3, 6, 8 as .tex."
)
@click.option("--pictures", metavar="FOLDER", help="Draw the pictures of docs/lectures.md.")
@click.option("--markdown", is_flag=True, help="Write the page docs/lectures.md.")
@ascii_option
@json_option
def lecture(
    name: tuple[str, ...],
    check: bool,
    output: str | None,
    pictures: str | None,
    markdown: bool,
    as_json: bool,
) -> int:
    """Find and run every definition, table, figure, example, problem, quiz and demo of the notes.

    NAME is an item (greenwald/table-8), which is run, or a source (greenwald, aima, cs188, uw),
    whose items are listed. Without NAME all are listed.
    """
    from zermelo.lectures import write_page

    if pictures is not None:
        return _draw_all(pictures, as_json)
    wanted = " ".join(name)
    if markdown:
        click.echo(write_page(), nl=False)
        return 0
    entries = _select(wanted)
    if check:
        return _check(entries, as_json)
    if output is not None:
        return _draw(entries, output)
    if len(entries) == 1 and not _is_source(wanted):
        return _run(entries[0], as_json)
    _list(entries, as_json)
    return 0


def _is_source(wanted: str) -> bool:
    from zermelo.lectures import SOURCES

    return wanted.casefold() in SOURCES


def _select(wanted: str) -> list[LectureEntry]:
    """Return the entries that a name stands for: all, those of a source, or one."""
    from zermelo.lectures import ENTRIES, find_entry, list_source

    if not wanted:
        return list(ENTRIES.values())
    return list_source(wanted.casefold()) if _is_source(wanted) else [find_entry(wanted)]


# ---------------------------------------------------------------------- listing


def _list(entries: list[LectureEntry], as_json: bool) -> None:
    """Print entries by source and section."""
    from zermelo.lectures import SOURCES

    if as_json:
        sources = [
            {"name": one.name, "title": one.title, "credit": one.credit}
            for one in SOURCES.values()
            if any(entry.source == one.name for entry in entries)
        ]
        echo_json({"sources": sources, "entries": [entry.to_dict() for entry in entries]})
        return
    click.echo("\n".join(_list_lines(entries)))


def _list_lines(entries: list[LectureEntry]) -> Iterable[str]:
    from zermelo.lectures import SOURCES

    width = max(len(entry.id) for entry in entries)
    source = section = ""
    for entry in entries:
        if entry.source != source:
            source, section = entry.source, ""
            yield f"{SOURCES[source].title} ({SOURCES[source].credit})"
        if entry.section != section:
            section = entry.section
            yield f"  {section}"
        yield f"    {entry.id:<{width}}  {entry.title}"
    yield ""
    yield f"{len(entries)} items; zermelo lecture NAME runs one, --check compares all"


# ---------------------------------------------------------------------- one item


def _run(entry: LectureEntry, as_json: bool) -> int:
    """Print an entry, what comes out, and the output of its commands. Return the exit code."""
    from zermelo.lectures import check_entry

    found = check_entry(entry)
    if as_json:
        echo_json({**entry.to_dict(), "checks": [one.to_dict() for one in found]})
        return _find_code(found)
    click.echo("\n".join(_describe(entry, found)))
    for command in entry.commands:
        click.echo(f"\n$ {command}")
        _call(shlex.split(command))
    return _find_code(found)


def _describe(entry: LectureEntry, found: list[Comparison]) -> Iterable[str]:
    from zermelo.lectures import SOURCES
    from zermelo.lectures.links import STUDIO

    source = SOURCES[entry.source]
    yield f"{entry.title}  ({entry.id})"
    yield f"{source.title} ({source.credit}) · {entry.section}"
    yield ""
    yield entry.says
    yield ""
    yield from map(str, found)
    yield ""
    yield "Python"
    yield from (f"    {line}" for line in entry.code.splitlines())
    if entry.picture:
        yield f"Picture\n    {entry.picture}"
    if entry.link:
        yield f"Studio\n    {STUDIO}{entry.link}"


def _call(words: list[str]) -> None:
    """Run a command of the package, given as on the command line."""
    commands.main(words[1:], prog_name="zermelo", standalone_mode=False)


def _draw_all(folder: str, as_json: bool) -> int:
    """Write the pictures of the page to a folder."""
    from pathlib import Path

    from zermelo.lectures import write_pictures

    paths = list(map(str, write_pictures(Path(folder))))
    echo("\n".join(paths), {"files": paths}, as_json)
    return 0


def _draw(entries: list[LectureEntry], output: str) -> int:
    """Write the picture of one entry to a file."""
    from zermelo.errors import BadAnswer

    if len(entries) != 1:
        raise BadAnswer("-o draws the picture of one item: name it")
    if table := _find_table(entries[0], output):
        _call([*table, "-o", output])
        return 0
    words = shlex.split(entries[0].picture)
    if not words:
        raise BadAnswer(f"{entries[0].id} has no picture; zermelo lecture {entries[0].id} runs it")
    place = next(i for i, word in enumerate(words) if word in FILE_OPTIONS)
    words[place + 1] = output
    _call(words)
    return 0


def _find_table(entry: LectureEntry, output: str) -> list[str]:
    """Return the command whose table a .tex file gets: that from the rules of the game, if any."""
    commands = [shlex.split(command) for command in entry.commands]
    tables = [words for words in commands if "lecture" in words and {"table3", "nested"} & {*words}]
    is_table = entry.kind == "table" and output.endswith((".tex", ".txt"))
    return tables[-1] if tables and is_table else []


# ---------------------------------------------------------------------- the check


def _check(entries: list[LectureEntry], as_json: bool) -> int:
    """Compare entries with the notes, item by item. Return the exit code."""
    from zermelo.lectures import check_entry

    found: dict[str, list[Comparison]] = {}
    for entry in entries:
        found[entry.id] = check_entry(entry)
        if not as_json:
            click.echo(entry)
            for one in found[entry.id]:
                click.echo(f"  {one}")
    every = [one for some in found.values() for one in some]
    if as_json:
        echo_json(_collect(found))
    else:
        click.echo(_summarise(found))
    return _find_code(every)


def _collect(found: dict[str, list[Comparison]]) -> dict[str, Any]:
    checks = {id: [one.to_dict() for one in some] for id, some in found.items()}
    agrees = all(one.agrees for some in found.values() for one in some)
    return {"entries": checks, "agrees": agrees}


def _summarise(found: dict[str, list[Comparison]]) -> str:
    count = sum(map(len, found.values()))
    wrong = [id for id, some in found.items() if not all(one.agrees for one in some)]
    verdict = f"these differ: {' '.join(wrong)}" if wrong else "all agree with the notes"
    return f"{len(found)} items, {count} facts: {verdict}"


def _find_code(found: list[Comparison]) -> int:
    return 0 if all(one.agrees for one in found) else FAILED
