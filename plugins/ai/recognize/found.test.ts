import { expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import { dropOverlaps, findMatches } from "./found.ts";

const found = fc
  .tuple(fc.nat(30), fc.integer({ min: 1, max: 8 }), fc.constantFrom(0.5, 0.7, 0.9))
  .map(([start, length, confidence]) => ({ type: "x", start, end: start + length, confidence }));

test("the remaining matches don't overlap, are sorted, and beat what they overlap", () => {
  fc.assert(
    fc.property(fc.array(found, { maxLength: 20 }), (all) => {
      const left = dropOverlaps(all);
      for (const [index, { start }] of left.entries())
        expect(start).toBeGreaterThanOrEqual(left[index - 1]?.end ?? 0);
      for (const one of all) {
        const length = one.end - one.start;
        const winners = left.filter(
          (other) =>
            other === one ||
            (other.start < one.end &&
              one.start < other.end &&
              (other.confidence > one.confidence ||
                (other.confidence === one.confidence && other.end - other.start >= length))),
        );
        expect(winners.length).toBeGreaterThan(0);
      }
    }),
    cases(200),
  );
});

test("of two equally good matches the earlier one remains, and adjacent ones both do", () => {
  const at = (start: number, end: number) => ({ type: "x", start, end, confidence: 0.5 });
  expect(dropOverlaps([at(2, 6), at(0, 4), at(6, 8)])).toEqual([at(0, 4), at(6, 8)]);
});

test("omits a rejected match", () => {
  const read = ([word]: RegExpExecArray) =>
    word === "b" ? undefined : { type: word, confidence: 1 };
  expect([...findMatches("a b c", /\w/g, read)]).toEqual([
    { type: "a", confidence: 1, start: 0, end: 1 },
    { type: "c", confidence: 1, start: 4, end: 5 },
  ]);
});
