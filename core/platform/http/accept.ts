import { parse } from "content-type";
import { asTable } from "../../lib/as-table.ts";

/** The media type of JSON answers. */
export const jsonType = "application/json;charset=utf-8";

/** The entry limit. It is more than any client sends; further entries are ignored. */
const entriesMax = 100;

/** One entry of an Accept header: `text/*;q=0.5`. */
interface MediaRange {
  type: string;
  subtype: string;
  parameters: readonly [string, string][];
  weight: number;
}

/**
 * The preference for a media type, and how specific the matching range was: 0 for a wildcard of all types.
 */
interface Preference {
  weight: number;
  precision: number;
}

/**
 * Returns the media type that a caller prefers among those that a response can have. The highest weight
 * wins, then the more specific range (`text/plain` before a wildcard), then the order of `types`. Returns
 * the first type if none is acceptable. A response in another type is more useful than none, and RFC 9110
 * allows both (section 12.5.1).
 */
export function preferType<const Type extends string>(
  accept: string | null | undefined,
  types: readonly [Type, ...Type[]],
): Type {
  let [best] = types;
  if (!accept || accept === "*/*") return best;
  const ranges = parseRanges(accept);
  let bestPreference = { weight: 0, precision: 0 };
  for (const type of types) {
    const preference = getPreference(type, ranges);
    const isMore =
      preference.weight - bestPreference.weight ||
      (preference.weight && preference.precision - bestPreference.precision);
    if (isMore <= 0) continue;
    best = type;
    bestPreference = preference;
  }
  return best;
}

/** Returns whether a caller prefers JSON to a page, for URLs that serve a page by default. */
export function prefersJson({ headers }: Request): boolean {
  const preferred = preferType(headers.get("accept"), [
    "text/html",
    "text/markdown",
    "application/json",
  ]);
  return preferred === "application/json";
}

/** Returns whether a caller prefers a page, in HTML or Markdown, to JSON. */
export function prefersPage({ headers }: Request): boolean {
  const preferred = preferType(headers.get("accept"), [
    "application/json",
    "text/html",
    "text/markdown",
  ]);
  return preferred !== "application/json";
}

/** Returns whether a caller prefers HTML to JSON. Browsers do, programs don't. */
export function prefersHtml({ headers }: Request): boolean {
  return preferType(headers.get("accept"), ["application/json", "text/html"]) === "text/html";
}

/** Returns the content coding that a caller prefers, from `Accept-Encoding`. Returns nothing without one. */
export function preferCoding<const Coding extends string>(
  accept: string | null,
  codings: readonly Coding[],
): Coding | undefined {
  if (!accept) return undefined;
  const entries = parseEntries(accept);
  const weight = (name: string) => entries.find((entry) => entry.name === name)?.weight;
  let best: Coding | undefined;
  let most = weight("identity") ?? 0;
  for (const coding of codings) {
    // A wildcard selects only gzip: clients that send it may not support the newer codings.
    const own = weight(coding) ?? (coding === "gzip" ? weight("*") : undefined) ?? 0;
    if (own === 0 || own < most || (own === most && best !== undefined)) continue;
    best = coding;
    most = own;
  }
  return best;
}

/** One entry of an `Accept` or `Accept-Encoding` header. */
interface AcceptedName {
  name: string;
  parameters: Record<string, string>;
  weight: number;
}

function parseEntries(accept: string): AcceptedName[] {
  const entries: AcceptedName[] = [];
  for (let start = 0; start < accept.length && entries.length < entriesMax; ) {
    const { type: name, parameters, index } = parse(accept, { comma: true, start });
    const { q, ...others } = parameters;
    if (name) entries.push({ name, parameters: others, weight: parseWeight(q) });
    start = index + 1;
  }
  return entries;
}

function parseRanges(accept: string): MediaRange[] {
  return parseEntries(accept).flatMap(({ name, parameters, weight }) => {
    const [type, subtype, ...more] = name.split("/");
    const isRange = type && subtype && more.length === 0 && (type !== "*" || subtype === "*");
    return isRange ? [{ type, subtype, parameters: Object.entries(parameters), weight }] : [];
  });
}

/** Returns a weight from 0 to 1. Invalid weights are ignored. Java sends `q=.2`. */
function parseWeight(q: string | undefined): number {
  const weight = q ? Number(q) : 1;
  return weight >= 0 && weight <= 1 ? weight : 1;
}

/** Returns the preference of the most specific range that matches a type. */
function getPreference(name: string, ranges: readonly MediaRange[]): Preference {
  const own = parse(name);
  const [type, subtype] = own.type.split("/");
  let preference: Preference = { weight: 0, precision: -1 };
  for (const range of ranges) {
    if (range.type !== "*" && range.type !== type) continue;
    if (range.subtype !== "*" && range.subtype !== subtype) continue;
    if (
      !range.parameters.every(([key, value]) => isSame(own.parameters[key] ?? implied[key], value))
    )
      continue;
    const precision =
      Number(range.type !== "*") + Number(range.subtype !== "*") + range.parameters.length;
    if (precision > preference.precision) preference = { weight: range.weight, precision };
  }
  return preference;
}

/** The default parameters of types: all text of the hub is UTF-8. */
const implied: Readonly<Record<string, string>> = asTable({ charset: "utf-8" });

function isSame(own: string | undefined, expected: string): boolean {
  return own?.toLowerCase() === expected.toLowerCase();
}
