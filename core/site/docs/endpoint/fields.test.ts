import { describe, expect, test } from "bun:test";
import { Type as t } from "@sinclair/typebox";
import { binary, file, group, oneOf } from "../../../contract/schema.ts";
import { hostile, order, say } from "../../../testing/sample-plugin.ts";
import { publishSchema } from "../../examples/published.ts";
import { describeType } from "./field-type.ts";
import { fieldList, listSchemaFields } from "./fields.ts";

test.each([
  [t.Integer({ minimum: 64, maximum: 2000 }), "whole number from 64 to 2000"],
  [t.Number({ exclusiveMinimum: 0, maximum: 5 }), "number up to 5 above 0"],
  [t.Integer({ minimum: 1, multipleOf: 8 }), "whole number from 1 in steps of 8"],
  [t.String({ maxLength: 1_048_576 }), "text up to 1,048,576 characters"],
  [t.String({ format: "email" }), "email"],
  [t.Boolean(), "true or false"],
  [oneOf(["a", "b"]), "a or b"],
  [oneOf(["a", "b", "c", "d", "e"]), "one of 5"],
  [
    t.Array(t.Integer({ enum: [0, 90, 180, 270] }), { maxItems: 50 }),
    "up to 50 items, each 0, 90, 180 or 270",
  ],
  [t.Array(t.Object({ a: t.Number() })), "list of items, each an object"],
  [t.Union([t.String(), t.Null()]), "text or null"],
  [t.Literal("ok"), "ok"],
  [t.Array(t.Integer(), { minItems: 1, maxItems: 9 }), "1 to 9 items, each a whole number"],
  [t.Tuple([t.Number(), t.String()]), "list of number, text"],
  [t.Record(t.String(), t.Number()), "object of any names"],
  [t.Object({ a: t.Number() }), "object"],
  [t.Unknown(), "any value"],
  [file({ maxBytes: 2048, mediaTypes: ["image/png"] }), "file up to 2 KiB of type image/png"],
  [binary("image/png"), "file of type image/png"],
])("%j is %p", (schema, words) => {
  expect(describeType(publishSchema(schema))).toBe(words);
});

test("fields inside lists, records and alternatives come after their parents", () => {
  const inner = t.Object({ id: t.Integer() });
  const schema = t.Object({
    list: t.Array(inner),
    maybe: t.Union([inner, t.Null()]),
    byName: t.Record(t.String(), inner),
  });
  expect(listSchemaFields(publishSchema(schema)).map(({ name }) => name)).toEqual([
    "list",
    "list[].id",
    "maybe",
    "maybe.id",
    "byName",
    "byName.*.id",
  ]);
});

test("a field with a default isn't required", () => {
  const body = listSchemaFields(publishSchema(order.route.body!, { sent: true }));
  expect(body.filter(({ required }) => required).map(({ name }) => name)).toEqual([
    "items",
    "items[].name",
    "note",
  ]);
});

test("a recursive schema terminates", () => {
  const node = t.Recursive((This) => t.Object({ next: t.Optional(This) }));
  expect(listSchemaFields(publishSchema(node))).toEqual([
    { name: "next", required: false, schema: { description: "The same again" } },
  ]);
});

test("a list of fields escapes descriptions, values and names", () => {
  const { markup } = fieldList(listSchemaFields(publishSchema(say.route.query!)));
  expect(markup).not.toContain(hostile);
  expect(markup).toContain("&lt;script&gt;");
  const named = fieldList([{ name: hostile, required: true, schema: { pattern: hostile } }]);
  expect(named.markup).not.toContain("<script>");
});

test("a long list of values is collapsed", () => {
  const values = Array.from({ length: 13 }, (_, index) => `v${index}`);
  const field = { name: "a", required: false, schema: { enum: values } };
  expect(fieldList([field]).markup).toContain("<summary>13 values</summary>");
});

test("the fields of several kinds of object are grouped by kind", () => {
  const schema = t.Object({
    payload: t.Union([
      t.Object({ type: t.Literal("wifi"), name: t.String() }),
      t.Object({ type: t.Literal("geo"), name: t.Number() }),
    ]),
  });
  expect(listSchemaFields(publishSchema(schema)).map(({ name, of }) => [name, of])).toEqual([
    ["payload", undefined],
    ["payload.type", undefined],
    ["payload.name", "wifi"],
    ["payload.name", "geo"],
  ]);
});

describe("of many fields", () => {
  const texts = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => [`f${at}`, t.Optional(t.String())]),
    );
  const colours = group("Colours", { ink: t.Optional(t.String()), paper: t.Optional(t.String()) });
  const grouped = t.Object({ must: t.String(), ...texts(7), ...colours });
  const plain = t.Object({ must: t.String(), ...texts(9) });

  test.each([
    [
      "the groups that the author defined",
      grouped,
      ["must", ..."0123456", "paper"],
      "Colours (1)",
      ["ink"],
    ],
    ["all fields without groups", plain, ["must", "3"], "8 more", [..."01245678"]],
  ])("%s are collapsed, except for required ones", (_, schema, open, title, rest) => {
    const { markup } = fieldList(listSchemaFields(publishSchema(schema)), {
      shown: ["f3", "paper"],
    });
    const parts = markup
      .split("<summary>")
      .map((part) => [...part.matchAll(/class="name">f?(\w+)</g)].map(([, name]) => name));
    expect(parts).toEqual([open, rest]);
    expect(markup).toContain(`<summary>${title}</summary>`);
  });

  test("the document contains the group of a field", () => {
    expect(publishSchema(grouped).properties).toMatchObject({ ink: { "x-group": "Colours" } });
  });
});

test("few fields aren't collapsed, except for nested ones", () => {
  const schema = t.Object({
    list: t.Array(t.Object({ id: t.Integer() })),
    name: t.Optional(t.String()),
  });
  const { markup } = fieldList(listSchemaFields(publishSchema(schema)));
  expect(markup.match(/<summary>.*?<\/summary>/g)).toEqual([
    "<summary>Fields of <code>list</code></summary>",
  ]);
  expect(markup.indexOf("list[].id")).toBeLessThan(markup.indexOf(">name<"));
});

test("a response shows its first fields, without nested ones", () => {
  const names = Array.from({ length: 12 }, (_, at) => `f${at}`);
  const schema = t.Object({
    inner: t.Object({ id: t.Optional(t.Integer()) }),
    ...Object.fromEntries(names.map((name) => [name, t.String()])),
  });
  const { markup } = fieldList(listSchemaFields(publishSchema(schema)), { isAnswer: true });
  expect(markup.match(/<summary>.*?<\/summary>/g)).toEqual([
    "<summary>Fields of <code>inner</code></summary>",
    "<summary>5 more</summary>",
  ]);
  expect(markup.indexOf("1 more")).toBeLessThan(markup.indexOf(">f11<"));
  expect(markup.match(/>optional</g)).toHaveLength(1);
});
