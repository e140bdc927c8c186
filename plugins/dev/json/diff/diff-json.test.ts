import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { mergeCases } from "../merge-patch.fixture.ts";

const hub = await testHub(`${import.meta.dir}/../..`);

function diff(a: unknown, b: unknown, array_mode = "index") {
  return diffTexts(JSON.stringify(a), JSON.stringify(b), array_mode);
}

async function diffTexts(a: string, b: string, array_mode = "index") {
  return json(await hub.post("/api/dev/json/diff", { a, b, array_mode }));
}

// RFC 6902, appendices A.1 to A.5, A.10 and A.16: the documents of each patch.
test.each([
  [{ foo: "bar" }, { foo: "bar", baz: "qux" }, [{ op: "add", path: "/baz", value: "qux" }]],
  [
    { foo: ["bar", "baz"] },
    { foo: ["bar", "qux", "baz"] },
    [{ op: "add", path: "/foo/1", value: "qux" }],
  ],
  [{ baz: "qux", foo: "bar" }, { foo: "bar" }, [{ op: "remove", path: "/baz" }]],
  [{ foo: ["bar", "qux", "baz"] }, { foo: ["bar", "baz"] }, [{ op: "remove", path: "/foo/1" }]],
  [
    { baz: "qux", foo: "bar" },
    { baz: "boo", foo: "bar" },
    [{ op: "replace", path: "/baz", value: "boo" }],
  ],
  [
    { foo: "bar" },
    { foo: "bar", child: { grandchild: {} } },
    [{ op: "add", path: "/child", value: { grandchild: {} } }],
  ],
  [
    { foo: ["bar"] },
    { foo: ["bar", ["abc", "def"]] },
    [{ op: "add", path: "/foo/1", value: ["abc", "def"] }],
  ],
])("diff of %j and %j returns the patch of RFC 6902", async (a, b, patch) => {
  expect((await diff(a, b, "lcs")).patch).toEqual(patch);
});

test("diff escapes the keys of its paths", async () => {
  const { patch } = await diff({ "a/b~c": 1 }, { "a/b~c": 2 });
  expect(patch).toEqual([{ op: "replace", path: "/a~1b~0c", value: 2 }]);
});

test("diff by index compares items in order, and removes from the end of a list", async () => {
  const { patch } = await diff([1, 2, 3, 4], [2, 2]);
  expect(patch).toEqual([
    { op: "replace", path: "/0", value: 2 },
    { op: "remove", path: "/3" },
    { op: "remove", path: "/2" },
  ]);
});

test("diff by longest common subsequence compares changed items in depth", async () => {
  const [a, b] = [
    [{ id: 1, n: "x" }, 2, 3],
    [0, { id: 1, n: "y" }, 3],
  ];
  const answer = await diff([...a, { k: 1 }], [...b, { k: 2 }], "lcs");
  expect(answer.changes).toEqual([
    { path: "/0", op: "replace", old: { id: 1, n: "x" }, new: 0 },
    { path: "/1", op: "replace", old: 2, new: { id: 1, n: "y" } },
    { path: "/3/k", op: "replace", old: 1, new: 2 },
  ]);
});

test("diff reports positions in the first text, and of additions in the second", async () => {
  const answer = await diff(["a", "b", "c", { x: 1 }], ["b", "c", { x: 2 }, "d"], "lcs");
  expect(answer.patch).toEqual([
    { op: "remove", path: "/0" },
    { op: "replace", path: "/2/x", value: 2 },
    { op: "add", path: "/3", value: "d" },
  ]);
  expect(answer.changes.map(({ path }: { path: string }) => path)).toEqual(["/0", "/3/x", "/3"]);
});

test("diff ignores the order of members and compares numbers by value", async () => {
  expect(await diffTexts('{"a":1.0,"b":1e2}', '{"b":100,"a":1}')).toMatchObject({
    equal: true,
    patch: [],
    merge_patch: {},
  });
});

test("diff detects a change in the last digit of a large number, and writes all digits", async () => {
  const answer = await diffTexts("[12345678901234567890]", "[12345678901234567891]");
  expect(answer.patch_text).toBe('[{"op":"replace","path":"/0","value":12345678901234567891}]');
  const body = { a: '{"n":1e400}', b: '{"n":[12345678901234567891]}' };
  const text = await (await hub.post("/api/dev/json/diff", body)).text();
  expect(text).toContain('"patch":[{"op":"replace","path":"/n","value":[12345678901234567891]}]');
  expect(text).toContain('"old":1e400,"new":[12345678901234567891]');
  expect(text).toContain('"merge_patch":{"n":[12345678901234567891]}');
  expect(answer.warnings).toContain(
    "In b: The number 12345678901234567891 does not fit a double: most parsers change it (line 1)",
  );
});

test("diff returns the patch to clients that accept text", async () => {
  const body = { a: "1", b: "null" };
  const res = await hub.post("/api/dev/json/diff", body, { accept: "text/plain" });
  expect(await res.text()).toBe('[{"op":"replace","path":"","value":null}]');
});

