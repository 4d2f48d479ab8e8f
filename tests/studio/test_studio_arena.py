"""The Pac-Man arena."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, WebSocketRoute, expect
from studio import Visit
from visits import needs_browser

STEP = 350
"""Milliseconds until a game that plays goes on by a step."""


@needs_browser
def test_a_link_to_pac_man_shows_its_step_and_nothing_moves_by_itself(
    browser: Browser, address: str
) -> None:
    visit = Visit(browser, address, "#/pacman?show=game&layout=corridor&rounds=1")
    steps = visit.page.locator(".player .place")
    expect(steps).to_have_text(re.compile(r"^0 / [1-9]\d+$"))
    expect(visit.button("Play")).to_be_visible()
    visit.button("Next").click()
    visit.button("Next").click()
    visit.wait_until(lambda: "step=2" in visit.page.url)
    visit.page.reload()
    expect(steps).to_have_text(re.compile("^2 / "))
    visit.button("From the start").click()
    expect(steps).to_have_text(re.compile("^0 / "))
    visit.close()


@pytest.mark.slow
@needs_browser
def test_a_link_to_the_table_plays_it_and_counts_once(browser: Browser, address: str) -> None:
    visit = Visit(browser, address)
    sockets: list[WebSocketRoute] = []

    def played(socket: WebSocketRoute, text: str) -> None:
        sockets.append(socket)
        game: dict[str, Any] = {
            "event": "game",
            "pacman": "minimax",
            "total": 8,
            "score": 7,
            "won": True,
            "eaten": False,
        }
        games = [
            {**game, "done": 1, "ghosts": "adversarial"},
            {**game, "done": 2, "ghosts": "random"},
        ]
        started: dict[str, Any] = {"event": "started"}
        for event in (started, *games[: len(sockets)]):
            socket.send(json.dumps({"id": json.loads(text)["id"], **event}))
        if len(sockets) == 1:
            socket.close()  # and the page comes back

    visit.page.route_web_socket(
        re.compile("/live$"),
        lambda socket: socket.on_message(lambda text: played(socket, str(text))),
    )
    visit.page.reload()
    visit.go("#/pacman?show=table&games=2&seed=0")
    visit.wait_until(lambda: len(sockets) == 2)
    cells = visit.page.locator(".grid2 tbody td")
    expect(cells.nth(1)).to_contain_text("won 1 of 1")
    expect(cells.first).to_contain_text("won 1 of 1")
    row = {
        "pacman": "minimax",
        "ghosts": "adversarial",
        "games": 1,
        "wins": 1,
        "eaten": 0,
        "score": 7,
    }
    done = {"table": [row], "why": [], "conclusion": "", "film": {}, "stopped": "seconds"}
    sockets[1].send(json.dumps({"id": 1, "event": "done", **done}))
    expect(visit.page.get_by_text("6 games left to play")).to_be_visible()
    visit.close()


@pytest.mark.slow
@needs_browser
def test_a_scene_runs_and_can_be_stepped(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/pacman?scene=trapped")
    place = visit.page.locator(".player .place")
    visit.button("Last").click()
    expect(place).to_have_text(re.compile(r"^(\d+) / \1$"))
    expect(visit.page.get_by_text("Findings")).to_be_visible()
    visit.button("First").click()
    expect(place).to_have_text(re.compile("^0 /"))
    visit.button("Next").click()
    expect(place).to_have_text(re.compile("^1 /"))
    visit.axe()
    visit.page.get_by_role("button", name=re.compile("^Alone")).click()
    expect(visit.page.get_by_role("heading", level=2)).to_have_text(
        "Alone with one pellet: 8 against 6"
    )
    assert visit.page.url.endswith("#/pacman?scene=alone")
    visit.close()


@needs_browser
def test_two_agents_play_side_by_side_with_the_same_seed(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/pacman?scene=min-vs-exp&step=2")
    films = visit.page.locator(".film")
    expect(films).to_have_count(2)
    expect(films.nth(0)).to_contain_text("L6D2 Min vs. Exp (Min)")
    expect(films.nth(1)).to_contain_text("L6D3 Min vs. Exp (Exp)")
    expect(films.nth(0)).to_contain_text("Pac-Man is eaten.")
    left, right = (films.nth(i).bounding_box() for i in (0, 1))
    assert left and right and left["y"] == right["y"] and left["x"] < right["x"]
    visit.button("Last").click()
    expect(films.nth(1)).to_contain_text("Everything is eaten.")
    expect(visit.page.get_by_text("random ghosts: won 14 of 25, mean score 76.5")).to_be_visible()
    visit.page.get_by_label("Seed").fill("2")
    visit.page.get_by_label("Seed").press("Enter")
    visit.wait_until(lambda: "seed=2" in visit.page.url)
    expect(visit.page.get_by_text("random ghosts: won 18 of 25")).to_be_visible()
    visit.axe()
    visit.close()


@needs_browser
def test_belief_and_depth_change_while_a_game_runs(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/pacman?show=game&layout=corridor&rounds=1")
    place = visit.page.locator(".player .place")
    expect(place).to_have_text(re.compile(r"^0 / [1-9]"))
    visit.hold(STEP)
    visit.button("Play").click()
    visit.go_on()
    expect(place).to_have_text(re.compile("^1 / "))
    visit.button("Pause").click()
    visit.choose("expectimax")
    visit.choose("2")
    assert "then=1.believes.expectimax~1.rounds.2" in visit.page.url.split("?")[1].split("&")
    expect(place).to_have_text(re.compile(r"^1 / (?!1$)"))
    visit.button("Play").click()
    visit.go_on()
    expect(place).to_have_text(re.compile("^2 / "))
    visit.axe()
    visit.close()


def seen_to_the_end(visit: Visit) -> list[str]:
    """What is said of every step of Pac-Man's game, once it is over."""

    def is_over() -> bool:
        visit.button("Last").dispatch_event(
            "click"
        )  # at the last step it is off, and may stay so: the game may be over there
        return "." in visit.status().inner_text()

    visit.wait_until(is_over)
    last = int(visit.page.locator(".player .place").inner_text().split(" / ")[1])
    visit.button("First").click()
    said = []
    for _ in range(last):
        visit.button("Next").click()
        said.append(visit.page.locator(".maze-view").get_attribute("aria-label") or "")
    return said


