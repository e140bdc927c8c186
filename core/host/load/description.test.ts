import { expect, test } from "bun:test";
import { Type as t } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import fc from "fast-check";
import { file, oneOf } from "../../contract/schema.ts";
import { cases } from "../../testing/mod.ts";
import { checkRouteParts, readDeclaration, writeDeclaration } from "./description.ts";
import { loadAll } from "./load-all.ts";

/** Serialises and parses a value, like a message between processes. */
async function cross(value: unknown): Promise<unknown> {
  return readDeclaration(JSON.parse(JSON.stringify(await writeDeclaration(value))));
}

test("every route of the hub's services has the same description after a transfer, and accepts its example", async () => {
  const { plugins } = await loadAll([`${import.meta.dir}/../../../plugins`]);
  for (const { routes, open } of plugins)
    for (const { route, file } of [...routes, ...open]) {
      const { handler: _, heavy, timeoutMs, cost, ...parts } = route;
      const told = (await cross(parts)) as typeof parts;
      expect(checkRouteParts(told), file).toBeUndefined();
      for (const part of ["params", "query", "body", "response"] as const) {
        const schema = told[part];
        expect(JSON.stringify(schema), file).toBe(JSON.stringify(route[part]));
        if (!schema || part === "response") continue;
        const value = Value.Default(schema, told.example[part] ?? {});
        expect([...Value.Errors(schema, value)].slice(0, 1), `${file} ${part}`).toEqual([]);
      }
    }
});

test("files, bytes and any JSON survive a transfer", async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), fc.uint8Array(), async (json, bytes) => {
      fc.pre(!JSON.stringify(json).includes('"__proto__"') && !JSON.stringify(json).includes('"$'));
      expect(await cross({ json, bytes })).toEqual({
        json: JSON.parse(JSON.stringify(json)),
        bytes,
      });
    }),
    cases(100),
  );
  const back = (await cross({ a: new File(["x"], "a.txt", { type: "text/plain" }) })) as {
    a: File;
  };
  expect([back.a.name, back.a.type, await back.a.text()]).toEqual([
    "a.txt",
    "text/plain;charset=utf-8",
    "x",
  ]);
});

test("the job checks patterns and formats, the hub only the length", async () => {
  const schema = (await cross(
    t.Object({
      word: t.String({ pattern: "^(a+)+$", minLength: 2, maxLength: 40 }),
      date: t.Optional(t.String({ format: "nobody-knows" })),
    }),
  )) as ReturnType<typeof t.Object>;
  expect(Value.Check(schema, { word: `${"a".repeat(39)}b`, date: "x" })).toBe(true);
  for (const word of ["a", "a".repeat(41), 7]) expect(Value.Check(schema, { word })).toBe(false);
  expect(schema.properties.word?.pattern).toBe("^(a+)+$");
});

test("the hub's own kinds keep their meaning", async () => {
  const schema = (await cross(
    t.Object({ of: oneOf(["a", "b"]), file: t.Optional(file({ maxBytes: 1 })) }),
  )) as ReturnType<typeof t.Object>;
  expect(Value.Check(schema, { of: "a", file: new File(["x"], "x") })).toBe(true);
  expect(Value.Check(schema, { of: "a", file: new File(["xx"], "x") })).toBe(false);
  expect(Value.Check(schema, { of: "c" })).toBe(false);
});

test.each<[string, unknown, string]>([
  ["a function", { raw: () => 1 }, "raw is not data: a function"],
  ["a date", { example: { at: new Date(0) } }, "example.at is not data: a Date"],
  ["an endless value", endless(), "nests deeper than 64"],
  ["a field that would be parsed as another type", { $file: "x" }, 'it has a field "$file"'],
])("%s is not sent", async (_, value, reason) => {
  await expect(writeDeclaration(value)).rejects.toThrow(reason);
});

function endless(): unknown {
  const list: unknown[] = [];
  list.push(list);
  return list;
}

test.each<[string, string, string]>([
  ["a prototype", '{ "a": { "__proto__": { "polluted": 1 } } }', '"__proto__"'],
  ["an unknown kind", '{ "$schema": { "kind": "Evil" }, "fields": {} }', '"Evil"'],
  ["a kind that isn't a word", '{ "$schema": { "kind": {} }, "fields": {} }', "Cannot describe"],
  [
    "a pattern for the names of a record",
    '{ "$schema": { "kind": "Record" }, "fields": { "patternProperties": { "^(a+)+$": {} } } }',
    '"^(a+)+$"',
  ],
  ["more depth than was written", `${"[".repeat(80)}${"]".repeat(80)}`, "nests deeper"],
])("%s is not trusted", (_, text, reason) => {
  expect(() => readDeclaration(JSON.parse(text))).toThrow(reason);
  expect(Object(Object.prototype).polluted).toBeUndefined();
});

test("a route's description must have the types that the hub relies on", () => {
  const sound = { summary: "x", response: {}, example: {} };
  expect(checkRouteParts(sound)).toBeUndefined();
  for (const wrong of [
    { summary: 1 },
    { cache: "always" },
    { timeoutMs: "1" },
    { timeoutMs: 0 },
    { example: { body: 1 } },
    { raw: { "text/plain": 1 } },
    { publicPerMinute: "sometimes" },
    { tryPerMinute: "unlimited" },
    { cost: 2 },
    { deprecated: true },
  ])
    expect(checkRouteParts({ ...sound, ...wrong })).toStartWith(`${Object.keys(wrong)[0]}`);
});
