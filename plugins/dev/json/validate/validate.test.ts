import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";

const hub = await testHub(`${import.meta.dir}/../..`);

async function validate(text: string, options: Record<string, unknown> = {}) {
  return json(await hub.post("/api/dev/json/validate", { json: text, ...options }));
}

async function faults(value: unknown, schema: unknown) {
  const { schema_errors } = await validate(JSON.stringify(value), { schema });
  return schema_errors.map(({ path, keyword }: Record<string, string>) => `${path} ${keyword}`);
}

test("validate measures valid documents", async () => {
  expect(await validate('{"a":[1,{"b":null}],"a":2}')).toEqual({
    success: true,
    valid: true,
    error: null,
    type: "object",
    depth: 3,
    keys: 3,
    duplicate_keys: ["/a"],
    warnings: ['The key at "/a" was given before: most parsers keep the last (line 1)'],
    schema_errors: [],
  });
});

test("validate puts a caret under the error", async () => {
  expect(await validate('{\r\n\t"a": tru\r\n}')).toMatchObject({
    valid: false,
    type: null,
    error: {
      message: 'Expected a value, found "t"',
      line: 2,
      column: 7,
      offset: 9,
      excerpt: ' "a": tru\n      ^',
    },
  });
});

// https://spec.json5.org, the short example.
const json5 = `{
  // comments
  unquoted: 'and you can quote me on that',
  singleQuotes: 'I can use "double quotes" here',
  lineBreaks: "Look, Mom! \\
No \\\\n's!",
  hexadecimal: 0xdecaf,
  leadingDecimalPoint: .8675309, andTrailing: 8675309.,
  positiveSign: +1,
  trailingComma: 'in objects', andIn: ['arrays',],
  "backwardsCompatible": "with JSON",
}`;

test("validate parses JSON5 only on request", async () => {
  expect(await validate(json5, { mode: "json5" })).toMatchObject({ valid: true, keys: 10 });
  expect((await validate(json5)).valid).toBe(false);
  expect((await validate(json5, { mode: "jsonc" })).error.message).toStartWith("Expected a key");
});

test.each([
  ["[1, /* c */ 2, // d\n]", "jsonc"],
  ["[NaN, -Infinity, +0x1F, 1., '\\x41\\v', \"\\\u2028\"]", "json5"],
  ["{\\u0061: 1, $_ü: 2, null: 3}", "json5"],
  ["\u00a0\ufeff[]", "json5"],
])("validate accepts %p as %s", async (text, mode) => {
  expect((await validate(text, { mode })).error).toBeNull();
});

test.each([
  ["[1,,]", "jsonc"],
  ["/* open", "jsonc"],
  ["['a']", "jsonc"],
  ["{1a: 2}", "json5"],
  ["010", "json5"],
  ["0x", "json5"],
  ["'a\nb'", "json5"],
  ["[Infinit]", "json5"],
])("validate rejects %p as %s", async (text, mode) => {
  expect((await validate(text, { mode })).valid).toBe(false);
});

test("validate reports where a value violates a schema", async () => {
  const schema = {
    type: "object",
    properties: { "a/b": { type: "integer" }, c: { type: "array", items: { minLength: 2 } } },
    required: ["d"],
    additionalProperties: false,
  };
  const answer = await validate('{"a/b":1.5,"c":["x"],"e":1}', { schema });
  expect(answer.valid).toBe(false);
  expect(answer.schema_errors).toContainEqual({
    path: "/a~1b",
    keyword: "type",
    message: "must be integer",
    schema_path: "#/properties/a~1b/type",
  });
  expect(answer.schema_errors.map((fault: { path: string }) => fault.path).sort()).toEqual([
    "",
    "",
    "/a~1b",
    "/c/0",
  ]);
});

test("validate uses the draft that the schema declares", async () => {
  const items = { items: [{ type: "string" }, { type: "number" }] };
  const $schema = "http://json-schema.org/draft-07/schema#";
  expect(await faults(["a", "b"], { $schema, ...items })).toEqual(["/1 type"]);
  const tuple = { prefixItems: [{ type: "string" }, { type: "number" }] };
  const draft2020 = "https://json-schema.org/draft/2020-12/schema";
  expect(await faults(["a", "b"], { $schema: draft2020, ...tuple })).toEqual(["/1 type"]);
  expect(await faults(["a", "b"], tuple)).toEqual(["/1 type"]);
});

test("validate follows references inside the schema", async () => {
  const schema = {
    $defs: { node: { type: "object", properties: { next: { $ref: "#/$defs/node" } } } },
    $ref: "#/$defs/node",
  };
  expect(await faults({ next: { next: 1 } }, schema)).toEqual(["/next/next type"]);
});

test("validate ignores the order of members and the spelling of numbers", async () => {
  expect(await faults({ a: 1, b: 2 }, { const: { b: 2, a: 1 } })).toEqual([]);
  expect(await faults([{ a: 1 }, { a: 1 }], { uniqueItems: true })).toEqual([" uniqueItems"]);
  expect(await faults(3, { enum: [1, 2] })).toEqual([" enum"]);
});

test("validate isn't misled by inherited object keys", async () => {
  const hostile = '[{"valueOf":1,"toString":2,"constructor":3,"__proto__":{"x":1}},{}]';
  const schema = {
    uniqueItems: true,
    items: {
      properties: { hasOwnProperty: { type: "number" }, constructor: { type: "number" } },
      propertyNames: { maxLength: 11 },
    },
  };
  expect(await validate(hostile, { schema })).toMatchObject({ valid: true });
  const missing = { items: { required: ["__proto__", "toString"] } };
  const answer = await validate(hostile, { schema: missing });
  expect(answer.schema_errors.map((fault: { path: string }) => fault.path)).toEqual(["/1", "/1"]);
});

