import { codeName, isDigit, isHex, isNamePart } from "../characters.ts";
import { DepthFault, describeFound, Fault } from "../fault.ts";
import { depthMax } from "../parse-json.ts";
import { asciiOnly } from "../string.ts";
import type { FormatOptions } from "./request.ts";

/** The token or separator that the formatter expects next, or the token that it is in. */
type State =
  | "value"
  | "valueOrEnd"
  | "key"
  | "keyOrEnd"
  | "colon"
  | "after"
  | "string"
  | "escape"
  | "unicode"
  | "minus"
  | "zero"
  | "integer"
  | "point"
  | "fraction"
  | "exponent"
  | "exponentSign"
  | "exponentDigits"
  | "word"
  | "wordEnd";

/** The number of bytes from which the result is returned. */
const outputBytes = 65_536;

const numberStates: ReadonlySet<State> = new Set([
  "minus",
  "zero",
  "integer",
  "point",
  "fraction",
  "exponent",
  "exponentSign",
  "exponentDigits",
]);

type StreamOptions = Pick<FormatOptions, "indent" | "minify" | "ascii">;

/**
 * Formats a JSON text that arrives in pieces. Has the output and the errors of `formatJson`, but no order of keys, no
 * comments and no warnings.
 */
export class StreamFormatter {
  depth = 0;
  keys = 0;
  /** The position of the current piece in the text, in UTF-16 units. */
  #before = 0;
  #text = "";
  #at = 0;
  /** The result as UTF-8. Strings would be millions of short ones. */
  #output = Buffer.allocUnsafe(2 * outputBytes);
  #length = 0;
  #state: State = "value";
  /** The kind of each open container, with whether it is empty. */
  readonly #open: { isObject: boolean; isEmpty: boolean }[] = [];
  readonly #options: StreamOptions;
  /** Whether the current string is a key. */
  #isKey = false;
  /** The start of the current token, and of its escape. */
  #start = 0;
  #escapeStart = 0;
  #escapeDigits = 0;
  /** The first letter of the current word, and its rest. */
  #initial = "";
  #word = "";
  /** The position of the last comma if nothing follows it yet. */
  #comma = -1;
  #commaPosition = { line: 1, column: 1 };
  #line = 1;
  #lineStart = 0;
  #wasReturn = false;

  constructor(options: StreamOptions) {
    this.#options = options;
  }