@pytest.mark.slow
@needs_browser
def test_a_link_keeps_what_was_changed_on_the_way(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/pacman?show=game&layout=corridor&rounds=1&seed=3")
    expect(visit.page.locator(".player .place")).to_have_text(re.compile(r"^0 / [1-9]\d+$"))
    for change in ("expectimax", "adversarial"):
        for _ in range(4):
            visit.button("Next").click()
        visit.choose(change)
        expect(visit.page.locator(".player .place")).to_have_text(re.compile(r"^\d+ / ([89]|\d\d)"))
    assert "then=4.believes.expectimax~8.ghosts.adversarial" in visit.page.url.split("&")
    said = seen_to_the_end(visit)
    other = Visit(browser, visit.page.url)
    assert seen_to_the_end(other) == said
    expect(other.page.get_by_role("radio", name="adversarial")).to_be_checked()
    visit.close()
    other.context.close()


@pytest.mark.slow
@needs_browser
def test_after_a_change_no_step_lies_beyond_the_new_frames(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/pacman?show=game&layout=corridor&rounds=1&seed=3")
    place = visit.page.locator(".player .place")
    expect(place).to_have_text(re.compile(r"^0 / [1-9]\d+$"))
    for _ in range(4):
        visit.button("Next").click()
    at_once = """next => {
        const labels = [...document.querySelectorAll("label")];
        labels.find(label => label.textContent === "expectimax").querySelector("input").click();
        for (let i = 0; i < 6; i++) next.click();
        return document.querySelector(".player .place").textContent;
    }"""
    assert visit.button("Next").evaluate(at_once) == "4 / 4"
    expect(place).to_have_text(re.compile(r"^4 / ([89]|\d\d)"))
    visit.close()


@needs_browser
def test_the_table_is_filled_by_playing(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/pacman?show=table")
    visit.page.get_by_label("Games for each pair").fill("1")
    visit.button("Play them").click()
    expect(visit.page.get_by_text("All games are played.")).to_be_visible()
    expect(visit.page.locator(".grid2 tbody td strong")).to_have_count(4)
    expect(visit.page.locator(".reasons li")).to_have_count(4)
    visit.axe()
    visit.close()


@pytest.mark.slow
@needs_browser
def test_the_table_says_why_and_shows_a_game_that_was_lost(browser: Browser, address: str) -> None:
    size = {"width": 390, "height": 844}
    visit = Visit(browser, address, "#/pacman?show=table&games=4&seed=0", viewport=size)
    reason = visit.page.locator(".reasons li").nth(1)
    expect(reason).to_contain_text("Minimax Pac-Man against random ghosts: won 3 of 4")
    expect(reason).to_contain_text("In game 4 he goes south at his move 9 (east 493.4, south 507)")
    assert visit.page.evaluate("document.documentElement.scrollWidth") <= 390
    reason.get_by_role("link", name="Watch game 4").click()
    say = visit.page.locator(".view .say")
    expect(say).to_have_text("Pac-Man goes south (east 493.4, south 507).")
    expect(visit.page.get_by_label("Maze")).to_have_value(re.compile("^%%%"))
    visit.page.locator("h1").click()
    visit.press("End")
    expect(visit.status()).to_have_text("Score −476 · Pac-Man is eaten.")
    visit.close()


@pytest.mark.slow
@needs_browser
def test_an_invalid_number_of_games_leaves_no_progress(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/pacman?show=table")
    visit.page.get_by_label("Games for each pair").fill("-3")
    visit.button("Play them").click()
    expect(visit.page.get_by_role("alert")).to_contain_text("games")
    expect(visit.page.locator("progress")).to_have_count(0)
    visit.close()


@pytest.mark.slow
@needs_browser
def test_a_paused_game_stays_at_its_step_when_the_search_changes(
    browser: Browser, address: str
) -> None:
    visit = Visit(browser, address, reduced_motion="no-preference")
    visit.hold(STEP)
    visit.go("#/pacman?show=game&layout=corridor&rounds=1")
    place = visit.page.locator(".player .place")
    expect(place).to_have_text(re.compile(r"^0 / [1-9]"))
    visit.go_on()
    expect(place).to_have_text(re.compile("^1 / "))  # it plays by itself
    visit.button("Pause").click()
    visit.choose("expectimax")
    expect(place).to_have_text(re.compile(r"^1 / (?!1$)"))  # the game has gone on in the server
    visit.go_on()
    expect(place).to_have_text(re.compile("^1 / "))
    visit.close()


@needs_browser
@pytest.mark.slow
def test_steps_stop_at_both_ends(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/pacman?scene=trapped")

    def expect_off(*names: str) -> None:
        for name in ("First", "Back", "Next", "Last"):
            expect(visit.button(name)).to_have_attribute(
                "aria-disabled", "true" if name in names else "false"
            )

    expect_off("First", "Back")
    visit.button("Next").click()
    expect_off()
    visit.button("Last").click()
    expect_off("Next", "Last")
    visit.axe()
    visit.close()


@pytest.mark.slow
@needs_browser
@pytest.mark.parametrize("show", ["scene=alone", "show=game&layout=corridor&rounds=1"])
def test_a_link_to_the_first_step_stays_there(browser: Browser, address: str, show: str) -> None:
    visit = Visit(browser, address, reduced_motion="no-preference")
    visit.hold(STEP)
    visit.go(f"#/pacman?{show}")
    expect(visit.button("Pause")).to_be_visible()  # it plays by itself
    visit.go(f"#/pacman?{show}&step=0")
    place = visit.page.locator(".player .place")
    expect(visit.button("Play")).to_be_visible()
    expect(place).to_have_text(re.compile(r"^0 / [1-9]"))
    visit.go_on()
    expect(place).to_have_text(re.compile("^0 / "))
    visit.button("Next").click()
    visit.wait_until(lambda: "step=1" in visit.page.url)
    visit.button("First").click()
    visit.wait_until(lambda: "step=0" in visit.page.url)
    visit.page.reload()
    expect(place).to_have_text(re.compile(r"^0 / [1-9]"))
    expect(visit.button("Play")).to_be_visible()
    visit.go_on()
    expect(place).to_have_text(re.compile("^0 / "))
    visit.close()


@needs_browser
def test_every_evaluation_is_explained(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "#/pacman?show=game&layout=corridor&rounds=1")
    ways = visit.page.get_by_label("Evaluation", exact=True)
    ways.wait_for()
    said = set()
    for name in ways.locator("option").evaluate_all("all => all.map((one) => one.value)"):
        ways.select_option(name)
        words = visit.page.locator(".estimate")
        expect(words).to_have_attribute("data-name", name)
        said.add(words.inner_text())
    assert len(said) == 4 and all(len(words.split()) > 4 for words in said)
    visit.axe()
    for view, words in (
        ("show=game", "The same seed gives the same game."),
        ("show=table", "The same seed gives the same games."),
    ):
        visit.go(f"#/pacman?{view}")
        expect(visit.page.get_by_text(re.compile(f"{words}$"))).to_be_visible()
    visit.close()


@pytest.mark.slow
@needs_browser
def test_two_links_that_wait_for_the_catalogue_open_one_game(
    browser: Browser, address: str
) -> None:
    visit = Visit(browser, address, reduced_motion="no-preference")
    held: list[Route] = []
    visit.page.route("**/api/v1/catalogue", lambda route: held.append(route))
    visit.hold(STEP)
    visit.page.reload()
    visit.go("#/pacman?show=game")
    visit.wait_until(lambda: bool(held))
    visit.go("#/pacman?show=game&layout=corridor")
    visit.page.evaluate("() => new Promise((on) => setTimeout(on))")  # the browser has told of it
    held[0].continue_()
    expect(visit.page.locator(".player .place")).to_have_text(re.compile(r"^0 / [1-9]\d+$"))
    assert visit.page.evaluate("window.held_timers()") == 1  # one that plays
    visit.close()


@pytest.mark.slow
@needs_browser
def test_a_step_by_hand_cancels_the_step_of_a_link(browser: Browser, address: str) -> None:
    visit = Visit(browser, address)
    asked: list[tuple[WebSocketRoute, int]] = []
    visit.page.route_web_socket(
        re.compile("/live$"),
        lambda socket: socket.on_message(
            lambda text: asked.append((socket, json.loads(str(text))["id"]))
        ),
    )
    visit.page.reload()
    visit.go("#/pacman?show=game&layout=corridor&step=5")
    visit.wait_until(lambda: bool(asked))
    frame: dict[str, Any] = {
        "pacman": [1, 1],
        "heading": "east",
        "ghosts": [],
        "food": [],
        "capsules": [],
        "score": 0,
    }
    frame |= {"position": "", "mover": "", "action": "", "values": {}, "say": "on"}

    def send(event: str, **more: Any) -> None:
        asked[0][0].send(json.dumps({"id": asked[0][1], "event": event, "frame": frame, **more}))

    send("started", walls=["%%%", "% %", "%%%"])
    for _ in range(3):
        send("frame")
    place = visit.page.locator(".player .place")
    expect(place).to_have_text("0 / 3")
    visit.button("Next").click()
    for _ in range(3):
        send("frame")
    expect(place).to_have_text("1 / 6")
    visit.close()
