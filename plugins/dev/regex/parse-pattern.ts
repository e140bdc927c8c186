import {
  type AST,
  RegExpParser,
  RegExpSyntaxError,
  RegExpValidator,
} from "@eslint-community/regexpp";
import { openTable } from "hub/data-file";
import type { CharacterClass, ClassItem, Node, Sequence, Shorthand } from "./tree.ts";

/** A named group and the numbers of the groups with this name. */
export interface NamedGroup {
  name: string;
  numbers: number[];
}

export interface ParsedPattern {
  tree: Node;
  groups: number;
  names: NamedGroup[];
}

/** A syntax error in a regular expression, with its position. */
export class PatternError extends Error {
  override name = "PatternError";

  constructor(
    message: string,
    /** Offset of the error in UTF-16 code units. */
    readonly position: number,
  ) {
    super(message);
  }
}

const grammar = { ecmaVersion: 2025, strict: false } as const;

/** Parses an ECMAScript regular expression. Throws a PatternError with the position. */
export function parsePattern(source: string, flags: string): ParsedPattern {
  const modes = { unicode: flags.includes("u"), unicodeSets: flags.includes("v") };
  let pattern: AST.Pattern;
  try {
    pattern = new RegExpParser(grammar).parsePattern(source, 0, source.length, modes);
    // The runtime's parser has the last word. Compiling doesn't run the expression.
    new RegExp(source, flags);
  } catch (error) {
    if (error instanceof RegExpSyntaxError) throw explainError(error, source, modes);
    throw new PatternError(
      error instanceof RangeError
        ? "The pattern is nested too deeply"
        : "The engine does not support this pattern",
      0,
    );
  }
  const converter = new Converter();
  const tree = converter.choice(pattern);
  const names = Array.from(converter.names, ([name, numbers]) => ({ name, numbers }));
  return { tree, groups: converter.groups, names };
}

/** Converts a syntax tree of the parser to ours, which keeps only what the engines read. */
class Converter {
  groups = 0;
  readonly names = new Map<string, number[]>();

