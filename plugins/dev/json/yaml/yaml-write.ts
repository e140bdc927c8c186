import type { Write } from "../convert/options.ts";
import { Output } from "../output.ts";
import { type Json, type Members, Numeral } from "../tree.ts";
import { resolvePlain } from "./yaml-scalars.ts";

/** Writes a tree as YAML 1.2, in lines; readers of YAML 1.1 understand it alike. */
export const writeYaml: Write = (json, { indent }) => {
  const writer = new YamlWriter(" ".repeat(Math.max(indent, 2)));
  writer.node(json, 0);
  return writer.toString();
};

class YamlWriter {
  readonly #output = new Output();
  readonly #step: string;

  constructor(step: string) {
    this.#step = step;
  }

  toString(): string {
    return this.#output.toString();
  }

  /** Writes a value where its line already begins, and ends the line. */
  node(json: Json, depth: number): void {
    if (Array.isArray(json) && json.length > 0) this.#list(json, depth);
    else if (json instanceof Map && json.size > 0) this.#mapping(json, depth);
    else this.#output.add(`${this.#scalar(json, depth)}\n`);
  }

  #list(items: readonly Json[], depth: number): void {
    for (const [index, item] of items.entries()) {
      if (index > 0) this.#output.add(this.#step.repeat(depth));
      this.#output.add(`-${this.#step.slice(1)}`);
      this.node(item, depth + 1);
    }
  }

  #mapping(members: Members, depth: number): void {
    let first = true;
    for (const [key, value] of members) {
      if (!first) this.#output.add(this.#step.repeat(depth));
      first = false;
      // YAML 1.2.2, section 7.4: a key without its sign has at most 1024 characters.
      const name = textOf(key);
      this.#output.add(
        name.length > keyMax ? `? ${name}\n${this.#step.repeat(depth)}:` : `${name}:`,
      );
      const isNested = Array.isArray(value)
        ? value.length > 0
        : value instanceof Map && value.size > 0;
      this.#output.add(isNested ? `\n${this.#step.repeat(depth + 1)}` : " ");
      this.node(value, depth + 1);
    }
  }

  #scalar(json: Json, depth: number): string {
    if (json instanceof Numeral) return numberOf(json.raw);
    if (Array.isArray(json)) return "[]";
    if (json instanceof Map) return "{}";
    if (typeof json !== "string") return String(json);
    return isBlock(json) ? blockOf(json, this.#step.repeat(Math.max(depth, 1))) : textOf(json);
  }
}

const keyMax = 1000;

function numberOf(raw: string): string {
  if (raw.endsWith("N")) return ".nan";
  return raw.endsWith("y") ? raw.replace("Infinity", ".inf") : raw;
}

function textOf(text: string): string {
  return isPlain(text) ? text : quoted(text);
}

/** Whether a text may stand as it is, and be read as a text by YAML 1.1 too. */
function isPlain(text: string): boolean {
  if (text !== text.trim() || typeof resolvePlain(text) !== "string") return false;
  if (/^(?:[\d+.\-?:,[\]{}#&*!|>'"%@`=]|<<|(?:y|yes|n|no|on|off)$)/i.test(text)) return false;
  return !text.includes(": ") && !text.includes(" #") && !text.endsWith(":") && !UNUSUAL.test(text);
}

/** JSON's escapes are YAML's too, which wants some more. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(
    UNUSUALS,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Whether a text has several lines that can be written one under the other. */
function isBlock(text: string): boolean {
  if (
    !text.includes("\n") ||
    text.startsWith("\n") ||
    text.startsWith(" ") ||
    text.startsWith("\t")
  )
    return false;
  return !UNUSUAL.test(text.replaceAll("\n", "")) && !text.includes(" \n") && text.isWellFormed();
}

function blockOf(text: string, indent: string): string {
  const lines = text.split("\n");
  const ends = text.endsWith("\n");
  const chomping = ends ? (text.endsWith("\n\n") ? "+" : "") : "-";
  if (ends) lines.pop();
  return `|${chomping}\n${lines.map((line) => (line ? indent + line : "")).join("\n")}`;
}

/** Control characters, ends of lines, the byte order mark and halves of surrogate pairs. */
const unusual = "\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\ufeff\\ufffe\\uffff";
const UNUSUAL = new RegExp(`[${unusual}]|\\p{Surrogate}`, "u");
const UNUSUALS = new RegExp(`[${unusual}]`, "g");
