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
    super(message);
  }
}

/** Puts a fault into words and into its place in the text. */
export function describe({ message, offset }: Fault, text: string): SyntaxFault {
  return { message, ...place(text, offset), offset, excerpt: excerpt(text, offset) };
}

/** The line and column of an offset. `\n`, `\r` and `\r\n` each end a line. */
export function place(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let begin = 0;
  for (let index = 0; index < offset; index++) {
    const code = text.charCodeAt(index);
    if (code === 0x0a || (code === 0x0d && text.charCodeAt(index + 1) !== 0x0a)) {
      line++;
      begin = index + 1;
    }
  }
  return { line, column: offset - begin + 1 };
}

/** What stands at an offset, in quotes, for the end of a message. */
export function found(text: string, offset: number): string {
  if (offset >= text.length) return "found the end of the text";
  const char = String.fromCodePoint(text.codePointAt(offset)!);
  return `found ${JSON.stringify(char)}`;
}

const excerptReach = 30;

function excerpt(text: string, offset: number): string {
  let from = offset;
  let to = offset;
  while (from > 0 && offset - from < excerptReach && !isBreak(text.charCodeAt(from - 1))) from--;
  while (to < text.length && to - offset < excerptReach && !isBreak(text.charCodeAt(to))) to++;
  // Half a surrogate pair at either edge would not survive UTF-8.
  const line = text.slice(from, to).toWellFormed().replaceAll("\t", " ");
  return `${line}\n${" ".repeat(offset - from)}^`;
}

function isBreak(code: number): boolean {
  return code === 0x0a || code === 0x0d;
}
