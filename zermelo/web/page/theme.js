// Runs before the first paint, so that no page flashes in the wrong colours. It is no module: modules wait.
(() => {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const wish = () => {
    try {
      return localStorage.getItem("zermelo-theme") ?? "system";
    } catch {
      return "system"; // storage is forbidden: follow the system
    }
  };
  const apply = () => {
    const chosen = wish();
    document.documentElement.dataset.wish = chosen;
    document.documentElement.dataset.theme = chosen === "system" ? (dark.matches ? "dark" : "light") : chosen;
  };
  dark.addEventListener("change", apply);
  document.addEventListener("theme", apply);
  apply();
})();
