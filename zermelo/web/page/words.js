// Words and numbers for people.

/**
 * Units of large counts: the least count, and the size of the unit.
 * @type {[string, number, number][]}
 */
const UNITS = [["G", 1e9, 1e9], ["M", 1e6, 1e6], ["k", 1e4, 1e3]];

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A count with a unit. @param {number} x */
export function count(x) {
  for (const [unit, least, size] of UNITS) {
    if (Math.abs(x) >= least) return `${Number((x / size).toPrecision(3))} ${unit}`;
  }
  return Math.round(x).toLocaleString("en");
}

/**
 * A value with a proper minus sign.
 * @param {number} x
 * @param {boolean} [signed]
 */
export function number(x, signed = false) {
  if (Math.abs(x) === Infinity) return x > 0 ? "∞" : "−∞";
  const text = String(Math.abs(x) >= 100 ? Math.round(x) : Number(x.toFixed(2)));
  if (text.startsWith("-")) return `−${text.slice(1)}`;
  return signed && x > 0 ? `+${text}` : text;
}
