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
  parseAllDocuments,
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
import { depthMax } from "../parse-json.ts";
import { type Json, type Members, Numeral, writeJson } from "../tree.ts";
import { prefixedDigitsMax, toNumeral } from "./numeral.ts";
import { quoteKey, type Write } from "./request.ts";

/** Parses YAML 1.2 with the core schema and the merge key `<<` of YAML 1.1. Several documents become a list. */
export function readYaml(text: string, _: unknown, notes: Notes): Json {
  const control = text.search(CONTROL);
  if (control >= 0)
    throw new Fault("A control character must be escaped, in double quotes", control);
  const composer = new Composer({
    schema: readerSchema,
    // Strict mode searches keys for line ends, which takes time in proportion to their nesting depth.
    strict: false,
    // Keys are compared below. The library compares each key with every other.
    uniqueKeys: false,
  });
  const documents: Json[] = [];
  // The lexer doesn't support a lone carriage return as a line end.
  const lines = text.replace(/\r(?!\n)/g, "\n");
  for (const { errors, warnings, contents, directives } of composer.compose(
    tokens(lines, notes),
    true,
    text.length,
  )) {
    if (errors[0]) throw new Fault(errors[0].message, errors[0].pos[0]);
    if (directives?.yaml.explicit && directives.yaml.version === "1.1") notes.add(OLD_VERSION, 0);
    for (const { message, pos } of warnings) notes.add(message, pos[0]);
    documents.push(new YamlTree(notes).value(contents));
  }
  if (documents.length > 1) notes.add(`${documents.length} documents became a list`, 0);
  return documents.length > 1 ? documents : (documents[0] ?? null);
}

/** Lays out YAML that `readYaml` reads. Comments, anchors, documents and the spelling of scalars stay. */
export function layOutYaml(text: string, indent: number): string {
  // To this schema each scalar is a text, which keeps its spelling.
  const options = {
    schema: "failsafe",
    strict: false,
    uniqueKeys: false,
    logLevel: "silent",
  } as const;
  return parseAllDocuments(text, options)
    .map((one) => one.toString({ indent: Math.max(indent, 2), lineWidth: 0 }))
    .join("");
}

const OLD_VERSION =
  "The document declares YAML 1.1 and is read as YAML 1.2: yes, no, on, off, 1:30 and = are strings, and 010 is 10";

/** The control characters below U+0080 that YAML 1.2.2, production 1, excludes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds control characters
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/;

/** Yields the tokens of the text. Throws if it nests too deep for the recursive functions that follow. */
function* tokens(text: string, notes: Notes) {
  const parser = new Parser();
  let hasComment = false;
  let isSource = false;
  for (const lexeme of new Lexer().lex(text)) {
    if (!hasComment && !isSource && lexeme.startsWith("#")) {
      notes.add("Comments are left out", parser.offset);
      hasComment = true;
    }
    isSource = lexeme === scalarMark;
    for (const token of parser.next(lexeme)) {
      if (token.type === "error") throw new Fault(token.message, token.offset);
      yield token;
    }
    // The document and a scalar each take a level of the stack.
    if (parser.stack.length > depthMax + 2)
      throw new Fault(`The text must not nest deeper than ${depthMax}`, parser.offset);
  }
  yield* parser.end();
}

/** The lexeme before the source of a flow scalar. */
const scalarMark = "\x1f";

/** Builds the tree of one document from its nodes. */
class YamlTree {
  readonly #notes: Notes;
  readonly #anchors = new Map<string, Json>();
  #merged = 0;
  #spelled = 0;

  constructor(notes: Notes) {
    this.#notes = notes;
  }

  value(node: unknown): Json {
    // A missing value after a key or an empty document.
    if (!isNode(node)) return null;
    if (isAlias(node)) return this.#resolveAlias(node);
    const value = this.#readValue(node);
    if (node.anchor !== undefined) this.#anchors.set(node.anchor, value);
    return value;
  }

