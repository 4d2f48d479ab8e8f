// Replays a scene of Pac-Man: the films are data, and this only shows their frames.
// `mount(root, scene)` can be imported by any page.

/** Milliseconds for a step, and for a step without animations. */
const STEP_TIME = 350;
const CALM_STEP_TIME = 900;

/** Shows a scene in an element; its content is replaced. */
export function mount(root, scene) {
  root.replaceChildren();
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const stages = scene.films.map((film, i) => stage(root, film, scene.boards[i], scene));
  const last = Math.max(...scene.films.map((film) => film.frames.length - 1));
  let now = 0;
  let timer = 0;

  function go(step) {
    now = Math.max(0, Math.min(last, step));
    slider.value = now;
    count.textContent = `${now} / ${last}`;
    for (const show of stages) show(now);
    if (now === last) pause();
  }

  function start() {
    if (now === last) go(0);
    timer = setInterval(() => go(now + 1), isCalm ? CALM_STEP_TIME : STEP_TIME);
    play.textContent = "⏸ pause";
  }

  function pause() {
    clearInterval(timer);
    timer = 0;
    play.textContent = "▶ play";
  }

  const range = { type: "range", min: 0, max: last, value: 0, ariaLabel: "step" };
  const slider = element("input", range);
  const count = element("output", {});
  const play = button("▶ play", "play", () => (timer ? pause() : start()));
  const bar = element("div", { className: "bar" });
  bar.append(
    button("|◀", "first", () => go(0)),
    button("◀", "back", () => go(now - 1)),
    play,
    button("▶", "next", () => go(now + 1)),
    button("▶|", "last", () => go(last)),
    slider,
    count,
  );
  root.append(bar);
  slider.addEventListener("input", () => go(Number(slider.value)));
  root.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step || event.target === slider) return;
    go(now + step);
    event.preventDefault();
  });
  go(0);
  return { root, go, start, pause, last };
}

/** Adds the stage of a film; returns the function that shows a step. */
function stage(root, film, board, scene) {
  const box = element("section", { className: "film" });
  const title = element("h2", { textContent: film.title });
  const video = element("p", { className: "video", textContent: film.video || "\u00a0" });
  const maze = element("div", { className: "maze" });
  maze.innerHTML = board;
  const { width, height } = maze.firstElementChild.viewBox.baseVal;
  maze.style.setProperty("--ratio", width / height);
  const score = element("p", { className: "score" });
  const say = element("p", { className: "say", ariaLive: "polite" });
  box.append(title, video, maze, score, say);
  root.append(box);
  const pacman = maze.querySelector("[data-pacman]");
  const ghosts = [...maze.querySelectorAll("[data-ghost]")];
  const dots = [...maze.querySelectorAll("[data-at]")];
  return (step) => {
    const frame = film.frames[Math.min(step, film.frames.length - 1)];
    const isOver = step >= film.frames.length - 1 && film.outcome !== "unfinished";
    place(pacman, frame.pacman, scene.cell);
    pacman.style.opacity = isOver && film.outcome === "eaten" ? 0 : 1;
    pacman.firstElementChild.style.transform = `rotate(${scene.angles[frame.heading]}deg)`;
    ghosts.forEach((ghost, i) => {
      place(ghost, frame.ghosts[i].at, scene.cell);
      ghost.querySelector(".scared").style.opacity = frame.ghosts[i].scared ? 1 : 0;
    });
    const left = new Set([...frame.food, ...frame.capsules].map(String));
    for (const dot of dots) dot.style.opacity = left.has(dot.dataset.at) ? 1 : 0;
    const points = String(frame.score).replace("-", "−");
    score.textContent = `score ${points}${isOver ? ` (${film.outcome})` : ""}`;
    say.textContent = frame.say;
  };
}

/** Moves a group to the middle of a cell. */
function place(group, [x, y], size) {
  group.style.transform = `translate(${(x + 0.5) * size}px,${(y + 0.5) * size}px)`;
}

function button(text, label, act) {
  const made = element("button", { type: "button", textContent: text, ariaLabel: label });
  made.addEventListener("click", act);
  return made;
}

function element(tag, properties) {
  return Object.assign(document.createElement(tag), properties);
}
