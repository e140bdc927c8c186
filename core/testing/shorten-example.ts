/** The largest example, in bytes of JSON. */
export const exampleBytesMax = 4096;

/** Longest text, most items of a list and most fields of an object. */
interface Bounds {
  text: number;
  items: number;
  fields: number;
}

/** Limits, from the mildest to the strictest. Fields are dropped last, because most objects require them. */
const attempts: readonly Bounds[] = [
  { text: 300, items: 10, fields: Number.POSITIVE_INFINITY },
  { text: 120, items: 3, fields: Number.POSITIVE_INFINITY },
  { text: 120, items: 3, fields: 10 },
  { text: 60, items: 1, fields: 10 },
  { text: 60, items: 1, fields: 3 },
];

/**
 * Cuts long texts and lists until an example is small enough and still fits its schema. Returns
 * nothing if no attempt succeeds.
 */
export function shortenExample(value: unknown, fits: (value: unknown) => boolean): unknown {
  for (const bounds of attempts) {
    const short = shorten(value, bounds);
    if (Buffer.byteLength(JSON.stringify(short)) <= exampleBytesMax && fits(short)) return short;
  }
  return undefined;
}

function shorten(value: unknown, bounds: Bounds): unknown {
  if (typeof value === "string") return shortenText(value, bounds.text);
  if (Array.isArray(value)) return value.slice(0, bounds.items).map((one) => shorten(one, bounds));
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).slice(0, bounds.fields);
  return Object.fromEntries(fields.map(([name, field]) => [name, shorten(field, bounds)]));
}

function shortenText(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max - 1);
  // Doesn't split a surrogate pair.
  return `${cut.isWellFormed() ? cut : cut.slice(0, -1)}…`;
}
