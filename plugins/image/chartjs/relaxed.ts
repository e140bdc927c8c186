import {
  type Expression,
  type ObjectExpression,
  type Property,
  parse,
  type SpreadElement,
} from "acorn";

/** JavaScript in a configuration: a function, a call or a variable. Parsing doesn't run it. */
export class Code {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

/** Thrown for notation that is neither data nor code in the place of a value. */
export class NotationError extends Error {}

const depthMax = 40;
const notation = "JSON or a JavaScript expression";

/** The parser gets an assignment, so that the text is an expression, and may end with a semicolon. */
const head = "x=";

/**
 * Parses JSON and the JavaScript object notation that charts are often written in: keys without quotes, single
 * quotes, trailing commas and comments. Code becomes a `Code` value.
 */
export function parseRelaxed(text: string): unknown {
  return new Reader(text).read();
}

const constants = new Map<string, unknown>([
  ["undefined", undefined],
  ["NaN", null],
  ["Infinity", Number.POSITIVE_INFINITY],
]);

class Reader {
  readonly #text: string;

  constructor(text: string) {
    this.#text = head + text;
  }

  read(): unknown {
    const [statement, next] = this.#parse().body;
    if (next) return this.#fail(notation, next.start);
    const expression = statement?.type === "ExpressionStatement" ? statement.expression : undefined;
    if (expression?.type !== "AssignmentExpression") return this.#fail(notation, head.length);
    return this.#readValue(expression.right, 0);
  }

  #parse() {
    try {
      return parse(this.#text, { ecmaVersion: "latest" });
    } catch (error) {
      if (error instanceof RangeError) return this.#failDepth();
      if (!(error instanceof SyntaxError) || !("pos" in error)) throw error;
      const expected = error.message.startsWith("Unterminated string")
        ? "quotes at the end of a text"
        : notation;
      return this.#fail(expected, Number(error.pos));
    }
  }

  #readValue(node: Expression, depth: number): unknown {
    if (depth > depthMax) return this.#failDepth();
    if (node.type === "ObjectExpression")
      return this.#readObject(node, depth) ?? this.#readCode(node);
    if (node.type === "ArrayExpression" && node.elements.every(isItem))
      return node.elements.map((item) => this.#readValue(item, depth + 1) ?? null);
    if (node.type === "Literal" && !node.regex && node.bigint === undefined) return node.value;
    if (node.type === "TemplateLiteral" && node.expressions.length === 0)
      return node.quasis[0]?.value.cooked ?? "";
    if (node.type === "Identifier" && constants.has(node.name)) return constants.get(node.name);
    if (node.type === "UnaryExpression" && "+-".includes(node.operator)) {
      const value = this.#readValue(node.argument, depth + 1);
      if (typeof value === "number") return node.operator === "-" ? -value : value;
    }
    return this.#readCode(node);
  }

  /** Returns undefined for an object with keys that need code. */
  #readObject({ properties }: ObjectExpression, depth: number) {
    const object: Record<string, unknown> = {};
    for (const property of properties) {
      const key = findKey(property);
      if (key === undefined || property.type !== "Property") return undefined;
      if (key === "__proto__") this.#fail("another name than __proto__", property.start);
      const value = this.#readValue(property.value, depth + 1);
      if (value !== undefined) object[key] = value;
    }
    return object;
  }

  #readCode({ start, end }: { start: number; end: number }): Code {
    return new Code(this.#text.slice(start, end));
  }

  #failDepth(): never {
    throw new NotationError(`at most ${depthMax} levels of brackets`);
  }

  #fail(expected: string, at: number): never {
    const rest = this.#text.slice(at, at + 20);
    const found = rest === "" ? "the text ends" : `it has ${JSON.stringify(rest)}`;
    throw new NotationError(`${expected}: at character ${at - head.length + 1} ${found}`);
  }
}

function isItem(item: Expression | SpreadElement | null): item is Expression {
  return item !== null && item.type !== "SpreadElement";
}

/** Returns the key of a property that isn't computed. */
function findKey(property: Property | SpreadElement): string | undefined {
  if (property.type === "SpreadElement" || property.computed || property.shorthand)
    return undefined;
  if (property.kind !== "init") return undefined;
  const { key } = property;
  return key.type === "Identifier"
    ? key.name
    : key.type === "Literal"
      ? String(key.value)
      : undefined;
}