test("validate runs patterns in linear time", async () => {
  const schema = { type: "string", pattern: "^(a+)+$" };
  expect(await faults(`${"a".repeat(50_000)}!`, schema)).toEqual([" pattern"]);
});

test("validate checks formats", async () => {
  expect(await faults("2026-02-30", { format: "date" })).toEqual([" format"]);
});

describe("validate rejects a schema", () => {
  test.each([
    ["with an unknown keyword", { typ: "string" }, 'strict mode: unknown keyword: "typ"'],
    ["with an unknown format", { format: "phone" }, 'unknown format "phone"'],
    ["with an impossible type", { type: "text" }, "schema is invalid"],
    ["on the network", { $ref: "https://example.com/s.json" }, "can't resolve reference"],
    [
      "of another draft",
      { $schema: "http://json-schema.org/draft-04/schema#" },
      '"$schema" must name',
    ],
    ["with a look-ahead", { pattern: "(?=a)b" }, "RE2 has no lookahead"],
    ["with an invalid pattern", { pattern: "(" }, 'Cannot read the pattern "("'],
    ["that is asynchronous", { $async: true }, "It must not be asynchronous"],
    ["without end", { $ref: "#" }, "It refers to itself without end"],
    ["that is too long", { title: "x".repeat(100_000) }, "It must have at most 100000"],
  ])("%s", async (_, schema, message) => {
    const body = { json: '"a"', schema, strict: true };
    const res = await hub.post("/api/dev/json/validate", body);
    expect(res.status).toBe(422);
    const problem = await json(res);
    expect(problem.code).toBe("invalid_schema");
    expect(problem.detail).toContain(message);
  });
});

test("validate without strict ignores unknown keywords, and reports them", async () => {
  const schema = { typ: "string", format: "phone" };
  expect(await validate("1", { schema })).toMatchObject({
    valid: true,
    warnings: [
      'In the schema: unknown format: "phone": ignored',
      'In the schema: unknown keyword: "typ": ignored',
    ],
  });
});

test("validate follows anchors", async () => {
  const schema = { $defs: { a: { $anchor: "text", type: "string" } }, $ref: "#text" };
  expect(await faults(1, schema)).toEqual([" type"]);
  expect((await validate('"a"', { schema, strict: true })).valid).toBe(true);
});

describe("validate compares numbers by their digits:", () => {
  test.each([
    ["9007199254740993", { const: 9007199254740992 }, false],
    ["9007199254740992", { const: 9007199254740992 }, true],
    ["9007199254740993", { maximum: 9007199254740992 }, false],
    ["9007199254740993", { exclusiveMinimum: 9007199254740992 }, true],
    ["9007199254740993.5", { type: "integer" }, false],
    ["1e400", { type: "integer" }, true],
    ["-1e400", { minimum: 0 }, false],
    ["1.0", { type: "integer" }, true],
    ["0.3", { multipleOf: 0.1 }, true],
    ["19.99", { multipleOf: 0.01 }, true],
    ["0.35", { multipleOf: 0.1 }, false],
    ["1e300", { multipleOf: 7 }, false],
    ["7e300", { multipleOf: 7 }, true],
    ["0", { multipleOf: 0.7 }, true],
    ["[1, 1.0]", { uniqueItems: true }, false],
    ["[9007199254740993, 9007199254740992]", { uniqueItems: true }, true],
    ['{"a":[9007199254740993]}', { properties: { a: { items: { enum: [1, 2] } } } }, false],
  ])("%s against %j is %p", async (text, schema, valid) => {
    expect((await validate(text, { schema })).valid).toBe(valid);
  });

  test("of a schema too, if it is given as text", async () => {
    const schema = '{"const": 9007199254740993}';
    expect((await validate("9007199254740993", { schema })).valid).toBe(true);
    expect((await validate("9007199254740992", { schema })).valid).toBe(false);
  });

  test("and reports where those of the schema may be lost", async () => {
    const { warnings } = await validate("1", { schema: { maximum: 2 ** 63 } });
    expect(warnings).toEqual([
      "In the schema: the number 9223372036854776000 may have lost digits: give the schema as a text to have it exact",
    ]);
  });
});

test.each([
  ["\\p{Letter}+", "é", true],
  ["^\\p{Script=Greek}$", "a", false],
  ["^[\\p{Decimal_Number}_]+$", "٣_", true],
  ["^\\_$", "_", true],
])("validate interprets the pattern %s as in ECMAScript", async (pattern, text, valid) => {
  expect((await validate(JSON.stringify(text), { schema: { pattern } })).valid).toBe(valid);
});

test("validate lists at most a hundred errors, and only the first of a long text", async () => {
  const schema = { items: { type: "string" } };
  expect(await faults(new Array(200).fill(1), schema)).toHaveLength(100);
  expect(await faults(new Array(20_000).fill(1), schema)).toHaveLength(1);
});

test("validate doesn't call deep nesting beyond its limit invalid", async () => {
  const res = await hub.post("/api/dev/json/validate", { json: "[".repeat(900_000) });
  expect(res.status).toBe(422);
  expect(await json(res)).toMatchObject({ code: "too_deep", offset: 1000, column: 1001 });
});
