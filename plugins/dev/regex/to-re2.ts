import { asTable } from "hub";
import { openTexts } from "hub/data-file";
import type { ParsedPattern } from "./parse-pattern.ts";
import {
  type CharacterClass,
  type ClassItem,
  listChildNodes,
  type Node,
  type Property,
  type Quantifier,
  type Shorthand,
  type SourceSpan,
} from "./tree.ts";

/** Short names of general categories by all names. */
const { categories } = openTexts(new URL("./to-re2.txt", import.meta.url), ["categories"])();

/** A feature of an ECMAScript pattern that RE2 cannot express. */
export interface Obstacle extends SourceSpan {
  message: string;
}

interface Translation {
  /** The pattern in RE2 syntax. Group numbers are preserved, and names are removed. */
  source: string;
  obstacles: Obstacle[];
  /** Returns whether both engines are guaranteed to find the same matches in the text. */
  fits(text: string): boolean;
}

interface Re2Options {
  flags: string;
  /** Whether lookbehinds are allowed: the JavaScript port of RE2 supports them, other builds don't. */
  lookbehinds: boolean;
}

/**
 * Translates an ECMAScript pattern to RE2 syntax with the same matches and groups. Untranslatable features are
 * reported as obstacles: lookaheads and backreferences, which RE2 lacks, and loops whose groups the engines treat
 * differently.
 */
export function toRe2({ tree }: ParsedPattern, { flags, lookbehinds }: Re2Options): Translation {
  const translator = new Translator(flags, lookbehinds);
  const source = translator.write(tree);
  const { obstacles, usesLineEnds, usesCase } = translator;
  const unicode = /[uv]/.test(flags);
  return {
    source,
    obstacles,
    fits: (text) =>
      // RE2 reads code points. Without the flag u, ECMAScript reads code units.
      !(unicode ? LONE_SURROGATE : SURROGATE).test(text) &&
      !(usesLineEnds && OTHER_LINE_END.test(text)) &&
      !(usesCase && FOLDS_TO_ASCII.test(text)),
  };
}

const SURROGATE = /[\ud800-\udfff]/;
const LONE_SURROGATE = /\p{Cs}/u;
/** RE2's `^` and `$` only recognize LF. */
const OTHER_LINE_END = /[\r\u2028\u2029]/;
/** U+017F and U+212A match s and k in RE2's `(?i)`, but in ECMAScript only with the flag u. */
const FOLDS_TO_ASCII = /[\u017f\u212a]/;

/** RE2's maximum number of repetitions. */
const repeatMax = 1000;

class Translator {
  readonly obstacles: Obstacle[] = [];
  usesLineEnds = false;
  usesCase = false;
  readonly #unicode: boolean;
  readonly #lookbehinds: boolean;
  #flags: string;

  constructor(flags: string, lookbehinds: boolean) {
    this.#flags = flags;
    this.#lookbehinds = lookbehinds;
    this.#unicode = /[uv]/.test(flags);
    this.usesCase = flags.includes("i");
  }

  write(node: Node): string {
    const source = this.#node(node);
    return this.#flags.includes("i") ? `(?i:${source})` : source;
  }

