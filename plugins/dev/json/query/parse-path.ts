import { isDigit } from "../characters.ts";
import type { Query, Segment, Selector } from "./jsonpath.ts";
import { parseFilter } from "./parse-filter.ts";
import { PathCursor } from "./path-cursor.ts";

/** Reads a JSONPath query; throws a Fault where RFC 9535 does not know it. */
export function parsePath(text: string): Query {
  const cursor = new PathCursor(text, parseSegments);
  cursor.expect("$");
  const segments = cursor.segments(0);
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
  cursor.at = end;
  return { kind: "index", index: start! };
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
