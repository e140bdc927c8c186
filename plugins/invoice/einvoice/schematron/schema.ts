import { type ElementIndex, indexElements, prefixes, type XmlNode } from "../read/xml-tree.ts";
import { type Context, compile, type Expression } from "./compile.ts";
import { parsePattern, type Step } from "./pattern.ts";
import { castItems, readBoolean, type Sequence } from "./values.ts";

interface Assert {
  id: string;
  isWarning: boolean;
  test: Expression;
  message: string;
}

interface CompiledStep extends Omit<Step, "conditions"> {
  condition: Expression | undefined;
}

interface Rule {
  contexts: readonly (readonly CompiledStep[])[];
  variables: Map<string, Expression>;
  asserts: Assert[];
}

/** An assert that an element violates. */
export interface Failure extends Omit<Assert, "test"> {
  element: XmlNode;
}

type Variables = (node: XmlNode) => Context["getVariable"];

/** A Schematron schema, whose rules are applied to documents. */
export class Schema {
  readonly #namespaces = new Map<string, string>();
  readonly #functions = new Map<string, (args: readonly Sequence[]) => Sequence>();
  readonly #variables = new Map<string, Expression>();
  readonly #patterns: Rule[][] = [];
  readonly #sources: string[] = [];

  /** Reads the rows of an imported schema. Expressions are compiled on first use. */
  constructor(rows: readonly string[]) {
    let rule: Rule | undefined;
    for (const row of rows) {
      const [kind = "", first = "", second = "", third = "", fourth = ""] = row.split("\t");
      if (kind === "ns") this.#namespaces.set(first, prefixes[second] ?? "?:");
      if (kind === "function")
        this.#addFunction(first, { parameters: second, type: third, body: fourth });
      if (kind === "let") (rule?.variables ?? this.#variables).set(first, this.#compile(second));
      if (kind === "pattern") this.#patterns.push([]);
      if (kind === "rule") {
        rule = { contexts: this.#compilePattern(first), variables: new Map(), asserts: [] };
        this.#patterns.at(-1)?.push(rule);
      }
      if (kind === "assert") {
        const isWarning = second === "warning" || second === "information";
        rule?.asserts.push({ id: first, isWarning, test: this.#compile(third), message: fourth });
      }
    }
  }

  /** The names of all asserts. */
  get ids(): string[] {
    return this.#patterns.flat().flatMap(({ asserts }) => asserts.map(({ id }) => id));
  }

  /** Compiles all expressions. Throws if one has an error or an unknown function. */
  compileAll(): void {
    for (const source of this.#sources) this.#compileNow(source);
  }

  /** Checks each element against the first rule of each pattern that matches it. */
  validate(root: XmlNode): Failure[] {
    const document = root.parent ?? root;
    const index = indexElements(document);
    const globals = createVariables(this.#variables, document, () => []);
    return this.#patterns.flatMap((rules) => {
      const used = new Set<XmlNode>();
      return rules.flatMap((rule) => {
        const variables: Variables = (node) => createVariables(rule.variables, node, globals);
        return find(rule, index, variables)
          .filter((element) => !used.has(element) && used.add(element))
          .flatMap((element) => check(rule, element, variables(element)));
      });
    });
  }

  #compile(source: string): Expression {
    this.#sources.push(source);
    let compiled: Expression | undefined;
    return (context) => {
      compiled ??= this.#compileNow(source);
      return compiled(context);
    };
  }

  #compileNow(source: string): Expression {
    return compile(source, {
      resolve: (name) => this.#resolve(name),
      getFunction: (name) => this.#functions.get(name),
    });
  }

  /** Replaces the prefix of a name with the one of trees. */
  #resolve(name: string): string {
    const [prefix = "", local] = name.split(":");
    return local === undefined ? name : `${this.#namespaces.get(prefix) ?? "?:"}${local}`;
  }

  #compilePattern(pattern: string): CompiledStep[][] {
    return parsePattern(pattern).map((steps) =>
      steps.map(({ name, conditions, isDeep }) => ({
        name: this.#resolve(name),
        isDeep,
        condition: conditions === "" ? undefined : this.#compile(`boolean(.${conditions})`),
      })),
    );
  }

  #addFunction(
    name: string,
    { parameters, type, body }: { parameters: string; type: string; body: string },
  ): void {
    const declared = parameters.split(" ").map((one) => one.split("="));
    const expression = this.#compile(body);
    this.#functions.set(name, (args) => {
      const values = new Map(
        declared.map(([own = "", as = ""], index) => [own, convert(args[index] ?? [], as)]),
      );
      const getVariable = (own: string) => values.get(own) ?? [];
      return convert(expression({ item: [], position: 1, size: 1, getVariable }), type);
    });
  }
}

/** Converts a parameter or a result to its type, if it has one. */
function convert(items: Sequence, type: string): Sequence {
  return type === "" ? items : castItems(items, type);
}

/** Returns a lookup of variables, which are evaluated on first use. */
function createVariables(
  expressions: ReadonlyMap<string, Expression>,
  node: XmlNode,
  getOuter: Context["getVariable"],
): Context["getVariable"] {
  const values = new Map<string, Sequence>();
  const getVariable = (name: string): Sequence => {
    const known = values.get(name);
    if (known) return known;
    const expression = expressions.get(name);
    if (!expression) return getOuter(name);
    const value = expression(focusOn(node, getVariable));
    values.set(name, value);
    return value;
  };
  return getVariable;
}

function focusOn(node: XmlNode, getVariable: Context["getVariable"]): Context {
  return { item: [node], position: 1, size: 1, getVariable };
}

function find({ contexts }: Rule, index: ElementIndex, variables: Variables): XmlNode[] {
  return contexts.flatMap((steps) =>
    (index.get(steps.at(-1)?.name ?? "") ?? []).filter((element) =>
      matches(element, steps, { at: steps.length - 1, variables }),
    ),
  );
}

/** Returns whether an element matches a step of a pattern, and its ancestors the steps before. */
function matches(
  element: XmlNode,
  steps: readonly CompiledStep[],
  { at, variables }: { at: number; variables: Variables },
): boolean {
  const step = steps[at];
  if (!step || !hasName(element, step.name)) return false;
  if (step.condition && !isMet(step.condition, focusOn(element, variables(element)))) return false;
  if (at === 0) return true;
  for (let parent = element.parent; parent; parent = step.isDeep ? parent.parent : undefined)
    if (matches(parent, steps, { at: at - 1, variables })) return true;
  return false;
}

function hasName({ name }: XmlNode, wanted: string): boolean {
  if (wanted === "*") return name !== "";
  return wanted.endsWith(":*") ? name.startsWith(wanted.slice(0, -1)) : name === wanted;
}

function check(
  { asserts }: Rule,
  element: XmlNode,
  getVariable: Context["getVariable"],
): Failure[] {
  return asserts
    .filter(({ test }) => !isMet(test, focusOn(element, getVariable)))
    .map(({ id, isWarning, message }) => ({ id, isWarning, message, element }));
}

/** Evaluates a test. One that fails, such as on a text instead of a number, isn't met. */
function isMet(test: Expression, context: Context): boolean {
  try {
    return readBoolean(test(context));
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