  #node(node: Node): string {
    switch (node.type) {
      case "choice":
        return node.branches.map((branch) => this.#node(branch)).join("|");
      case "sequence":
        return node.items.map((item) => this.#node(item)).join("");
      case "quantifier":
        return this.#quantifier(node);
      case "any":
        return this.#flags.includes("s") ? "(?s:.)" : NOT_LINE_END;
      case "character":
        if (this.#hasDifferentCaseFolding(node.codePoint))
          this.#reject(node, "RE2 treats the case of non-ASCII letters differently");
        return characterToRe2(node.codePoint);
      case "set":
        return shorthandToRe2(node.letter, this.#flags.includes("i"));
      case "property":
      case "class":
        return classToRe2(node, {
          ignoreCase: this.#flags.includes("i"),
          unicode: this.#unicode,
          reject: (span, message) => this.#reject(span, message),
        });
      default:
        return this.#special(node);
    }
  }

  #special(
    node: Extract<Node, { type: "group" | "look" | "assertion" | "backreference" }>,
  ): string {
    if (node.type === "backreference") return this.#reject(node, "RE2 has no backreferences");
    if (node.type === "assertion") return this.#assertion(node.sign);
    if (node.type === "look") {
      if (!node.behind) return this.#reject(node, "RE2 has no lookahead");
      if (!this.#lookbehinds) return this.#reject(node, "RE2 has no lookbehind");
      if (hasCapture(node.item)) return this.#reject(node, "RE2 captures nothing in a lookbehind");
      return `(?<${node.negated ? "!" : "="}${this.#node(node.item)})`;
    }
    if (node.capture !== null) return `(${this.#node(node.item)})`;
    if (!node.modifiers) return `(?:${this.#node(node.item)})`;
    const { on, off } = node.modifiers;
    const outside = this.#flags;
    this.#flags = [...outside, ...on].filter((flag) => !off.includes(flag)).join("");
    if (on.includes("i")) this.usesCase = true;
    const sign = this.#flags.includes("i") ? "i" : "-i";
    const source = `(?${sign}:${this.#node(node.item)})`;
    this.#flags = outside;
    return source;
  }

  #assertion(sign: "^" | "$" | "b" | "B"): string {
    if (sign === "b" || sign === "B") return `\\${sign}`;
    if (!this.#flags.includes("m")) return sign === "^" ? "\\A" : "\\z";
    this.usesLineEnds = true;
    return `(?m:${sign})`;
  }

  #quantifier(node: Quantifier): string {
    const { min, max, greedy, item } = node;
    if (min > repeatMax || (max > repeatMax && max !== Number.POSITIVE_INFINITY))
      return this.#reject(node, `RE2 repeats at most ${repeatMax} times`);
    if (max > min && isNullable(item))
      return this.#reject(node, "The engines treat loops with an optional body differently");
    if (max > 1 && hasOptionalCapture(item))
      return this.#reject(node, "RE2 keeps captures from earlier iterations of a loop");
    const upperBound = max === Number.POSITIVE_INFINITY ? "" : max;
    const bounds = min === max ? `{${min}}` : `{${min},${upperBound}}`;
    const body = this.#node(item);
    const once = item.type === "quantifier" || item.type === "assertion" ? `(?:${body})` : body;
    return `${once}${SHORT[bounds] ?? bounds}${greedy ? "" : "?"}`;
  }

  #hasDifferentCaseFolding(codePoint: number): boolean {
    return this.#flags.includes("i") && !this.#unicode && codePoint > 0x7f;
  }

  #reject({ start, end }: SourceSpan, message: string): string {
    this.obstacles.push({ message, start, end });
    return "";
  }
}

const SHORT: Readonly<Record<string, string>> = asTable({ "{0,}": "*", "{1,}": "+", "{0,1}": "?" });

/** Returns whether a part of a pattern can match the empty text. */
function isNullable(node: Node): boolean {
  switch (node.type) {
    case "character":
    case "any":
    case "set":
    case "property":
      return false;
    case "class":
      return node.items.some(({ type }) => type === "strings" || type === "class");
    case "choice":
      return node.branches.some(isNullable);
    case "sequence":
      return node.items.every(isNullable);
    case "group":
      return isNullable(node.item);
    case "quantifier":
      return node.min === 0 || isNullable(node.item);
    default:
      return true;
  }
}

/** Returns whether the node contains a capturing group. */
function hasCapture(node: Node): boolean {
  return (node.type === "group" && node.capture !== null) || listChildNodes(node).some(hasCapture);
}

/** Returns whether a group inside may be skipped in an iteration: ECMAScript then resets its capture. */
function hasOptionalCapture(node: Node): boolean {
  const optional = node.type === "choice" || (node.type === "quantifier" && node.min === 0);
  return (optional && hasCapture(node)) || listChildNodes(node).some(hasOptionalCapture);
}

interface ClassOptions {
  ignoreCase: boolean;
  unicode: boolean;
  reject(span: SourceSpan, message: string): string;
}

