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
    message: 'Must be of type "integer": it is the number 1.5',
    schema_path: "#/properties/a~1b/type",
  });
  expect(answer.schema_errors).toContainEqual({
    path: "",
    keyword: "additionalProperties",
    message: 'Must not have the key "e": allowed are "a/b" and "c"',
    schema_path: "#/additionalProperties",
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
    ["with an unknown keyword", { typ: "string" }, 'Strict mode: unknown keyword: "typ"'],
    ["with an unknown format", { format: "phone" }, 'Strict mode: unknown format: "phone"'],
    [
      "with an impossible type",
      { type: "text" },
      'It is not a valid schema of 2020-12. At "/type": Must be one of "array"',
    ],
    [
      "with a keyword of another type",
      { properties: { a: { minimum: "5" } } },
      'At "/properties/a/minimum": Must be of type "number": it is the string "5"',
    ],
    [
      "on the network",
      { $ref: "https://example.com/s.json" },
      'Cannot find the schema "https://example.com/s.json": add its document to "schemas"',
    ],
    [
      "with two parts of one name",
      { $defs: { a: { $id: "http://x/a" }, b: { $id: "http://x/a" } } },
      'Two schemas have the URI "http://x/a"',
    ],
    ["without the part", { $ref: "#/$defs/a" }, "its document has no such part"],
    [
      "of an unknown draft",
      { $schema: "http://json-schema.org/draft-03/schema#" },
      '"$schema" must name',
    ],
    ["with an invalid pattern", { pattern: "(" }, 'Cannot read the pattern "("'],
    [
      "with an invalid pattern that no value needs",
      { properties: { b: { pattern: "(" } } },
      "Cannot read",
    ],
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
      'In the schema: unknown keyword: "typ": ignored',
      'In the schema: unknown format: "phone": ignored',
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

const drafts = {
  "draft-04": "http://json-schema.org/draft-04/schema#",
  "draft-06": "http://json-schema.org/draft-06/schema#",
  "draft-07": "http://json-schema.org/draft-07/schema#",
  "2019-09": "https://json-schema.org/draft/2019-09/schema",
  "2020-12": "https://json-schema.org/draft/2020-12/schema",
} as const;

describe("validate follows the draft:", () => {
  test.each([
    ["draft-04", "5", { maximum: 5, exclusiveMaximum: true }, false],
    ["draft-04", "1.0", { type: "integer" }, false],
    ["draft-06", "1.0", { type: "integer" }, true],
    ["draft-04", "1", { const: 2 }, true],
    ["draft-06", "5", { exclusiveMaximum: 5 }, false],
    ["draft-06", '"a"', { if: true, else: false }, true],
    [
      "draft-07",
      '"abcdef"',
      { definitions: { s: {} }, $ref: "#/definitions/s", maxLength: 2 },
      true,
    ],
    ["2019-09", '"abcdef"', { $defs: { s: {} }, $ref: "#/$defs/s", maxLength: 2 }, false],
    ["draft-07", "1", { if: { const: 1 } }, true],
    ["draft-07", '{"a":1}', { dependencies: { a: ["b"] } }, false],
    ["2019-09", '{"a":1}', { dependentRequired: { a: ["b"] } }, false],
    ["2019-09", "[1,2]", { items: [{}], unevaluatedItems: false }, false],
    ["2019-09", "[1,2]", { prefixItems: [false] }, true],
    [
      "2020-12",
      '{"a":1,"b":2}',
      { anyOf: [{ properties: { a: {} } }], unevaluatedProperties: false },
      false,
    ],
    [
      "2020-12",
      '{"a":1}',
      { allOf: [{ properties: { a: {} } }], unevaluatedProperties: false },
      true,
    ],
    ["2020-12", "[1,2]", { contains: { const: 2 }, unevaluatedItems: { const: 1 } }, true],
    ["2020-12", "[]", { contains: true, minContains: 0 }, true],
    ["2020-12", "null", { type: "string", nullable: true }, false],
  ] as const)("%s with %s and %j", async (draft, text, schema, valid) => {
    expect((await validate(text, { schema, draft })).valid).toBe(valid);
    const declared = { $schema: drafts[draft], ...schema };
    expect((await validate(text, { schema: declared })).valid).toBe(valid);
  });

  test("finds its own references in a schema inside a schema", async () => {
    const schema = {
      $id: "http://example.com/a.json",
      properties: {
        foo: { $id: "b.json", $defs: { inner: { type: "object" } }, $ref: "#/$defs/inner" },
        bar: { $ref: "b.json#/$defs/inner" },
      },
    };
    expect(await faults({ foo: 1, bar: 2 }, schema)).toEqual(["/foo type", "/bar type"]);
    const [, bar] = (await validate('{"foo":1,"bar":2}', { schema })).schema_errors;
    expect(bar.schema_path).toBe("http://example.com/b.json#/$defs/inner/type");
  });

  test("extends a schema through a dynamic anchor", async () => {
    const schema = {
      $id: "http://example.com/strict",
      $dynamicAnchor: "node",
      $ref: "tree",
      unevaluatedProperties: false,
      $defs: {
        tree: {
          $id: "tree",
          $dynamicAnchor: "node",
          properties: { data: true, children: { items: { $dynamicRef: "#node" } } },
        },
      },
    };
    expect(await faults({ children: [{ data: 1 }] }, schema)).toEqual([]);
    expect(await faults({ children: [{ daat: 1 }] }, schema)).toEqual([
      "/children/0 unevaluatedProperties",
    ]);
  });
});

describe("validate takes documents", () => {
  const schemas = {
    "http://example.com/item.json": { $defs: { name: { type: "string" } } },
    "http://example.com/old.json": {
      $schema: drafts["draft-04"],
      minimum: 5,
      exclusiveMinimum: true,
    },
    "urn:example:text": '{"const": 9007199254740993}',
  };

  test.each([
    ["1", { $ref: "http://example.com/item.json#/$defs/name" }, false],
    ["1", { $id: "http://example.com/x/y", $ref: "../item.json#/$defs/name" }, false],
    ["5", { $ref: "http://example.com/old.json" }, false],
    ["9007199254740993", { $ref: "urn:example:text" }, true],
    ["9007199254740992", { $ref: "urn:example:text" }, false],
  ])("that validate %s against %j", async (text, schema, valid) => {
    expect((await validate(text, { schema, schemas })).valid).toBe(valid);
  });

  test("as metaschemas, with their vocabularies", async () => {
    const vocab = "https://json-schema.org/draft/2020-12/vocab";
    const meta = (extra: string) => ({
      "http://example.com/meta": {
        $schema: drafts["2020-12"],
        $vocabulary: { [`${vocab}/core`]: true, [`${vocab}/applicator`]: true, [extra]: true },
      },
    });
    const schema = { $schema: "http://example.com/meta", properties: { a: { minimum: 10 } } };
    const free = await validate('{"a":1}', { schema, schemas: meta(`${vocab}/content`) });
    expect(free.valid).toBe(true);
    const checked = await validate('{"a":1}', { schema, schemas: meta(`${vocab}/validation`) });
    expect(checked.valid).toBe(false);
    const unknown = await validate('{"a":1}', { schema, schemas: meta("http://example.com/v") });
    expect(unknown.detail).toContain("requires an unknown vocabulary");
  });

  test("and rejects invalid ones", async () => {
    const body = { schema: { $ref: "urn:a" }, schemas: { "urn:a": { type: 5 } } };
    expect((await validate("1", body)).detail).toContain('At "/type"');
  });
});

describe("validate warns", () => {
  test.each([
    [
      { type: "string", nullable: true },
      {},
      'unknown keyword: "nullable" (write "type": ["…", "null"])',
    ],
    [
      { prefixItems: [] },
      { draft: "draft-07" },
      'keyword that draft-07 does not have: "prefixItems"',
    ],
    [
      { $ref: "#/definitions/a", minimum: 1, definitions: { a: {} } },
      { draft: "draft-07" },
      'keyword next to "$ref" in draft-07: "minimum"',
    ],
  ])("that %j has a part without effect", async (schema, options, warning) => {
    const { warnings } = await validate('"a"', { schema, ...options });
    expect(warnings).toContain(`In the schema: ${warning}: ignored`);
  });

  test("of a format that is only an annotation, and checks it on request", async () => {
    const schema = { $schema: drafts["2020-12"], format: "date-time" };
    const text = '"2024-01-01T00:00:00+0530"';
    const { valid, warnings } = await validate(text, { schema });
    expect(valid).toBe(true);
    expect(warnings[0]).toContain(
      'does not have the format "date-time", which is only an annotation',
    );
    expect((await validate(text, { schema, formats: "assert" })).valid).toBe(false);
    expect((await validate(text, { schema: { format: "date-time" } })).valid).toBe(false);
    const free = { schema: { format: "date-time" }, formats: "annotate" };
    expect((await validate(text, free)).valid).toBe(true);
  });
});

test.each([
  ["1998-12-31T23:59:60Z", "date-time", true],
  ["1998-12-31T15:59:60.123-08:00", "date-time", true],
  ["1998-12-31T22:59:60Z", "date-time", false],
  ["12:00:00", "time", false],
  ["xn--X", "idn-hostname", false],
  ["a:b:c", "uri-reference", true],
  ["1a:b", "uri-reference", false],
  ["(a", "regex", false],
])("validate checks that %s is a %s: %p", async (text, format, valid) => {
  expect((await validate(JSON.stringify(text), { schema: { format } })).valid).toBe(valid);
});

describe("validate runs patterns that need backtracking", () => {
  test("with the semantics of ECMAScript", async () => {
    const schema = { pattern: "^(?=.*\\d)[a-z0-9]+$" };
    expect((await validate('"abc1"', { schema })).valid).toBe(true);
    expect((await validate('"abc"', { schema })).valid).toBe(false);
    expect((await validate('"abab"', { schema: { pattern: "^(ab)\\1$" } })).valid).toBe(true);
  });

  test("up to a number of steps", async () => {
    const schema = { pattern: "^(?=(a+)+$)" };
    const res = await hub.post("/api/dev/json/validate", {
      json: JSON.stringify(`${"a".repeat(40)}!`),
      schema,
    });
    expect(res.status).toBe(422);
    expect((await json(res)).code).toBe("too_much_work");
  });
});

test("validate reports errors in the form that is asked for", async () => {
  const schema = { anyOf: [{ type: "string" }, { minimum: 5 }] };
  const list = async (output: string) => (await validate("1", { schema, output })).schema_errors;
  expect(await list("flag")).toEqual([]);
  expect((await list("basic")).map((one: { keyword: string }) => one.keyword)).toEqual([
    "anyOf",
    "type",
    "minimum",
  ]);
  expect(await list("detailed")).toMatchObject([
    { keyword: "anyOf", errors: [{ keyword: "type" }, { keyword: "minimum" }] },
  ]);
});

test("validate bounds the work of a schema", async () => {
  const $defs: Record<string, object> = { d0: {} };
  for (let index = 1; index < 40; index++) {
    const $ref = `#/$defs/d${index - 1}`;
    $defs[`d${index}`] = { allOf: [{ $ref }, { $ref }] };
  }
  const body = { json: "1", schema: { $defs, $ref: "#/$defs/d39" } };
  const res = await hub.post("/api/dev/json/validate", body);
  expect((await json(res)).code).toBe("too_much_work");
});
