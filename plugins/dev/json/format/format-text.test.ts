import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";

const hub = await testHub(`${import.meta.dir}/../..`);

async function format(text: string, options: Record<string, unknown> = {}) {
  return json(await hub.post("/api/dev/json/format", { json: text, minify: true, ...options }));
}

describe("a repair", () => {
  test.each([
    ['{"a":1', '{"a":1}'],
    ["[1,2", "[1,2]"],
    ['{"a":[1,{"b":2', '{"a":[1,{"b":2}]}'],
    ['{"a":"b" "c":1}', '{"a":"b","c":1}'],
    ["[1 2 3]", "[1,2,3]"],
    ['{"a":True,"b":False,"c":None}', '{"a":true,"b":false,"c":null}'],
    ['```json\n{"a":1}\n```', '{"a":1}'],
    ['callback({"a":1});', '{"a":1}'],
    ['{"a": "it"s"}', '{"a":"it\\"s"}'],
    ['{"a":"line\nbreak"}', '{"a":"line\\nbreak"}'],
    ['{"n":NumberLong("2")}', '{"n":"2"}'],
    ['{"a":1}\n{"b":2}', '[{"a":1},{"b":2}]'],
    ['"a" + "b"', '"ab"'],
    ['{"a":[1,2,...]}', '{"a":[1,2]}'],
    ['{"a":}', '{"a":null}'],
    ["{“a”: “b”}", '{"a":"b"}'],
    ["{a b: 1}", '{"a b":1}'],
    ['{"id":12345678901234567890,"a":1', '{"id":12345678901234567890,"a":1}'],
    ["hello", '"hello"'],
    ['{\\"a\\":1}', '{"a":1}'],
    ['{"a":"b"', '{"a":"b"}'],
  ])("of %s is %s, and says that it guesses", async (text, expected) => {
    const { formatted, warnings } = await format(text, { repair: true });
    expect(formatted).toBe(expected);
    expect(warnings[0]).toMatch(/^The text was repaired by guessing: .+ \(line \d+, column \d+\)$/);
  });

  test.each([
    ["{a:.5,'b':+1,/*c*/}", '{"a":0.5,"b":1}'],
    ["[0x10, 1.,]", "[16,1]"],
    ["'\\x41'", '"A"'],
  ])("of JSON5 such as %s is exact", async (text, expected) => {
    const { formatted, warnings } = await format(text, { repair: true });
    expect([formatted, warnings]).toEqual([expected, ["JSON5 syntax was rewritten as JSON"]]);
  });

  test("changes nothing in valid JSON", async () => {
    const text = '{"a":[1.0,"x"],"a":null}';
    expect((await format(text, { repair: true })).formatted).toBe(text);
  });

  test.each(["}", "", '{"a"}}'])("of %j fails with the position of the fault", async (text) => {
    expect(await format(text, { repair: true })).toMatchObject({ code: "syntax_error", line: 1 });
  });

  test("isn't made unless the caller asks", async () => {
    expect(await format('{"a":1')).toMatchObject({ status: 422, code: "syntax_error" });
  });
});

describe("JSON Lines", () => {
  test("are formatted line by line, with all digits", async () => {
    const text = '{"b": 1, "a": 12345678901234567890}\n\n[1, 2]\r\n"x"\n';
    const answer = await format(text, { jsonl: true, sort_keys: "asc", minify: false });
    expect(answer.formatted).toBe('{"a":12345678901234567890,"b":1}\n[1,2]\n"x"\n');
    expect(answer).toMatchObject({ depth: 1, keys: 2, bytes_in: Buffer.byteLength(text) });
    expect(answer.warnings).toEqual([
      "The number 12345678901234567890 does not fit a double: most parsers change it (line 1)",
    ]);
  });

  test("have warnings and errors with the line of the text", async () => {
    const { warnings } = await format('1\n{"a":1,"a":2}', { jsonl: true });
    expect(warnings).toEqual([
      'The key at "/a" was given before: most parsers keep the last (line 2)',
    ]);
    expect(await format("1\n2\n[3", { jsonl: true })).toMatchObject({
      code: "syntax_error",
      line: 3,
      column: 3,
    });
  });

  test("can be repaired", async () => {
    const { formatted, warnings } = await format("1\n[2", { jsonl: true, repair: true });
    expect(formatted).toBe("1\n[2]\n");
    expect(warnings[0]).toEndWith("(line 2, column 3)");
  });
});

test.each([
  ['{\\n\\t\\"name\\": \\"Ada \\\\\\"L\\\\\\"\\"\\n}', '{"name":"Ada \\"L\\""}'],
  ['[\\"a\\\\nb\\"]', '["a\\nb"]'],
])("a repair of %s, copied from a string literal, is %s", async (text, expected) => {
  expect((await format(text, { repair: true })).formatted).toBe(expected);
});
