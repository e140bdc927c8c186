import { isDigit } from "../characters.ts";
import { Numeral } from "../tree.ts";
import {
  type Call,
  type FunctionName,
  functions,
  isSingular,
  type Logical,
  type Operand,
  operators,
  type Query,
  type Segment,
  type Selector,
} from "./jsonpath.ts";
import { PathCursor } from "./path-cursor.ts";

/** Parses a JSONPath query. Throws a Fault if RFC 9535 doesn't allow it. */
export function parsePath(text: string): Query {
  const cursor = new PathCursor(text);
  cursor.expect("$");
  const segments = parseSegments(cursor, 0);
  if (cursor.at < text.length) cursor.fail('Expected ".", "[" or the end');
  return { kind: "query", from: "$", segments };
}

function parseSegments(cursor: PathCursor, depth: number): Segment[] {
  const segments: Segment[] = [];
  for (;;) {
    const before = cursor.at;
    cursor.skip();
    const segment = parseSegment(cursor, depth);
    if (!segment) {
      cursor.at = before;
      return segments;
    }
    segments.push(segment);
  }
}

function parseSegment(cursor: PathCursor, depth: number): Segment | undefined {
  if (cursor.take("[")) return { descendant: false, selectors: parseBracket(cursor, depth) };
  if (!cursor.take(".")) return undefined;
  const descendant = cursor.take(".");
  if (descendant && cursor.take("[")) return { descendant, selectors: parseBracket(cursor, depth) };
  if (cursor.take("*")) return { descendant, selectors: [{ kind: "wildcard" }] };
  const name = cursor.name();
  if (name === "")
    cursor.fail(descendant ? 'Expected a name, "*" or "["' : 'Expected a name or "*"');
  return { descendant, selectors: [{ kind: "name", name }] };
}

function parseBracket(cursor: PathCursor, depth: number): Selector[] {
  const selectors: Selector[] = [];
  do {
    cursor.skip();
    selectors.push(parseSelector(cursor, depth));
    cursor.skip();
  } while (cursor.take(","));
  cursor.expect("]");
  return selectors;
}

function parseSelector(cursor: PathCursor, depth: number): Selector {
  if (cursor.code === 0x22 || cursor.code === 0x27) return { kind: "name", name: cursor.string() };
  if (cursor.take("*")) return { kind: "wildcard" };
  if (cursor.take("?")) return { kind: "filter", test: parseFilter(cursor, depth + 1) };
  if (cursor.code !== 0x2d && cursor.code !== 0x3a && !isDigit(cursor.code))
    cursor.fail("Expected a selector: a name in quotes, an index, a slice, * or ?");
  const start = cursor.integer();
  const end = cursor.at;
  cursor.skip();
  if (cursor.take(":")) return parseSlice(cursor, start);
  if (start === undefined) cursor.fail('Expected ":"');
  cursor.at = end;
  return { kind: "index", index: start };
}

function parseSlice(cursor: PathCursor, start: number | undefined): Selector {
  cursor.skip();
  const end = cursor.integer();
  cursor.skip();
  let step: number | undefined;
  if (cursor.take(":")) {
    cursor.skip();
    step = cursor.integer();
  }
  return { kind: "slice", start, end, step: step ?? 1 };
}

const depthMax = 50;

/** Parses the expression of a filter selector, after its question mark. */
function parseFilter(cursor: PathCursor, depth: number): Logical {
  if (depth > depthMax) cursor.fail(`Filters and brackets must not nest deeper than ${depthMax}`);
  cursor.skip();
  return parseAlternatives(cursor, depth);
}

function parseAlternatives(cursor: PathCursor, depth: number): Logical {
  return parseChain(cursor, "||", () => parseChain(cursor, "&&", () => parseTerm(cursor, depth)));
}

