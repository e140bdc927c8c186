import { Fault } from "../json/fault.ts";
import { expectationFault, hexDigit, loneSurrogate } from "./bytes.ts";

// In this file `!` is safe: indexes are within bounds by construction, and a check for each character would cost as
// much as the work itself.

/** Escapes all characters except printable ASCII as `\uXXXX`, and those above U+FFFF as two escapes. */
export function escapeUnicode(text: string): string {
  const digits = Buffer.from("0123456789abcdef");
  const output = Buffer.alloc(text.length * 6);
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // The backslash is escaped, too: otherwise decoding could find escapes that weren't written.
    if (code >= 0x20 && code < 0x7f && code !== 0x5c) {
      output[length++] = code;
      continue;
    }
    output[length++] = 0x5c;
    output[length++] = 0x75;
    for (let shift = 12; shift >= 0; shift -= 4) output[length++] = digits[(code >> shift) & 15]!;
  }
  return output.toString("latin1", 0, length);
}

/** Decodes the escapes of C, Java, JavaScript, JSON and Python, including line continuations. */
export function unescapeUnicode(data: string, { strict }: { strict: boolean }): string {
  return unescapeText(data, { strict, simple: anySimple, numbered: "uUx" });
}

/** Decodes a JSON string. If strict, its quotation marks are required. */
export function unescapeJson(data: string, { strict }: { strict: boolean }): string {
  const text = data.trim();
  const quoted = text.length > 1 && text.startsWith('"') && text.endsWith('"');
  if (strict && !quoted) {
    const first = data.length - data.trimStart().length;
    if (text.startsWith('"')) throw new Fault("The string is not closed", data.length);
    throw expectationFault("a quotation mark", data, first);
  }
  const from = quoted ? data.indexOf('"') + 1 : 0;
  const to = quoted ? data.lastIndexOf('"') : data.length;
  if (strict) checkJson(data, from, to);
  return unescapeText(data, { strict, from, to, simple: jsonSimple, numbered: "u" });
}

/** Throws on characters that must be escaped in a JSON string: RFC 8259, section 7. */
function checkJson(data: string, from: number, to: number): void {
  for (let at = from; at < to; at++) {
    const code = data.charCodeAt(at);
    if (code === 0x5c) at++;
    else if (code === 0x22) throw new Fault("A quotation mark must be escaped", at);
    else if (code < 0x20) throw new Fault("A control character must be escaped", at);
    if (at === to) throw new Fault("The string is not closed", to + 1);
  }
}

interface Grammar {
  strict: boolean;
  /** The range of the data to read. */
  from?: number;
  to?: number;
  /** Values of single-character escapes. */
  simple: ReadonlyMap<string, string>;
  /** Letters followed by digits. */
  numbered: string;
}

function unescapeText(data: string, grammar: Grammar): string {
  let text = "";
  forEachPart(data, grammar, (part) => {
    text += part;
  });
  const lone = loneSurrogate(text);
  if (lone < 0) return text;
  if (!grammar.strict) return text.toWellFormed();
  let length = 0;
  forEachPart(data, grammar, (part, at) => {
    length += part.length;
    if (length > lone) throw new Fault("The text contains a lone surrogate", at);
  });
  return text;
}

/** Splits the data into escapes and the text between them. */
function forEachPart(
  data: string,
  { strict, from = 0, to = data.length, ...escapes }: Grammar,
  onPart: (part: string, at: number) => void,
): void {
  let at = from;
  for (
    let slash = data.indexOf("\\", at);
    slash >= 0 && slash < to;
    slash = data.indexOf("\\", at)
  ) {
    if (slash > at) onPart(data.slice(at, slash), at);
    const sequence = readEscape(data, slash, escapes);
    if (!sequence && strict) throw new Fault("Unknown escape sequence", slash);
    onPart(sequence?.value ?? "\\", slash);
    at = slash + (sequence?.length ?? 1);
  }
  onPart(data.slice(at, to), at);
}

function readEscape(
  data: string,
  slash: number,
  { simple, numbered }: Pick<Grammar, "simple" | "numbered">,
): { value: string; length: number } | undefined {
  const char = data.charAt(slash + 1);
  const value = simple.get(char);
  if (value !== undefined) return { value, length: 2 };
  if (!char || !numbered.includes(char)) return undefined;
  if (char === "u" && numbered.includes("x") && data.charAt(slash + 2) === "{") {
    // The search is limited to eight digits: many unclosed braces would take quadratic time.
    const close = slash + 3 + data.slice(slash + 3, slash + 12).indexOf("}");
    const code = readCodePoint(data, slash + 3, close);
    return code === undefined ? undefined : { value: code, length: close + 1 - slash };
  }
  const count = char === "u" ? 4 : char === "U" ? 8 : 2;
  const code = readCodePoint(data, slash + 2, slash + 2 + count);
  return code === undefined ? undefined : { value: code, length: 2 + count };
}

function readCodePoint(data: string, from: number, to: number): string | undefined {
  if (to <= from || to > data.length) return undefined;
  for (let at = from; at < to; at++) if (hexDigit(data.charCodeAt(at)) < 0) return undefined;
  const code = Number.parseInt(data.slice(from, to), 16);
  return code > 0x10ffff ? undefined : String.fromCodePoint(code);
}

const jsonSimple: ReadonlyMap<string, string> = new Map(
  Object.entries({ '"': '"', "\\": "\\", "/": "/", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" }),
);

const anySimple: ReadonlyMap<string, string> = new Map([
  ...jsonSimple,
  ...Object.entries({ "'": "'", "`": "`", 0: "\0", a: "\x07", e: "\x1b", v: "\v", "\n": "" }),
]);
