import { describe, expect, test } from "bun:test";
import { type TSchema, Type as t } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { file, oneOf } from "../../contract/schema.ts";
import { describeAllowed, explain } from "./complaints.ts";

function messages(schema: TSchema, value: unknown): string[] {
  return explain(Value.Errors(schema, value), "body").map(({ message }) => message);
}

describe("an error names the field, the allowed values and the sent one:", () => {
  test.each<[TSchema, unknown, string]>([
    [
      t.Integer({ minimum: 64, maximum: 2000 }),
      5000,
      "must be a whole number from 64 to 2000: it is 5000",
    ],
    [t.Integer({ minimum: 1 }), 1.5, "must be a whole number of at least 1: it is 1.5"],
    [t.Number({ maximum: 3 }), "x", 'must be a number of at most 3: it is "x"'],
    [t.Number({ exclusiveMinimum: 0 }), 0, "must be a number above 0: it is 0"],
    [t.Boolean(), "yes", 'must be true or false: it is "yes"'],
    [oneOf(["png", "svg", "webp"]), "gif", 'must be "png", "svg" or "webp": it is "gif"'],
    [t.String({ maxLength: 3 }), "long", "must have at most 3 characters: it has 4"],
    [t.String({ minLength: 1 }), "", "must have at least 1 character: it has 0"],
    [t.String({ pattern: "^a$" }), "b", 'must be a string in another format: it is "b"'],
    [
      t.String({ pattern: "^a$", errorMessage: "the letter a" }),
      "b",
      'must be the letter a: it is "b"',
    ],
    [t.String({ writeOnly: true }), 12345, "must be a string: it is a number"],
    [t.Array(t.String(), { maxItems: 1 }), ["a", "b"], "must have at most 1 item: it has 2"],
    [t.Array(t.String(), { uniqueItems: true }), ["a", "a"], "must not contain duplicates"],
    [t.Union([t.Object({}), t.Object({}), t.Null()]), 1, "must be an object or null: it is 1"],
    [t.Union([t.String(), t.Null()]), 1, "must be a string or null: it is 1"],
    [file({ maxBytes: 2 }), new File(["abc"], "x"), "must have at most 2 bytes: it has 3"],
    [
      file(),
      "text",
      "must be a file in a form, as curl sends it with -F field=@FILE: it is a text",
    ],
    [t.Number({ exclusiveMaximum: 9 }), 9, "must be a number below 9: it is 9"],
    [t.Number(), null, "must be a number: it is null"],
    [t.Object({}), [1], "must be an object: it is [1]"],
    [t.Array(t.String()), 1, "must be a list of any number of items: it is 1"],
    [t.Array(t.String(), { minItems: 2 }), [], "must have at least 2 items: it has 0"],
    [t.String({ minLength: 2, maxLength: 2 }), "a", "must have 2 characters: it has 1"],
    [t.String({ minLength: 2, maxLength: 3 }), "a", "must have 2 to 3 characters: it has 1"],
    [t.String({ maxLength: 1 }), 1, "must be a string of at most 1 character: it is 1"],
    [t.String({ minLength: 2 }), 1, "must be a string of at least 2 characters: it is 1"],
    [t.Literal("a"), "b", 'must be "a": it is "b"'],
    [t.Union([t.Literal("a"), file()]), 1, 'must be "a" or a file: it is 1'],
    [t.Integer(), new File(["abc"], "x"), "must be a whole number: it is a file"],
    [t.Undefined(), 1, "must be another value: it is 1"],
    [t.Integer(), "x".repeat(78), `must be a whole number: it is "${"x".repeat(78)}"`],
    [t.Integer(), "x".repeat(79), `must be a whole number: it is "${"x".repeat(76)}…`],
  ])("%#", (field, value, message) => {
    expect(messages(t.Object({ field }), { field: value })).toEqual([`body.field ${message}`]);
  });
});

test("missing and unknown fields are distinguished", () => {
  const schema = t.Object({ size: t.Integer() }, { additionalProperties: false });
  expect(messages(schema, { sise: 1 })).toEqual([
    'body.sise is unknown (the nearest is "size"): this endpoint accepts size',
    "body.size is missing: it must be a whole number",
  ]);
});

test("names are quoted as they were sent", () => {
  const schema = t.Object({}, { additionalProperties: false });
  expect(messages(schema, { "a/b~c": 1 })).toEqual([
    "body.a/b~c is unknown: this endpoint accepts none",
  ]);
});

