import {
  codeName,
  isBreak,
  isDigit,
  isHex,
  isJson5Blank,
  isNamePart,
  isNameStart,
  isPlainBreak,
} from "./characters.ts";
import { Cursor } from "./cursor.ts";
import { Fault } from "./fault.ts";

/** JSON dialects: the standard, JSON5, or JSON with comments and trailing commas. */
export const dialects = ["rfc8259", "json5", "jsonc"] as const;

export type Dialect = (typeof dialects)[number];

/** A comment, and whether a line break follows it. */
export interface Comment {
  start: number;
  end: number;
  lineEnds: boolean;
}

/** Scans the tokens of a JSON text in sequence. Stores only its position. */
export class Scanner extends Cursor {
  /** Whether the last string may contain a lone surrogate. */
  surrogates = false;

  #comments: Comment[] = [];

  constructor(
    text: string,
    readonly dialect: Dialect,
  ) {
    super(text);
  }

  /** Skips whitespace, and comments if the dialect allows them. */
  skip(): void {
    const { text } = this;
    for (;;) {
      const code = text.charCodeAt(this.at);
      if (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) this.at++;
      else if (code === 0x2f && this.dialect !== "rfc8259") this.#comment();
      else if (this.dialect === "json5" && isJson5Blank(code)) this.at++;
      else return;
    }
  }

  #comment(): void {
    const { text } = this;
    const start = this.at;
    const next = text.charCodeAt(start + 1);
    if (next === 0x2f) {
      // Only JSON5 treats U+2028 and U+2029 as line ends.
      const ends = this.dialect === "json5" ? isBreak : isPlainBreak;
      while (this.at < text.length && !ends(this.code)) this.at++;
    } else if (next === 0x2a) {
      const end = text.indexOf("*/", start + 2);
      if (end < 0) throw new Fault("The comment is not closed", start);
      this.at = end + 2;
    } else this.fail("Expected a comment", start + 1);
    let after = this.at;
    while (text.charCodeAt(after) === 0x20 || text.charCodeAt(after) === 0x09) after++;
    const lineEnds = after >= text.length || isPlainBreak(text.charCodeAt(after));
    this.#comments.push({ start, end: this.at, lineEnds });
  }

  /** Skips a string including its quotes. */
  string(): void {
    const { text } = this;
    const start = this.at;
    const quote = this.code;
    const lenient = this.dialect === "json5";
    this.surrogates = false;
    this.at++;
    for (;;) {
      const code = text.charCodeAt(this.at);
      if (code === quote) break;
      if (code === 0x5c) this.#escape();
      else if (code < 0x20 && (!lenient || isPlainBreak(code)))
        throw new Fault(
          `A string cannot hold the control character ${codeName(code)}: it must be escaped`,
          this.at,
        );
      else if (this.at >= text.length) throw new Fault("The string is not closed", start);
      else {
        if (code >= 0xd800 && code <= 0xdfff) this.surrogates = true;
        this.at++;
      }
    }
    this.at++;
  }

  #escape(): void {
    const start = this.at++;
    const code = this.code;
    const lenient = this.dialect === "json5";
    if (code === 0x75 || (lenient && code === 0x78)) {
      const length = code === 0x75 ? 4 : 2;
      for (let digit = 1; digit <= length; digit++)
        if (!isHex(this.text.charCodeAt(this.at + digit)))
          throw new Fault(`An escape needs ${length} hexadecimal digits`, start);
      const high = this.text.charCodeAt(this.at + 1) | 0x20;
      if (length === 4 && high === 0x64 && this.text.charCodeAt(this.at + 2) >= 0x38)
        this.surrogates = true;
      this.at += length + 1;
    } else if (lenient ? this.#json5Escapes(code) : '"\\/bfnrt'.includes(this.#char)) {
      if (code === 0x0d && this.text.charCodeAt(this.at + 1) === 0x0a) this.at++;
      this.at++;
    } else throw new Fault("Invalid escape: JSON does not define it", start);
  }

  /** Returns whether JSON5 allows the escape: any character except digits, or 0 not followed by a digit. */
  #json5Escapes(code: number): boolean {
    return !isDigit(code) || (code === 0x30 && !isDigit(this.text.charCodeAt(this.at + 1)));
  }

  get #char(): string {
    return this.text[this.at] ?? "end";
  }

  /** Skips a number. */
  number(): void {
    const json5 = this.dialect === "json5";
    if (this.code === 0x2d || (json5 && this.code === 0x2b)) this.at++;
    if (json5 && (this.word("Infinity") || this.word("NaN"))) return;
    if (this.code === 0x30) {
      this.at++;
      if (json5 && (this.code | 0x20) === 0x78) {
        this.at++;
        if (!isHex(this.code)) this.fail("Expected a hexadecimal digit");
        while (isHex(this.code)) this.at++;
        return;
      }
      if (isDigit(this.code)) throw new Fault("A number must not begin with 0", this.at - 1);
    } else if (!(json5 && this.code === 0x2e)) this.#digits();
    if (this.code === 0x2e) {
      this.at++;
      const before = this.text.charCodeAt(this.at - 2);
      if (isDigit(this.code) || !json5 || !isDigit(before)) this.#digits();
    }
    if ((this.code | 0x20) === 0x65) {
      this.at++;
      if (this.code === 0x2b || this.code === 0x2d) this.at++;
      this.#digits();
    }
  }

  #digits(): void {
    if (!isDigit(this.code)) this.fail("Expected a digit");
    while (isDigit(this.code)) this.at++;
  }

  /** Skips a word if it starts at the position and isn't part of a longer name. Returns whether it did. */
  word(word: string): boolean {
    if (!this.text.startsWith(word, this.at)) return false;
    if (isNamePart(this.text.codePointAt(this.at + word.length))) return false;
    this.at += word.length;
    return true;
  }

  /** Skips an unquoted JSON5 key. */
  name(): void {
    const start = this.at;
    if (this.code !== 0x5c && !isNameStart(this.text.codePointAt(start)))
      this.fail("Expected a key");
    for (;;) {
      if (this.code === 0x5c && this.text.charCodeAt(this.at + 1) === 0x75) this.#escape();
      else if (isNamePart(this.text.codePointAt(this.at)))
        this.at += this.code >> 10 === 0x36 ? 2 : 1;
      else break;
    }
    if (this.at === start) this.fail("Expected a key");
  }

  /** Returns the comments skipped since the last call. */
  takeComments(): readonly Comment[] {
    if (this.#comments.length === 0) return none;
    const comments = this.#comments;
    this.#comments = [];
    return comments;
  }
}

const none: readonly Comment[] = [];