  #resolveAlias(alias: Alias): Json {
    const value = this.#anchors.get(alias.source);
    if (value === undefined)
      throw new Fault("There is no such anchor before the alias", getOffset(alias));
    return value;
  }

  #readValue(node: Scalar | YAMLMap | YAMLSeq): Json {
    if (isMap(node)) return this.#members(node);
    if (isSeq(node)) return node.items.map((item) => this.value(item));
    const [, type] = CORE.exec(node.tag ?? "") ?? [];
    if (type && typeof node.value === "string")
      throw new Fault(`The text is not of type "${type}"`, getOffset(node));
    this.#noteOldMeaning(node);
    return node.value as Json;
  }

  /** Warns of a plain scalar without a tag that parsers of YAML 1.1 read as another value. */
  #noteOldMeaning({ source, tag, type, ...node }: Scalar): void {
    if (tag !== undefined || type !== "PLAIN" || source === undefined) return;
    const [, meaning] = oldMeanings.find(([pattern]) => pattern.test(source)) ?? [];
    if (meaning !== undefined)
      this.#notes.add(
        `${quoteKey(source)} is ${node.value instanceof Numeral ? `the number ${node.value.raw}` : "a text"} in YAML 1.2: parsers of YAML 1.1, such as PyYAML, read ${meaning(source)}`,
        node.range?.[0] ?? 0,
      );
  }

  /** Builds an object. The last of several equal keys wins. Members merged through `<<` may be overridden silently. */
  #members({ items }: YAMLMap): Members {
    const members: Members = new Map();
    const inherited = new Set<string>();
    for (const { key, value } of items) {
      const at = getOffset(key);
      if (isScalar(key) && key.type === "PLAIN" && key.value === "<<") {
        const source = this.value(value);
        if ([source].flat().every((item) => item instanceof Map)) {
          for (const name of this.#merge(members, source, at)) inherited.add(name);
          continue;
        }
        this.#notes.add(
          'The merge key "<<" is an ordinary key here: only a mapping or a list of mappings can be merged',
          at,
        );
        if (members.has("<<")) this.#notes.add(givenBefore("<<"), at);
        members.set("<<", source);
        continue;
      }
      const name = this.#readKey(key, at);
      if (members.has(name) && !inherited.delete(name)) this.#notes.add(givenBefore(name), at);
      members.set(name, this.value(value));
    }
    return members;
  }

  /** Adds the members of one or several mappings, except those already present. Returns the added names. */
  #merge(members: Members, value: Json, at: number): string[] {
    const added: string[] = [];
    for (const source of [value].flat()) {
      if (!(source instanceof Map)) continue;
      this.#merged += source.size;
      // A few aliases can merge the same members many times.
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
    // A few aliases can repeat the same text many times, and nested keys double their escapes.
    this.#spelled += name.length;
    if (this.#spelled > spelledMax) throw new Fault("Keys that are not strings are too long", at);
    this.#notes.add("A key that is not a string is written as JSON", at);
    return name;
  }
}

/** Plain scalars that are numbers or booleans in YAML 1.1 only, and their meaning. */
const oldMeanings: readonly (readonly [RegExp, (source: string) => string])[] = [
  [/^(?:yes|Yes|YES|on|On|ON)$/, () => "true"],
  [/^(?:no|No|NO|off|Off|OFF)$/, () => "false"],
  [/^[-+]?0[0-7]{1,20}$/, (source) => String(Number.parseInt(source, 8))],
  [/^[-+]?0b[01]{1,40}$/, (source) => String(Number.parseInt(source.replace("0b", ""), 2))],
  [/^[-+]?[1-9]\d{0,9}(?:_\d{1,9}){1,5}$/, (source) => source.replaceAll("_", "")],
  [
    /^[-+]?[1-9]\d{0,5}(?::[0-5]?\d){1,3}$/,
    (source) => {
      const sum = source.replace(/^[-+]/, "").split(":");
      const value = sum.reduce((total, digits) => total * 60 + Number(digits), 0);
      return String(source.startsWith("-") ? -value : value);
    },
  ],
];

function givenBefore(name: string): string {
  return `The key ${quoteKey(name)} was given before: the last value wins`;
}

const mergedMax = 1_000_000;
const spelledMax = 1_000_000;

const CORE = /^tag:yaml\.org,2002:(int|float|bool|null)$/;

function getOffset(node: unknown): number {
  return (isNode(node) && node.range?.[0]) || 0;
}

/**
 * Returns the tags of a schema with its number tags (YAML 1.2.2, section 10.3.2) replaced by ones that keep all
 * digits.
 */
function withNumerals(tags: Tags): Tags {
  const isNumber = (tag: Tags[number]) =>
    /:(?:int|float)$/.test(typeof tag === "string" ? tag : tag.tag);
  return [...tags.filter((tag) => !isNumber(tag)), int, float, specialFloat];
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

/** A tagged float may be written as an integer. */
const float: ScalarTag = {
  tag: "tag:yaml.org,2002:float",
  default: true,
  test: /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/,
  resolve: toNumeral,
};

const specialFloat: ScalarTag = {
  ...float,
  test: /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/,
};

const readerSchema = new Schema({ customTags: withNumerals });

function writeNumber(raw: string): string {
  if (!isSpecial(raw)) return raw;
  return raw === "NaN" ? ".nan" : raw.replace("Infinity", ".inf");
}

/** Writes a tree as YAML 1.2 in block style. YAML 1.1 parsers read the same values. */
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

/** Quotes what YAML 1.1 parsers misread. To them, a plain `=` is a default value, which most reject. */
const anyText: ScalarTag = {
  ...stringTag,
  stringify(item, context, ...report) {
    const value = item.value as string;
    if (UNUSUAL.test(value) || BLANK_BLOCK.test(value) || value === "=") return writeQuoted(value);
    return stringTag.stringify?.(item, context, ...report) ?? writeQuoted(value);
  },
};

const writerSchema = new Schema({
  compat: "yaml-1.1",
  // The first matching tag wins.
  customTags: (tags) => [anyText, ...withNumerals(tags)],
});

/** JSON's escapes are valid in YAML, which requires more characters to be escaped. */
function writeQuoted(text: string): string {
  return JSON.stringify(text).replace(
    UNUSUALS,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Control characters, line ends, byte order marks and lone surrogates. */
const unusual = "\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u2028\\u2029\\ufeff\\ufffe\\uffff";
const UNUSUAL = new RegExp(`[${unusual}]|\\p{Surrogate}`, "u");
const UNUSUALS = new RegExp(`[${unusual}]`, "g");

/** Block scalars that start with whitespace need an indentation indicator, and parsers disagree on it. */
const BLANK_BLOCK = /^(?:\n|[ \t].*\n)/;
