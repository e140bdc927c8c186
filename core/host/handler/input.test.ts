import { describe, expect, test } from "bun:test";
import { Type as t } from "@sinclair/typebox";
import fc from "fast-check";
import { HubError } from "../../contract/errors.ts";
import { oneOf } from "../../contract/schema.ts";
import { cases } from "../../testing/mod.ts";
import { Input } from "./input.ts";
import { depthMax, JsonScan } from "./parse-json.ts";

const closed = { additionalProperties: false };
const query = new Input(
  t.Object(
    {
      size: t.Integer({ minimum: 64, maximum: 2000, default: 300 }),
      ratio: t.Optional(t.Number()),
      bold: t.Boolean({ default: false }),
      style: oneOf(["standard", "dots"], { default: "standard" }),
      tags: t.Optional(t.Array(t.Integer())),
      name: t.Optional(t.String()),
    },
    closed,
  ),
  "query",
);
const read = (pairs: [string, string][]) => query.validate(query.read(pairs));

function catchFailure(work: () => unknown): HubError {
  try {
    work();
  } catch (error) {
    if (error instanceof HubError) return error;
    throw error;
  }
  throw new Error("It was let through");
}

test("missing fields get their defaults", () => {
  expect(read([])).toEqual({ size: 300, bold: false, style: "standard" });
});

test("numbers, booleans and lists are parsed from strings, and strings are unchanged", () => {
  expect(
    read([
      ["size", "64"],
      ["ratio", "-1.5e1"],
      ["bold", "1"],
      ["tags", "1,2"],
      ["tags", "3"],
      ["name", "42"],
    ]),
  ).toEqual({ size: 64, ratio: -15, bold: true, style: "standard", tags: [1, 2, 3], name: "42" });
});

test("a list can be JSON, because its items may contain commas, or else is separated by commas", () => {
  const lists = new Input(
    t.Object(
      {
        ranges: t.Optional(t.Array(t.String())),
        steps: t.Optional(t.Array(t.Object({ op: t.String() }, closed))),
      },
      closed,
    ),
    "body",
  );
  const parsePairs = (pairs: [string, string][]) => lists.validate(lists.read(pairs));
  expect(
    parsePairs([
      ["ranges", '["1,3","2"]'],
      ["ranges", "4,5"],
    ]),
  ).toEqual({ ranges: ["1,3", "2", "4", "5"] });
  expect(parsePairs([["ranges", "[::1],[1]"]])).toEqual({ ranges: ["[::1]", "[1]"] });
  expect(parsePairs([["steps", '[{"op":"reverse"}]']])).toEqual({ steps: [{ op: "reverse" }] });
  expect(catchFailure(() => parsePairs([["steps", '[{"op":1}]']])).errors[0]?.location).toBe(
    "body.steps.0.op",
  );
});

test("a list of objects has one parameter per object, and isn't split at their commas", () => {
  const step = t.Object({ op: t.String(), at: t.Optional(t.String()) }, closed);
  const lists = new Input(
    t.Object(
      {
        steps: t.Optional(t.Array(step)),
        labels: t.Optional(t.Array(t.Union([t.String(), step]))),
      },
      closed,
    ),
    "body",
  );
  const parsePairs = (pairs: [string, string][]) => lists.validate(lists.read(pairs));
  const [cut, turn] = ['{"op":"cut","at":"1,2"}', ' {"op":"turn"}'];
  const steps = [{ op: "cut", at: "1,2" }, { op: "turn" }];
  expect(
    parsePairs([
      ["steps", cut],
      ["steps", turn],
    ]),
  ).toEqual({ steps });
  expect(
    parsePairs([
      ["steps", `[${cut}]`],
      ["steps", turn],
    ]),
  ).toEqual({ steps });
  expect(
    parsePairs([
      ["labels", "a,b"],
      ["labels", cut],
    ]),
  ).toEqual({ labels: ["a", "b", steps[0]] });
  const { errors } = catchFailure(() => parsePairs([["steps", "cut, at once, and {turn}"]]));
  expect(errors.map(({ message }) => message)).toEqual([
    'body.steps.0 must be an object: it is "cut, at once, and {turn}"',
  ]);
  const deep = `${'{"op":'.repeat(65)}"x"${"}".repeat(65)}`;
  expect(catchFailure(() => parsePairs([["steps", deep]])).errors[0]?.message).toStartWith(
    'body.steps.0 must be an object: it is "',
  );
});

