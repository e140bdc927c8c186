import { openWords } from "hub/data-file";
import { decodeString, readTokens, readWord, type Token } from "../objects/content-tokens.ts";
import type { Search } from "./search.ts";
import { listCharacterSets, listContentWords } from "./vocabulary.ts";

const lists = openWords(new URL("./clean-content.txt", import.meta.url), ["operators"])();

/** The entries of a marked-content dictionary that repeat as text what is drawn. */
export const spokenEntries = ["ActualText", "Alt", "E"] as const;

interface ContentWork {
  search: Search;
  /** Returns the new name for a name that contains a match. */
  renamed: (name: string) => string | undefined;
}

interface Cut {
  start: number;
  end: number;
  /** The replacement. Default: a space. */
  by?: string;
}

/**
 * Cleans a content stream. Removes what draws nothing: comments, words that aren't operators,
 * strings of properties. Removes inline images whose bytes contain a match, and renames names.
 */
export function cleanContent(bytes: Uint8Array, { search, renamed }: ContentWork): Uint8Array {
  const cuts: Cut[] = [];
  let end = 0;
  let dicts = 0;
  let image: Token | undefined;
  for (const token of readTokens(bytes)) {
    if (bytes.subarray(end, token.start).includes(0x25))
      cuts.push({ start: end, end: token.start, by: "\n" });
    end = token.end;
    const { kind, start } = token;
    if (bytes[start] === 0x3c && kind === "open") dicts++;
    else if (bytes[start] === 0x3e && kind === "close") dicts = Math.max(0, dicts - 1);
    else if (kind === "string" || kind === "hex") {
      if (dicts > 0) cuts.push({ start, end, by: "()" });
    } else if (kind === "name") {
      const name = renamed(plainName(rawToken(bytes, token)).slice(1));
      if (name !== undefined) cuts.push({ start, end, by: `/${name} ` });
    } else if (kind === "data") {
      if (image && hasBytes(imageBytes(bytes.subarray(start, end)), search))
        cuts.push({ start: image.start, end: imageEnd(bytes, end) });
      image = undefined;
    } else if (kind === "word") {
      const word = readWord(bytes, token);
      if (word === "BI") image = token;
      else if (isLongNumber(word)) cuts.push({ start, end, by: roundNumber(word) });
      else if (isSuspicious(word) || (!isKnown(word) && search.inText(word) !== undefined))
        cuts.push({ start, end });
    }
  }
  if (bytes.subarray(end).includes(0x25)) cuts.push({ start: end, end: bytes.length, by: "\n" });
  return cuts.length === 0 ? bytes : replaceBytes(bytes, removeNested(cuts));
}

/** Returns whether a word is an operator, or a number no longer than coordinates are. */
export function isKnown(word: string): boolean {
  return (
    listContentWords().has(word) ||
    (/^[+-]*[\d.]*(?:-\d*)?$/.test(word) && word.length < 20 && countDigits(word) <= digitsMax)
  );
}

/** The maximum number of digits that a coordinate needs. */
const digitsMax = 10;

function isLongNumber(word: string): boolean {
  const isNumber = /^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(word);
  return isNumber && !isKnown(word) && Math.abs(Number(word)) < 10 ** digitsMax;
}

/**
 * Rounds a number with more digits than coordinates need, because such digits can hide a number.
 * Many programs write coordinates with all their digits.
 */
function roundNumber(word: string): string {
  const value = Number(word);
  const decimals = digitsMax - countDigits(String(Math.trunc(value)));
  const rounded = value.toFixed(decimals);
  return decimals > 0 ? rounded.replace(/\.?0{1,10}$/, "") : rounded;
}

/** Returns whether an unknown word is more than an operator joined to its operand. */
function isSuspicious(word: string): boolean {
  return (
    !isKnown(word) && (word.replace(/[^\p{L}]/gu, "").length > 2 || countDigits(word) > digitsMax)
  );
}

/** Returns a token as written, in full. */
export function rawToken(bytes: Uint8Array, { start, end }: Token): string {
  return Buffer.from(bytes.subarray(start, end)).toString("latin1");
}

function countDigits(word: string): number {
  return word.replace(/\D/g, "").length;
}

/** Returns the samples of an inline image, decoded if they are hexadecimal digits. */
export function imageBytes(data: Uint8Array): Uint8Array {
  const text = Buffer.from(data).toString("latin1").replace(/\s/g, "");
  return /^[\da-f]+>?$/i.test(text) ? Buffer.from(text.replace(">", ""), "hex") : data;
}

/** Returns the position after the `EI` that ends an inline image. */
function imageEnd(bytes: Uint8Array, dataEnd: number): number {
  return bytes[dataEnd] === 0x45 ? dataEnd + 2 : dataEnd;
}

/** Returns whether bytes that aren't text contain a match. */
export function hasBytes(bytes: Uint8Array, search: Search): boolean {
  return search.inBytes(Buffer.from(bytes).toString("latin1")).length > 0;
}

