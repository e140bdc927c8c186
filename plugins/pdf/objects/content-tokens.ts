// Positions stay within the bytes, so `!` is used: a check for each would cost time.

/** One token of a content stream: its kind and byte range. */
export interface Token {
  kind: "string" | "hex" | "name" | "open" | "close" | "word" | "data";
  start: number;
  end: number;
}

const whitespace = new Set([0, 9, 10, 12, 13, 32]);

/**
 * Reads a content stream token by token (ISO 32000-2, 7.2). The bytes of an inline image are one
 * token of kind `data`.
 */
export function* readTokens(bytes: Uint8Array): Generator<Token> {
  let at = 0;
  while (at < bytes.length) {
    const code = bytes[at]!;
    if (whitespace.has(code)) {
      at++;
      continue;
    }
    if (code === 0x25) {
      at = lineEnd(bytes, at);
      continue;
    }
    const token = read(bytes, at);
    yield token;
    at = token.end;
    if (token.kind === "word" && startsImage(bytes, token)) {
      const data: Token = { kind: "data", start: at, end: imageEnd(bytes, at) };
      yield data;
      at = data.end;
    }
  }
}

/** Decodes a string or hex token to its bytes. */
export function decodeString(bytes: Uint8Array, { kind, start, end }: Token): Uint8Array {
  return kind === "hex" ? fromHex(bytes, start, end) : fromLiteral(bytes, start, end);
}

/** Returns the word or name of a token, as written. */
export function readWord(bytes: Uint8Array, { start, end }: Token): string {
  let word = "";
  const last = Math.min(end, start + 256);
  for (let at = start; at < last; at++) word += String.fromCharCode(bytes[at]!);
  return word;
}

const delimiters = new Set(Array.from("()<>[]{}/%", (character) => character.charCodeAt(0)));

function read(bytes: Uint8Array, start: number): Token {
  const code = bytes[start]!;
  const next = bytes[start + 1];
  if (code === 0x28) return { kind: "string", start, end: literalEnd(bytes, start) };
  if (code === 0x2f) return { kind: "name", start, end: regularEnd(bytes, start + 1) };
  if (code === 0x3c && next !== 0x3c) {
    const close = bytes.indexOf(0x3e, start);
    return { kind: "hex", start, end: close < 0 ? bytes.length : close + 1 };
  }
  if (code === 0x3c) return { kind: "open", start, end: start + 2 };
  if (code === 0x3e && next === 0x3e) return { kind: "close", start, end: start + 2 };
  if (code === 0x5b || code === 0x7b) return { kind: "open", start, end: start + 1 };
  if (delimiters.has(code)) return { kind: "close", start, end: start + 1 };
  return { kind: "word", start, end: regularEnd(bytes, start) };
}

function regularEnd(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && !whitespace.has(bytes[at]!) && !delimiters.has(bytes[at]!)) at++;
  return at;
}

function lineEnd(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] !== 10 && bytes[at] !== 13) at++;
  return at;
}

function literalEnd(bytes: Uint8Array, start: number): number {
  let depth = 0;
  for (let at = start; at < bytes.length; at++) {
    const code = bytes[at];
    if (code === 0x5c) at++;
    else if (code === 0x28) depth++;
    else if (code === 0x29 && --depth === 0) return at + 1;
  }
  return bytes.length;
}

/** Finds `EI` between white space. A chance match within the samples does no harm to the page. */
function imageEnd(bytes: Uint8Array, start: number): number {
  for (let at = start + 1; at < bytes.length - 1; at++)
    if (
      bytes[at] === 0x45 &&
      bytes[at + 1] === 0x49 &&
      whitespace.has(bytes[at - 1]!) &&
      (at + 2 >= bytes.length || whitespace.has(bytes[at + 2]!))
    )
      return at;
  return bytes.length;
}

/** Returns whether a word is `ID`, which the samples of an inline image follow. */
function startsImage(bytes: Uint8Array, { start, end }: Token): boolean {
  return end - start === 2 && bytes[start] === 0x49 && bytes[start + 1] === 0x44;
}

function fromHex(bytes: Uint8Array, start: number, end: number): Uint8Array {
  const digits: number[] = [];
  for (let at = start + 1; at < end; at++) {
    const digit = Number.parseInt(String.fromCharCode(bytes[at]!), 16);
    if (!Number.isNaN(digit)) digits.push(digit);
  }
  if (digits.length % 2 === 1) digits.push(0);
  return Uint8Array.from(
    { length: digits.length / 2 },
    (_, i) => digits[2 * i]! * 16 + digits[2 * i + 1]!,
  );
}

const escapes: Readonly<Record<number, number>> = { 110: 10, 114: 13, 116: 9, 98: 8, 102: 12 };

function fromLiteral(bytes: Uint8Array, start: number, end: number): Uint8Array {
  const out: number[] = [];
  const last = bytes[end - 1] === 0x29 ? end - 1 : end;
  for (let at = start + 1; at < last; at++) {
    if (bytes[at] !== 0x5c) {
      out.push(bytes[at]!);
      continue;
    }
    const code = bytes[++at]!;
    if (code >= 0x30 && code <= 0x37) {
      let value = 0;
      let length = 0;
      while (length < 3 && bytes[at + length]! >= 0x30 && bytes[at + length]! <= 0x37)
        value = value * 8 + bytes[at + length++]! - 0x30;
      out.push(value & 255);
      at += length - 1;
    } else if (code === 13 && bytes[at + 1] === 10) at++;
    else if (code !== 10 && code !== 13) out.push(escapes[code] ?? code);
  }
  return Uint8Array.from(out);
}
