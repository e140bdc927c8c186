import type { Place } from "./select.ts";

/** The normalized path of a place (RFC 9535, section 2.7): `$['a'][0]`. */
export function normalizedPath(place: Place | undefined): string {
  const steps: string[] = [];
  for (let at = place; at; at = at.from)
    steps.push(typeof at.key === "number" ? `[${at.key}]` : `['${escaped(at.key)}']`);
  return `$${steps.reverse().join("")}`;
}

function escaped(key: string): string {
  // JSON's escapes are the normalized ones, but for the quotes.
  return JSON.stringify(key).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
}
