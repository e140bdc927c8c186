import { expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "../../testing/mod.ts";
import { describeJsonFault } from "./json-fault.ts";

test.each([
  ["{'a': 1}", "it has a single quote at character 2: names and texts need double quotes"],
  ["'{\"a\":1}'", "it begins with a single quote, which the Windows command line sends too"],
  ["{a: 1}", "double quotes are missing around a at character 2"],
  ['{"a": hello}', "double quotes are missing around hello at character 7"],
  ['{"a": None}', "it has None at character 7: JSON has true, false and null"],
  ['{"a": 1,}', "remove the comma before the } at character 9, or add the missing value"],
  ['{"a": [1,]}', "remove the comma before the ] at character 10, or add the missing value"],
  ['{"a": 1 "b": 2}', 'a comma or a quote is missing before "\\"b\\": 2}" at character 9'],
  ['{"a" 1}', 'a double quote or a colon is missing before "1}" at character 6'],
  ['{"a": "b}', "the closing quote is missing of the text that begins at character 7"],
  ['{"a": "b\nc"}', "the closing quote is missing of the text that begins at character 7"],
  ['{"a": [{"b": 1}', "it ends too early: ] and } is missing"],
  ['{"a": 1} x', 'it goes on after its end at character 10 with "x"'],
  ['{"a": 1} // note', "it has a comment at character 10: JSON has none"],
  ["{“a”: 1}", "it has a curly quote at character 2: use straight double quotes"],
  ['{"a": +1}', 'it has "+" at character 7, where a value must be'],
  ["[object Object]", 'it is "[object Object]": convert the object with JSON.stringify'],
  ["body.json", "it is the name of a file: curl sends its content with -d @body.json"],
  ["a=1&b=2", "it is a form: send a JSON object, or"],
  ["<html>", "it is HTML or XML"],
])("%j: %s", (text, start) => {
  expect(describeJsonFault(text)).toStartWith(start);
});

test("any text gets an explanation, also a long one", () => {
  const text = fc.string({ unit: fc.constantFrom(...'{}[]":,\\ a1-\n/') });
  fc.assert(
    fc.property(text, (given) => {
      expect(describeJsonFault(given)).not.toBe("");
    }),
    cases(300),
  );
  expect(describeJsonFault(`${"[".repeat(100_000)}x`)).toContain("at character 100001");
});