function parseChain(cursor: PathCursor, sign: "||" | "&&", parse: () => Logical): Logical {
  const terms = [parse()];
  for (;;) {
    const before = cursor.at;
    cursor.skip();
    if (!cursor.take(sign)) {
      cursor.at = before;
      const [only] = terms;
      return only && terms.length === 1 ? only : { kind: sign === "||" ? "or" : "and", terms };
    }
    cursor.skip();
    terms.push(parse());
  }
}

function parseTerm(cursor: PathCursor, depth: number): Logical {
  const negated = cursor.take("!");
  if (negated) cursor.skip();
  if (cursor.take("(")) {
    const term = parseFilter(cursor, depth + 1);
    cursor.skip();
    cursor.expect(")");
    return negated ? { kind: "not", term } : term;
  }
  const start = cursor.at;
  const left = parseOperand(cursor, depth);
  const end = cursor.at;
  cursor.skip();
  const operator = negated ? undefined : operators.find((sign) => cursor.take(sign));
  if (operator === undefined) {
    cursor.at = end;
    if (left.kind === "literal" || (left.kind === "call" && functions[left.name].makes === "value"))
      cursor.fail("A value alone is not a test: it must be compared", start);
    const term: Logical = { kind: "test", of: left };
    return negated ? { kind: "not", term } : term;
  }
  if (!isValue(left)) cursor.fail(notComparable, start);
  cursor.skip();
  const rightStart = cursor.at;
  const right = parseOperand(cursor, depth);
  if (!isValue(right)) cursor.fail(notComparable, rightStart);
  return { kind: "compare", left, operator, right };
}

const notComparable =
  "Only literals, queries that select at most one value and functions that return a value can be compared";

function isValue(operand: Operand): boolean {
  if (operand.kind === "literal") return true;
  return operand.kind === "query" ? isSingular(operand) : functions[operand.name].makes === "value";
}

function parseOperand(cursor: PathCursor, depth: number): Operand {
  const { code } = cursor;
  if (code === 0x40 || code === 0x24) {
    cursor.at++;
    const from = code === 0x40 ? "@" : "$";
    return { kind: "query", from, segments: parseSegments(cursor, depth) } satisfies Query;
  }
  if (code === 0x22 || code === 0x27) return { kind: "literal", value: cursor.string() };
  if (code === 0x2d || isDigit(code))
    return { kind: "literal", value: new Numeral(cursor.number()) };
  const start = cursor.at;
  const word = cursor.name();
  if (cursor.code === 0x28 && Object.hasOwn(functions, word))
    return parseCall(cursor, word as FunctionName, depth);
  if (word === "null") return { kind: "literal", value: null };
  if (word === "true" || word === "false") return { kind: "literal", value: word === "true" };
  if (cursor.code === 0x28 && word !== "")
    cursor.fail(`The functions are ${Object.keys(functions).join(", ")}`, start);
  return cursor.fail("Expected a query, a literal or a function", start);
}

function parseCall(cursor: PathCursor, name: FunctionName, depth: number): Call {
  if (depth >= depthMax) cursor.fail(`Functions must not nest deeper than ${depthMax}`);
  const { takes } = functions[name];
  const start = cursor.at;
  const args: Operand[] = [];
  cursor.expect("(");
  cursor.skip();
  while (cursor.code !== 0x29) {
    if (args.length > 0) {
      cursor.expect(",");
      cursor.skip();
    }
    const at = cursor.at;
    const argument = parseOperand(cursor, depth + 1);
    const wanted = takes[args.length];
    if (wanted === "nodes" && argument.kind !== "query") cursor.fail(`${name}() takes a query`, at);
    if (wanted === "value" && !isValue(argument))
      cursor.fail(`${name}() takes a value: a literal or a query that selects at most one`, at);
    args.push(argument);
    cursor.skip();
  }
  cursor.at++;
  if (args.length !== takes.length)
    cursor.fail(`${name}() takes ${takes.length === 1 ? "one argument" : "two arguments"}`, start);
  return { kind: "call", name, arguments: args };
}
