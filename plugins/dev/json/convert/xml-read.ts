import type { Notes } from "../notes.ts";
import { depthMax } from "../parse.ts";
import type { Json, Members } from "../tree.ts";
import { infer } from "./infer.ts";
import type { ReadOptions } from "./options.ts";
import { XmlCursor } from "./xml-scan.ts";

/**
 * Reads an XML document: attributes become members as `@name`, text beside them `#text`, repeated
 * elements a list, and `<a/>` null where `<a></a>` is an empty text.
 */
export function readXml(text: string, { infer_types }: ReadOptions, notes: Notes): Json {
  const cursor = new XmlCursor(text);
  cursor.take("\ufeff");
  cursor.skipMisc();
  cursor.expect("<");
  const [name, value] = new XmlReader(cursor, notes, infer_types).element(0);
  cursor.skipMisc();
  if (!cursor.isEnd) cursor.fail("Expected the end of the document");
  return new Map([[name, value]]);
}

class XmlReader {
  readonly #cursor: XmlCursor;
  readonly #notes: Notes;
  readonly #infers: boolean;

  constructor(cursor: XmlCursor, notes: Notes, infers: boolean) {
    this.#cursor = cursor;
    this.#notes = notes;
    this.#infers = infers;
  }

  /** Reads an element after its `<`. */
  element(depth: number): [name: string, value: Json] {
    const cursor = this.#cursor;
    const start = cursor.at - 1;
    if (depth >= depthMax) cursor.fail(`Elements must not nest deeper than ${depthMax}`, start);
    const name = cursor.name();
    const members = this.#attributes();
    if (cursor.take("/>")) return [name, members.size > 0 ? members : null];
    cursor.expect(">");
    const texts = this.#content(members, depth);
    const close = cursor.at;
    if (cursor.name() !== name) cursor.fail(`Expected the end of <${name}>`, close);
    cursor.skip();
    cursor.expect(">");
    if (members.size === 0) return [name, this.#scalar(texts.join(""))];
    const words = texts.map((text) => text.trim()).filter((text) => text !== "");
    if (words.length > 1)
      this.#notes.add(`The order of texts and elements in <${name}> is lost`, start);
    if (words.length > 0) members.set("#text", this.#scalar(words.join(" ")));
    return [name, members];
  }

  #attributes(): Members {
    const cursor = this.#cursor;
    const members: Members = new Map();
    while (cursor.skip() && cursor.text[cursor.at] !== "/" && cursor.text[cursor.at] !== ">") {
      const start = cursor.at;
      const key = `@${cursor.name()}`;
      if (members.has(key)) cursor.fail("An attribute stands twice", start);
      members.set(key, this.#scalar(cursor.attribute()));
    }
    return members;
  }

  /** Reads up to the end tag and past its `</`; answers the texts between the elements. */
  #content(members: Members, depth: number): string[] {
    const cursor = this.#cursor;
    const lists = new Map<string, Json[]>();
    const texts = [""];
    const more = (text: string) => {
      texts[texts.length - 1] += text;
    };
    while (!cursor.take("</")) {
      if (cursor.isEnd) cursor.fail("Expected an end tag");
      const section = cursor.cdata();
      if (section !== undefined) more(section);
      else if (cursor.comment() || cursor.instruction()) continue;
      else if (cursor.take("<")) {
        const [name, value] = this.element(depth + 1);
        const list = lists.get(name);
        if (list) list.push(value);
        else lists.set(name, [value]);
        texts.push("");
      } else more(cursor.characters());
    }
    for (const [name, list] of lists) members.set(name, list.length === 1 ? list[0]! : list);
    return texts;
  }

  #scalar(text: string): Json {
    return this.#infers ? infer(text) : text;
  }
}
