import { expect, test } from "bun:test";
import { loadNormalizer } from "../load.ts";
import { parseRule } from "./rules.ts";

const lists: Readonly<Record<string, readonly string[]>> = { at: ["im", "-wärts"] };
const rule = (...cells: string[]) => parseRule(cells, (name) => lists[name] ?? []);

test.each([
  ["before am im", { before: "im" }, true],
  ["before am im", { before: "Im" }, true],
  ["before Kapitel", { before: "kapitel" }, false],
  ["not before am im", { before: "im" }, false],
  ["after -ung Haupt-", { after: "Hauptrolle" }, true],
  ["after -ung Haupt-", { after: "Zeitung" }, true],
  ["after -ung Haupt-", { after: "Zeit" }, false],
  ["before @at", { before: "rückwärts" }, true],
  ["value 1-9 12", { value: 12 }, true],
  ["value 10-", { value: 9 }, false],
  ["value ~1", { value: 111 }, false],
  ["value ~1", { value: "121" }, true],
  ["value *0", { value: 110 }, true],
  ["day <none>", {}, true],
  ["value 0-9", {}, false],
  ["before <name>", { before: "Karl" }, true],
  ["before <name>", { before: "IBM" }, false],
])("the condition %p holds for %p: %p", (condition, values, isMet) => {
  expect(rule("text", condition).isMet(values)).toBe(isMet);
});

test.each([
  [["{day"], '"{day" has no "}"'],
  [["text", "before"], '"before" has no values'],
])("rejects the rule %p", (cells, message) => {
  expect(() => rule(...cells)).toThrow(message);
});

test("a template leaves out groups without a value, and inflects nouns", async () => {
  const normalizer = await loadNormalizer("de", "");
  const time = (values: object) => normalizer?.speller.choose("time", { ...values, before: "" });
  expect(time({ hour: 1 })).toBe("ein Uhr");
  expect(time({ hour: 3, minute: 5, second: 1 })).toBe("drei Uhr fünf und eine Sekunde");
  expect(time({ hour: 3, second: 2 })).toBe("drei Uhr und zwei Sekunden");
  expect(time({})).toBeUndefined();
});
