import { parse } from "content-type";

/** The media type of JSON answers. */
export const jsonType = "application/json;charset=utf-8";

/** More entries than any client sends: what stands behind them is not looked at. */
const entriesMax = 100;

/** One entry of an Accept header: `text/*;q=0.5`. */
interface MediaRange {
  type: string;
  subtype: string;
  parameters: readonly [string, string][];
  weight: number;
}

/** How well a media type is liked, and how precisely it was named: 0 for a wildcard of all types. */
interface Liking {
  weight: number;
  precision: number;
}

/**
 * The media type that a caller likes best of those that an answer can have, the first of which is its
 * own. The greater weight counts, then the more precise name (`text/plain` before a wildcard), then the
 * order of `types`. Where none is accepted it is the first, too: a caller makes more of an answer in
 * another type than of none, and RFC 9110 allows both in section 12.5.1.
 */
export function preferType<const Type extends string>(
  accept: string | null | undefined,
  types: readonly [Type, ...Type[]],
): Type {
  let [best] = types;
  if (!accept || accept === "*/*") return best;
  const ranges = rangesOf(accept);
  let liked = { weight: 0, precision: 0 };
  for (const type of types) {
    const liking = likingOf(type, ranges);
    const isMore =
      liking.weight - liked.weight || (liking.weight && liking.precision - liked.precision);
    if (isMore <= 0) continue;
    best = type;
    liked = liking;
  }
  return best;
}

/** Whether JSON is liked better than a page, where a page is what is answered by itself. */
export function prefersJson({ headers }: Request): boolean {
  const liked = preferType(headers.get("accept"), [
    "text/html",
    "text/markdown",
    "application/json",
  ]);
  return liked === "application/json";
}

/** Whether a page, in HTML or in Markdown, is liked better than JSON. */
export function prefersPage({ headers }: Request): boolean {
  const liked = preferType(headers.get("accept"), [
    "application/json",
    "text/html",
    "text/markdown",
  ]);
  return liked !== "application/json";
}

/** Whether HTML is liked better than JSON, as it is by browsers and not by programs. */
export function prefersHtml({ headers }: Request): boolean {
  return preferType(headers.get("accept"), ["application/json", "text/html"]) === "text/html";
}

/** The content coding that a caller would have of an answer, by its Accept-Encoding: none without one. */
export function preferCoding<const Coding extends string>(
  accept: string | null,
  codings: readonly Coding[],
): Coding | undefined {
  if (!accept) return undefined;
  const entries = entriesOf(accept);
  const weight = (name: string) => entries.find((entry) => entry.name === name)?.weight;
  let best: Coding | undefined;
  let most = weight("identity") ?? 0;
  for (const coding of codings) {
    // A wildcard stands for gzip alone: whoever wrote it may not have heard of the others.
    const own = weight(coding) ?? (coding === "gzip" ? weight("*") : undefined) ?? 0;
    if (own === 0 || own < most || (own === most && best !== undefined)) continue;
    best = coding;
    most = own;
  }
  return best;
}

/** One entry of a header that lists what is accepted. */
interface Entry {
  name: string;
  parameters: Record<string, string>;
  weight: number;
}

function entriesOf(accept: string): Entry[] {
  const entries: Entry[] = [];
  for (let start = 0; start < accept.length && entries.length < entriesMax; ) {
    const { type: name, parameters, index } = parse(accept, { comma: true, start });
    const { q, ...others } = parameters;
    if (name) entries.push({ name, parameters: others, weight: weightOf(q) });
    start = index + 1;
  }
  return entries;
}

function rangesOf(accept: string): MediaRange[] {
  return entriesOf(accept).flatMap(({ name, parameters, weight }) => {
    const [type, subtype, ...more] = name.split("/");
    const isRange = type && subtype && more.length === 0 && (type !== "*" || subtype === "*");
    return isRange ? [{ type, subtype, parameters: Object.entries(parameters), weight }] : [];
  });
}

/** From 0 to 1. What is something else is as if it were not there; Java sends `q=.2`. */
function weightOf(q: string | undefined): number {
  const weight = q ? Number(q) : 1;
  return weight >= 0 && weight <= 1 ? weight : 1;
}

/** What the most precise range that a type is in says of it. */
function likingOf(name: string, ranges: readonly MediaRange[]): Liking {
  const own = parse(name);
  const [type, subtype] = own.type.split("/");
  let liking: Liking = { weight: 0, precision: -1 };
  for (const range of ranges) {
    if (range.type !== "*" && range.type !== type) continue;
    if (range.subtype !== "*" && range.subtype !== subtype) continue;
    if (
      !range.parameters.every(([key, value]) => isSame(own.parameters[key] ?? implied[key], value))
    )
      continue;
    const precision =
      Number(range.type !== "*") + Number(range.subtype !== "*") + range.parameters.length;
    if (precision > liking.precision) liking = { weight: range.weight, precision };
  }
  return liking;
}

/** What a type that does not say it has: every text of the hub is UTF-8. */
const implied: Readonly<Record<string, string>> = { charset: "utf-8" };

function isSame(own: string | undefined, asked: string): boolean {
  return own?.toLowerCase() === asked.toLowerCase();
}
