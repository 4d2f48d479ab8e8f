// Sets the theme before the first paint, so that no page flashes in the wrong colours. It is not a
// module, because modules run later.
(() => {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const wish = () => {
    try {
      return localStorage.getItem("zermelo-theme") ?? "system";
    } catch {
      return "system"; // storage is forbidden
    }
  };
  const apply = () => {
    const { dataset } = document.documentElement;
    dataset.wish = wish();
    dataset.theme = dataset.wish === "system" ? (dark.matches ? "dark" : "light") : dataset.wish;
  };
  dark.addEventListener("change", apply);
  document.addEventListener("theme", apply);
  apply();
})();
