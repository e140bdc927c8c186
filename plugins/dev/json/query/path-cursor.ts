import { isDigit, isHex } from "../characters.ts";
import { Cursor } from "../cursor.ts";
import { unquote } from "../string.ts";

/** A position in a query, with methods that parse the tokens of RFC 9535. */
export class PathCursor extends Cursor {
  /** Skips whitespace. */
  skip(): void {
    while (" \t\n\r".includes(this.text[this.at] ?? "end")) this.at++;
  }

  /** Parses a name after a dot. Returns the empty string if there is none. */
  name(): string {
    const start = this.at;
    if (!isDigit(this.code)) while (isNamePart(this.code)) this.at++;
    const name = this.text.slice(start, this.at);
    if (!name.isWellFormed()) this.fail("A name cannot contain a lone surrogate", start);
    return name;
  }

  /** Parses an integer that is an index or a slice bound. Returns undefined if there is none. */
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

  /** Parses a number literal and returns its digits. */
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

  /** Parses a string literal in single or double quotes and returns its decoded text. */
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
    if (!value.isWellFormed()) this.fail("A string cannot contain a lone surrogate", start);
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
    else this.fail("Invalid escape: JSONPath does not define it", start);
  }
}

function isNamePart(code: number): boolean {
  return isDigit(code) || code === 0x5f || code >= 0x80 || isLetter(code);
}

function isLetter(code: number): boolean {
  return (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
}
