// What the scripts of shared pages have in common.

/**
 * An element of a shared page.
 * @param {string} tag
 * @param {Record<string, any>} attributes `onclick` is a listener
 * @param {(Node | string)[]} children
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "onclick") made.addEventListener("click", value);
    else made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}
