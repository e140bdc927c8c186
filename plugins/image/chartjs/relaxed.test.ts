import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import { Code, NotationError, parseRelaxed } from "./relaxed.ts";

describe("parseRelaxed", () => {
  test("parses JSON as JSON.parse does", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => {
        const expected = JSON.parse(text, (_, value) => (value === 0 ? 0 : value));
        fc.pre(!text.includes("__proto__"));
        expect(parseRelaxed(text)).toEqual(expected);
      }),
      cases(200),
    );
  });

  test.each<[string, unknown]>([
    ["{a:1,'b':'it\\'s',\"c\":[1,2,],}", { a: 1, b: "it's", c: [1, 2] }],
    ["{a: .5, b: -1e3, c: +2, d: 0xff, e: 5.}", { a: 0.5, b: -1000, c: 2, d: 255, e: 5 }],
    ["{a: undefined, b: null, c: NaN, d: true}", { b: null, c: null, d: true }],
    ["/* all */ {a: 1, // one\n b: `two`}", { a: 1, b: "two" }],
    ["{a: (1), b: 1_000}; // the end", { a: 1, b: 1000 }],
    ["{$a_1: 'x', 2: 'y'};", { $a_1: "x", 2: "y" }],
    ["'\\u00e9\\x41\\u{1F680}\\n\\\nend'", "éA🚀\nend"],
  ])("parses %s", (text, value) => {
    expect(parseRelaxed(text)).toEqual(value);
  });

  test.each([
    "function (v) { return '}' + v + ')'; }",
    "(value, context) => value + '%'",
    "v => ({ a: [v, 1] })",
    "(value) => value.replace(/[{'\"]/g, '')",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code of a caller
    "`${value} %`",
    "{ ...common, text: 'a' }",
    "{ [name]: 1 }",
    "new Date(2026, 1, 1)",
    "Math.PI * 2",
    "'a' + name",
    "1 + 1",
    "getGradientFillHelper('vertical', ['red', 'blue'])",
  ])("keeps %s as code, and never runs it", (code) => {
    const parsed = parseRelaxed(`{before: 1, code: ${code}, after: [2, ${code}]}`);
    expect(parsed).toEqual({ before: 1, code: new Code(code), after: [2, new Code(code)] });
  });

  test("keeps a method as code", () => {
    expect(parseRelaxed("{callback(v) { return v; }, b: 1}")).toMatchObject({ b: 1 });
  });

  test.each([
    ["{a:1", "JSON or a JavaScript expression: at character 5 the text ends"],
    ["{a 1}", 'at character 4 it has "1}"'],
    ["'open", "quotes at the end of a text: at character 1 it has"],
    ["{} {}", 'at character 4 it has "{}"'],
    ["1; 2", 'at character 4 it has "2"'],
    ["", "at character 1 the text ends"],
    ["{__proto__: {polluted: 1}}", "another name than __proto__"],
    ["[".repeat(50) + "]".repeat(50), "at most 40 levels of brackets"],
  ])("rejects %s", (text, message) => {
    expect(() => parseRelaxed(text)).toThrow(message);
    expect(() => parseRelaxed(text)).toThrow(NotationError);
    expect(Object.prototype).not.toHaveProperty("polluted");
  });

  test("ends on any text", () => {
    const letters = fc.constantFrom(..."{}[]()'\"`,:;/*\\ a1.-+>=\n");
    const text = fc.array(letters, { maxLength: 60 }).map((all) => all.join(""));
    fc.assert(
      fc.property(text, (text) => {
        try {
          parseRelaxed(text);
        } catch (error) {
          expect(error).toBeInstanceOf(NotationError);
        }
      }),
      cases(500),
    );
  });
});