  /** Formats a piece that ends with a whole character. Returns the result in pieces of limited size. */
  *write(text: string): Generator<string> {
    this.#text = text;
    this.#at = 0;
    // RFC 8259, section 8.1: a parser may ignore a byte order mark.
    if (this.#before === 0 && text.charCodeAt(0) === 0xfeff) this.#at++;
    while (this.#at < text.length) {
      this.#step(text.charCodeAt(this.#at));
      if (this.#length >= outputBytes) yield this.#flush();
    }
    this.#before += text.length;
    yield this.#flush();
  }

  #flush(): string {
    const piece = this.#output.toString("utf8", 0, this.#length);
    this.#length = 0;
    return piece;
  }

  /** Checks that the text is complete. */
  end(): void {
    this.#text = "";
    this.#at = 0;
    const state = this.#state;
    if (state === "string") throw new Fault("The string is not closed", this.#start);
    if (state === "escape" || state === "unicode") this.#step(Number.NaN);
    if (numberStates.has(state)) this.#step(Number.NaN);
    if (state === "word") this.#failWord();
    if (state === "wordEnd") this.#state = "after";
    if (this.#state !== "after" || this.#open.length > 0) this.#skipTo(Number.NaN);
  }

  /** Returns the line and column of a fault. */
  getPosition({ offset }: Fault): { line: number; column: number } {
    if (offset === this.#comma) return this.#commaPosition;
    return { line: this.#line, column: offset - this.#lineStart + 1 };
  }

  #step(code: number): void {
    switch (this.#state) {
      case "string":
        this.#scanString();
        return;
      case "escape":
        this.#scanEscape(code);
        return;
      case "unicode":
        this.#scanUnicode(code);
        return;
      case "word":
        this.#scanWord(code);
        return;
      case "value":
      case "valueOrEnd":
      case "key":
      case "keyOrEnd":
      case "colon":
      case "after":
        this.#skipTo(code);
        return;
      case "wordEnd":
        if (isNamePart(this.#text.codePointAt(this.#at))) this.#failWord();
        this.#state = "after";
        return;
      default:
        this.#scanNumber(code);
        return;
    }
  }

  #skipTo(code: number): void {
    if (code === 0x20 || code === 0x09) this.#at++;
    else if (code === 0x0a || code === 0x0d) this.#breakLine(code);
    else this.#take(code);
  }

  #breakLine(code: number): void {
    const here = this.#before + this.#at++;
    // A line break of two characters counts once.
    if (code === 0x0a && this.#wasReturn && here === this.#lineStart) this.#lineStart++;
    else {
      this.#line++;
      this.#lineStart = here + 1;
    }
    this.#wasReturn = code === 0x0d;
  }

  /** Processes a character between tokens that isn't whitespace. */
  #take(code: number): void {
    switch (this.#state) {
      case "colon":
        if (code !== 0x3a) this.#fail('Expected ":" after a key');
        this.#write(this.#options.minify ? ":" : ": ");
        this.#state = "value";
        return;
      case "after":
        this.#takeAfter(code);
        return;
      case "valueOrEnd":
      case "keyOrEnd":
        if (code === (this.#state === "keyOrEnd" ? 0x7d : 0x5d)) {
          this.#close();
          return;
        }
        break;
      default:
        if (this.#comma >= 0 && code === this.#closing)
          throw new Fault('Expected no trailing comma, found ","', this.#comma);
    }
    this.#comma = -1;
    if (this.#state === "key" || this.#state === "keyOrEnd") {
      if (code !== 0x22) this.#fail("Expected a key in double quotes");
      this.#beginItem();
      this.#isKey = true;
      this.#beginString();
      return;
    }
    if (this.#open.at(-1)?.isObject === false) this.#beginItem();
    this.#takeValue(code);
  }

  #takeValue(code: number): void {
    this.#start = this.#before + this.#at;
    if (code === 0x7b || code === 0x5b) {
      this.#enter(code === 0x7b);
      return;
    }
    if (code === 0x22) {
      this.#isKey = false;
      this.#beginString();
      return;
    }
    if (code === 0x2d) this.#state = "minus";
    else if (code === 0x30) this.#state = "zero";
    else if (isDigit(code)) this.#state = "integer";
    else {
      const word = code === 0x74 ? "true" : code === 0x66 ? "false" : code === 0x6e ? "null" : "";
      if (word === "") this.#fail("Expected a value");
      this.#initial = word.charAt(0);
      this.#word = word;
      this.#state = "word";
      return;
    }
    this.#copy();
  }

  #takeAfter(code: number): void {
    const open = this.#open.at(-1);
    if (!open) this.#fail("Expected the end of the text");
    if (code === this.#closing) {
      this.#close();
      return;
    }
    if (code !== 0x2c)
      this.#fail(`Expected "," or ${JSON.stringify(String.fromCharCode(this.#closing))}`);
    const comma = this.#before + this.#at;
    this.#commaPosition = { line: this.#line, column: comma - this.#lineStart + 1 };
    this.#comma = comma;
    this.#write(",");
    this.#state = open.isObject ? "key" : "value";
  }

  get #closing(): number {
    const open = this.#open.at(-1);
    return open ? (open.isObject ? 0x7d : 0x5d) : -1;
  }

  #enter(isObject: boolean): void {
    if (this.#open.length >= depthMax)
      throw new DepthFault(`The text must not nest deeper than ${depthMax}`, this.#start);
    this.#open.push({ isObject, isEmpty: true });
    this.depth = Math.max(this.depth, this.#open.length);
    this.#write(isObject ? "{" : "[");
    this.#state = isObject ? "keyOrEnd" : "valueOrEnd";
  }

  #close(): void {
    const open = this.#open.pop();
    if (!open?.isEmpty) this.#indent();
    this.#write(open?.isObject ? "}" : "]");
    this.#state = "after";
  }

  /** Starts the line of a list item or a member. */
  #beginItem(): void {
    const open = this.#open.at(-1);
    if (open) open.isEmpty = false;
    this.#indent();
  }

  #indent(): void {
    const { minify, indent } = this.#options;
    if (minify) return;
    const width = this.#open.length * (indent === "tab" ? 1 : indent);
    this.#reserve(width + 1);
    this.#output[this.#length++] = 0x0a;
    this.#output.fill(indent === "tab" ? 0x09 : 0x20, this.#length, this.#length + width);
    this.#length += width;
  }

  /** Makes room for more bytes. */
  #reserve(count: number): void {
    if (this.#length + count <= this.#output.length) return;
    const larger = Buffer.allocUnsafe(2 * (this.#length + count));
    this.#output.copy(larger, 0, 0, this.#length);
    this.#output = larger;
  }

  /** Copies the current character, which is ASCII. */
  #copy(): void {
    this.#reserve(1);
    this.#output[this.#length++] = this.#text.charCodeAt(this.#at++);
  }

  /** Writes ASCII instead of the current character. */
  #write(text: string): void {
    this.#reserve(text.length);
    this.#length += this.#output.write(text, this.#length, "latin1");
    this.#at++;
  }

  #beginString(): void {
    this.#start = this.#before + this.#at;
    this.#write('"');
    this.#state = "string";
  }

  /** Copies characters until an escape, the end of the string or the end of the piece. */
  #scanString(): void {
    const text = this.#text;
    let at = this.#at;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === 0x22 || code === 0x5c || code < 0x20) break;
      if (code >= 0x80) at = this.#copyForeign(at) - 1;
      else {
        if (this.#length === this.#output.length) this.#reserve(1);
        this.#output[this.#length++] = code;
      }
    }
    this.#at = at;
    if (at === text.length) return;
    const code = text.charCodeAt(at);
    if (code < 0x20) {
      throw new Fault(
        `A string cannot hold the control character ${codeName(code)}: it must be escaped`,
        this.#before + at,
      );
    }
    this.#copy();
    if (code === 0x22) {
      if (this.#isKey) this.keys++;
      this.#state = this.#isKey ? "colon" : "after";
      return;
    }
    this.#escapeStart = this.#before + at;
    this.#state = "escape";
  }

  /** Copies characters beyond ASCII. Returns the position after them. */
  #copyForeign(from: number): number {
    const text = this.#text;
    let at = from;
    while (text.charCodeAt(at) >= 0x80) at++;
    const part = text.slice(from, at);
    const written = this.#options.ascii ? asciiOnly(part) : part;
    this.#reserve(3 * written.length);
    this.#length += this.#output.write(written, this.#length, "utf8");
    return at;
  }

  #scanEscape(code: number): void {
    if (code === 0x75) {
      this.#escapeDigits = 0;
      this.#state = "unicode";
    } else if ('"\\/bfnrt'.includes(String.fromCharCode(code))) this.#state = "string";
    else throw new Fault("Invalid escape: JSON does not define it", this.#escapeStart);
    this.#copy();
  }

  #scanUnicode(code: number): void {
    if (!isHex(code)) throw new Fault("An escape needs 4 hexadecimal digits", this.#escapeStart);
    this.#copy();
    if (++this.#escapeDigits === 4) this.#state = "string";
  }

  #scanWord(code: number): void {
    if (code !== this.#word.charCodeAt(0)) this.#failWord();
    this.#word = this.#word.slice(1);
    this.#copy();
    if (this.#word === "") this.#state = "wordEnd";
  }

  #failWord(): never {
    throw new Fault(`Expected a value, found "${this.#initial}"`, this.#start);
  }

  #scanNumber(code: number): void {
    const next = this.#readNumber(code);
    this.#state = next;
    if (next !== "after") this.#copy();
  }

  /** Returns the state after a character in a number, which is "after" if it isn't part of it. */
  #readNumber(code: number): State {
    const digit = isDigit(code);
    switch (this.#state) {
      case "minus":
        if (!digit) this.#fail("Expected a digit");
        return code === 0x30 ? "zero" : "integer";
      case "zero":
        if (digit) throw new Fault("A number must not begin with 0", this.#before + this.#at - 1);
        break;
      case "integer":
        if (digit) return "integer";
        break;
      case "point":
        if (!digit) this.#fail("Expected a digit");
        return "fraction";
      case "fraction":
        if (digit) return "fraction";
        return (code | 0x20) === 0x65 ? "exponent" : "after";
      case "exponent":
        if (code === 0x2b || code === 0x2d) return "exponentSign";
        if (!digit) this.#fail("Expected a digit");
        return "exponentDigits";
      case "exponentSign":
        if (!digit) this.#fail("Expected a digit");
        return "exponentDigits";
      default:
        return digit ? "exponentDigits" : "after";
    }
    if (code === 0x2e) return "point";
    return (code | 0x20) === 0x65 ? "exponent" : "after";
  }

  #fail(message: string): never {
    const found = describeFound(this.#text, this.#at);
    throw new Fault(`${message}, ${found}`, this.#before + this.#at);
  }
}
