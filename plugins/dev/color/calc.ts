/** A number, a percentage or an angle in degrees. */
export interface CssValue {
  number: number;
  unit: "" | "%" | "deg";
}

const depthMax = 16;

/** Functions whose results are values. */
const functionNames = new Set(["calc", "min", "max", "clamp"]);

/** Returns whether the text begins with a mathematical function. */
export function isMath(text: string): boolean {
  return functionNames.has(text.slice(0, Math.max(text.indexOf("("), 0)));
}

/** Computes `calc()`, `min()`, `max()` or `clamp()` of CSS Values 4. Returns undefined for other texts. */
export function computeMath(
  text: string,
  variables: ReadonlyMap<string, number>,
): CssValue | undefined {
  const parser = new MathParser(text, variables);
  const value = parser.parseValue(0);
  if (!value || !parser.isAtEnd()) return undefined;
  // CSS Values 4, section 10.12.
  return Number.isNaN(value.number) ? { ...value, number: 0 } : value;
}

class MathParser {
  #at = 0;

  constructor(
    readonly text: string,
    readonly variables: ReadonlyMap<string, number>,
  ) {}

  isAtEnd(): boolean {
    return this.#at === this.text.length;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.text);
    if (match) this.#at = pattern.lastIndex;
    return match;
  }

  #parseSum(depth: number): CssValue | undefined {
    let left = this.#parseProduct(depth);
    // White space separates the operator from a sign.
    for (let match = this.#match(SUM); left && match; match = this.#match(SUM)) {
      const right = this.#parseProduct(depth);
      if (!right || right.unit !== left.unit) return undefined;
      const sign = match[1] === "-" ? -1 : 1;
      left = { number: left.number + sign * right.number, unit: left.unit };
    }
    return left;
  }

  #parseProduct(depth: number): CssValue | undefined {
    let left = this.parseValue(depth);
    for (let match = this.#match(PRODUCT); left && match; match = this.#match(PRODUCT)) {
      const right = this.parseValue(depth);
      if (!right) return undefined;
      left = match[1] === "*" ? multiply(left, right) : divide(left, right);
    }
    return left;
  }

  parseValue(depth: number): CssValue | undefined {
    if (depth > depthMax) return undefined;
    const [, number, unit] = this.#match(NUMBER) ?? [];
    if (number !== undefined) return readUnit(Number(number), unit ?? "");
    const [, name] = this.#match(OPEN) ?? [];
    if (name !== undefined) return this.#parseFunction(name, depth + 1);
    const [, word] = this.#match(WORD) ?? [];
    const variable =
      word === undefined ? undefined : (constants.get(word) ?? this.variables.get(word));
    return variable === undefined ? undefined : { number: variable, unit: "" };
  }

  #parseFunction(name: string, depth: number): CssValue | undefined {
    const values: CssValue[] = [];
    do {
      this.#match(BLANKS);
      const value = this.#parseSum(depth);
      if (!value) return undefined;
      values.push(value);
      this.#match(BLANKS);
    } while (this.#match(COMMA));
    return this.#match(CLOSE) ? applyFunction(name, values) : undefined;
  }
}

const BLANKS = /[ \t\n\r\f]*/y;
const SUM = /[ \t\n\r\f]+([+-])[ \t\n\r\f]+/y;
const PRODUCT = /[ \t\n\r\f]*([*/])[ \t\n\r\f]*/y;
const NUMBER = /([+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?)(%|[a-z]+)?/y;
const OPEN = /([a-z]*)\(/y;
const WORD = /(-infinity|[a-z]+)/y;
const COMMA = /,/y;
const CLOSE = /\)/y;

/** The constants of CSS Values 4, section 10.7. */
const constants: ReadonlyMap<string, number> = new Map([
  ["e", Math.E],
  ["pi", Math.PI],
  ["infinity", Number.POSITIVE_INFINITY],
  ["-infinity", Number.NEGATIVE_INFINITY],
  ["nan", Number.NaN],
]);

const degrees = new Map([
  ["deg", 1],
  ["grad", 0.9],
  ["rad", 180 / Math.PI],
  ["turn", 360],
]);

function readUnit(number: number, unit: string): CssValue | undefined {
  if (unit === "" || unit === "%") return { number, unit };
  const factor = degrees.get(unit);
  return factor === undefined ? undefined : { number: number * factor, unit: "deg" };
}

function multiply(left: CssValue, right: CssValue): CssValue | undefined {
  if (left.unit !== "" && right.unit !== "") return undefined;
  return { number: left.number * right.number, unit: left.unit || right.unit };
}

function divide(left: CssValue, right: CssValue): CssValue | undefined {
  if (right.unit !== "" && right.unit !== left.unit) return undefined;
  return { number: left.number / right.number, unit: right.unit === "" ? left.unit : "" };
}

function applyFunction(name: string, values: readonly CssValue[]): CssValue | undefined {
  const [first, second, third] = values;
  if (!first || values.some(({ unit }) => unit !== first.unit)) return undefined;
  const numbers = values.map(({ number }) => number);
  const { unit } = first;
  if (name === "min") return { number: Math.min(...numbers), unit };
  if (name === "max") return { number: Math.max(...numbers), unit };
  if (name === "clamp" && second && third && values.length === 3)
    return { number: Math.max(first.number, Math.min(second.number, third.number)), unit };
  return (name === "" || name === "calc") && values.length === 1 ? first : undefined;
}
