import { asTable } from "hub";
import { Decimal } from "../../money/decimal.ts";
import { indexElements, type XmlNode } from "../read/xml-tree.ts";
import { type Focus, functions } from "./functions.ts";
import {
  atomize,
  Broken,
  calculate,
  castItems,
  compareAtoms,
  type Item,
  isNode,
  readAtom,
  readBoolean,
  readNumber,
  type Sequence,
} from "./values.ts";

/** The item that an expression is evaluated for, and its variables. */
export interface Context extends Focus {
  getVariable(name: string): Sequence;
}

/** A compiled expression. */
export type Expression = (context: Context) => Sequence;

/** Names of the vocabulary: the name of an element in the trees that are searched, and functions. */
export interface Names {
  resolve(name: string): string;
  getFunction(name: string): ((args: readonly Sequence[]) => Sequence) | undefined;
}

/** Compiles an expression of XPath 2.0, with `let` of 3.0. Throws for unknown functions. */
export function compile(source: string, names: Names): Expression {
  const parser = new Parser(source, names);
  return parser.parse();
}

type Axis = (node: XmlNode) => readonly XmlNode[];

const axes: ReadonlyMap<string, Axis> = new Map<string, Axis>([
  ["child", ({ children }) => children],
  ["self", (node) => [node]],
  ["parent", ({ parent }) => (parent ? [parent] : [])],
  ["ancestor", listAncestors],
  ["ancestor-or-self", (node) => [node, ...listAncestors(node)]],
  ["descendant", (node) => listDescendants(node)],
  ["descendant-or-self", (node) => [node, ...listDescendants(node)]],
  ["following-sibling", (node) => listSiblings(node).filter(({ order }) => order > node.order)],
  [
    "preceding-sibling",
    (node) =>
      listSiblings(node)
        .filter(({ order }) => order < node.order)
        .toReversed(),
  ],
  ["preceding", (node) => listPreceding(node)],
]);

function listAncestors(node: XmlNode): XmlNode[] {
  return node.parent ? [node.parent, ...listAncestors(node.parent)] : [];
}

function listDescendants(node: XmlNode, found: XmlNode[] = []): XmlNode[] {
  for (const child of node.children) {
    found.push(child);
    listDescendants(child, found);
  }
  return found;
}

function listSiblings({ parent }: XmlNode): readonly XmlNode[] {
  return parent?.children ?? [];
}

function listPreceding(node: XmlNode): XmlNode[] {
  const ancestors = new Set(listAncestors(node));
  const root = listAncestors(node).at(-1) ?? node;
  return listDescendants(root)
    .filter((one) => one.order < node.order && !ancestors.has(one))
    .toReversed();
}

const comparisons: Readonly<Record<string, (order: number) => boolean>> = asTable({
  "=": (order) => order === 0,
  "!=": (order) => order !== 0,
  "<": (order) => order < 0,
  "<=": (order) => order <= 0,
  ">": (order) => order > 0,
  ">=": (order) => order >= 0,
});

/** Comparisons of single values. */
const valueComparisons: Readonly<Record<string, string>> = asTable({
  eq: "=",
  ne: "!=",
  lt: "<",
  le: "<=",
  gt: ">",
  ge: ">=",
});

class Parser {
  readonly #tokens: readonly string[];
  readonly #names: Names;
  #at = 0;

  constructor(source: string, names: Names) {
    this.#tokens = splitTokens(source);
    this.#names = names;
  }

  parse(): Expression {
    const expression = this.#parseList();
    if (this.#next !== undefined) throw new SyntaxError(`"${this.#next}" is not expected`);
    return expression;
  }

  get #next(): string | undefined {
    return this.#tokens[this.#at];
  }

