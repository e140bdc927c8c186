import { asTable } from "hub";

/** A span of a text. */
export interface ProtectedSpan {
  start: number;
  end: number;
}

/** The longest quotation to look for on a line. */
const quotationMax = 2000;
/** Closing marks of quotations, by opening marks that have no other use. */
const closing: Readonly<Record<string, string>> = asTable({
  "“": "”",
  "„": "“”",
  "«": "»",
  "‹": "›",
  "「": "」",
  "『": "』",
  "‘": "’",
  "`": "`",
});
const wordEnd = /[\p{L}\p{N}]/u;

/**
 * Finds quoted text: between quotation marks or backticks, and lines that an email quotes with ">".
 * An unclosed quotation ends with its line.
 */
export function* findQuotations(text: string): Generator<ProtectedSpan> {
  let index = 0;
  while (index < text.length) {
    const char = text[index] ?? "";
    const opensLine = index === 0 || text[index - 1] === "\n";
    const place =
      (opensLine && char === ">") || text.startsWith("```", index)
        ? readBlock(text, index)
        : readQuotation(text, index, char);
    if (place) yield place;
    index = place ? place.end : index + 1;
  }
}

function readBlock(text: string, start: number): ProtectedSpan {
  if (text[start] === ">") return { start, end: findLineEnd(text, start) };
  const end = text.indexOf("```", start + 3);
  return { start, end: end < 0 ? text.length : end + 3 };
}

function readQuotation(text: string, start: number, char: string): ProtectedSpan | undefined {
  const before = text[start - 1] ?? " ";
  const stop = Math.min(findLineEnd(text, start), start + quotationMax);
  if (char === '"') {
    // 6" is a length.
    if (wordEnd.test(before)) return undefined;
    const end = text.indexOf('"', start + 1);
    return { start, end: end < 0 || end >= stop ? stop : end + 1 };
  }
  if (char === "'" || char === "‘") {
    if (wordEnd.test(before) || !wordEnd.test(text[start + 1] ?? "")) return undefined;
    const end = findClosingApostrophe(text, start + 1, { stop, mark: char === "'" ? "'" : "’" });
    return end === undefined ? undefined : { start, end };
  }
  const marks = closing[char];
  if (marks === undefined) return undefined;
  for (let end = start + 1; end < stop; end++)
    if (marks.includes(text[end] ?? "")) return { start, end: end + 1 };
  return char === "`" ? undefined : { start, end: stop };
}

/** Returns the closing apostrophe: one after a word or a mark, and not before a word. */
function findClosingApostrophe(
  text: string,
  from: number,
  { stop, mark }: { stop: number; mark: string },
): number | undefined {
  for (let index = from; index < stop; index++)
    if (text[index] === mark && text[index - 1] !== " " && !wordEnd.test(text[index + 1] ?? ""))
      return index + 1;
  return undefined;
}

function findLineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}

/** Finds text written for machines: addresses, paths, file names, tags, identifiers, codes and lines of code. */
export function* findCode(text: string): Generator<ProtectedSpan> {
  for (const line of text.matchAll(/[^\n]+/g))
    if (isCodeLine(line[0])) yield { start: line.index, end: line.index + line[0].length };
  for (const token of text.matchAll(/[^\s"“”«»]+/g)) {
    const word = trimMarks(token[0]);
    if (!isCode(word)) continue;
    const start = token.index + token[0].indexOf(word);
    yield { start, end: start + word.length };
  }
}

const codeSigns = ["=>", "==", "();", "</", "/>", "://", "&&", "||", "::", "!="];

function isCodeLine(line: string): boolean {
  const shown = line.trim();
  if (/[{};]$/.test(shown) && /[=(){}<>$]/.test(shown)) return true;
  if (/^(?:\$|#!|%|>>>|PS>) ?\S/.test(shown)) return true;
  return codeSigns.some((sign) => sign !== "://" && shown.includes(sign));
}

const edges = new Set("()[]{},.;:!?…*'’‘");

function trimMarks(token: string): string {
  let [start, end] = [0, token.length];
  while (start < end && edges.has(token[start] ?? "")) start++;
  while (end > start && edges.has(token[end - 1] ?? "")) end--;
  return token.slice(start, end);
}

/**
 * Whether a token isn't a natural word: it has digits, signs, an inner stop or colon, an inner capital
 * ("useEffect", "GmbH") or only capitals ("NATO", "CD-ROM").
 */
function isCode(token: string): boolean {
  if (token === "" || token === "I") return false;
  if (/[\p{N}_@#/\\=<>{}|~^$%&+°§]/u.test(token)) return true;
  if (token.startsWith("-")) return true;
  if (/\p{L}[.:]\p{L}/u.test(token)) return true;
  return token.split(/[-–—'’]/).some((part) => /\p{L}\p{Lu}/u.test(part));
}
