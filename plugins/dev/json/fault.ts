import { HubError } from "hub";
import dev from "../plugin.ts";
import { isPlainBreak } from "./characters.ts";

/** Position and message of a syntax error. */
export interface SyntaxFault {
  message: string;
  /** Line, starting at 1. */
  line: number;
  /** Column, starting at 1, in UTF-16 units as editors count. */
  column: number;
  /** Offset in UTF-16 units, starting at 0. */
  offset: number;
  /** Part of the line around the error, with a caret below the position. */
  excerpt: string;
}

/** Syntax error thrown by the parsers in this folder, with its offset. */
export class Fault extends Error {
  override name = "Fault";

  constructor(
    message: string,
    readonly offset: number,
  ) {
    super(shorten(message));
  }
}

/** Thrown if a text nests deeper than the supported depth. The text may still be valid. */
export class DepthFault extends Fault {}

/** Returns the error code of a fault. */
export function getFaultCode(fault: Fault): "too_deep" | "syntax_error" {
  return fault instanceof DepthFault ? "too_deep" : "syntax_error";
}

/** Truncates a message, which may quote text of any length, to 300 characters. */
export function shorten(message: string): string {
  return message.length > 300 ? `${message.slice(0, 300).toWellFormed()}…` : message;
}

/** Returns the message and the position of a syntax error. */
export function describe({ message, offset }: Fault, text: string): SyntaxFault {
  return {
    message,
    ...new Lines(text).getPosition(offset),
    offset,
    excerpt: excerpt(text, offset),
  };
}

/** Quotes the character at an offset for the end of a message. */
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
  // UTF-8 cannot encode a lone surrogate at either edge.
  const line = text.slice(from, to).toWellFormed().replaceAll("\t", " ");
  return `${line}\n${" ".repeat(offset - from)}^`;
}

/** Converts offsets to lines and columns. Cheap for offsets in ascending order. */
export class Lines {
  #at = 0;
  #line = 1;
  #begin = 0;

  constructor(readonly text: string) {}

  /** Returns the line and column of an offset, both starting at 1. `\n`, `\r` and `\r\n` each end a line. */
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

/** A position in a text, as editors count. */
export interface Position {
  /** Line, starting at 1. */
  line: number;
  /** Column, starting at 1. */
  column: number;
}

/** Converts a position whose lines end with line feeds to an offset. */
export function findOffset(text: string, { line, column }: Position): number {
  let start = 0;
  for (let left = line; left > 1; left--) {
    const end = text.indexOf("\n", start);
    if (end === -1) break;
    start = end + 1;
  }
  return Math.min(start + column - 1, text.length);
}

/** Parses a text from the request. A syntax error becomes an error response with the field and position. */
export function readOrRefuse<T>(text: string, at: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const { message, ...position } = describe(error, text);
    const detail = `${at} cannot be read at line ${position.line}, column ${position.column}: ${message}`;
    throw dev.error(getFaultCode(error), detail, { at, members: position });
  }
}

/**
 * Runs a package on a text from the request. An unexpected error becomes `syntax_error`: the log gets its cause, and the
 * caller the field.
 */
export function guardPackage<T>(at: string, run: () => T): T {
  const refuse = (cause: unknown): never => {
    if (cause instanceof Fault || cause instanceof HubError) throw cause;
    throw dev.error("syntax_error", `${at} cannot be read`, { at, cause });
  };
  try {
    const result = run();
    return result instanceof Promise ? (result.catch(refuse) as T) : result;
  } catch (cause) {
    return refuse(cause);
  }
}
