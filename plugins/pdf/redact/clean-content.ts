import { decodeString, readTokens, readWord, type Token } from "../objects/content-tokens.ts";
import type { Search } from "./search.ts";
import { characterSets, contentWords } from "./vocabulary.ts";

/** The entries of a marked-content dictionary that repeat in words what is drawn. */
export const spokenEntries = ["ActualText", "Alt", "E"] as const;

interface ContentWork {
  search: Search;
  /** The new name of one that has what is searched for. */
  renamed: (name: string) => string | undefined;
}

interface Cut {
  start: number;
  end: number;
  /** What comes in its place; default: a space. */
  by?: string;
}

/**
 * A content stream without what draws nothing: comments, words that are no operators, strings of
 * properties; without inline images whose bytes have what is searched for; and with other names.
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
      else if (saysMore(word) || (!isKnown(word) && search.inText(word) !== undefined))
        cuts.push({ start, end });
    }
  }
  if (bytes.subarray(end).includes(0x25)) cuts.push({ start: end, end: bytes.length, by: "\n" });
  return cuts.length === 0 ? bytes : replaceBytes(bytes, outermost(cuts));
}

/** An operator, or a number as short as coordinates are. */
export function isKnown(word: string): boolean {
  return (
    contentWords.has(word) ||
    (/^[+-]*[\d.]*(?:-\d*)?$/.test(word) && word.length < 20 && digits(word) <= 10)
  );
}

/** Whether an unknown word is more than an operator that runs into its operand. */
function saysMore(word: string): boolean {
  return !isKnown(word) && (word.replace(/[^\p{L}]/gu, "").length > 2 || digits(word) > 10);
}

/** A token as it stands there, in full. */
export function rawToken(bytes: Uint8Array, { start, end }: Token): string {
  return Buffer.from(bytes.subarray(start, end)).toString("latin1");
}

function digits(word: string): number {
  return word.replace(/\D/g, "").length;
}

/** The samples of an inline image, out of hexadecimal digits where they are such. */
export function imageBytes(data: Uint8Array): Uint8Array {
  const text = Buffer.from(data).toString("latin1").replace(/\s/g, "");
  return /^[\da-f]+>?$/i.test(text) ? Buffer.from(text.replace(">", ""), "hex") : data;
}

/** Behind the `EI` that ends an inline image. */
function imageEnd(bytes: Uint8Array, dataEnd: number): number {
  return bytes[dataEnd] === 0x45 ? dataEnd + 2 : dataEnd;
}

/** Whether bytes that are no text have what is searched for. */
export function hasBytes(bytes: Uint8Array, search: Search): boolean {
  return search.inBytes(Buffer.from(bytes).toString("latin1")).length > 0;
}

function outermost(cuts: readonly Cut[]): Cut[] {
  const kept: Cut[] = [];
  for (const cut of cuts.toSorted((one, other) => one.start - other.start || other.end - one.end))
    if (cut.start >= (kept.at(-1)?.end ?? 0)) kept.push(cut);
  return kept;
}

/** A content stream that shows no text, or none of the runs that `isCut` picks. */
export function withoutShown(bytes: Uint8Array, isCut: (run: Uint8Array) => boolean): Uint8Array {
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

/** What moves the point that text is shown at, so that what follows need not go on in one word. */
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
 * A content stream without what its marked content says in words of itself: `/ActualText` and the
 * like stand beside the glyphs, and outlive them.
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
    const isSpoken =
      depth > 0 && token.kind === "name" && names.has(plainName(readWord(bytes, token)));
    name = isSpoken ? token : undefined;
  }
  return cuts.length === 0 ? bytes : replaceBytes(bytes, cuts);
}

/** A name with `#41` for `A` resolved: the spelling must not hide it. */
export function plainName(name: string): string {
  return name.replace(/#([\da-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Bytes with other ones in the place of some: by default a space. */
export function replaceBytes(
  bytes: Uint8Array,
  cuts: readonly { start: number; end: number; by?: string }[],
): Uint8Array {
  const kept: Uint8Array[] = [];
  let from = 0;
  for (const { start, end, by = " " } of cuts) {
    kept.push(bytes.subarray(from, start), Buffer.from(by, "latin1"));
    from = end;
  }
  kept.push(bytes.subarray(from));
  return Buffer.concat(kept);
}

/** A code that stood for a word stands for a space. */
const fillers: Partial<Record<Token["kind"], string>> = {
  hex: "<0020>",
  string: "()",
  name: "/Own",
};

/** A CMap without comments and names that have what is searched for, and without codes that stand for it. */
export function cleanCMap(bytes: Uint8Array, search: Search): Uint8Array {
  const cuts: { start: number; end: number; by: string }[] = [];
  let end = 0;
  for (const token of readTokens(bytes)) {
    if (bytes.subarray(end, token.start).includes(0x25))
      cuts.push({ start: end, end: token.start, by: "\n" });
    ({ end } = token);
    if (hasFound(bytes, token, search)) cuts.push({ ...token, by: fillers[token.kind] ?? " " });
  }
  if (bytes.subarray(end).includes(0x25)) cuts.push({ start: end, end: bytes.length, by: "\n" });
  return cuts.length === 0 ? bytes : replaceBytes(bytes, cuts);
}

const utf16 = new TextDecoder("utf-16be");

/** Whether a token of a CMap says what is searched for. A code that stands for one letter says nothing. */
export function hasFound(bytes: Uint8Array, token: Token, search: Search): boolean {
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
        !characterSets.has(Buffer.from(string).toString()) && search.inString(string) !== undefined
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

const operators = new Set([
  "begin",
  "end",
  "def",
  "dict",
  "dup",
  "findresource",
  "defineresource",
  "pop",
  "begincmap",
  "endcmap",
  "usecmap",
  "currentdict",
  "CMapName",
  "begincodespacerange",
  "endcodespacerange",
  "beginbfchar",
  "endbfchar",
  "beginbfrange",
  "endbfrange",
  "begincidchar",
  "endcidchar",
  "begincidrange",
  "endcidrange",
  "beginnotdefchar",
  "endnotdefchar",
  "beginnotdefrange",
  "endnotdefrange",
]);

function isWord(bytes: Uint8Array, token: Token): boolean {
  const word = rawToken(bytes, token);
  return !operators.has(word) && !/^[\d.-]{1,10}$/.test(word);
}
