import { isDigit, isHex } from "../characters.ts";
import { Cursor } from "../cursor.ts";
import { unquote } from "../parse/string.ts";

/** A place in the text of a query, and the words of RFC 9535 that may stand there. */
export class PathCursor extends Cursor {
  /** Passes blanks. */
  skip(): void {
    while (" \t\n\r".includes(this.text[this.at] ?? "end")) this.at++;
  }

  /** A name as it stands after a dot, or the empty text where there is none. */
  name(): string {
    const start = this.at;
    if (!isDigit(this.code)) while (isNamePart(this.code)) this.at++;
    const name = this.text.slice(start, this.at);
    if (!name.isWellFormed()) this.fail("A name cannot hold half a surrogate pair", start);
    return name;
  }

  /** A whole number as an index or a bound of a slice; undefined where there is none. */
  integer(): number | undefined {
    const start = this.at;
    if (this.code === 0x2d) this.at++;
    else if (!isDigit(this.code)) return undefined;
    this.#whole();
    const integer = Number(this.text.slice(start, this.at));
    if (Object.is(integer, -0)) this.fail("An index cannot be -0", start);
    if (!Number.isSafeInteger(integer)) this.fail("An index must be within ±(2^53 - 1)", start);
    return integer;
  }

  /** The digits of a number literal. */
  number(): string {
    const start = this.at;
    if (this.code === 0x2d) this.at++;
    this.#whole();
    if (this.take(".")) this.#digits();
    if (this.take("e") || this.take("E")) {
      if (!this.take("+")) this.take("-");
      this.#digits();
    }
    return this.text.slice(start, this.at);
  }

  #whole(): void {
    const start = this.at;
    this.#digits();
    if (this.text[start] === "0" && this.at > start + 1)
      this.fail("A number must not begin with 0", start);
  }

  #digits(): void {
    if (!isDigit(this.code)) this.fail("Expected a digit");
    while (isDigit(this.code)) this.at++;
  }

  /** The text that a string literal in either kind of quotes stands for. */
  string(): string {
    const start = this.at;
    const quote = this.code;
    this.at++;
    while (this.code !== quote) {
      if (this.at >= this.text.length) this.fail("The string is not closed", start);
      if (this.code === 0x5c) this.#escape(quote);
      else if (this.code < 0x20) this.fail("A control character must be escaped");
      else this.at++;
    }
    this.at++;
    const value = unquote(this.text.slice(start, this.at));
    if (!value.isWellFormed()) this.fail("A string cannot hold half a surrogate pair", start);
    return value;
  }

  #escape(quote: number): void {
    const start = this.at++;
    const char = this.text[this.at] ?? "end";
    if (char === "u") {
      for (let digit = 1; digit <= 4; digit++)
        if (!isHex(this.text.charCodeAt(this.at + digit)))
          this.fail("An escape needs 4 hexadecimal digits", start);
      this.at += 5;
    } else if ("bfnrt/\\".includes(char) || this.code === quote) this.at++;
    else this.fail("The escape is not one JSONPath knows", start);
  }
}

function isNamePart(code: number): boolean {
  return isDigit(code) || code === 0x5f || code >= 0x80 || isLetter(code);
}

function isLetter(code: number): boolean {
  return (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
}
