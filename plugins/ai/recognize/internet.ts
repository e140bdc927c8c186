import { parseAddress } from "hub/net";
import { isUnspaced } from "../text/words.ts";
import { findMatches, type TextEntity } from "./found.ts";
import { buildWordPattern } from "./introductions.ts";

const trailing = new Set(".,;:!?'\")]}>»”’*_。，、");

/** Finds email addresses, searching around each at sign. */
export function* findEmails(text: string): Generator<TextEntity> {
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    let start = at;
    while (
      start > 0 &&
      at - start < 64 &&
      /[\p{L}\p{N}.!#$%&*+/=?^_~-]/u.test(text.charAt(start - 1)) &&
      !(start < at && changesScript(text, start - 1))
    )
      start--;
    // In a URL the local part is a value of the query or the path.
    if (/(?::\/\/|www\.)[^\s]{0,200}$/.test(text.slice(Math.max(0, at - 280), at)))
      start = Math.max(start, text.slice(0, at).search(/[^/?=&#]{0,64}$/));
    // The field of a log: "email=anna@example.com".
    const field = /^[\p{L}_-]{1,24}=/u.exec(text.slice(start, at))?.[0];
    if (field) start += field.length;
    while (start < at && /[^\p{L}\p{N}_+]/u.test(text.charAt(start))) start++;
    let end = at + 1;
    while (
      end < text.length &&
      end - at < 255 &&
      /[\p{L}\p{N}.-]/u.test(text.charAt(end)) &&
      !(end > at + 1 && changesScript(text, end - 1))
    )
      end++;
    while (end > at && /[.-]/.test(text.charAt(end - 1))) end--;
    const domain = text.slice(at + 1, end);
    const labels = domain.split(".");
    const isDomain =
      labels.length > 1 &&
      labels.every(isLabel) &&
      /^(?:xn--|\p{L}{2,})/u.test(labels.at(-1) ?? "");
    if (start === at || !isDomain || text.slice(start, at).includes("..")) continue;
    const normalized = `${text.slice(start, at)}@${domain.toLowerCase()}`;
    yield { type: "email", start, end, confidence: 0.99, normalized };
  }
}

/** Whether one of two adjacent characters is in a script without spaces, and the other in ASCII. */
function changesScript(text: string, index: number): boolean {
  const [one, other] = [text.charAt(index), text.charAt(index + 1)];
  return isUnspaced(one)
    ? /[\x21-\x7e]/.test(other) && other !== "."
    : isUnspaced(other) && one !== ".";
}

function isLabel(label: string): boolean {
  return label.length > 0 && label.length <= 63 && !label.startsWith("-") && !label.endsWith("-");
}

/** Finds URLs with a scheme or a leading "www.". */
export function* findUrls(text: string): Generator<TextEntity> {
  for (const match of text.matchAll(/(?:\b(?:https?|ftp):\/\/|\bwww\.)[^\s<>"“”。，]{1,2000}/giu)) {
    const start = match.index;
    let end = start + match[0].length;
    while (
      trailing.has(text.charAt(end - 1)) &&
      !(text[end - 1] === ")" && isBracketOpened(text, start, end))
    )
      end--;
    const value = text.slice(start, end);
    const normalized = /^www\./i.test(value) ? `https://${value}` : value;
    if (URL.canParse(normalized) && /\/\/[^/]*[.:[]|localhost/.test(normalized))
      yield { type: "url", start, end, confidence: 0.98, normalized: new URL(normalized).href };
  }
}

/** Whether the bracket before `end` was opened inside the URL, as on Wikipedia. */
function isBracketOpened(text: string, start: number, end: number): boolean {
  const value = text.slice(start, end);
  return value.split("(").length >= value.split(")").length;
}

const version = new RegExp(buildWordPattern("version"), "giu");
const network = new RegExp(buildWordPattern("network"), "giu");

/** Whether four numbers are a version, judged by the last indicative word before them. */
function isVersion(text: string, { start, end }: { start: number; end: number }): boolean {
  if (/[\p{L}§]/u.test(text[start - 1] ?? "")) return true;
  const before =
    text
      .slice(Math.max(0, start - 48), start)
      .split(/[!?;\n]|\.\s/)
      .at(-1) ?? "";
  const last = (words: RegExp) => [...before.matchAll(words)].at(-1)?.index ?? -1;
  const isReleased = /^,? (?:(?:was|is|has been) )?(?:released?|builds?|rc|beta)(?!\p{L})/iu;
  return last(version) > last(network) || isReleased.test(text.slice(end, end + 24));
}

/** Finds IPv4 and IPv6 addresses, but not versions or section numbers with four parts. */
export function* findIps(text: string): Generator<TextEntity> {
  const read = (match: RegExpExecArray) =>
    parseAddress(match[0])
      ? { type: "ip", confidence: 0.95, normalized: match[0].toLowerCase() }
      : undefined;
  yield* findMatches(text, /(?<![\d.])\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(?!\.?\d)/g, (match) =>
    isVersion(text, { start: match.index, end: match.index + match[0].length })
      ? undefined
      : read(match),
  );
  yield* findMatches(
    text,
    /(?<![\w:.])(?=[\da-fA-F]{0,4}:)[\da-fA-F:.]{3,45}(?![\w:])/g,
    (match) => (match[0].split(":").length > 2 ? read(match) : undefined),
  );
}

/** Finds hashtags and mentions. */
export function* findTags(text: string): Generator<TextEntity> {
  yield* findMatches(text, /(?<![\p{L}\p{N}_&#/])#[\p{L}\p{N}_]{1,100}/gu, ([tag]) =>
    /\p{L}/u.test(tag)
      ? { type: "hashtag", confidence: 0.95, normalized: tag.toLowerCase() }
      : undefined,
  );
  yield* findMatches(
    text,
    /(?<![\p{L}\p{N}_@.+/-])@[A-Za-z0-9_](?:[A-Za-z0-9_.-]{0,62}[A-Za-z0-9_])?/gu,
    ([name]) => ({
      type: "mention",
      confidence: 0.9,
      normalized: name.toLowerCase(),
    }),
  );
}