  choice({ alternatives }: { alternatives: readonly AST.Alternative[] }): Node {
    const branches = alternatives.map(
      ({ elements, start, end }): Sequence => ({
        type: "sequence",
        items: elements.map((element) => this.#convert(element)),
        start,
        end,
      }),
    );
    const [first, last] = [branches[0]!, branches.at(-1)!];
    return first === last ? first : { type: "choice", branches, start: first.start, end: last.end };
  }

  #convert(node: AST.Element): Node {
    const { start, end } = node;
    switch (node.type) {
      case "Quantifier": {
        const { min, max, greedy, element } = node;
        return { type: "quantifier", min, max, greedy, item: this.#convert(element), start, end };
      }
      case "CapturingGroup": {
        const capture = ++this.groups;
        const { name } = node;
        if (name !== null) this.names.set(name, [...(this.names.get(name) ?? []), capture]);
        return {
          type: "group",
          capture,
          name,
          modifiers: null,
          item: this.choice(node),
          start,
          end,
        };
      }
      case "Group": {
        const modifiers = node.modifiers && {
          on: node.modifiers.add.raw,
          off: node.modifiers.remove?.raw ?? "",
        };
        return {
          type: "group",
          capture: null,
          name: null,
          modifiers,
          item: this.choice(node),
          start,
          end,
        };
      }
      case "Assertion":
        if (node.kind === "lookahead" || node.kind === "lookbehind") {
          const behind = node.kind === "lookbehind";
          return {
            type: "look",
            behind,
            negated: node.negate,
            item: this.choice(node),
            start,
            end,
          };
        }
        if (node.kind === "word")
          return { type: "assertion", sign: node.negate ? "B" : "b", start, end };
        return { type: "assertion", sign: node.kind === "start" ? "^" : "$", start, end };
      case "Backreference":
        return { type: "backreference", group: node.ref, start, end };
      case "CharacterSet":
        return node.kind === "any" ? { type: "any", start, end } : convertSet(node);
      case "Character":
        return { type: "character", codePoint: node.value, start, end };
      default:
        return convertClass(node);
    }
  }
}

function convertSet(node: Exclude<AST.CharacterSet, AST.AnyCharacterSet>) {
  const { start, end, raw } = node;
  if (node.kind !== "property")
    return { type: "set", letter: raw[1] as Shorthand, start, end } as const;
  return { type: "property", name: raw.slice(3, -1), negated: node.negate, start, end } as const;
}

function convertClass(node: AST.CharacterClass | AST.ExpressionCharacterClass): CharacterClass {
  const { start, end, negate: negated } = node;
  if (node.type === "CharacterClass")
    return {
      type: "class",
      negated,
      operation: "union",
      items: node.elements.map(convertMember),
      start,
      end,
    };
  const items: ClassItem[] = [];
  let rest: AST.ClassSetOperand | AST.ClassIntersection | AST.ClassSubtraction = node.expression;
  while (rest.type === "ClassIntersection" || rest.type === "ClassSubtraction") {
    items.unshift(convertMember(rest.right));
    rest = rest.left;
  }
  items.unshift(convertMember(rest));
  const operation = node.expression.type === "ClassIntersection" ? "intersection" : "difference";
  return { type: "class", negated, operation, items, start, end };
}

function convertMember(node: AST.CharacterClassElement): ClassItem {
  const { start, end } = node;
  switch (node.type) {
    case "Character":
      return { type: "character", codePoint: node.value, start, end };
    case "CharacterClassRange":
      return { type: "range", from: node.min.value, to: node.max.value, start, end };
    case "CharacterSet":
      return convertSet(node);
    case "ClassStringDisjunction": {
      const strings = node.alternatives.map(({ elements }) =>
        String.fromCodePoint(...elements.map(({ value }) => value)),
      );
      return { type: "strings", strings, start, end };
    }
    default:
      return convertClass(node);
  }
}

/** Words a syntax error of the parser in our terms, and reports where the faulty part begins. */
function explainError(
  { message, index }: RegExpSyntaxError,
  source: string,
  modes: { unicode: boolean; unicodeSets: boolean },
): PatternError {
  const bare = message.replace(/ '[ims]'$/, "");
  const { text = "The pattern is invalid here", locate = "end" } =
    readReasons().find(({ reason }) => bare.endsWith(`: ${reason}`)) ?? {};
  const position = {
    end: () => index,
    last: () => (source[index - 1] === "}" ? source.lastIndexOf("{", index) : index - 1),
    brace: () => source.lastIndexOf("{", index - 1),
    name: () => source.lastIndexOf("<", index) + 1,
    escape: () => source.lastIndexOf("\\", index),
    ...locateParts(source, modes),
  }[locate]();
  const at = Math.min(Math.max(position, 0), source.length);
  return new PatternError(
    text.replaceAll("…", () => quotePart(source.slice(at))),
    at,
  );
}

/** Quotes the part at the start of a text: an escape, a name up to `>`, or a character. */
function quotePart(text: string): string {
  const [name = ""] = text.replace("\\k<", "").split(">");
  if (text.length > name.length && /^[\p{L}_$][^\\()[\]]*$/u.test(name))
    return JSON.stringify(name);
  const [part = ""] = /^\\(?:[pPu]\{[^}]*\}|\d+|.)?|^./su.exec(text) ?? [];
  return part;
}

/** Parses an invalid pattern again, and notes its parts up to the error. */
function locateParts(source: string, modes: { unicode: boolean; unicodeSets: boolean }) {
  const open: number[] = [];
  const characters: number[] = [];
  const names = new Set<string | null>();
  const references: { start: number; name: string | number }[] = [];
  const enter = (start: number) => void open.push(start);
  const leave = () => void open.pop();
  const validator = new RegExpValidator({
    ...grammar,
    onGroupEnter: enter,
    onGroupLeave: leave,
    onLookaroundAssertionEnter: enter,
    onLookaroundAssertionLeave: leave,
    onCharacterClassEnter: enter,
    onCharacterClassLeave: leave,
    onClassStringDisjunctionEnter: enter,
    onClassStringDisjunctionLeave: leave,
    onCapturingGroupEnter(start, name) {
      open.push(start);
      names.add(name);
    },
    onCapturingGroupLeave: leave,
    onCharacter: (start) => void characters.push(start),
    onBackreference: (start, _end, name) => void references.push({ start, name }),
  });
  try {
    validator.validatePattern(source, 0, source.length, modes);
  } catch {}
  return {
    open: () => open.at(-1) ?? 0,
    range: () => characters.at(-3) ?? 0,
    reference: () =>
      references.find(({ name }) => typeof name === "string" && !names.has(name))?.start ?? 0,
  };
}

/** The parser's errors, our words for them, and where the faulty part begins. */
const readReasons = openTable(new URL("./parse-pattern.tsv", import.meta.url), {
  reason: "text",
  text: "text",
  locate: ["end", "last", "brace", "name", "escape", "open", "range", "reference"],
});
