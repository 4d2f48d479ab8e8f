// Icons of buttons, drawn here: fonts differ in the signs that they have.

import { draw } from "./dom.js";

/** Strokes on a square of 20. @type {Record<string, string>} */
const PATHS = {
  new: "M10 4v12M4 10h12",
  plus: "M10 5v10M5 10h10",
  minus: "M5 10h10",
  fit: "M3.5 7.5v-4h4M12.5 3.5h4v4M16.5 12.5v4h-4M7.5 16.5h-4v-4",
  settings: "M3 6h6M13 6h4M3 14h2M9 14h8M11 4a2 2 0 1 1 0 4 2 2 0 0 1 0-4"
    + "M7 12a2 2 0 1 1 0 4 2 2 0 0 1 0-4",
  close: "M5 5l10 10M15 5L5 15",
  present: "M3 4h14v9H3zM10 13v3.500M6.500 17h7",
  undo: "M7 4L3.5 7.5 7 11M3.5 7.5H12a4.5 4.5 0 0 1 0 9H8",
  redo: "M13 4l3.5 3.5L13 11M16.5 7.5H8a4.5 4.5 0 0 0 0 9h4",
  comment: "M3.5 4h13v9.5H9L5.5 17v-3.5h-2z",
  promote: "M10 16V4.500M5.500 9L10 4.500 14.500 9",
  lead: "M4 3.500h12M10 17V7M5.500 11.500L10 7l4.500 4.500",
  remove: "M4 6h12M8 6V3.500h4V6M5.500 6l.8 11h7.4l.8-11",
  hint: "M10 2.5l2 5.5 5.5 2-5.5 2-2 5.5-2-5.5L2.5 10 8 8z",
  turn: "M6.5 16V4M3 7.5L6.5 4 10 7.5M13.5 4v12M10 12.5l3.5 3.5 3.5-3.5",
  link: "M8.5 11.5a3.5 3.5 0 0 0 5 0l2.5-2.5a3.5 3.5 0 0 0-5-5l-1 1"
    + "M11.5 8.5a3.5 3.5 0 0 0-5 0L4 11a3.5 3.5 0 0 0 5 5l1-1",
  open: "M10 17V7M5.500 11.500L10 7l4.500 4.500M4 3.500h12",
  edit: "M4 16l1-4 8.500-8.500 3 3L8 15zM11.500 5l3 3",
  share: "M10 12V3M6.500 6L10 2.500 13.500 6M6 9H4v8.500h12V9h-2",
  copy: "M7 7h9.500v9.500H7zM13 7V3.500H3.500V13H7",
  download: "M10 3v10M5.5 9l4.5 4.5L14.5 9M4 17h12",
  first: "M5 4v12M15 4.5L8.5 10l6.5 5.5z",
  back: "M13.5 4.5L7 10l6.5 5.5z",
  next: "M6.5 4.5L13 10l-6.5 5.5z",
  last: "M15 4v12M5 4.5L11.5 10 5 15.5z",
  analyse: "M10 3.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13M10 8a2 2 0 1 1 0 4 2 2 0 0 1 0-4"
    + "M10 1.5v3M10 15.5v3M1.5 10h3M15.5 10h3",
  play: "M6 3.5v13L16.5 10z",
  pause: "M7 4v12M13 4v12",
  tree: "M10 3l3 5H7zM8 8L4.5 13M12 8l3.5 5M2.5 13h4l-2 4zM13.5 13h4l-2 4z",
  through: "M3 10h11M10.5 6.5L14 10l-3.5 3.5M17 4v12",
  check: "M4 10.5l4 4.5 8-10",
  right: "M4 10h12M11.5 5.5L16 10l-4.5 4.5",
  dice: "M4 4h12v12H4zM7.200 7.200h.01M12.800 12.800h.01M10 10h.01M12.800 7.200h.01"
    + "M7.200 12.800h.01",
  system: "M10 3a7 7 0 1 1 0 14zM10 3a7 7 0 1 0 0 14",
  light: "M10 6.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7M10 1.5v2M10 16.5v2M1.5 10h2M16.5 10h2"
    + "M4 4l1.400 1.400M14.600 14.600L16 16M4 16l1.400-1.400M14.600 5.400L16 4",
  dark: "M16.5 12A7 7 0 0 1 8 3.5a7 7 0 1 0 8.5 8.5z",
};

/** @param {string} name */
export function icon(name) {
  const attributes = { viewBox: "0 0 20 20", "aria-hidden": "true", focusable: "false" };
  return draw("svg", { ...attributes, class: `icon ${name}` }, draw("path", { d: PATHS[name] }));
}
