import type { Json } from "../tree.ts";

/** A parsed RFC 9535 JSONPath query, relative to the root or, in a filter, to the current value. */
export interface Query {
  kind: "query";
  from: "$" | "@";
  segments: readonly Segment[];
}

/** A step from each value to some of its children or descendants. */
export interface Segment {
  descendant: boolean;
  selectors: readonly Selector[];
}

export type Selector =
  | { kind: "name"; name: string }
  | { kind: "wildcard" }
  | { kind: "index"; index: number }
  | { kind: "slice"; start: number | undefined; end: number | undefined; step: number }
  | { kind: "filter"; test: Logical };

export type Logical =
  | { kind: "or" | "and"; terms: readonly Logical[] }
  | { kind: "not"; term: Logical }
  | { kind: "compare"; left: Operand; operator: Operator; right: Operand }
  | { kind: "test"; of: Query | Call };

export type Operand = { kind: "literal"; value: Json } | Query | Call;

export interface Call {
  kind: "call";
  name: FunctionName;
  arguments: readonly Operand[];
}

export const operators = ["==", "!=", "<=", ">=", "<", ">"] as const;

export type Operator = (typeof operators)[number];

/**
 * Argument and result types of each function (RFC 9535, section 2.4): a value, the nodes of a query, or a truth
 * value.
 */
export const functions = {
  length: { takes: ["value"], makes: "value" },
  count: { takes: ["nodes"], makes: "value" },
  match: { takes: ["value", "value"], makes: "truth" },
  search: { takes: ["value", "value"], makes: "truth" },
  value: { takes: ["nodes"], makes: "value" },
} as const;

export type FunctionName = keyof typeof functions;

/** Returns whether a query selects at most one value, regardless of the input. */
export function isSingular({ segments }: Query): boolean {
  return segments.every(
    ({ descendant, selectors: [first, ...others] }) =>
      !descendant && others.length === 0 && (first?.kind === "name" || first?.kind === "index"),
  );
}
