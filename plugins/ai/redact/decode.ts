import { asTable } from "hub";
import { readWords } from "../text/word-lists.ts";

/** A decoded text, with a function that returns the place of a span in the original. */
export interface DecodedText {
  text: string;
  toSource(span: { start: number; end: number }): { start: number; end: number };
}

const named: Readonly<Record<string, string>> = asTable({
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  commat: "@",
  period: ".",
  lowbar: "_",
  hyphen: "-",
  num: "#",
  colon: ":",
  sol: "/",
});
const inlineElements = new Set(
  readWords("a abbr b bdi bdo cite code em font i kbd mark s small span strong sub sup tt u wbr"),
);
/** The first characters of the encoded forms, and invisible characters. */
const signs = /[&%=\\<]|(?<invisible>[\u00ad\u200b-\u200f\u2060\ufeff]{1,20})/gu;
/** The encoded forms. At most one of them matches at a sign. */
const forms = [
  /&#(?:(?<decimal>\d{2,6})|[xX](?<hexadecimal>[\da-fA-F]{2,5}));?/uy,
  /&(?<name>[a-z]{2,6});?/uy,
  /(?<bytes>(?:%[\da-fA-F]{2}){1,100})/uy,
  /(?<quoted>(?:=[\dA-F]{2}){1,100})/uy,
  /\\u(?<unit>[\da-fA-F]{4})/uy,
  /(?<tag><\/?[a-zA-Z][^<>]{0,200}>)/uy,
];

/**
 * Decodes character references, percent-encoding, quoted-printable and `\u` escapes, and removes invisible characters and tags within
 * a line. Returns undefined if the text has none.
 */
export function decodeText(source: string): DecodedText | undefined {
  let text = "";
  /** Position in the source of each decoded character, and of the end. */
  const starts: number[] = [];
  const ends: number[] = [];
  let from = 0;
  const append = (piece: string, start: number, end: number | undefined) => {
    for (let index = 0; index < piece.length; index++) {
      starts.push(end === undefined ? start + index : start);
      ends.push(end === undefined ? start + index + 1 : end);
    }
    text += piece;
  };
  for (const match of findForms(source)) {
    const char = decode(match.groups ?? {});
    if (char === undefined) continue;
    append(source.slice(from, match.index), from, undefined);
    from = match.index + match[0].length;
    append(char, match.index, from);
  }
  if (from === 0) return undefined;
  append(source.slice(from), from, undefined);
  return {
    text,
    toSource: ({ start, end }) => ({
      start: starts[start] ?? source.length,
      end: ends[end - 1] ?? source.length,
    }),
  };
}

function* findForms(source: string): Generator<RegExpExecArray> {
  let end = 0;
  for (const sign of source.matchAll(signs)) {
    if (sign.index < end) continue;
    const match = sign.groups?.invisible === undefined ? readForm(source, sign.index) : sign;
    if (!match) continue;
    end = sign.index + match[0].length;
    yield match;
  }
}

function readForm(source: string, index: number): RegExpExecArray | undefined {
  for (const form of forms) {
    form.lastIndex = index;
    const match = form.exec(source);
    if (match) return match;
  }
  return undefined;
}

/** Returns the characters of a match, or undefined if it isn't encoded. */
function decode(groups: Readonly<Record<string, string | undefined>>): string | undefined {
  const { decimal, hexadecimal, name, bytes, quoted, unit, invisible, tag } = groups;
  if (invisible !== undefined) return "";
  if (tag !== undefined) {
    const [, element = ""] = /^<\/?([a-z\d]{1,201})/i.exec(tag) ?? [];
    return inlineElements.has(element.toLowerCase()) ? "" : "\n";
  }
  if (name !== undefined) return Object.hasOwn(named, name) ? named[name] : undefined;
  if (bytes !== undefined) return decodeBytes(bytes);
  if (quoted !== undefined) {
    // In an address "a=10" is a parameter, and no control character.
    const char = decodeBytes(quoted.replaceAll("=", "%"));
    return char !== undefined && /^\P{Cc}{1,100}$/u.test(char) ? char : undefined;
  }
  const digits = decimal ?? hexadecimal ?? unit ?? "";
  const code = Number.parseInt(digits, decimal === undefined ? 16 : 10);
  return code >= 32 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

function decodeBytes(bytes: string): string | undefined {
  try {
    return decodeURIComponent(bytes);
  } catch {
    return undefined;
  }
}