describe("a number is rejected in", () => {
  test.each(["", " 64", "0x40", "1_000", "64px", "Infinity", "NaN", "+64", "064", "1e999"])(
    "%j",
    (size) => {
      const error = catchFailure(() => read([["size", size]]));
      expect(error.code).toBe("invalid_input");
      expect(error.errors[0]?.location).toBe("query.size");
    },
  );
});

test("rejects a repeated, an unknown and a hostile name", () => {
  expect(
    catchFailure(() =>
      read([
        ["size", "64"],
        ["size", "65"],
      ]),
    ).message,
  ).toBe("query.size must be sent only once");
  expect(catchFailure(() => read([["sise", "64"]])).message).toContain("query.sise is unknown");
  expect(catchFailure(() => read([["__proto__", "x"]])).message).toContain(
    "query.__proto__ is unknown",
  );
  expect(catchFailure(() => read([["constructor", "x"]])).message).toContain("is unknown");
});

test("all errors are reported, the first in the message", () => {
  const error = catchFailure(() =>
    read([
      ["size", "5000"],
      ["style", "star"],
    ]),
  );
  expect(error.message).toBe(
    "query.size must be a whole number from 64 to 2000: it is 5000, and 1 more",
  );
  expect(error.errors[1]?.message).toBe('query.style must be "standard" or "dots": it is "star"');
});

test("null is a value and not a missing field", () => {
  const body = new Input(t.Object({ size: t.Integer({ default: 3 }) }, closed), "body");
  expect(catchFailure(() => body.validate({ size: null })).message).toBe(
    "body.size must be a whole number: it is null",
  );
});

test("nested defaults are filled in too", () => {
  const body = new Input(
    t.Object({ items: t.Array(t.Object({ size: t.Integer({ default: 3 }) })) }),
    "body",
  );
  expect(body.validate({ items: [{}, { size: 4 }] })).toEqual({
    items: [{ size: 3 }, { size: 4 }],
  });
});

test("a default list isn't shared between requests", () => {
  const body = new Input(t.Object({ tags: t.Array(t.String(), { default: ["a"] }) }), "body");
  (body.validate({}).tags as string[]).push("b");
  expect(body.validate({})).toEqual({ tags: ["a"] });
});

test("if any name is allowed with lists, all values count, except for the hub's own", () => {
  const open = new Input(t.Object({}, { additionalProperties: t.Array(t.String()) }), "query");
  const given = open.read([
    ["a", "1,2"],
    ["api_key", "secret"],
    ["__proto__", "x"],
    ["a", ""],
    ["__proto__", "y"],
  ]);
  expect(Object.entries(open.validate(given))).toEqual([
    ["a", ["1,2", ""]],
    ["__proto__", ["x", "y"]],
  ]);
});

test("if any name is allowed, the first of two counts", () => {
  const open = new Input(t.Object({}, { additionalProperties: t.String() }), "query");
  expect(
    open.validate(
      open.read([
        ["utm", "1"],
        ["utm", "2"],
      ]),
    ),
  ).toEqual({ utm: "1" });
});

test("rejects an object instead of a list, even if the list has a default", () => {
  const lists = new Input(
    t.Object(
      {
        words: t.Array(t.String(), { default: [] }),
        inner: t.Optional(t.Object({ words: t.Array(t.String(), { default: ["a"] }) }, closed)),
        either: t.Optional(
          t.Union([t.String(), t.Object({ size: t.Integer({ default: 3 }) }, closed)]),
        ),
      },
      closed,
    ),
    "body",
  );
  for (const wrong of [{ words: {} }, { words: { a: 1 } }, { inner: { words: { b: 2 } } }])
    expect(catchFailure(() => lists.validate(wrong)).errors[0]?.message).toContain(
      "must be a list",
    );
  expect(lists.validate({})).toEqual({ words: [] });
  expect(lists.validate({ inner: {}, either: {} })).toEqual({
    words: [],
    inner: { words: ["a"] },
    either: { size: 3 },
  });
});

