import { parseSync } from "oxc-parser";
import { asTable } from "../../../core/lib/as-table.ts";

/** A change of a source file: a range of its text, and the replacement. */
export interface Mutant {
  start: number;
  end: number;
  text: string;
  /** The kind of change, in one word. */
  kind: string;
}

const operators = asTable<string>({
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
  "+": "-",
  "-": "+",
  "*": "/",
  "/": "*",
  "%": "*",
  "&&": "||",
  "||": "&&",
  "??": "&&",
  "&": "|",
  "|": "&",
  "<<": ">>",
  ">>": "<<",
});

const methods = asTable<string>({
  some: "every",
  every: "some",
  min: "max",
  max: "min",
  floor: "ceil",
  ceil: "floor",
  startsWith: "endsWith",
  endsWith: "startsWith",
});

// biome-ignore lint/suspicious/noExplicitAny: nodes of all kinds in a syntax tree
type Node = any;

/** Returns all mutants of a source file. */
export function createMutants(file: string, source: string): Mutant[] {
  const found: Mutant[] = [];
  const add = ({ start, end }: Node, text: string, kind: string) =>
    found.push({ start, end, text, kind });
  const text = ({ start, end }: Node) => source.slice(start, end);

  function visit(node: Node): void {
    if (!node || typeof node !== "object") return;
    if (Array.isArray(node)) {
      for (const item of node) visit(item);
      return;
    }
    // Types aren't executed, nor are imports.
    if (typeof node.type === "string" && /^(TS|Import)/.test(node.type) && !node.expression) return;
    mutate(node);
    for (const [key, value] of Object.entries(node)) if (key !== "parent") visit(value);
  }

  function mutate(node: Node): void {
    switch (node.type) {
      case "BinaryExpression":
      case "LogicalExpression": {
        const other = operators[node.operator];
        if (!other) return;
        const at = source.indexOf(node.operator, node.left.end);
        if (at < node.right.start)
          add({ start: at, end: at + node.operator.length }, other, node.operator);
        return;
      }
      case "UnaryExpression":
        if (node.operator === "!") add(node, text(node.argument), "not");
        return;
      case "ConditionalExpression":
        add(node.test, `!(${text(node.test)})`, "condition");
        return;
      case "IfStatement":
        add(node.test, `!(${text(node.test)})`, "condition");
        return;
      case "Literal":
        if (typeof node.value === "number") add(node, `(${node.raw} + 1)`, "number");
        if (typeof node.value === "boolean") add(node, String(!node.value), "boolean");
        return;
      case "ExpressionStatement":
        if (/^(Call|Await|Assignment|Update)/.test(node.expression?.type))
          add(node, ";", "statement");
        return;
      case "CallExpression": {
        const name = node.callee?.property?.name;
        if (methods[name]) add(node.callee.property, methods[name], name);
        return;
      }
    }
  }

  visit(parseSync(file, source).program);
  return found;
}

/** Returns the source with the mutant's change. */
export function apply(source: string, { start, end, text }: Mutant): string {
  return source.slice(0, start) + text + source.slice(end);
}

/** Where a mutant changes its file: the line's number and text, and the change. */
export interface MutantPlace {
  line: number;
  change: string;
  code: string;
}

/** Returns the place of a mutant as a survivor is reported, and as the list of equivalent mutants names it. */
export function locate(source: string, { start, end, text }: Mutant): MutantPlace {
  const line = source.slice(0, start).split("\n").length;
  const [before = ""] = source.slice(start, end).split("\n");
  const [after = ""] = text.split("\n");
  const code = source.split("\n")[line - 1]?.trim() ?? "";
  return { line, change: `${before} -> ${after}`, code };
}
