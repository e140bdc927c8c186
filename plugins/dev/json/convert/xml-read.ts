import { SaxesParser, type SaxesTag } from "saxes";
import { Fault } from "../fault.ts";
import type { Notes } from "../notes.ts";
import { depthMax } from "../parse/parse.ts";
import type { Json, Members } from "../tree.ts";
import { infer } from "./infer.ts";
import type { ReadOptions } from "./options.ts";

/**
 * Reads an XML document: attributes become members as `@name`, text beside them `#text`, repeated
 * elements a list, and `<a/>` null where `<a></a>` is an empty text. Blanks around texts are kept, but
 * for those between elements that have no other text, which is how documents are laid out.
 */
export function readXml(text: string, { infer_types }: ReadOptions, notes: Notes): Json {
  const parser = new SaxesParser({ position: false });
  const fail = (message: string): never => {
    throw new Fault(message, Math.max(parser.position - 1, 0));
  };
  const tree = new XmlTree(notes, infer_types);
  parser.on("error", ({ message }) => fail(sentence(message)));
  parser.on("doctype", () => fail("A document type declaration is not read"));
  parser.on("text", (part) => tree.text(part));
  parser.on("cdata", (part) => tree.text(part));
  parser.on("closetag", (tag) => tree.close(tag));
  parser.on("opentag", (tag) => {
    tree.open(tag, parser.position);
    if (tree.depth > depthMax) fail(`Elements must not nest deeper than ${depthMax}`);
  });
  parser.write(text).close();
  return tree.document();
}

/** An element that is not closed yet. */
interface Element {
  attributes: Members;
  children: Map<string, Json[]>;
  /** What stands before, between and after the elements in it. */
  texts: string[];
  /** Where its tag ends. */
  at: number;
}

/** Makes the tree out of tags and texts, in their order. */
class XmlTree {
  readonly #notes: Notes;
  readonly #infers: boolean;
  readonly #open = [element(0)];

  constructor(notes: Notes, infers: boolean) {
    this.#notes = notes;
    this.#infers = infers;
  }

  get depth(): number {
    return this.#open.length - 1;
  }

  document(): Members {
    return childrenOf(this.#open[0]!);
  }

  text(part: string): void {
    const { texts } = this.#open.at(-1)!;
    texts.push(texts.pop() + part);
  }

  open({ attributes }: SaxesTag, at: number): void {
    const opened = element(at);
    for (const [name, value] of Object.entries(attributes))
      opened.attributes.set(`@${name}`, this.#scalar(value));
    this.#open.push(opened);
  }

  close(tag: SaxesTag): void {
    const value = this.#valueOf(this.#open.pop()!, tag);
    const { children, texts } = this.#open.at(-1)!;
    const list = children.get(tag.name);
    if (list) list.push(value);
    else children.set(tag.name, [value]);
    texts.push("");
  }

  #valueOf(closed: Element, { name, isSelfClosing }: SaxesTag): Json {
    const members: Members = new Map([...closed.attributes, ...childrenOf(closed)]);
    if (members.size === 0) return isSelfClosing ? null : this.#scalar(closed.texts.join(""));
    const texts = closed.texts.filter((text) => text.trim() !== "");
    if (texts.length > 1)
      this.#notes.add(`The order of texts and elements in <${name}> is lost`, closed.at);
    if (texts.length > 0) members.set("#text", this.#scalar(texts.join("")));
    return members;
  }

  #scalar(text: string): Json {
    return this.#infers ? infer(text) : text;
  }
}

function element(at: number): Element {
  return { attributes: new Map(), children: new Map(), texts: [""], at };
}

function childrenOf({ children }: Element): Members {
  return new Map([...children].map(([name, list]) => [name, list.length === 1 ? list[0]! : list]));
}

/** A message of the parser's as the other readers would put it. */
function sentence(message: string): string {
  return message.charAt(0).toUpperCase() + message.slice(1).replace(/\.$/, "");
}
