import { SyntaxFault } from "./syntax-fault.ts";

/** RFC 5322 §3.2.2 allows nested comments. Real addresses don't nest them deeply. */
const commentDepthMax = 16;

/** Position in the text of an address. */
export class Scanner {
  readonly text: string;
  at = 0;
  sawComment = false;
  sawSpace = false;

  constructor(text: string) {
    this.text = text;
  }

  get next(): string | undefined {
    return this.text[this.at];
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  get rest(): string {
    return this.text.slice(this.at);
  }

  /** Describes the current character and its position. */
  here(): string {
    const code = this.text.codePointAt(this.at);
    return code === undefined
      ? "the end"
      : `${JSON.stringify(String.fromCodePoint(code))} at character ${this.at + 1}`;
  }

  /** Rejects characters that no part of an address can have. Throws `SyntaxFault`. */
  checkCharacters(): void {
    const { text } = this;
    for (this.at = 0; this.at < text.length; this.at++) {
      const code = text.charCodeAt(this.at);
      if (code >= 0x20 && code < 0x7f) continue;
      if (code === 0x09 && this.#isAround(this.at)) continue;
      if (code < 0xa0)
        throw new SyntaxFault(
          "syntax_control_character",
          `The address must not have control characters: ${this.#place(code)}`,
        );
      if (overlaid.test(this.text.charAt(this.at)))
        throw new SyntaxFault(
          "syntax_local_character",
          `The address must not have angle brackets, also with a stroke: ${this.#place(code)}`,
        );
      if (invisible.test(text.charAt(this.at)))
        throw new SyntaxFault(
          "syntax_invisible_character",
          `The address must not have invisible characters: ${this.#place(code)}`,
        );
    }
    this.at = 0;
    if (!text.isWellFormed() || text.includes("\uFFFD"))
      throw new SyntaxFault("syntax_broken_text", "The address is not well-formed Unicode text");
  }

  /** Skips comments, and the spaces around them and the address. Throws `SyntaxFault`. */
  skipCommentsAndSpace(): void {
    for (this.skipComments(); this.next === " " || this.next === "\t"; this.skipComments()) {
      this.sawSpace = true;
      this.at++;
    }
  }

  /** Skips comments. Throws `SyntaxFault`. */
  skipComments(): void {
    while (this.next === "(") this.#skipComment();
  }

  #skipComment(): void {
    const start = this.at;
    let depth = 0;
    for (; !this.isAtEnd; this.at++) {
      if (this.next === "\\") this.at++;
      else if (this.next === "(") depth++;
      else if (this.next === ")") depth--;
      if (depth > commentDepthMax) break;
      if (depth > 0) continue;
      this.at++;
      this.sawComment = true;
      return;
    }
    throw new SyntaxFault(
      "syntax_comment_unclosed",
      `The comment that opens at character ${start + 1} is not closed`,
    );
  }

  /** Returns whether only spaces and tabs are before a position, or after it. */
  #isAround(at: number): boolean {
    return this.text.slice(0, at).trim() === "" || this.text.slice(at).trim() === "";
  }

  #place(code: number): string {
    const number = code.toString(16).toUpperCase().padStart(4, "0");
    return `U+${number} is character ${this.at + 1}`;
  }
}

/** Angle brackets with a combined stroke: programs that decompose letters read brackets. */
const overlaid = /[\u226e\u226f]/;

/** Characters that are invisible or change the text direction. */
const invisible = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/;
