import { expect, test } from "bun:test";
import fc from "fast-check";
import { combineFindings, combineParts, type Finding } from "./finding.ts";

const base: Finding = {
  value: null,
  source: "a",
  isComplete: false,
  wasAsked: true,
  ageMs: 0,
};

test("the absence from an incomplete source is no answer", () => {
  expect(combineFindings([base])).toBeNull();
  expect(combineFindings([])).toBeNull();
});

test("a complete source denies only if it was asked", () => {
  expect(combineFindings([{ ...base, isComplete: true }])).toBe(false);
  expect(combineFindings([{ ...base, isComplete: true, wasAsked: false }])).toBeNull();
});

test("a question with several parts is denied only if each part is", () => {
  const no = { ...base, isComplete: true };
  const unasked = { ...no, wasAsked: false };
  expect(combineParts([no, no])).toBe(false);
  expect(combineParts([no, unasked])).toBeNull();
  expect(combineParts([])).toBeNull();
  expect(combineParts([unasked, { ...base, value: true }])).toBe(true);
});

test("one yes outweighs the absence from a complete source", () => {
  expect(
    combineFindings([
      { ...base, isComplete: true },
      { ...base, value: true },
    ]),
  ).toBe(true);
});

test("a source that was not asked never changes the answer", () => {
  const finding = fc.record({
    value: fc.constantFrom(true, false, null),
    source: fc.constant("a"),
    isComplete: fc.boolean(),
    wasAsked: fc.boolean(),
    ageMs: fc.constant(null),
  });
  fc.assert(
    fc.property(fc.array(finding), finding, (findings, other) => {
      const more = [...findings, { ...other, wasAsked: false }];
      expect(combineFindings(more)).toBe(combineFindings(findings));
    }),
  );
});