test.each(mergeCases)("merging into %j the patch %j gives %j", (original, patch, result) => {
  expect(merge(original, patch)).toEqual(result);
});

test.each(mergeCases)("diff of %j and the result of %j merges into it", async (a, _, b) => {
  const { merge_patch, merge_patch_exact } = await diff(a, b);
  expect(merge_patch_exact).toBe(true);
  expect(merge(a, merge_patch)).toEqual(b);
});

test("diff reports if a merge patch can't express the change", async () => {
  expect(await diff({ a: 1 }, { a: null })).toMatchObject({
    merge_patch: { a: null },
    merge_patch_exact: false,
  });
  expect((await diff({}, { a: { b: null } })).merge_patch_exact).toBe(false);
  expect((await diff({}, { a: [null] })).merge_patch_exact).toBe(true);
});

describe.each(["index", "lcs"])("patches by %s turn the first document into the second", (mode) => {
  test.each(Array.from({ length: 40 }, (_, index) => index))("example %d", async (seed) => {
    const draw = createRandom(seed + 1);
    const [a, b] = [sample(draw, 4), sample(draw, 4)];
    const { patch, merge_patch, merge_patch_exact } = await diff(a, b, mode);
    expect(apply(a, patch)).toEqual(b);
    if (merge_patch_exact) expect(merge(a, merge_patch)).toEqual(b);
  });
});

test("diff treats __proto__ like any other key", async () => {
  const res = await hub.post("/api/dev/json/diff", { a: "{}", b: '{"__proto__":{"x":1}}' });
  const text = await res.text();
  expect(text).toContain('"patch":[{"op":"add","path":"/__proto__","value":{"x":1}}]');
  expect(text).toContain('"merge_patch":{"__proto__":{"x":1}}');
});

test("diff replaces the whole document if there are too many changes", async () => {
  const [a, b] = [new Array(11_000).fill(1), new Array(11_000).fill(2)];
  const answer = await diff(a, b);
  expect(answer.patch).toHaveLength(1);
  expect(answer.patch[0]).toMatchObject({ op: "replace", path: "" });
  expect(answer.warnings).toEqual(["Too many changes to list: the patch replaces the whole value"]);
});

test("diff compares by index if lists are too different to align", async () => {
  const answer = await diff(new Array(3000).fill(1), new Array(3000).fill(2), "lcs");
  expect(answer.patch).toHaveLength(3000);
  expect(answer.warnings).toEqual(["Lists that differ too much to align were compared by index"]);
});

test("diff supports a thousand levels", async () => {
  const nest = (core: string) => `${"[".repeat(1000)}${core}${"]".repeat(1000)}`;
  const { patch } = await diffTexts(nest("1"), nest("2"), "lcs");
  expect(patch).toEqual([{ op: "replace", path: "/0".repeat(1000), value: 2 }]);
});

test("diff reports which text is invalid, and where", async () => {
  const answer = await diffTexts("[1]", "[1");
  expect(answer).toMatchObject({ code: "syntax_error", status: 422, line: 1, column: 3 });
  expect(answer.detail).toStartWith("body.b cannot be read at line 1, column 3");
});

type Operation = { op: string; path: string; value?: unknown };

/** Applies a patch as in RFC 6902, section 4, with the operations that diff generates. */
function apply(document: unknown, patch: Operation[]): unknown {
  const holder = { root: structuredClone(document) };
  for (const { op, path, value } of patch) {
    const keys = `/root${path}`
      .split("/")
      .slice(1)
      .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
    const last = keys.pop()!;
    // biome-ignore lint/suspicious/noExplicitAny: any JSON value
    const parent = keys.reduce((at: any, key) => at[key], holder);
    if (!Array.isArray(parent)) {
      if (op !== "add") expect(Object.hasOwn(parent, last)).toBe(true);
      if (op === "remove") delete parent[last];
      else parent[last] = value;
    } else if (op === "replace") parent[Number(last)] = value;
    else if (op === "add") parent.splice(Number(last), 0, value);
    else expect(parent.splice(Number(last), 1)).toHaveLength(1);
  }
  return holder.root;
}

/** Applies a merge patch as in RFC 7386, section 2. */
function merge(target: unknown, patch: unknown): unknown {
  if (typeof patch !== "object" || patch === null || Array.isArray(patch)) return patch;
  const isObject = typeof target === "object" && target !== null && !Array.isArray(target);
  const result: Record<string, unknown> = isObject ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else result[key] = merge(result[key], value);
  }
  return result;
}

function createRandom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

function sample(draw: (below: number) => number, depth: number): unknown {
  const kind = draw(depth === 0 ? 3 : 6);
  if (kind === 0) return [null, true, "x"][draw(3)];
  if (kind < 3) return draw(3);
  const items = Array.from({ length: draw(6) }, () => sample(draw, depth - 1));
  if (kind < 5) return items;
  return Object.fromEntries(items.map((item) => [["a/~b", "b", "c", "d"][draw(4)]!, item]));
}
