import {
  type Alias,
  Composer,
  Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  Lexer,
  Parser,
  type Scalar,
  type ScalarTag,
  Schema,
  type Tags,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { stringTag } from "yaml/util";
import { Fault } from "../fault.ts";
import type { Notes } from "../notes.ts";
import { isSpecial } from "../number.ts";
import { checkLength, checkWeight } from "../output.ts";
import { depthMax } from "../parse/parse-json.ts";
import { type Json, type Members, Numeral, writeJson } from "../tree.ts";
import { prefixedDigitsMax, toNumeral } from "./numeral.ts";
import { quoteKey, type Write } from "./options.ts";

/**
 * Reads YAML 1.2 by the core schema, and the merge key `<<` of 1.1. Several documents become a
 * list.
 */
export function readYaml(text: string, _: unknown, notes: Notes): Json {
  const control = text.search(CONTROL);
  if (control >= 0)
    throw new Fault("A control character must be escaped, in double quotes", control);
  const composer = new Composer({
    schema: readerSchema,
    // Looking for line ends in keys takes time by the depth they nest to.
    strict: false,
    // Keys are compared here, and not each with each.
    uniqueKeys: false,
  });
  const documents: Json[] = [];
  // What ends a line by itself is not known to the lexer.
  const lines = text.replace(/\r(?!\n)/g, "\n");
  for (const { errors, warnings, contents } of composer.compose(tokens(lines), true, text.length)) {
    if (errors[0]) throw new Fault(errors[0].message, errors[0].pos[0]);
    for (const { message, pos } of warnings) notes.add(message, pos[0]);
    documents.push(new YamlTree(notes).value(contents));
  }
  if (documents.length > 1) notes.add(`${documents.length} documents became a list`, 0);
  return documents.length > 1 ? documents : (documents[0] ?? null);
}

/** YAML 1.2.2, production 1: those below U+0080 that it leaves out. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/;

/** The parts of the text, refused while they nest too deep for what goes through them by recursion. */
function* tokens(text: string) {
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) {
      if (token.type === "error") throw new Fault(token.message, token.offset);
      yield token;
    }
    // The document and a scalar come on top.
    if (parser.stack.length > depthMax + 2)
      throw new Fault(`The text must not nest deeper than ${depthMax}`, parser.offset);
  }
  yield* parser.end();
}

/** Makes the tree of one document out of its nodes. */
class YamlTree {
  readonly #notes: Notes;
  readonly #anchors = new Map<string, Json>();
  #merged = 0;
  #spelled = 0;

  constructor(notes: Notes) {
    this.#notes = notes;
  }

  value(node: unknown): Json {
    // Nothing stands after a key or in the document.
    if (!isNode(node)) return null;
    if (isAlias(node)) return this.#resolveAlias(node);
    const value = this.#readValue(node);
    if (node.anchor !== undefined) this.#anchors.set(node.anchor, value);
    return value;
  }

  #resolveAlias(alias: Alias): Json {
    const value = this.#anchors.get(alias.source);
    if (value === undefined) throw new Fault("There is no such anchor before", getOffset(alias));
    return value;
  }

  #readValue(node: Scalar | YAMLMap | YAMLSeq): Json {
    if (isMap(node)) return this.#members(node);
    if (isSeq(node)) return node.items.map((item) => this.value(item));
    const [, said] = CORE.exec(node.tag ?? "") ?? [];
    if (said && typeof node.value === "string")
      throw new Fault(`The text is no ${said}`, getOffset(node));
    return node.value as Json;
  }

  /** Of two members with one key the last holds; those that came through `<<` may be given anew. */
  #members({ items }: YAMLMap): Members {
    const members: Members = new Map();
    const inherited = new Set<string>();
    for (const { key, value } of items) {
      const at = getOffset(key);
      if (isScalar(key) && key.type === "PLAIN" && key.value === "<<") {
        for (const name of this.#merge(members, this.value(value), at)) inherited.add(name);
        continue;
      }
      const name = this.#readKey(key, at);
      if (members.has(name) && !inherited.delete(name))
        this.#notes.add(`The key ${quoteKey(name)} was given before: the last holds`, at);
      members.set(name, this.value(value));
    }
    return members;
  }

  /** Adds the members of one mapping or several, but for those that were given before. */
  #merge(members: Members, value: Json, at: number): string[] {
    const added: string[] = [];
    for (const source of [value].flat()) {
      if (!(source instanceof Map)) continue;
      this.#merged += source.size;
      // A few aliases can name the same members again and again.
      if (this.#merged > mergedMax) throw new Fault("The merges name too many members", at);
      for (const [key, item] of source) {
        if (members.has(key)) continue;
        members.set(key, item);
        added.push(key);
      }
    }
    return added;
  }

  #readKey(key: unknown, at: number): string {
    const value = this.value(key);
    if (isScalar(key) && key.source !== undefined) return key.source;
    if (typeof value === "string") return value;
    if (value instanceof Numeral) return value.raw;
    checkWeight(value);
    const name = writeJson(value);
    // A few aliases can spell the same again and again, and keys in keys double their escapes.
    this.#spelled += name.length;
    if (this.#spelled > spelledMax) throw new Fault("Keys that are no texts are too long", at);
    this.#notes.add("A key that is no text is written as JSON", at);
    return name;
  }
}

