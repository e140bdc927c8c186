import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import specification from "json-patch-test-suite/spec_tests.json";
import further from "json-patch-test-suite/tests.json";
import { mergeCases } from "../merge-patch.fixture.ts";

const hub = await testHub(`${import.meta.dir}/../..`);

async function apply(document: unknown, patch: unknown, format = "json-patch") {
  return applyTexts(JSON.stringify(document), JSON.stringify(patch), format);
}

async function applyTexts(document: string, patch: string, format = "json-patch") {
  return json(await hub.post("/api/dev/json/patch", { document, patch, format }));
}

interface Case {
  comment?: string;
  doc: unknown;
  patch: unknown;
  expected?: unknown;
  error?: string;
  disabled?: boolean;
}

const cases = [...(specification as Case[]), ...(further as Case[])].filter(
  // `JSON.parse` drops duplicate members: a test below has them.
  ({ disabled, comment }) => !disabled && !comment?.includes("duplicate"),
);

test.each(cases.map((one, index): [string, Case] => [one.comment ?? `${index}`, one]))(
  "the JSON Patch test suite: %s",
  async (_, { doc, patch, expected, error }) => {
    const answer = await apply(doc, patch);
    if (error !== undefined) expect(answer).toMatchObject({ status: 422, code: "patch_failed" });
    else expect(answer.result).toEqual(expected ?? doc);
  },
);

test.each(mergeCases)(
  "the merge patch of RFC 7386: %j with %j is %j",
  async (document, patch, result) => {
    expect((await apply(document, patch, "merge-patch")).result).toEqual(result);
  },
);

test("numbers keep all digits, in places that the patch doesn't touch too", async () => {
  const patch = '[{"op":"add","path":"/b","value":1e400}]';
  const { result_text, changed } = await applyTexts('{"a":12345678901234567891}', patch);
  expect(result_text).toBe('{"a":12345678901234567891,"b":1e400}');
  expect(changed).toBe(true);
});

test("a test compares numbers by value, and objects regardless of order", async () => {
  const patch =
    '[{"op":"test","path":"/n","value":1.0},{"op":"test","path":"/o","value":{"y":2,"x":1}}]';
  expect(await applyTexts('{"n":1e0,"o":{"x":1,"y":2}}', patch)).toMatchObject({ changed: false });
});

test("the last of duplicate members counts, with a warning", async () => {
  const patch = '[{"op":"add","path":"/baz","value":"qux","op":"remove","path":"/foo"}]';
  const { result, warnings } = await applyTexts('{"foo":"bar"}', patch);
  expect(result).toEqual({});
  expect(warnings[0]).toStartWith('In patch: The key at "/0/op" was given before');
});

test("members named like an object's prototype are ordinary members", async () => {
  const patch = '[{"op":"add","path":"/__proto__","value":{"x":1}}]';
  expect((await applyTexts("{}", patch)).result_text).toBe('{"__proto__":{"x":1}}');
});

test("a copy doesn't change with its original", async () => {
  const { result } = await apply({ a: { x: [1] } }, [
    { op: "copy", from: "/a", path: "/b" },
    { op: "add", path: "/a/x/-", value: 2 },
    { op: "copy", from: "/a/x", path: "/b/y" },
    { op: "add", path: "/b/y/0", value: 0 },
  ]);
  expect(result).toEqual({ a: { x: [1, 2] }, b: { x: [1], y: [0, 1, 2] } });
});

test("a value of the patch doesn't change with the place that it was added to", async () => {
  const { result } = await applyTexts(
    "{}",
    '[{"op":"add","path":"/a","value":[1]},{"op":"add","path":"/a/-","value":2}]',
  );
  expect(result).toEqual({ a: [1, 2] });
});

describe("an operation that fails is named", () => {
  test.each([
    [{ op: "remove", path: "/x" }, 'the document has no member "x"'],
    [{ op: "add", path: "/x/y", value: 1 }, 'the document has no member "x"'],
    [{ op: "replace", path: "/list/2", value: 1 }, 'the index 2 is beyond the end of "/list"'],
    [{ op: "add", path: "/list/01", value: 1 }, '"01" is no index of "/list"'],
    [{ op: "add", path: "/n/x", value: 1 }, '"/n" is neither an object nor an array'],
    [{ op: "test", path: "/n", value: "5" }, '"/n" is 5, not "5"'],
    [{ op: "move", from: "/list", path: "/list/0" }, '"/list" cannot be moved into itself'],
    [{ op: "add", path: "x", value: 1 }, '"path" must be empty or start with "/"'],
    [{ op: "add", path: "/~2", value: 1 }, 'in "path", "~" must be written "~0"'],
    [{ op: "add", path: "/x" }, '"value" is missing'],
    [{ op: "copy", path: "/x" }, '"from" is missing'],
    [{ op: "merge", path: "/x" }, '"op" must be one of add, remove, replace, move, copy, test'],
    [{ op: "remove", path: "" }, "the whole document cannot be removed"],
    [7, "it must be an object, but is a number"],
  ])("%j: %s", async (operation, reason) => {
    const before = { op: "add", path: "/before", value: 1 };
    expect(await apply({ n: 5, list: [1, 2] }, [before, operation])).toMatchObject({
      status: 422,
      code: "patch_failed",
      detail: `Operation 1 of the patch does not apply: ${reason}`,
      errors: [{ location: "body.patch/1" }],
      operation: 1,
    });
  });
});

test("a patch that is no list is an error", async () => {
  expect(await apply({}, { op: "add", path: "/x", value: 1 })).toMatchObject({
    code: "patch_failed",
    detail: "body.patch must be an array of operations: it is an object",
  });
});

test("copies that double the document end with an error", async () => {
  const copies = Array.from({ length: 64 }, (_, index) => ({
    op: "copy",
    from: "",
    path: `/${index}`,
  }));
  expect(await apply({ a: "x".repeat(100) }, copies)).toMatchObject({ code: "result_too_large" });
});

test("a result that nests too deeply is an error", async () => {
  const list = `${"[".repeat(600)}${"]".repeat(600)}`;
  const patch = `[{"op":"add","path":"${"/0".repeat(599)}/0","value":${list}}]`;
  expect(await applyTexts(list, patch)).toMatchObject({ status: 422, code: "too_deep" });
});

test("many operations on a long list that a copy shares end with an error", async () => {
  const operations = Array.from({ length: 2000 }, () => [
    { op: "copy", from: "/list", path: "/copy" },
    { op: "add", path: "/list/-", value: 1 },
  ]).flat();
  const list = new Array(100_000).fill(1);
  expect(await apply({ list }, operations)).toMatchObject({ code: "too_much_work" });
});

test("invalid JSON is an error with its position", async () => {
  expect(await applyTexts("{}", "[")).toMatchObject({ code: "syntax_error", line: 1, column: 2 });
});