test("a number is parsed like in JSON, up to 32 characters, and a boolean by its four names", () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer()),
      (number) => {
        const text = JSON.stringify(number);
        expect(query.read([["ratio", text]])).toEqual({
          ratio: text.length <= 32 ? JSON.parse(text) : text,
        });
      },
    ),
    cases(200),
  );
  const long = `0.${"1".repeat(30)}`;
  expect(query.read([["ratio", long]])).toEqual({ ratio: Number(long) });
  expect(query.read([["ratio", `${long}1`]])).toEqual({ ratio: `${long}1` });
  for (const [text, read] of [
    ["true", true],
    ["1", true],
    ["false", false],
    ["0", false],
    ["yes", "yes"],
    ["", ""],
  ] as const)
    expect(query.read([["bold", text]])).toEqual({ bold: read });
});

test("of several permitted types the first that the text matches counts", () => {
  const either = new Input(
    t.Object({
      size: t.Optional(t.Union([t.Integer(), t.Boolean(), t.String()])),
      place: t.Optional(t.Object({ lat: t.Number() })),
    }),
    "query",
  );
  for (const [text, read] of [
    ["12", 12],
    ["true", true],
    ["auto", "auto"],
  ] as const)
    expect(either.read([["size", text]])).toEqual({ size: read });
  expect(either.read([["place", '{"lat":1.5}']])).toEqual({ place: { lat: 1.5 } });
  expect(either.read([["place", "{lat"]])).toEqual({ place: "{lat" });
});

test("an unknown field is reported once even if it is repeated, except for the key", () => {
  expect(read([["api_key", "x"]])).toEqual(read([]));
  const twice = catchFailure(() =>
    read([
      ["sise", "1"],
      ["sise", "2"],
    ]),
  );
  expect(twice.message).toBe(
    'query.sise is unknown (the nearest is "size"): this endpoint accepts size, ratio, bold, style, tags, name',
  );
  const open = new Input(
    t.Object({ a: t.String() }, { additionalProperties: t.String() }),
    "query",
  );
  expect(
    catchFailure(() =>
      open.read([
        ["a", "1"],
        ["a", "2"],
      ]),
    ).message,
  ).toBe("query.a must be sent only once");
});

test("a value that isn't an object is reported as such, even with defaults", () => {
  const body = new Input(t.Object({ size: t.Integer({ default: 3 }) }, closed), "body");
  for (const given of [null, 7, "x", [1]])
    expect(catchFailure(() => body.validate(given)).message).toStartWith("body must be an object");
  expect(body.validate({})).toEqual({ size: 3 });
  expect(body.validate({ size: 4 })).toEqual({ size: 4 });
});

test("a default is filled in at any depth, and adds no other field", () => {
  const body = new Input(
    t.Object({
      plain: t.Optional(t.String()),
      pair: t.Optional(t.Tuple([t.Integer(), t.Integer()])),
      both: t.Object({ a: t.Integer({ default: 1 }), b: t.Optional(t.Integer()) }, { default: {} }),
    }),
    "body",
  );
  expect(body.validate({})).toEqual({ both: { a: 1 } });
  expect(body.validate({ both: { b: 2 }, pair: [1, 2] })).toEqual({
    both: { a: 1, b: 2 },
    pair: [1, 2],
  });
  const whole = new Input(t.Object({ a: t.Integer() }, { default: { a: 5 } }), "body");
  expect(whole.validate(undefined)).toEqual({ a: 5 });
});

/** Returns the nesting depth of objects and lists. */
function measureDepth(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(measureDepth));
}

test("JSON nesting is limited for objects and lists, regardless of texts", () => {
  const text = fc.string({ unit: fc.constantFrom("{", "[", "]", "}", '"', "\\", "a") });
  const { json } = fc.letrec((tie) => ({
    json: fc.oneof(
      { maxDepth: 5 },
      text,
      fc.array(tie("json"), { maxLength: 3 }),
      fc.dictionary(text, tie("json"), { maxKeys: 3 }),
    ),
  }));
  fc.assert(
    fc.property(json, fc.integer({ min: 58, max: 66 }), (value, levels) => {
      let deep: unknown = value;
      for (let level = 0; level < levels; level++)
        deep = level % 2 ? ['"{[', deep] : { "{[": deep };
      const written = JSON.stringify(deep);
      const isTooDeep = measureDepth(JSON.parse(written)) > depthMax;
      const scan = new JsonScan(Number.POSITIVE_INFINITY);
      expect(scan.read(Buffer.from(written))).toBe(isTooDeep ? "depth" : undefined);
    }),
    cases(300),
  );
});
