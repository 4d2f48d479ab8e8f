// What the tour says: for each view a few places, each with two sentences.

/** @typedef {{view: string, address?: string, at: string, title: string,
 *             words: string}} TourStep */

/** @type {TourStep[]} */
export const STEPS = [
  {
    view: "#/",
    at: ".live",
    title: "A search that asks",
    words: "Alpha-beta runs on a small tree and stops before each step. Click what you think comes"
      + " next; the step itself is the reason.",
  },
  {
    view: "#/",
    at: ".top nav",
    title: "Six views",
    words: "Everything is one click away. The address holds what you see, so a link shows"
      + " others the same thing. Words with a dotted line are explained when you point"
      + " at them.",
  },
  {
    view: "#/lab",
    address: "#/lab?game=tree:two-ply&step=22",
    at: ".bench .stage",
    title: "Lab: the tree",
    words: "Each node shows its value, and its window beside it. Click a leaf to change"
      + " its payoff: the search runs again.",
  },
  {
    view: "#/lab",
    at: ".bench .controls, .bench .predict",
    title: "Lab: step by step",
    words: "The arrow keys go through the search, the space bar plays it. The sentence"
      + " says why each step is taken, and the pseudocode marks its line.",
  },
  {
    view: "#/lab",
    at: ".view.lab .lab-bar",
    title: "Lab: more",
    words: "Settings has the tree, the search and its options, a second search to compare with,"
      + " and downloads. Predict, then see asks before each step and keeps a score.",
  },
  {
    view: "#/play",
    at: ".view.play .board",
    title: "Play: the board",
    words: "Drag a piece, click, or use the keyboard. Another move in the middle of a game"
      + " is a variation: nothing is lost.",
  },
  {
    view: "#/play",
    at: ".view.play .card",
    title: "Play: opponents",
    words: "Choose the game, who plays, and a level from 1 to 10. A hint shows the"
      + " engine's move.",
  },
  {
    view: "#/analyse",
    at: ".view.analyse .board",
    title: "Analyse: values on the board",
    words: "Every move has its value: what it leads to, proven or estimated. Right click a"
      + " badge, or press W, to see why.",
  },
  {
    view: "#/analyse",
    at: ".variations",
    title: "Analyse: lines",
    words: "The engine's best lines, as they deepen. Click a move of a line to see it on"
      + " the board.",
  },
  {
    view: "#/practise",
    at: ".exercise",
    title: "Practise",
    words: "Fill in the values and click the branches that are pruned. Check names your first"
      + " mistake and explains it; the seed makes the same exercise again.",
  },
  {
    view: "#/pacman",
    at: ".view.pacman .head",
    title: "Pac-Man: beliefs and realities",
    words: "What Pac-Man believes about the ghosts, and how they really move. Watch the"
      + " lecture's scenes, play a game of your own, or fill the table of all pairs.",
  },
  {
    view: "#/lectures",
    at: ".view.lectures .segments",
    title: "Lectures",
    words: "Every definition, figure, table and quiz of four courses, compared with what"
      + " is printed, and a link to the view that shows it.",
  },
  {
    view: "#/",
    at: "#keys",
    title: "That is all",
    words: "The question mark lists the keys of each view, and starts this tour again.",
  },
];

/** The steps of one view. @param {string} name of the view; none for the start page */
export const stepsOf = (name) => STEPS.filter(({ view }) => view === `#/${name}`);
