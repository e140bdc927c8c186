import { isHex, isPlainBreak } from "../characters.ts";
import { Cursor } from "../cursor.ts";
import { Fault } from "../fault.ts";

/** Reads the words of TOML 1.0: keys, strings, comments and ends of lines. */
export class TomlCursor extends Cursor {
  /** Passes blanks within a line. */
  skip(): void {
    while (this.code === 0x20 || this.code === 0x09) this.at++;
  }

  /** Passes blanks, comments and ends of lines. */
  skipLines(): void {
    do {
      this.skip();
      this.#comment();
    } while (this.#lineEnd());
  }

  /** Passes the rest of a line, on which only a comment may stand. */
  endLine(): void {
    this.skip();
    this.#comment();
    if (!this.isEnd && !this.#lineEnd()) this.fail("Expected the end of the line");
  }

  #lineEnd(): boolean {
    return this.take("\n") || this.take("\r\n");
  }

  #comment(): void {
    if (!this.take("#")) return;
    while (!this.isEnd && this.code !== 0x0a && !this.text.startsWith("\r\n", this.at))
      this.#character("A comment");
  }

  /** Passes a character that needs no escape. */
  #character(where: string): void {
    const { code } = this;
    if ((code < 0x20 && code !== 0x09) || code === 0x7f)
      this.fail(`${where} cannot hold a control character`);
    this.at++;
  }

  /** The keys of a dotted key. */
  keys(): string[] {
    const keys: string[] = [];
    do {
      this.skip();
      keys.push(this.#key());
      this.skip();
    } while (this.take("."));
    return keys;
  }

  #key(): string {
    if (this.code === 0x22 || this.code === 0x27) return this.#line(this.code === 0x27);
    const start = this.at;
    while (/[\w-]/.test(this.text[this.at] ?? "")) this.at++;
    if (this.at === start) this.fail("Expected a key");
    return this.text.slice(start, this.at);
  }

  /** A string of any of the four kinds. */
  string(): string {
    const isLiteral = this.code === 0x27;
    const quotes = isLiteral ? "'''" : '"""';
    return this.text.startsWith(quotes, this.at)
      ? this.#block(quotes, isLiteral)
      : this.#line(isLiteral);
  }

  #line(isLiteral: boolean): string {
    const start = this.at;
    const quote = this.code;
    this.at++;
    let text = "";
    while (this.code !== quote) {
      if (this.isEnd || isPlainBreak(this.code)) throw new Fault("The string is not closed", start);
      text += this.#part(isLiteral);
    }
    this.at++;
    return text;
  }

  #block(quotes: string, isLiteral: boolean): string {
    const start = this.at;
    this.at += 3;
    this.#lineEnd();
    let text = "";
    while (!this.text.startsWith(quotes, this.at)) {
      if (this.isEnd) throw new Fault("The string is not closed", start);
      if (this.#lineEnd()) text += "\n";
      else if (isLiteral || !this.#continued()) text += this.#part(isLiteral);
    }
    this.at += 3;
    // One or two more quotes are the last characters of the text.
    for (let more = 0; more < 2 && this.take(quotes[0]!); more++) text += quotes[0];
    return text;
  }

  /** Passes a backslash at the end of a line and the blanks after it. */
  #continued(): boolean {
    const start = this.at;
    if (!this.take("\\")) return false;
    this.skip();
    if (!this.#lineEnd()) {
      this.at = start;
      return false;
    }
    do this.skip();
    while (this.#lineEnd());
    return true;
  }

  /** A stretch of plain characters, or what an escape means. */
  #part(isLiteral: boolean): string {
    const start = this.at;
    if (this.code === 0x5c && !isLiteral) return this.#escape();
    do this.#character("A string");
    while (!this.isEnd && !`"'\\\n\r`.includes(this.text[this.at]!));
    return this.text.slice(start, this.at);
  }

  #escape(): string {
    const start = this.at++;
    const char = this.text[this.at++] ?? "end";
    const meant = ESCAPES.get(char);
    if (meant !== undefined) return meant;
    const length = char === "u" ? 4 : char === "U" ? 8 : 0;
    if (length === 0) throw new Fault("The escape is not one TOML knows", start);
    for (let digit = 0; digit < length; digit++)
      if (!isHex(this.text.charCodeAt(this.at + digit)))
        throw new Fault(`The escape needs ${length} hexadecimal digits`, start);
    const code = Number.parseInt(this.text.slice(this.at, this.at + length), 16);
    this.at += length;
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))
      throw new Fault("The escape is no character of Unicode", start);
    return String.fromCodePoint(code);
  }
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["b", "\b"],
  ["t", "\t"],
  ["n", "\n"],
  ["f", "\f"],
  ["r", "\r"],
  ['"', '"'],
  ["\\", "\\"],
]);
