import { Output } from "../output.ts";
import { isScalar, type Json, type Members, Numeral, type Scalar } from "../tree.ts";
import type { Write, WriteOptions } from "./options.ts";
import { named, type Remarks } from "./remarks.ts";
import { isXmlName, isXmlText, xmlName, xmlText } from "./xml-characters.ts";

/**
 * Writes a tree as an XML document, as the reader reads it: `@name` is an attribute, `#text` the
 * text, a list an element for each item. What has no single root is put into one.
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
      this.#remarks.add(`${named(name)} holds nothing and is written as if it were null`);
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
          this.#remarks.add(`The list ${named(key)} has no items and was left out`);
        for (const item of value) this.element(key, item, depth + 1);
      } else this.element(key, value, depth + 1);
    this.#output.add(`${this.#step.repeat(depth)}</${name}>\n`);
  }

  #name(key: string): string {
    if (isXmlName(key)) return key;
    const name = xmlName(key);
    this.#remarks.add(`The name ${named(key)} is written ${named(name)}`);
    return name;
  }

  #attribute(value: Scalar): string {
    // A reader makes spaces of the blanks that stand in an attribute as they are.
    return this.#text(value)
      .replaceAll('"', "&quot;")
      .replaceAll("\n", "&#10;")
      .replaceAll("\t", "&#9;");
  }

  #text(value: Scalar): string {
    const text = value instanceof Numeral ? value.raw : String(value ?? "");
    if (!isXmlText(text))
      this.#remarks.add("Characters that XML cannot hold were replaced by U+FFFD");
    return xmlText(text)
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replaceAll("\r", "&#13;");
  }
}