function removeNested(cuts: readonly Cut[]): Cut[] {
  const result: Cut[] = [];
  for (const cut of cuts.toSorted((one, other) => one.start - other.start || other.end - one.end))
    if (cut.start >= (result.at(-1)?.end ?? 0)) result.push(cut);
  return result;
}

/** Empties the strings that a content stream shows, of the runs that `isCut` selects. */
export function removeShownText(
  bytes: Uint8Array,
  isCut: (run: Uint8Array) => boolean,
): Uint8Array {
  const cuts: Cut[] = [];
  let run: Token[] = [];
  let dicts = 0;
  const finish = () => {
    if (run.length > 0 && isCut(Buffer.concat(run.map((token) => decodeString(bytes, token)))))
      cuts.push(...run.map(({ start, end }) => ({ start, end, by: "()" })));
    run = [];
  };
  for (const token of readTokens(bytes)) {
    if (bytes[token.start] === 0x3c && token.kind === "open") dicts++;
    else if (bytes[token.start] === 0x3e && token.kind === "close") dicts--;
    else if (dicts <= 0 && (token.kind === "string" || token.kind === "hex")) run.push(token);
    else if (token.kind === "word" && endsRun.has(readWord(bytes, token))) finish();
  }
  finish();
  return cuts.length === 0 ? bytes : replaceBytes(bytes, cuts);
}

/** The operators that move the text position, so that the next string may be a different word. */
export const endsRun: ReadonlySet<string> = new Set([
  "BT",
  "Td",
  "TD",
  "Tm",
  "T*",
  "'",
  '"',
  "Do",
  "EI",
]);

const names = new Set<string>(spokenEntries.map((entry) => `/${entry}`));

/**
 * Removes the text in marked content from a content stream: `/ActualText` and similar entries would
 * remain after the glyphs are removed.
 */
export function dropSpokenText(bytes: Uint8Array): Uint8Array {
  const cuts: { start: number; end: number }[] = [];
  let name: Token | undefined;
  let depth = 0;
  for (const token of readTokens(bytes)) {
    if (token.kind === "open") depth++;
    else if (token.kind === "close") depth--;
    const isString = token.kind === "string" || token.kind === "hex";
    if (name && isString) cuts.push({ start: name.start, end: token.end });
    const isTextEntry =
      depth > 0 && token.kind === "name" && names.has(plainName(readWord(bytes, token)));
    name = isTextEntry ? token : undefined;
  }
  return cuts.length === 0 ? bytes : replaceBytes(bytes, cuts);
}

/** Decodes escapes in a name, such as `#41` for `A`: they must not hide it. */
export function plainName(name: string): string {
  return name.replace(/#([\da-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Replaces ranges of bytes, by default with a space. */
export function replaceBytes(
  bytes: Uint8Array,
  cuts: readonly { start: number; end: number; by?: string }[],
): Uint8Array {
  const result: Uint8Array[] = [];
  let from = 0;
  for (const { start, end, by = " " } of cuts) {
    result.push(bytes.subarray(from, start), Buffer.from(by, "latin1"));
    from = end;
  }
  result.push(bytes.subarray(from));
  return Buffer.concat(result);
}

/** The replacements in a CMap. A code that stood for a word then stands for a space. */
const fillers: Partial<Record<Token["kind"], string>> = {
  hex: "<0020>",
  string: "()",
  name: "/Own",
};

/** Removes comments, names with a match, and codes that stand for a match from a CMap. */
export function cleanCMap(bytes: Uint8Array, search: Search): Uint8Array {
  const cuts: { start: number; end: number; by: string }[] = [];
  let end = 0;
  for (const token of readTokens(bytes)) {
    if (bytes.subarray(end, token.start).includes(0x25))
      cuts.push({ start: end, end: token.start, by: "\n" });
    ({ end } = token);
    if (hasMatch(bytes, token, search)) cuts.push({ ...token, by: fillers[token.kind] ?? " " });
  }
  if (bytes.subarray(end).includes(0x25)) cuts.push({ start: end, end: bytes.length, by: "\n" });
  return cuts.length === 0 ? bytes : replaceBytes(bytes, cuts);
}

const utf16 = new TextDecoder("utf-16be");

/** Returns whether a token of a CMap contains a match. A code for one letter never does. */
export function hasMatch(bytes: Uint8Array, token: Token, search: Search): boolean {
  switch (token.kind) {
    case "hex": {
      const string = decodeString(bytes, token);
      if (string.length < 4) return false;
      return (
        search.inText(utf16.decode(string)) !== undefined || search.inCodes(string) !== undefined
      );
    }
    case "string": {
      const string = decodeString(bytes, token);
      return (
        !listCharacterSets().has(Buffer.from(string).toString()) &&
        search.inString(string) !== undefined
      );
    }
    case "name":
      return search.inName(plainName(rawToken(bytes, token)).slice(1)) !== undefined;
    case "word":
      return isWord(bytes, token) && search.inText(rawToken(bytes, token)) !== undefined;
    default:
      return false;
  }
}

const operators = lists.operators;

function isWord(bytes: Uint8Array, token: Token): boolean {
  const word = rawToken(bytes, token);
  return !operators.has(word) && !/^[\d.-]{1,10}$/.test(word);
}
