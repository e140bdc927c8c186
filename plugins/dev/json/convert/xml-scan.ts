import { Cursor } from "../cursor.ts";
import { isXmlName, isXmlNamePart, isXmlText } from "./xml-characters.ts";

/** Reads the tags and the texts of an XML document, one after the other. */
export class XmlCursor extends Cursor {
  /** Passes blanks; answers whether there were any. */
  skip(): boolean {
    const start = this.at;
    while (isBlank(this.code)) this.at++;
    return this.at > start;
  }

  /** Passes blanks, comments and processing instructions around the root. */
  skipMisc(): void {
    do this.skip();
    while (this.comment() || this.instruction());
    if (this.text.startsWith("<!DOCTYPE", this.at))
      this.fail("A document type declaration is not read");
  }

  comment(): boolean {
    if (!this.take("<!--")) return false;
    const inside = this.upTo("--", "The comment is not closed");
    if (!this.take(">")) this.fail('A comment cannot hold "--"', this.at - 2);
    this.#check(inside);
    return true;
  }

  instruction(): boolean {
    if (!this.take("<?")) return false;
    this.upTo("?>", "The processing instruction is not closed");
    return true;
  }

  /** The text of a CDATA section, or undefined where none stands. */
  cdata(): string | undefined {
    if (!this.take("<![CDATA[")) return undefined;
    const text = this.upTo("]]>", "The CDATA section is not closed");
    this.#check(text);
    return lineEnds(text);
  }

  name(): string {
    const start = this.at;
    while (isXmlNamePart(this.text.codePointAt(this.at)))
      this.at += this.code >> 10 === 0x36 ? 2 : 1;
    const name = this.text.slice(start, this.at);
    if (!isXmlName(name)) this.fail("Expected a name", start);
    return name;
  }

  /** The value of an attribute, its blanks made spaces. */
  attribute(): string {
    this.skip();
    this.expect("=");
    this.skip();
    const quote = this.text[this.at];
    if (quote !== '"' && quote !== "'") this.fail("Expected the value in quotes");
    this.at++;
    const start = this.at;
    const raw = this.upTo(quote, "The value is not closed");
    const less = raw.indexOf("<");
    if (less >= 0) this.fail('A value cannot hold "<"', start + less);
    this.#check(raw);
    return this.#resolved(lineEnds(raw).replace(/[\t\n]/g, " "), start);
  }

  /** The text up to the next tag. */
  characters(): string {
    const start = this.at;
    const end = this.text.indexOf("<", start);
    this.at = end < 0 ? this.text.length : end;
    const raw = this.text.slice(start, this.at);
    const close = raw.indexOf("]]>");
    if (close >= 0) this.fail('A text cannot hold "]]>"', start + close);
    this.#check(raw);
    return this.#resolved(lineEnds(raw), start);
  }

  #check(raw: string): void {
    if (!isXmlText(raw)) this.fail("A document cannot hold such a character", this.#forbidden(raw));
  }

  #forbidden(raw: string): number {
    let at = this.text.lastIndexOf(raw, this.at);
    for (const char of raw) {
      if (!isXmlText(char)) break;
      at += char.length;
    }
    return at;
  }

  /** The text with its references resolved: the five entities of XML, and characters by number. */
  #resolved(raw: string, start: number): string {
    let text = "";
    let from = 0;
    for (let at = raw.indexOf("&"); at >= 0; at = raw.indexOf("&", from)) {
      const end = raw.indexOf(";", at);
      const meant = end < 0 || end - at > 12 ? undefined : meaning(raw.slice(at + 1, end));
      if (meant === undefined)
        this.fail(
          "Only &lt; &gt; &amp; &apos; &quot; and characters by number are known",
          start + at,
        );
      text += raw.slice(from, at) + meant;
      from = end + 1;
    }
    return text + raw.slice(from);
  }
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** XML 1.0, section 2.11. */
function lineEnds(text: string): string {
  return text.includes("\r") ? text.replaceAll("\r\n", "\n").replaceAll("\r", "\n") : text;
}

function meaning(name: string): string | undefined {
  if (!name.startsWith("#")) return ENTITIES.get(name);
  const digits = name.startsWith("#x") ? name.slice(2) : name.slice(1);
  const isWritten = name.startsWith("#x") ? /^[\da-fA-F]+$/ : /^\d+$/;
  if (!isWritten.test(digits)) return undefined;
  const code = Number.parseInt(digits, name.startsWith("#x") ? 16 : 10);
  if (code > 0x10ffff) return undefined;
  const char = String.fromCodePoint(code);
  return isXmlText(char) ? char : undefined;
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["lt", "<"],
  ["gt", ">"],
  ["amp", "&"],
  ["apos", "'"],
  ["quot", '"'],
]);