/** Translates a class or Unicode property to an RE2 class. */
function classToRe2(node: CharacterClass | Property, options: ClassOptions): string {
  const { ignoreCase, unicode, reject } = options;
  if (node.type === "property") return `[${writeMembers(node, options)}]`;
  if (node.operation !== "union") return reject(node, "RE2 has no intersection or difference");
  for (const item of node.items)
    if (ignoreCase && !unicode && getLastCodePoint(item) > 0x7f)
      return reject(item, "RE2 treats the case of non-ASCII letters differently");
  const inside = node.items.map((item) => writeMembers(item, options)).join("");
  if (inside !== "") return `[${node.negated ? "^" : ""}${inside}]`;
  // `[]` matches nothing and `[^]` everything. RE2 would read on to the next bracket.
  return node.negated ? "(?s:.)" : "[^\\x{0}-\\x{10FFFF}]";
}

/** Translates shorthands such as `\d`. RE2's own `\s` has fewer characters than ECMAScript's. */
function shorthandToRe2(letter: Shorthand, ignoreCase: boolean): string {
  return `[${writeShorthand(letter, ignoreCase)}]`;
}

/** Characters that `.` matches without the flag s. */
const NOT_LINE_END = "[^\\n\\r\\x{2028}\\x{2029}]";

/** Formats a code point in RE2 syntax, valid inside and outside of classes. */
function characterToRe2(codePoint: number): string {
  const character = String.fromCodePoint(codePoint);
  if (/[\w ]/.test(character)) return character;
  return /[!-~]/.test(character)
    ? `\\${character}`
    : `\\x{${codePoint.toString(16).toUpperCase()}}`;
}

function writeMembers(item: ClassItem, options: ClassOptions): string {
  switch (item.type) {
    case "character":
      return characterToRe2(item.codePoint);
    case "range":
      return `${characterToRe2(item.from)}-${characterToRe2(item.to)}`;
    case "set":
      return writeShorthand(item.letter, options.ignoreCase);
    case "property":
      return writeProperty(item, options);
    default:
      return options.reject(item, "RE2 has no sets in a class");
  }
}

/** Translates a property. RE2 supports general categories by short name and scripts by full name. */
function writeProperty(item: Property, { ignoreCase, reject }: ClassOptions): string {
  if (ignoreCase) return reject(item, "RE2 treats properties differently when case is ignored");
  const [key = "", value = ""] = item.name.includes("=") ? item.name.split("=") : ["gc", item.name];
  const letter = item.negated ? "P" : "p";
  const { [value]: category } = categories;
  if (CATEGORY_KEYS.has(key) && category) return `\\${letter}{${category}}`;
  if (SCRIPT_KEYS.has(key) && /^[A-Z][a-z]+(?:_[A-Z][a-z]+)*$/.test(value) && value.length > 4)
    return `\\${letter}{${value}}`;
  return reject(item, "RE2 only supports general categories and full names of scripts");
}

const CATEGORY_KEYS: ReadonlySet<string> = new Set(["gc", "General_Category"]);
const SCRIPT_KEYS: ReadonlySet<string> = new Set(["sc", "Script"]);

/**
 * Formats a shorthand. With `(?i)`, U+017F and U+212A would fold to s and k: `fits` excludes texts that contain them.
 */
function writeShorthand(letter: Shorthand, ignoreCase: boolean): string {
  return letter === "W" && ignoreCase
    ? SHORTHANDS.W.replace("-\\x{10FFFF}", "-\\x{17E}\\x{180}-\\x{2129}\\x{212B}-\\x{10FFFF}")
    : SHORTHANDS[letter];
}

const SHORTHANDS: Readonly<Record<Shorthand, string>> = {
  d: "0-9",
  D: "\\x{0}-/:-\\x{10FFFF}",
  w: "0-9A-Z_a-z",
  W: "\\x{0}-/:-@\\[-\\^`{-\\x{10FFFF}",
  s: "\\t-\\r \\x{A0}\\x{1680}\\x{2000}-\\x{200A}\\x{2028}\\x{2029}\\x{202F}\\x{205F}\\x{3000}\\x{FEFF}",
  S: "\\x{0}-\\x{8}\\x{E}-\\x{1F}!-\\x{9F}\\x{A1}-\\x{167F}\\x{1681}-\\x{1FFF}\\x{200B}-\\x{2027}\\x{202A}-\\x{202E}\\x{2030}-\\x{205E}\\x{2060}-\\x{2FFF}\\x{3001}-\\x{FEFE}\\x{FF00}-\\x{10FFFF}",
};

function getLastCodePoint(item: ClassItem): number {
  if (item.type === "character") return item.codePoint;
  return item.type === "range" ? item.to : 0;
}
