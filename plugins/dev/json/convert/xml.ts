import { SaxesParser, type SaxesTag } from "saxes";
import { Fault } from "../fault.ts";
import type { Notes } from "../notes.ts";
import { Output } from "../output.ts";
import { depthMax } from "../parse-json.ts";
import { isScalar, type Json, type Members, Numeral, type Scalar } from "../tree.ts";
import { inferValue } from "./numeral.ts";
import type { ReadOptions, Write, WriteOptions } from "./request.ts";
import { quoteKey, type Remarks } from "./request.ts";

/**
 * Parses an XML document. Attributes become members named `@name`, text next to them `#text`, and repeated elements a
 * list. `<a/>` is null and `<a></a>` an empty string. Whitespace around text is preserved. Whitespace between
 * elements is dropped unless there is other text: it is layout. Comments, processing instructions and the document
 * type are left out with a note. Entities that a document type declares are never expanded.
 */
export function readXml(text: string, { infer_types }: ReadOptions, notes: Notes): Json {
  const parser = new SaxesParser({ position: false });
  const fail = (message: string): never => {
    throw new Fault(message, Math.max(parser.position - 1, 0));
  };
  const tree = new XmlTree(notes, infer_types);
  const losses = new Set<string>();
  const noteLoss = (loss: string) => {
    if (!losses.has(loss)) notes.add(loss, Math.max(parser.position - 1, 0));
    losses.add(loss);
  };
  parser.on("error", ({ message }) => fail(formatMessage(message)));
  parser.on("doctype", (declaration) => {
    if (!isDoctype(declaration)) fail("Malformed document type declaration");
    noteLoss("The document type is left out");
    if (declaration.includes("["))
      noteLoss("Declarations in the document type have no effect: no entity or default is added");
  });
  parser.on("comment", () => noteLoss("Comments are left out"));
  parser.on("processinginstruction", () => noteLoss("Processing instructions are left out"));
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

/** Identifiers of external declarations. */
const EXTERNAL_ID = /^\s+(?:SYSTEM|PUBLIC\s+(?:"[^"]*"|'[^']*'))(?:\s*(?:"[^"]*"|'[^']*'))?/;

/** Returns whether a document type declaration is well-formed up to its internal subset. */
function isDoctype(declaration: string): boolean {
  const [name] = /^\s+[^\s[\]<>"']+/.exec(declaration) ?? [];
  if (name === undefined) return false;
  return /^\s*(?:\[|$)/.test(declaration.slice(name.length).replace(EXTERNAL_ID, ""));
}

/** An element whose closing tag has not been read yet. */
interface Element {
  attributes: Members;
  children: Map<string, Json[]>;
  /** Texts before, between and after the child elements. */
  texts: string[];
  /** Name of the last child. */
  last?: string;
  /** Whether children of one name have others between them. */
  isMixed?: boolean;
  /** Offset of the end of its opening tag. */
  at: number;
}

/** Builds the tree from tags and texts in document order. */
class XmlTree {
  readonly #notes: Notes;
  readonly #infers: boolean;
  /** The parent of the root element. */
  readonly #root = createElement(0);
  /** The open elements, innermost last. */
  readonly #open: Element[] = [];

  constructor(notes: Notes, infers: boolean) {
    this.#notes = notes;
    this.#infers = infers;
  }

  get depth(): number {
    return this.#open.length;
  }

  document(): Members {
    return toMembers(this.#root);
  }

  text(part: string): void {
    const { texts } = this.#innermost();
    texts.push(texts.pop() + part);
  }

  open({ attributes }: SaxesTag, at: number): void {
    const opened = createElement(at);
    for (const [name, value] of Object.entries(attributes))
      opened.attributes.set(`@${name}`, this.#scalar(value));
    this.#open.push(opened);
  }

  close(tag: SaxesTag): void {
    const value = this.#buildValue(this.#innermost(), tag);
    this.#open.pop();
    const parent = this.#innermost();
    const { children, texts } = parent;
    const list = children.get(tag.name);
    if (list) {
      list.push(value);
      parent.isMixed ||= parent.last !== tag.name;
    } else children.set(tag.name, [value]);
    parent.last = tag.name;
    texts.push("");
  }

  #innermost(): Element {
    return this.#open.at(-1) ?? this.#root;
  }

  #buildValue(closed: Element, { name, isSelfClosing }: SaxesTag): Json {
    const members: Members = new Map([...closed.attributes, ...toMembers(closed)]);
    if (members.size === 0) return isSelfClosing ? null : this.#scalar(closed.texts.join(""));
    const texts = closed.texts.filter((text) => text.trim() !== "");
    if (closed.isMixed)
      this.#notes.add(`The order of the elements in <${name}> is lost`, closed.at);
    if (texts.length > 1)
      this.#notes.add(`The order of texts and elements in <${name}> is lost`, closed.at);
    if (texts.length > 0) members.set("#text", this.#scalar(texts.join("")));
    return members;
  }

  #scalar(text: string): Json {
    return this.#infers ? inferValue(text) : text;
  }
}

function createElement(at: number): Element {
  return { attributes: new Map(), children: new Map(), texts: [""], at };
}

function toMembers({ children }: Element): Members {
  return new Map(
    [...children].map(([name, list]) => [name, list.length === 1 ? (list[0] ?? null) : list]),
  );
}

/** Rewrites a parser message in the style of the other parsers. */
function formatMessage(message: string): string {
  if (message === "undefined entity.")
    return "Undefined entity: only those of XML itself and numeric ones are expanded";
  return message.charAt(0).toUpperCase() + message.slice(1).replace(/\.$/, "");
}

/**
 * Writes a tree as an XML document that `readXml` reads back. `@name` becomes an attribute, `#text` the text, a list
 * one element per item. A value without a single root is wrapped in the root element.
 */
export const writeXml: Write = (json, options, remarks) => {
  const writer = new XmlWriter(options, remarks);
  const [only] = json instanceof Map && json.size === 1 ? json : [];
  if (only && !Array.isArray(only[1]) && !/^[@#]/.test(only[0]))
    writer.element(only[0], only[1], 0);
  else writer.element(options.root, json, 0);
  return writer.toString();
};

class XmlWriter {
  readonly #output = new Output();
  readonly #step: string;
  readonly #remarks: Remarks;

  constructor({ indent }: WriteOptions, remarks: Remarks) {
    this.#step = " ".repeat(indent);
    this.#remarks = remarks;
    this.#output.add('<?xml version="1.0" encoding="UTF-8"?>\n');
  }

  toString(): string {
    return this.#output.toString();
  }

  element(key: string, value: Json, depth: number): void {
    const name = this.#name(key);
    this.#output.add(`${this.#step.repeat(depth)}<${name}`);
    if (value instanceof Map) this.#members(name, value, depth);
    else if (Array.isArray(value)) this.#block(name, new Map([["item", value]]), depth);
    else if (value === null) this.#output.add("/>\n");
    else this.#output.add(`>${this.#text(value)}</${name}>\n`);
  }

  #members(name: string, members: Members, depth: number): void {
    const inside: Members = new Map();
    for (const [key, value] of members)
      if (key.startsWith("@") && isScalar(value))
        this.#output.add(` ${this.#name(key.slice(1))}="${this.#attribute(value)}"`);
      else inside.set(key, value);
    const text = inside.get("#text");
    if (members.size === 0)
      this.#remarks.add(`${quoteKey(name)} is empty and is written like null`);
    if (inside.size === 0) this.#output.add("/>\n");
    else if (inside.size === 1 && text !== undefined && isScalar(text))
      this.#output.add(`>${this.#text(text)}</${name}>\n`);
    else this.#block(name, inside, depth);
  }

  #block(name: string, inside: Members, depth: number): void {
    this.#output.add(">\n");
    for (const [key, value] of inside)
      if (key === "#text" && isScalar(value))
        this.#output.add(`${this.#step.repeat(depth + 1)}${this.#text(value)}\n`);
      else if (Array.isArray(value)) {
        if (value.length === 0)
          this.#remarks.add(`The list ${quoteKey(key)} has no items and was left out`);
        for (const item of value) this.element(key, item, depth + 1);
      } else this.element(key, value, depth + 1);
    this.#output.add(`${this.#step.repeat(depth)}</${name}>\n`);
  }

  #name(key: string): string {
    if (isXmlName(key)) return key;
    const name = toXmlName(key);
    this.#remarks.add(`The name ${quoteKey(key)} is written ${quoteKey(name)}`);
    return name;
  }

  #attribute(value: Scalar): string {
    // XML parsers turn literal tabs and line feeds in attributes into spaces.
    return this.#text(value)
      .replaceAll('"', "&quot;")
      .replaceAll("\n", "&#10;")
      .replaceAll("\t", "&#9;");
  }

  #text(value: Scalar): string {
    const text = value instanceof Numeral ? value.raw : String(value ?? "");
    if (!isXmlText(text))
      this.#remarks.add("Characters that XML cannot hold were replaced by U+FFFD");
    return toXmlText(text)
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replaceAll("\r", "&#13;");
  }
}

/** Returns whether XML 1.0, production 2, allows all characters of the text. */
function isXmlText(text: string): boolean {
  return !FORBIDDEN.test(text);
}

/** Replaces characters that XML forbids by U+FFFD. */
function toXmlText(text: string): string {
  return text.replace(new RegExp(FORBIDDEN, "gu"), "\ufffd");
}

/** Returns whether the text is a name: XML 1.0, productions 4 and 5. */
function isXmlName(text: string): boolean {
  return NAME.test(text);
}

/** Converts a text to the closest valid XML name. */
function toXmlName(text: string): string {
  const name = text.replace(NOT_NAME_PART, "_");
  return isXmlName(name) ? name : `_${name}`;
}

// The ranges of XML 1.0, production 4: they are longer than other expressions, and easier to compare as they are.
const start =
  ":A-Z_a-z\\u{c0}-\\u{d6}\\u{d8}-\\u{f6}\\u{f8}-\\u{2ff}\\u{370}-\\u{37d}\\u{37f}-\\u{1fff}\\u{200c}\\u{200d}\\u{2070}-\\u{218f}\\u{2c00}-\\u{2fef}\\u{3001}-\\u{d7ff}\\u{f900}-\\u{fdcf}\\u{fdf0}-\\u{fffd}\\u{10000}-\\u{effff}";
const part = `${start}\\-.0-9\\u{b7}\\u{300}-\\u{36f}\\u{203f}\\u{2040}`;

const NAME = new RegExp(`^[${start}][${part}]*$`, "u");
const NOT_NAME_PART = new RegExp(`[^${part}]`, "gu");
const FORBIDDEN = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u;
