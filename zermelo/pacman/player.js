// Replays a scene: the films are data, and this only turns pages. `mount(root, scene)` can be imported by any page.

export function mount(root, scene) {
  root.replaceChildren();
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const stages = scene.films.map((film, i) => stage(root, film, scene.boards[i], scene));
  const last = Math.max(...scene.films.map((film) => film.frames.length - 1));
  const bar = element("div", { className: "bar" });
  const first = button("|◀", "first", () => go(0));
  const back = button("◀", "back", () => go(now - 1));
  const play = button("▶ play", "play", () => (timer ? pause() : start()));
  const next = button("▶", "next", () => go(now + 1));
  const end = button("▶|", "last", () => go(last));
  const slider = element("input", { type: "range", min: 0, max: last, value: 0, ariaLabel: "step" });
  const count = element("output", {});
  slider.addEventListener("input", () => go(Number(slider.value)));
  bar.append(first, back, play, next, end, slider, count);
  root.append(bar);
  root.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step && event.target !== slider) { go(now + step); event.preventDefault(); }
  });
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
    timer = setInterval(() => go(now + 1), still ? 900 : 350);
    play.textContent = "⏸ pause";
  }

  function pause() {
    clearInterval(timer);
    timer = 0;
    play.textContent = "▶ play";
  }

  go(0);
  return { root, go, start, pause, last };
}

function stage(root, film, board, scene) {
  const box = element("section", { className: "film" });
  const title = element("h2", { textContent: film.title });
  const maze = element("div", { className: "maze" });
  maze.innerHTML = board;
  const score = element("p", { className: "score" });
  const say = element("p", { className: "say", ariaLive: "polite" });
  box.append(title, maze, score, say);
  root.append(box);
  const pacman = maze.querySelector("[data-pacman]");
  const ghosts = [...maze.querySelectorAll("[data-ghost]")];
  const dots = [...maze.querySelectorAll("[data-at]")];
  const place = (group, at) => { group.style.transform = `translate(${(at[0] + 0.5) * scene.cell}px,${(at[1] + 0.5) * scene.cell}px)`; };
  return (step) => {
    const frame = film.frames[Math.min(step, film.frames.length - 1)];
    const over = step >= film.frames.length - 1 && film.outcome !== "unfinished";
    place(pacman, frame.pacman);
    pacman.style.opacity = over && film.outcome === "eaten" ? 0 : 1;
    pacman.firstElementChild.style.transform = `rotate(${scene.angles[frame.heading]}deg)`;
    ghosts.forEach((ghost, i) => {
      place(ghost, frame.ghosts[i].at);
      ghost.querySelector(".scared").style.opacity = frame.ghosts[i].scared ? 1 : 0;
    });
    const left = new Set([...frame.food, ...frame.capsules].map(String));
    for (const dot of dots) dot.style.opacity = left.has(dot.dataset.at) ? 1 : 0;
    score.textContent = `score ${String(frame.score).replace("-", "−")}${over ? ` (${film.outcome})` : ""}`;
    say.textContent = frame.say;
  };
}

function button(text, label, act) {
  const made = element("button", { type: "button", textContent: text, ariaLabel: label });
  made.addEventListener("click", act);
  return made;
}

function element(tag, properties) {
  return Object.assign(document.createElement(tag), properties);
}