const mergedMax = 1_000_000;
const spelledMax = 1_000_000;

const CORE = /^tag:yaml\.org,2002:(int|float|bool|null)$/;

function getOffset(node: unknown): number {
  return (isNode(node) && node.range?.[0]) || 0;
}

/** The tags of a schema, with numbers of the core schema (YAML 1.2.2, section 10.3.2) by their digits. */
function withNumerals(tags: Tags): Tags {
  const isNumber = (tag: Tags[number]) =>
    /:(?:int|float)$/.test(typeof tag === "string" ? tag : tag.tag);
  return [...tags.filter((tag) => !isNumber(tag)), int, float];
}

const int: ScalarTag = {
  tag: "tag:yaml.org,2002:int",
  default: true,
  test: new RegExp(
    `^(?:[-+]?\\d+|0o[0-7]{1,${prefixedDigitsMax}}|0x[\\da-fA-F]{1,${prefixedDigitsMax}})$`,
  ),
  resolve: toNumeral,
  identify: (value) => value instanceof Numeral,
  stringify: ({ value }) => writeNumber((value as Numeral).raw),
};

/** What is said to be a float may be written as an integer. */
const float: ScalarTag = {
  tag: "tag:yaml.org,2002:float",
  default: true,
  test: /^(?:[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/,
  resolve: toNumeral,
};

const readerSchema = new Schema({ customTags: withNumerals });

function writeNumber(raw: string): string {
  if (!isSpecial(raw)) return raw;
  return raw === "NaN" ? ".nan" : raw.replace("Infinity", ".inf");
}

/** Writes a tree as YAML 1.2, in lines; readers of YAML 1.1 understand it alike. */
export const writeYaml: Write = (json, { indent }) => {
  const step = Math.max(indent, 2);
  checkWeight(json, step);
  const text = new Document(json, { schema: writerSchema, aliasDuplicateObjects: false }).toString({
    indent: step,
    lineWidth: 0,
    blockQuote: "literal",
    doubleQuotedAsJSON: true,
    singleQuote: false,
  });
  checkLength(text.length);
  return text;
};

const anyText: ScalarTag = {
  ...stringTag,
  stringify(item, context, ...report) {
    const value = item.value as string;
    if (UNUSUAL.test(value) || BLANK_BLOCK.test(value)) return writeQuoted(value);
    return stringTag.stringify?.(item, context, ...report) ?? writeQuoted(value);
  },
};

const writerSchema = new Schema({
  compat: "yaml-1.1",
  // Of two tags that a value may have the first is taken.
  customTags: (tags) => [anyText, ...withNumerals(tags)],
});

/** JSON's escapes are YAML's too, which wants some more. */
function writeQuoted(text: string): string {
  return JSON.stringify(text).replace(
    UNUSUALS,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Control characters, ends of lines, the byte order mark and halves of surrogate pairs. */
const unusual = "\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u2028\\u2029\\ufeff\\ufffe\\uffff";
const UNUSUAL = new RegExp(`[${unusual}]|\\p{Surrogate}`, "u");
const UNUSUALS = new RegExp(`[${unusual}]`, "g");

/** Lines that begin with a blank: their indentation would have to be told, and few agree how. */
const BLANK_BLOCK = /^(?:\n|[ \t].*\n)/;
