import { codeName } from "../characters.ts";
import { Cursor } from "../cursor.ts";

/** Reads the lines, blanks and plain words of YAML 1.2. Its text ends lines by `\n` alone. */
export class YamlCursor extends Cursor {
  /** Passes blanks within a line. */
  skipBlanks(): void {
    while (isBlank(this.code)) this.at++;
  }

  /** Passes blanks, comments and ends of lines. */
  skip(): void {
    for (;;) {
      this.skipBlanks();
      // What follows another sign at once is no comment.
      if (
        this.code === 0x23 &&
        (this.at === 0 || isBlankOrBreak(this.text.charCodeAt(this.at - 1)))
      )
        this.#comment();
      if (this.code !== 0x0a) return;
      this.at++;
    }
  }

  #comment(): void {
    const end = this.text.indexOf("\n", this.at);
    this.at = end < 0 ? this.text.length : end;
  }

  #isAfterBreak(at: number): boolean {
    return at === 0 || this.text.charCodeAt(at - 1) === 0x0a;
  }

  /** Whether only blanks stand before the place on its line. */
  get isFirst(): boolean {
    let at = this.at;
    while (at > 0 && isBlank(this.text.charCodeAt(at - 1))) at--;
    return this.#isAfterBreak(at);
  }

  /** Characters before the place on its line. */
  get column(): number {
    return this.at === 0 ? 0 : this.at - 1 - this.text.lastIndexOf("\n", this.at - 1);
  }

  /** Refuses a tab before a place on its line: how far it indents no one can tell. */
  checkIndent(at = this.at): void {
    const begin = this.text.lastIndexOf("\n", at - 1) + 1;
    const tab = at === 0 ? -1 : this.text.slice(begin, at).indexOf("\t");
    if (tab >= 0) this.fail("A tab cannot indent", begin + tab);
  }

  /** Whether `---` or `...` stands here, at the beginning of a line. */
  get isMarker(): boolean {
    if (!this.#isAfterBreak(this.at)) return false;
    const marker = this.text.slice(this.at, this.at + 3);
    return (
      (marker === "---" || marker === "...") && isBlankOrBreak(this.text.charCodeAt(this.at + 3))
    );
  }

  /** Whether `-`, `?` or `:` stands here with a blank after it. */
  isIndicator(sign: "-" | "?" | ":"): boolean {
    return this.text[this.at] === sign && isBlankOrBreak(this.text.charCodeAt(this.at + 1));
  }

  /** Whether a plain scalar may begin here. */
  beginsPlain(isFlow: boolean): boolean {
    const char = this.text[this.at] ?? "#";
    if (!"-?:,[]{}#&*!|>'\"%@`".includes(char)) return true;
    const next = this.text.charCodeAt(this.at + 1);
    return "-?:".includes(char) && !isBlankOrBreak(next) && !(isFlow && isFlowSign(next));
  }

  /** The part of a plain scalar that stands on this line. */
  plainLine(isFlow: boolean): string {
    const start = this.at;
    let end = start;
    for (; !this.isEnd && this.code !== 0x0a; this.at++) {
      const { code } = this;
      if (isBlank(code)) continue;
      if (code === 0x23 && this.at > end) break;
      if (isFlow && isFlowSign(code)) break;
      if (code === 0x3a) {
        const next = this.text.charCodeAt(this.at + 1);
        if (isBlankOrBreak(next) || (isFlow && isFlowSign(next))) break;
      }
      this.checkCharacter();
      end = this.at + 1;
    }
    this.at = end;
    return this.text.slice(start, end);
  }

  /** Refuses a control character: it must be escaped, in double quotes. */
  checkCharacter(): void {
    const { code } = this;
    if ((code < 0x20 && code !== 0x09 && code !== 0x0a) || code === 0x7f)
      this.fail(`The control character ${codeName(code)} must be escaped in double quotes`);
  }

  /** The name of an anchor or an alias, or a tag, after its sign. */
  name(): string {
    const start = this.at;
    while (!isBlankOrBreak(this.code) && !isFlowSign(this.code)) this.at++;
    return this.text.slice(start, this.at);
  }
}

export function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

function isBlankOrBreak(code: number): boolean {
  return isBlank(code) || code === 0x0a || Number.isNaN(code);
}

/** `,` `[` `]` `{` or `}`. */
function isFlowSign(code: number): boolean {
  return code === 0x2c || code === 0x5b || code === 0x5d || code === 0x7b || code === 0x7d;
}
