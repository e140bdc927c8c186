import type { AST } from "@eslint-community/regexpp";
import { asTable } from "hub";
import { openTexts } from "hub/data-file";
import type { ParsedPattern } from "./parse-pattern.ts";
import {
  applyModifiers,
  type ClassItem,
  getLetter,
  getPropertyName,
  listAlternatives,
  listChildNodes,
  type Node,
  readClass,
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
      case "Pattern":
        return this.#alternatives(node);
      case "Alternative":
        return node.elements.map((element) => this.#node(element)).join("");
      case "Quantifier":
        return this.#quantifier(node);
      case "Character":
        if (this.#hasDifferentCaseFolding(node.value))
          this.#reject(node, "RE2 treats the case of non-ASCII letters differently");
        return characterToRe2(node.value);
      case "CharacterSet":
        if (node.kind === "any") return this.#flags.includes("s") ? "(?s:.)" : NOT_LINE_END;
        return `[${writeMembers(node, this.#classOptions)}]`;
      case "CharacterClass":
      case "ExpressionCharacterClass":
        return classToRe2(node, this.#classOptions);
      default:
        return this.#special(node);
    }
  }

  #alternatives(node: Node): string {
    return listAlternatives(node)
      .map((alternative) => this.#node(alternative))
      .join("|");
  }

  get #classOptions(): ClassOptions {
    return {
      ignoreCase: this.#flags.includes("i"),
      unicode: this.#unicode,
      reject: (span, message) => this.#reject(span, message),
    };
  }

  #special(node: AST.CapturingGroup | AST.Group | AST.Assertion | AST.Backreference): string {
    if (node.type === "Backreference") return this.#reject(node, "RE2 has no backreferences");
    if (node.type === "Assertion") return this.#assertion(node);
    if (node.type === "CapturingGroup") return `(${this.#alternatives(node)})`;
    if (!node.modifiers) return `(?:${this.#alternatives(node)})`;
    const outside = this.#flags;
    this.#flags = applyModifiers(outside, node);
    if (node.modifiers.add.ignoreCase) this.usesCase = true;
    const sign = this.#flags.includes("i") ? "i" : "-i";
    const source = `(?${sign}:${this.#alternatives(node)})`;
    this.#flags = outside;
    return source;
  }

  #assertion(node: AST.Assertion): string {
    if (node.kind === "word") return node.negate ? "\\B" : "\\b";
    if (node.kind === "lookahead") return this.#reject(node, "RE2 has no lookahead");
    if (node.kind === "lookbehind") {
      if (!this.#lookbehinds) return this.#reject(node, "RE2 has no lookbehind");
      if (hasCapture(node)) return this.#reject(node, "RE2 captures nothing in a lookbehind");
      return `(?<${node.negate ? "!" : "="}${this.#alternatives(node)})`;
    }
    const isStart = node.kind === "start";
    if (!this.#flags.includes("m")) return isStart ? "\\A" : "\\z";
    this.usesLineEnds = true;
    return isStart ? "(?m:^)" : "(?m:$)";
  }

  #quantifier(node: AST.Quantifier): string {
    const { min, max, greedy, element } = node;
    if (min > repeatMax || (max > repeatMax && max !== Number.POSITIVE_INFINITY))
      return this.#reject(node, `RE2 repeats at most ${repeatMax} times`);
    if (max > min && isNullable(element))
      return this.#reject(node, "The engines treat loops with an optional body differently");
    if (max > 1 && hasOptionalCapture(element))
      return this.#reject(node, "RE2 keeps captures from earlier iterations of a loop");
    const upperBound = max === Number.POSITIVE_INFINITY ? "" : max;
    const bounds = min === max ? `{${min}}` : `{${min},${upperBound}}`;
    const body = this.#node(element);
    const once =
      element.type === "Assertion" && !("alternatives" in element) ? `(?:${body})` : body;
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
    case "Character":
    case "CharacterSet":
      return false;
    case "CharacterClass":
    case "ExpressionCharacterClass":
      return readClass(node).items.some(isNestedItem);
    case "Alternative":
      return node.elements.every(isNullable);
    case "Pattern":
    case "Group":
    case "CapturingGroup":
      return node.alternatives.some(isNullable);
    case "Quantifier":
      return node.min === 0 || isNullable(node.element);
    default:
      return true;
  }
}

