import dev from "../plugin.ts";
import { isPlainBreak } from "./characters.ts";

/** Where a text breaks off being what it claims to be. */
export interface SyntaxFault {
  message: string;
  /** Line, from 1. */
  line: number;
  /** Column, from 1, in UTF-16 units as editors count. */
  column: number;
  /** UTF-16 units before it. */
  offset: number;
  /** The place in its line, with a caret under it. */
  excerpt: string;
}

/** Thrown by the readers of this folder: what they expected, and where. */
export class Fault extends Error {
  override name = "Fault";

  constructor(
    message: string,
    readonly offset: number,
  ) {
    super(shorten(message));
  }
}

/** Thrown where a text nests deeper than is read, which says nothing of what it is. */
export class DepthFault extends Fault {}

/** A message that may quote a text at any length, cut where it is long. */
export function shorten(message: string): string {
  return message.length > 300 ? `${message.slice(0, 300).toWellFormed()}…` : message;
}

/** Puts a fault into words and into its place in the text. */
export function describe({ message, offset }: Fault, text: string): SyntaxFault {
  return {
    message,
    ...new Lines(text).getPosition(offset),
    offset,
    excerpt: excerpt(text, offset),
  };
}

/** What stands at an offset, in quotes, for the end of a message. */
export function describeFound(text: string, offset: number): string {
  if (offset >= text.length) return "found the end of the text";
  const char = String.fromCodePoint(text.codePointAt(offset) ?? 0);
  return `found ${JSON.stringify(char)}`;
}

const excerptReach = 30;

function excerpt(text: string, offset: number): string {
  let from = offset;
  let to = offset;
  while (from > 0 && offset - from < excerptReach && !isPlainBreak(text.charCodeAt(from - 1)))
    from--;
  while (to < text.length && to - offset < excerptReach && !isPlainBreak(text.charCodeAt(to))) to++;
  // Half a surrogate pair at either edge would not survive UTF-8.
  const line = text.slice(from, to).toWellFormed().replaceAll("\t", " ");
  return `${line}\n${" ".repeat(offset - from)}^`;
}

/** Tells the place of one offset after another; cheap where they come in rising order. */
export class Lines {
  #at = 0;
  #line = 1;
  #begin = 0;

  constructor(readonly text: string) {}

  /** The line and column of an offset, from 1. `\n`, `\r` and `\r\n` each end a line. */
  getPosition(offset: number): { line: number; column: number } {
    if (offset < this.#at) {
      this.#at = 0;
      this.#line = 1;
      this.#begin = 0;
    }
    for (; this.#at < offset; this.#at++) {
      const code = this.text.charCodeAt(this.#at);
      if (!isPlainBreak(code)) continue;
      if (code === 0x0d && this.text.charCodeAt(this.#at + 1) === 0x0a) continue;
      this.#line++;
      this.#begin = this.#at + 1;
    }
    return { line: this.#line, column: offset - this.#begin + 1 };
  }
}

/** Reads a text of the caller's; where it breaks its notation, the failure names field and place. */
export function readOrRefuse<T>(text: string, at: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const { message, ...place } = describe(error, text);
    const detail = `${at} cannot be read at line ${place.line}, column ${place.column}: ${message}`;
    throw dev.error("syntax_error", detail, { at, members: place });
  }
}
