import {
  type AST,
  RegExpParser,
  RegExpSyntaxError,
  RegExpValidator,
  visitRegExpAST,
} from "@eslint-community/regexpp";
import { openTable } from "hub/data-file";

/** A named group and the numbers of the groups with this name. */
export interface NamedGroup {
  name: string;
  numbers: number[];
}

export interface ParsedPattern {
  tree: AST.Pattern;
  groups: number;
  /** The number of each capturing group, starting at 1. */
  numbers: ReadonlyMap<AST.CapturingGroup, number>;
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
  let tree: AST.Pattern;
  try {
    tree = new RegExpParser(grammar).parsePattern(source, 0, source.length, modes);
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
  const numbers = new Map<AST.CapturingGroup, number>();
  const names = new Map<string, number[]>();
  visitRegExpAST(tree, {
    onCapturingGroupEnter(group) {
      numbers.set(group, numbers.size + 1);
      const { name } = group;
      if (name !== null) names.set(name, [...(names.get(name) ?? []), numbers.size]);
    },
  });
  return {
    tree,
    groups: numbers.size,
    numbers,
    names: Array.from(names, ([name, numbers]) => ({ name, numbers })),
  };
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
