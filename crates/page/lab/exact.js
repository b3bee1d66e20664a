// JSON whose numbers come back as they were. Counts have integers beyond 2^53, and units of work are passed on letter for
// letter: a number that JavaScript would write in another way is kept as a marked text.
const MARK = "\u0001";
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;
const LONG = /^-?\d{16,}$/;

// `all`: keep all such numbers, as in units. Otherwise only long integers, because an answer's numbers are to be shown.
export function parseExact(text, all = false) {
  const changes = (token) => token.charCodeAt(0) !== 34 && (all ? String(Number(token)) !== token : LONG.test(token));
  return JSON.parse(text.replace(TOKENS, (token) => (changes(token) ? `"\\u0001${token}"` : token)));
}

const unmarked = (json) => json.replace(/"\\u0001(-?[\d.eE+-]+)"/g, "$1");

export const writeExact = (value) => unmarked(JSON.stringify(value));

const sorted = (value) => {
  if (Array.isArray(value)) return `[${value.map(sorted).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null";
  const keys = Object.keys(value).filter((key) => value[key] !== undefined).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${sorted(value[key])}`).join(",")}}`;
};

// JSON with sorted keys: equal values have equal texts.
export const canonical = (value) => unmarked(sorted(value));

export const shownNumber = (text) => (text.startsWith(MARK) ? text.slice(1) : text);