test.each([
  ["dark blue", '. In a URL, "+" means a space: write %2B for a plus sign'],
  ["dark%20blue", ". It is percent-encoded twice"],
  ["", '. In a URL, "#" is written %23 and "&" %26'],
  ["blue", ""],
])("the value %j of a query is explained by its encoding", (field, hint) => {
  const schema = t.Object({ field: oneOf(["dark+blue"]) });
  const [complaint] = explain(Value.Errors(schema, { field }), "query");
  expect(complaint?.message).toBe(
    `query.field must be "dark+blue": it is ${JSON.stringify(field)}${hint}`,
  );
});

test("a text for a list of files explains how files are sent", () => {
  expect(messages(t.Object({ files: t.Array(file()) }), { files: "a.pdf" })).toEqual([
    "body.files must be files in a form, as curl sends them with -F files=@FILE: it is a string",
  ]);
});

test("a long value is truncated, and at most twenty errors are reported", () => {
  const [message] = messages(t.Object({ n: t.Integer() }), { n: "x".repeat(500) });
  expect(message?.length).toBeLessThan(130);
  expect(messages(t.Array(t.Integer()), Array(100).fill("x")).length).toBe(20);
});

test("an unknown field that is a whole text is truncated", () => {
  const schema = t.Object({}, { additionalProperties: false });
  const [message] = messages(schema, { ["x".repeat(5000)]: "" });
  expect(message).toStartWith("body.xxx");
  expect(message).toEndWith("x… is unknown: this endpoint accepts none");
  expect(message?.length).toBeLessThan(300);
});

test("an endpoint without input says so", () => {
  expect(messages(t.Object({}, { additionalProperties: false }), { a: 1 })).toEqual([
    "body.a is unknown: this endpoint accepts none",
  ]);
});

describe("of several kinds of object,", () => {
  const closed = { additionalProperties: false };
  const schema = t.Union([
    t.Object(
      { type: t.Literal("wifi"), ssid: t.String(), hidden: t.Boolean({ default: false }) },
      closed,
    ),
    t.Object({ type: t.Literal("geo"), lat: t.Number(), lon: t.Number() }, closed),
  ]);

  test("the discriminator selects the intended one", () => {
    expect(messages(schema, { type: "geo", lat: 1, lng: 2 })).toEqual([
      "body.lon is missing: it must be a number",
    ]);
    expect(messages(schema, { type: "wifi", ssid: "x", sid: "y" })).toEqual([
      'body.sid is unknown (the nearest is "ssid"): this endpoint accepts type, ssid, hidden',
    ]);
  });

  test("an unknown discriminator is the error", () => {
    expect(messages(schema, { type: "fax", lat: 1 })).toEqual([
      'body.type must be "wifi" or "geo": it is "fax"',
    ]);
    expect(messages(schema, {})).toEqual(['body.type is missing: it must be "wifi" or "geo"']);
    for (const value of [null, "wifi", []])
      expect(messages(t.Object({ kind: schema }), { kind: value })).toEqual([
        `body.kind must be an object: it is ${JSON.stringify(value)}`,
      ]);
  });

  test("the one with the fewest errors is assumed without a discriminator", () => {
    const nameless = t.Union([
      t.Object({ a: t.Integer(), b: t.Integer(), c: t.Integer() }, closed),
      t.Object({ a: t.Integer(), d: t.Integer() }, closed),
      t.String(),
    ]);
    expect(messages(t.Object({ one: nameless }), { one: { a: 1, d: "x" } })).toEqual([
      'body.one.d must be a whole number: it is "x"',
    ]);
    expect(messages(t.Object({ one: nameless }), { one: { a: 1, b: 2, c: "x" } })).toEqual([
      'body.one.c must be a whole number: it is "x"',
    ]);
    expect(messages(t.Object({ one: nameless }), { one: 7 })).toEqual([
      "body.one must be an object or a string: it is 7",
    ]);
  });

  test("a field with a default isn't required", () => {
    expect(messages(schema, { type: "wifi" })).toEqual([
      "body.ssid is missing: it must be a string",
    ]);
  });
});

test("a schema is described in words", () => {
  expect(describeAllowed(t.Array(t.String(), { minItems: 1, maxItems: 50 }))).toBe(
    "a list of 1 to 50 items",
  );
});
