import { hasCapture, hasOptionalCapture, isNullable } from "./loops.ts";
import type { ParsedPattern } from "./parse.ts";
import { characterToRe2, classToRe2, NOT_LINE_END, shorthandToRe2 } from "./to-re2-class.ts";
import type { Node, Quantifier, Span } from "./tree.ts";

/** Why a pattern of ECMAScript has no twin in RE2. */
export interface Obstacle extends Span {
  message: string;
}

export interface Translation {
  /** The pattern in RE2's syntax, its groups numbered alike and without names. */
  source: string;
  obstacles: Obstacle[];
  /** Whether both engines must find the same in this text. */
  fits(text: string): boolean;
}

export interface Re2Options {
  flags: string;
  /** Whether lookbehinds may stay, which RE2 in JavaScript knows and others do not. */
  lookbehinds: boolean;
}

/**
 * Writes a pattern of ECMAScript in RE2's syntax so that both match the same texts with the same
 * groups. What would not is an obstacle: lookaheads and backreferences, which RE2 lacks, and loops
 * whose groups the two leave differently.
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
      // RE2 reads code points, ECMAScript without the flag u halves of them.
      !(unicode ? LONE_SURROGATE : SURROGATE).test(text) &&
      !(usesLineEnds && OTHER_LINE_END.test(text)) &&
      !(usesCase && FOLDS_TO_ASCII.test(text)),
  };
}

const SURROGATE = /[\ud800-\udfff]/;
const LONE_SURROGATE = /\p{Cs}/u;
/** RE2's `^` and `$` know LF only. */
const OTHER_LINE_END = /[\r\u2028\u2029]/;
/** U+017F and U+212A are an s and a k to RE2's `(?i)`, and to ECMAScript's with the flag u alone. */
const FOLDS_TO_ASCII = /[\u017f\u212a]/;

/** RE2 repeats no oftener. */
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
        if (this.#foldsOddly(node.codePoint))
          this.#refuse(node, "Capital and small letters beyond ASCII are not alike in RE2");
        return characterToRe2(node.codePoint);
      case "set":
        return shorthandToRe2(node.letter, this.#flags.includes("i"));
      case "property":
      case "class":
        return classToRe2(node, {
          ignoreCase: this.#flags.includes("i"),
          unicode: this.#unicode,
          refuse: (span, message) => this.#refuse(span, message),
        });
      default:
        return this.#special(node);
    }
  }

  #special(
    node: Extract<Node, { type: "group" | "look" | "assertion" | "backreference" }>,
  ): string {
    if (node.type === "backreference") return this.#refuse(node, "RE2 has no backreferences");
    if (node.type === "assertion") return this.#assertion(node.sign);
    if (node.type === "look") {
      if (!node.behind) return this.#refuse(node, "RE2 has no lookahead");
      if (!this.#lookbehinds) return this.#refuse(node, "RE2 has no lookbehind");
      if (hasCapture(node.item)) return this.#refuse(node, "RE2 captures nothing in a lookbehind");
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
      return this.#refuse(node, `RE2 repeats at most ${repeatMax} times`);
    if (max > min && isNullable(item))
      return this.#refuse(node, "The engines treat a loop differently whose body may be empty");
    if (max > 1 && hasOptionalCapture(item))
      return this.#refuse(node, "RE2 keeps what a group captured in an earlier round of its loop");
    const most = max === Number.POSITIVE_INFINITY ? "" : max;
    const bounds = min === max ? `{${min}}` : `{${min},${most}}`;
    const body = this.#node(item);
    const once = item.type === "quantifier" || item.type === "assertion" ? `(?:${body})` : body;
    return `${once}${SHORT[bounds] ?? bounds}${greedy ? "" : "?"}`;
  }

  #foldsOddly(codePoint: number): boolean {
    return this.#flags.includes("i") && !this.#unicode && codePoint > 0x7f;
  }

  #refuse({ start, end }: Span, message: string): string {
    this.obstacles.push({ message, start, end });
    return "";
  }
}

const SHORT: Readonly<Record<string, string>> = { "{0,}": "*", "{1,}": "+", "{0,1}": "?" };