  get #second(): string | undefined {
    return this.#tokens[this.#at + 1];
  }

  /** Returns whether the next token is one of these, and passes it. */
  #accept(...tokens: readonly string[]): string | undefined {
    if (this.#next === undefined || !tokens.includes(this.#next)) return undefined;
    return this.#tokens[this.#at++];
  }

  #expect(...tokens: readonly string[]): void {
    for (const token of tokens)
      if (!this.#accept(token)) throw new SyntaxError(`"${token}" must be before "${this.#next}"`);
  }

  #parseList(): Expression {
    const parts = [this.#parseSingle()];
    while (this.#accept(",")) parts.push(this.#parseSingle());
    const [only] = parts;
    if (parts.length === 1 && only) return only;
    return (context) => parts.flatMap((part) => part(context));
  }

  #parseSingle(): Expression {
    const isVariable = this.#second === "$";
    if (isVariable && this.#accept("for")) return this.#parseBindings("return", flatten);
    if (isVariable && this.#accept("some")) return this.#parseBindings("satisfies", some);
    if (isVariable && this.#accept("every")) return this.#parseBindings("satisfies", every);
    if (isVariable && this.#accept("let")) return this.#parseLet();
    if (this.#next === "if" && this.#second === "(") return this.#parseIf();
    return this.#parseOr();
  }

  /** Parses `$name in items`, and the expression for each item. */
  #parseBindings(keyword: string, collect: Collector): Expression {
    const name = this.#parseVariable();
    this.#expect("in");
    const items = this.#parseSingle();
    const isLast = !this.#accept(",");
    if (isLast) this.#expect(keyword);
    const inner = isLast ? this.#parseSingle() : this.#parseBindings(keyword, collect);
    return (context) => collect(items(context), (item) => inner(bind(context, name, [item])));
  }

  #parseLet(): Expression {
    const name = this.#parseVariable();
    this.#expect(":=");
    const value = this.#parseSingle();
    this.#expect("return");
    const inner = this.#parseSingle();
    return (context) => inner(bind(context, name, value(context)));
  }

  #parseVariable(): string {
    this.#expect("$");
    return this.#tokens[this.#at++] ?? "";
  }

  #parseIf(): Expression {
    this.#expect("if", "(");
    const test = this.#parseList();
    this.#expect(")", "then");
    const yes = this.#parseSingle();
    this.#expect("else");
    const no = this.#parseSingle();
    return (context) => (readBoolean(test(context)) ? yes(context) : no(context));
  }

  #parseOr(): Expression {
    let left = this.#parseAnd();
    while (this.#accept("or")) {
      const [one, other] = [left, this.#parseAnd()];
      left = (context) => [decide([one, other], true, context)];
    }
    return left;
  }

  #parseAnd(): Expression {
    let left = this.#parseComparison();
    while (this.#accept("and")) {
      const [one, other] = [left, this.#parseComparison()];
      left = (context) => [decide([one, other], false, context)];
    }
    return left;
  }

  #parseComparison(): Expression {
    const left = this.#parseRange();
    const general = this.#accept(...Object.keys(comparisons));
    const single = general ? undefined : this.#accept(...Object.keys(valueComparisons));
    const isMet = comparisons[general ?? valueComparisons[single ?? ""] ?? ""];
    if (!isMet) return left;
    const right = this.#parseRange();
    if (general)
      return (context) => {
        const others = atomize(right(context));
        return [
          atomize(left(context)).some((one) =>
            others.some((other) => isMet(compareAtoms(one, other))),
          ),
        ];
      };
    return (context) => {
      const [one, other] = [readAtom(left(context)), readAtom(right(context))];
      return one === undefined || other === undefined ? [] : [isMet(compareAtoms(one, other))];
    };
  }

  #parseRange(): Expression {
    const left = this.#parseSum();
    if (!this.#accept("to")) return left;
    const right = this.#parseSum();
    return (context) => {
      const [first, last] = [readNumber(left(context)), readNumber(right(context))].map(Number);
      const length = Math.max(0, (last ?? 0) - (first ?? 0) + 1);
      return Array.from({ length }, (_, index) => new Decimal((first ?? 0) + index));
    };
  }

  #parseSum(): Expression {
    let left = this.#parseProduct();
    for (let operator = this.#accept("+", "-"); operator; operator = this.#accept("+", "-"))
      left = combine(operator, left, this.#parseProduct());
    return left;
  }

  #parseProduct(): Expression {
    const operators = ["*", "div", "idiv", "mod"];
    let left = this.#parseUnion();
    for (let operator = this.#accept(...operators); operator; operator = this.#accept(...operators))
      left = combine(operator, left, this.#parseUnion());
    return left;
  }

  #parseUnion(): Expression {
    let left = this.#parseCast();
    while (this.#accept("|", "union")) {
      const [one, other] = [left, this.#parseCast()];
      left = (context) => sortNodes([...one(context), ...other(context)]);
    }
    return left;
  }

  #parseCast(): Expression {
    const value = this.#parseUnary();
    const keyword = this.#accept("cast", "castable");
    if (!keyword) return value;
    this.#expect("as");
    const type = `${this.#tokens[this.#at++]}${this.#accept("?") ?? ""}`;
    return (context) =>
      keyword === "cast" ? castItems(value(context), type) : [isCastable(value(context), type)];
  }

  #parseUnary(): Expression {
    if (this.#accept("+")) return this.#parseUnary();
    if (!this.#accept("-")) return this.#parsePath();
    const value = this.#parseUnary();
    return (context) => calculate("-", [new Decimal(0)], value(context));
  }

  #parsePath(): Expression {
    let left: Expression | undefined;
    let first: Expression | undefined;
    if (this.#accept("/")) {
      left = findRoot;
      if (!this.#isStep()) return left;
    } else if (this.#accept("//")) {
      const named = this.#parseNamed();
      if (!named) left = (context) => findRoot(context).flatMap(listAll);
      first = named;
    }
    let path = this.#parseStep(first);
    if (left) path = join(left, path);
    for (let sign = this.#accept("/", "//"); sign; sign = this.#accept("/", "//")) {
      const start = path;
      path = join(
        sign === "//" ? (context) => start(context).flatMap(listAll) : start,
        this.#parseStep(),
      );
    }
    return path;
  }

  #isStep(): boolean {
    return /^[\w@*.$('"]/.test(this.#next ?? ")");
  }

  /** Parses the name of elements anywhere in the document, which an index finds. */
  #parseNamed(): Expression | undefined {
    const isName = /^[A-Za-z_][^*]*$/.test(this.#next ?? "");
    const isCount = this.#second === "[" && /^\d/.test(this.#tokens[this.#at + 2] ?? "");
    if (!isName || isCount || this.#second === "(" || this.#second === "::") return undefined;
    const name = this.#names.resolve(this.#tokens[this.#at++] ?? "");
    return (context) => findRoot(context).flatMap((root) => indexElements(root).get(name) ?? []);
  }

  #parseStep(first?: Expression): Expression {
    let step = first ?? this.#parseNode() ?? this.#parsePrimary();
    while (this.#accept("[")) {
      const [start, condition] = [step, this.#parseList()];
      this.#expect("]");
      step = (context) => filter(start(context), condition, context);
    }
    return step;
  }

  /** Parses a step that finds nodes: by a name, an axis or a kind. */
  #parseNode(): Expression | undefined {
    if (this.#accept("..")) return walk((node) => (node.parent ? [node.parent] : []));
    if (this.#accept("@")) return walk(attributeAxis(this.#tokens[this.#at++] ?? ""));
    const axis = this.#second === "::" ? axes.get(this.#next ?? "") : undefined;
    if (this.#second === "::") {
      if (!axis) throw new SyntaxError(`The axis "${this.#next}" is not supported`);
      this.#at += 2;
    }
    const name = this.#next ?? "";
    const isKind = this.#second === "(" && (name === "text" || name === "node");
    if (!axis && !isKind && (this.#second === "(" || !/^[A-Za-z_*]/.test(name))) return undefined;
    this.#at++;
    const list = axis ?? (({ children }) => children);
    if (isKind) {
      this.#expect("(", ")");
      return walk(name === "text" ? listTexts : list);
    }
    if (name === "*") return walk((node) => list(node).filter(isElement));
    const full = this.#names.resolve(name);
    const prefix = full.endsWith(":*") ? full.slice(0, -1) : undefined;
    return walk((node) =>
      list(node).filter((one) => (prefix ? one.name.startsWith(prefix) : one.name === full)),
    );
  }

  #parsePrimary(): Expression {
    const token = this.#next ?? "";
    if (token === "$") {
      const name = this.#parseVariable();
      return (context) => context.getVariable(name);
    }
    this.#at++;
    if (token === ".") return ({ item }) => item;
    if (token === "(") return this.#parseGroup();
    if (/^['"]/.test(token)) {
      const quote = token[0] ?? "";
      const value = token.slice(1, -1).replaceAll(quote + quote, quote);
      return () => [value];
    }
    if (/^[\d.]/.test(token)) {
      const value = new Decimal(token);
      return () => [value];
    }
    return this.#parseCall(token);
  }

  #parseGroup(): Expression {
    if (this.#accept(")") !== undefined) return () => [];
    const list = this.#parseList();
    this.#expect(")");
    return list;
  }

  #parseCall(name: string): Expression {
    const own = this.#names.getFunction(name);
    const call = own ?? functions.get(name);
    if (!call || this.#next !== "(") throw new SyntaxError(`The function "${name}" is unknown`);
    this.#expect("(");
    const args: Expression[] = [];
    if (!this.#accept(")")) {
      do args.push(this.#parseSingle());
      while (this.#accept(","));
      this.#expect(")");
    }
    return (context) =>
      call(
        args.map((argument) => argument(context)),
        context,
      );
  }
}

/** Comments, texts, numbers, names and signs. */
const tokenForms = [
  /\(:(?:[^:]|:(?!\)))*:\)/,
  /"(?:[^"]|"")*"|'(?:[^']|'')*'/,
  /\d+(?:\.\d+)?|\.\d+/,
  /[A-Za-z_][\w-]*(?:\.[\w-]+)*(?::(?!:)(?:[A-Za-z_][\w.-]*|\*))?/,
  /\.\.|\/\/|::|:=|<=|>=|!=|[^\s]/,
];

const tokenForm = new RegExp(tokenForms.map(({ source }) => source).join("|"), "g");

function splitTokens(source: string): string[] {
  return (source.match(tokenForm) ?? []).filter((token) => !token.startsWith("(:"));
}

type Collector = (items: Sequence, evaluate: (item: Item) => Sequence) => Sequence;

const flatten: Collector = (items, evaluate) => items.flatMap(evaluate);
const some: Collector = (items, evaluate) => [items.some((item) => readBoolean(evaluate(item)))];
const every: Collector = (items, evaluate) => [items.every((item) => readBoolean(evaluate(item)))];

function bind(context: Context, name: string, value: Sequence): Context {
  const getVariable = (other: string) => (other === name ? value : context.getVariable(other));
  return { ...context, getVariable };
}

/** Combines two conditions: the result is `decisive` if one of them is, even if the other fails. */
function decide(
  conditions: readonly [Expression, Expression],
  decisive: boolean,
  context: Context,
): boolean {
  const [first, second] = conditions;
  try {
    if (readBoolean(first(context)) === decisive) return decisive;
  } catch (error) {
    if (error instanceof TypeError && readBoolean(second(context)) === decisive) return decisive;
    throw error;
  }
  return readBoolean(second(context));
}

function combine(operator: string, one: Expression, other: Expression): Expression {
  return (context) => calculate(operator, one(context), other(context));
}

function isCastable(items: Sequence, type: string): boolean {
  try {
    castItems(items, type);
    return true;
  } catch {
    return false;
  }
}

function findRoot({ item: [node] }: Context): XmlNode[] {
  if (!isNode(node)) throw new TypeError("A value is not in a document");
  return [listAncestors(node).at(-1) ?? node];
}

/** Returns a node and all elements inside. */
function listAll(item: Item): XmlNode[] {
  if (!isNode(item)) throw new TypeError("A value has no elements");
  return [item, ...listDescendants(item)];
}

/** Applies a step to each item, with that item in focus. */
function join(left: Expression, right: Expression): Expression {
  return (context) => {
    const items = left(context);
    const found = items.flatMap((item, index) =>
      item instanceof Broken
        ? [item]
        : right({ ...context, item: [item], position: index + 1, size: items.length }),
    );
    return items.length > 1 && isNode(found[0]) ? sortNodes(found) : found;
  };
}

/** Sorts nodes by their order in the document, and removes duplicates. */
function sortNodes(items: Sequence): Sequence {
  const nodes = [...new Set(items)].filter(isNode);
  const broken = items.filter((item) => item instanceof Broken);
  return [...nodes.toSorted((one, other) => one.order - other.order), ...broken];
}

function walk(axis: Axis): Expression {
  return ({ item: [node] }) => {
    if (!isNode(node)) throw new TypeError("A value has no elements");
    return axis(node);
  };
}

function filter(items: Sequence, condition: Expression, context: Context): Sequence {
  const found: Item[] = [];
  for (const [index, item] of items.entries())
    try {
      const focus = { ...context, item: [item], position: index + 1, size: items.length };
      if (item instanceof Broken || isAt(condition(focus), index + 1)) found.push(item);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      return [...found, new Broken(error)];
    }
  return found;
}

/** Returns whether a condition is met: a number is a position. */
function isAt(result: Sequence, position: number): boolean {
  const [first] = result;
  const isNumber = first instanceof Decimal || typeof first === "number";
  return isNumber && result.length === 1 ? Number(first) === position : readBoolean(result);
}

function isElement({ name }: XmlNode): boolean {
  return name !== "" && !name.startsWith("@") && name !== "#text";
}

function attributeAxis(name: string): Axis {
  return (node) =>
    Object.entries(node.attributes)
      .filter(([key]) => name === "*" || key === name)
      .map(([key, text]) => createLeaf(node, `@${key}`, text));
}

function listTexts(node: XmlNode): XmlNode[] {
  return node.text === "" ? [] : [createLeaf(node, "#text", node.text)];
}

function createLeaf(parent: XmlNode, name: string, text: string): XmlNode {
  return { name, text, parent, order: parent.order + 0.5, attributes: {}, children: [] };
}
