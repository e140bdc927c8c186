import { Fault } from "../json/fault.ts";
import { expectationFault, hexDigit, loneSurrogate } from "./bytes.ts";

// Indexes below are within bounds by construction, and every character passes here: `!` says so where a check
// would cost as much as the work.

/** Writes all but the printable signs of ASCII as `\uXXXX`, two of them beyond U+FFFF. */
export function escapeUnicode(text: string): string {
  const digits = Buffer.from("0123456789abcdef");
  const output = Buffer.alloc(text.length * 6);
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // The backslash too: who undoes the escapes must not find one that was none.
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

/** Undoes the escapes of C, Java, JavaScript, JSON and Python; a line break may be one, too. */
export function unescapeUnicode(data: string, { strict }: { strict: boolean }): string {
  return undo(data, { strict, simple: anySimple, numbered: "uUx" });
}

/** Undoes a JSON string, which the strict want in its quotes. */
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
  return undo(data, { strict, from, to, simple: jsonSimple, numbered: "u" });
}

/** What may not stand in a JSON string as it is: RFC 8259, section 7. */
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
  /** The part of the data that is read. */
  from?: number;
  to?: number;
  /** What single characters mean after a backslash. */
  simple: ReadonlyMap<string, string>;
  /** The letters that digits follow. */
  numbered: string;
}

function undo(data: string, grammar: Grammar): string {
  let text = "";
  eachPart(data, grammar, (part) => {
    text += part;
  });
  const lone = loneSurrogate(text);
  if (lone < 0) return text;
  if (!grammar.strict) return text.toWellFormed();
  let length = 0;
  eachPart(data, grammar, (part, at) => {
    length += part.length;
    if (length > lone) throw new Fault("Half of a surrogate pair is no character", at);
  });
  return text;
}

/** Takes the data apart into escapes and what is between them. */
function eachPart(
  data: string,
  { strict, from = 0, to = data.length, ...rest }: Grammar,
  take: (part: string, at: number) => void,
): void {
  let at = from;
  for (
    let slash = data.indexOf("\\", at);
    slash >= 0 && slash < to;
    slash = data.indexOf("\\", at)
  ) {
    if (slash > at) take(data.slice(at, slash), at);
    const sequence = readEscape(data, slash, rest);
    if (!sequence && strict) throw new Fault("The escape is not a known one", slash);
    take(sequence?.meant ?? "\\", slash);
    at = slash + (sequence?.length ?? 1);
  }
  take(data.slice(at, to), at);
}

function readEscape(
  data: string,
  slash: number,
  { simple, numbered }: Pick<Grammar, "simple" | "numbered">,
): { meant: string; length: number } | undefined {
  const char = data.charAt(slash + 1);
  const meant = simple.get(char);
  if (meant !== undefined) return { meant, length: 2 };
  if (!char || !numbered.includes(char)) return undefined;
  if (char === "u" && numbered.includes("x") && data.charAt(slash + 2) === "{") {
    // Looking no further than eight digits go: many that are not closed would add up.
    const close = slash + 3 + data.slice(slash + 3, slash + 12).indexOf("}");
    const code = codeAt(data, slash + 3, close);
    return code === undefined ? undefined : { meant: code, length: close + 1 - slash };
  }
  const count = char === "u" ? 4 : char === "U" ? 8 : 2;
  const code = codeAt(data, slash + 2, slash + 2 + count);
  return code === undefined ? undefined : { meant: code, length: 2 + count };
}

function codeAt(data: string, from: number, to: number): string | undefined {
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
