// What this browser remembers of a person's choices: nothing of it is in an address.

const PREFIX = "zermelo-";

/**
 * What was remembered under a name.
 * @param {string} name
 * @param {string} usual where nothing is remembered
 */
export function recall(name, usual) {
  try {
    return localStorage.getItem(PREFIX + name) ?? usual;
  } catch {
    return usual; // storage is forbidden
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
export function remember(name, value) {
  try {
    localStorage.setItem(PREFIX + name, value);
  } catch {
    // storage is forbidden: the choice holds until the page is left
  }
}