function isNestedItem({ type }: ClassItem): boolean {
  return type !== "Character" && type !== "CharacterClassRange" && type !== "CharacterSet";
}

/** Returns whether the node contains a capturing group. */
function hasCapture(node: Node): boolean {
  return node.type === "CapturingGroup" || listChildNodes(node).some(hasCapture);
}

/** Returns whether a group inside may be skipped in an iteration: ECMAScript then resets its capture. */
function hasOptionalCapture(node: Node): boolean {
  const optional =
    listAlternatives(node).length > 1 || (node.type === "Quantifier" && node.min === 0);
  const parts = listChildNodes(node);
  return (optional && parts.some(hasCapture)) || parts.some(hasOptionalCapture);
}

interface ClassOptions {
  ignoreCase: boolean;
  unicode: boolean;
  reject(span: SourceSpan, message: string): string;
}

/** Translates a class to an RE2 class. */
function classToRe2(
  node: AST.CharacterClass | AST.ExpressionCharacterClass,
  options: ClassOptions,
): string {
  const { ignoreCase, unicode, reject } = options;
  const { operation, items } = readClass(node);
  if (operation !== "union") return reject(node, "RE2 has no intersection or difference");
  for (const item of items)
    if (ignoreCase && !unicode && getLastCodePoint(item) > 0x7f)
      return reject(item, "RE2 treats the case of non-ASCII letters differently");
  const inside = items.map((item) => writeMembers(item, options)).join("");
  if (inside !== "") return `[${node.negate ? "^" : ""}${inside}]`;
  // `[]` matches nothing and `[^]` everything. RE2 would read on to the next bracket.
  return node.negate ? "(?s:.)" : "[^\\x{0}-\\x{10FFFF}]";
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
    case "Character":
      return characterToRe2(item.value);
    case "CharacterClassRange":
      return `${characterToRe2(item.min.value)}-${characterToRe2(item.max.value)}`;
    case "CharacterSet":
      return item.kind === "property"
        ? writeProperty(item, options)
        : writeShorthand(getLetter(item), options.ignoreCase);
    default:
      return options.reject(item, "RE2 has no sets in a class");
  }
}

/** Translates a property. RE2 supports general categories by short name and scripts by full name. */
function writeProperty(
  item: AST.UnicodePropertyCharacterSet,
  { ignoreCase, reject }: ClassOptions,
): string {
  if (ignoreCase) return reject(item, "RE2 treats properties differently when case is ignored");
  const name = getPropertyName(item);
  const [key = "", value = ""] = name.includes("=") ? name.split("=") : ["gc", name];
  const letter = item.negate ? "P" : "p";
  const { [value]: category } = categories;
  if (CATEGORY_KEYS.has(key) && category) return `\\${letter}{${category}}`;
  if (SCRIPT_KEYS.has(key) && /^[A-Z][a-z]+(?:_[A-Z][a-z]+)*$/.test(value) && value.length > 4)
    return `\\${letter}{${value}}`;
  return reject(item, "RE2 only supports general categories and full names of scripts");
}

const CATEGORY_KEYS: ReadonlySet<string> = new Set(["gc", "General_Category"]);
const SCRIPT_KEYS: ReadonlySet<string> = new Set(["sc", "Script"]);

/**
 * Formats a shorthand: RE2's own `\s` has fewer characters than ECMAScript's. With `(?i)`, U+017F and U+212A would fold to s and k: `fits` excludes texts that contain them.
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
  if (item.type === "Character") return item.value;
  return item.type === "CharacterClassRange" ? item.max.value : 0;
}
