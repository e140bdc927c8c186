import { expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import { chooseEngine } from "./engines.ts";
import { PatternError, parsePattern } from "./parse-pattern.ts";
import { listChildNodes, type Node } from "./tree.ts";

/** Pieces that patterns consist of, and that make them invalid if they don't fit together. */
const piece = fc.oneof(
  fc.constantFrom(..."ab0-_ .^$|()[]*+?{}/é😀"),
  fc.constantFrom(
    "(?:",
    "(?<n>",
    "(?<m>",
    "(?=",
    "(?!",
    "(?<=",
    "(?<!",
    "(?i:",
    "(?-s:",
    "(?mm:",
    "[^",
    "a-z",
    "*?",
    "{2}",
    "{2,}",
    "{2,1}",
    "{,2}",
    "\\d",
    "\\W",
    "\\b",
    "\\B",
    "\\1",
    "\\2",
    "\\k<n>",
    "\\k",
    "\\p{L}",
    "\\P{Lu}",
    "\\p{Nope}",
    "\\u0041",
    "\\u{1F600}",
    "\\x41",
    "\\xg",
    "\\cA",
    "\\c",
    "\\0",
    "\\07",
    "\\377",
    "\\8",
    "\\-",
    "\\&",
    "&&",
    "--",
    "\\q{ab|c}",
    "\\ud83d\\ude00",
  ),
);

const pattern = fc.array(piece, { minLength: 1, maxLength: 9 }).map((parts) => parts.join(""));

const flags = fc.constantFrom("", "i", "s", "m", "u", "v", "iu");

test("accepts exactly the patterns that the engine accepts, and reports the position of errors", () => {
  fc.assert(
    fc.property(pattern, flags, (source, flags) => {
      const read = attempt(() => parsePattern(source, flags));
      if (attempt(() => new RegExp(source, flags)) instanceof Error) {
        expect(read).toBeInstanceOf(PatternError);
        const { position, message } = read as PatternError;
        expect(message).not.toMatch(/Invalid regular expression|invalid here/);
        expect(position >= 0 && position <= source.length).toBe(true);
      } else expect(read).not.toBeInstanceOf(Error);
    }),
    cases(3000),
  );
});

test("finds the groups that the engine captures, with their names", () => {
  fc.assert(
    fc.property(pattern, flags, (source, flags) => {
      const read = attempt(() => parsePattern(source, flags));
      if (read instanceof Error) return;
      // With an empty alternative it matches anything and exposes its groups.
      const match = new RegExp(`${source}|`, flags).exec("");
      expect(read.groups).toBe((match?.length ?? 0) - 1);
      expect(read.names.map(({ name }) => name)).toEqual(Object.keys(match?.groups ?? {}));
    }),
    cases(3000),
  );
});

test("the parts of a pattern are consecutive and nested in their parents", () => {
  const check = (node: Node): void => {
    let end = node.start;
    for (const part of listChildNodes(node)) {
      expect(part.start).toBeGreaterThanOrEqual(end);
      expect(part.end).toBeLessThanOrEqual(node.end);
      end = part.end;
      check(part);
    }
  };
  fc.assert(
    fc.property(pattern, flags, (source, flags) => {
      const read = attempt(() => parsePattern(source, flags));
      if (read instanceof Error) return;
      expect([read.tree.start, read.tree.end]).toEqual([0, source.length]);
      check(read.tree);
    }),
    cases(1000),
  );
});

test("our engines find the same matches as the runtime's", async () => {
  const text = fc.string({ unit: fc.constantFrom(..."abz0-_ .\nAé"), maxLength: 8 });
  const settings = cases(3000);
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(pattern, flags, text, async (pattern, flags, text) => {
      if (attempt(() => parsePattern(pattern, flags)) instanceof Error) return;
      const request = { pattern, flags, text, stepsMax: 1_000_000 };
      const indices = new RegExp(pattern, `${flags}d`).exec(text)?.indices;
      const native = indices ? Int32Array.from(indices.flatMap((pair) => pair ?? [-1, -1])) : null;
      const { engine: steps } = await chooseEngine("ecmascript", request);
      expect(steps.searcher(text)(0)).toEqual(native);
      const { engine } = await chooseEngine("auto", request);
      if (engine.name !== "re2") return;
      expect(engine.searcher(text)(0)).toEqual(native);
      compared++;
    }),
    settings,
  );
  expect(compared).toBeGreaterThan(settings.numRuns / 10);
});

function attempt<T>(work: () => T): T | Error {
  try {
    return work();
  } catch (error) {
    return error as Error;
  }
}
