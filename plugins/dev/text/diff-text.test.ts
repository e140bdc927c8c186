import { expect, test } from "bun:test";
import { json, sampleCases, testHub } from "hub/testing";

const hub = await testHub(new URL("..", import.meta.url).pathname.slice(0, -1));

function post(a: string, b: string, options: Record<string, unknown> = {}) {
  return hub.post("/api/dev/text/diff", { a, b, ...options });
}

async function diff(a: string, b: string, options?: Record<string, unknown>) {
  return json(await post(a, b, options));
}

test("diff matches the output of diff -u", async () => {
  const a = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
  const b = "1\n2\nthree\n4\n5\n6\n7\n8\n9\n10";
  expect((await diff(a, b, { context: 1 })).unified).toBe(
    "--- a\n+++ b\n@@ -2,3 +2,3 @@\n 2\n-3\n+three\n 4\n@@ -9 +9,2 @@\n 9\n+10\n\\ No newline at end of file\n",
  );
});

test("diff joins hunks with adjacent context", async () => {
  const { unified } = await diff("a\nb\nc\nd\ne\n", "A\nb\nc\nd\nE\n", { context: 2 });
  expect(unified.match(/@@ .* @@/g)).toEqual(["@@ -1,5 +1,5 @@"]);
});

test("diff refers to the previous line if one text has no lines", async () => {
  expect((await diff("", "a\n")).unified).toContain("@@ -0,0 +1 @@");
  expect((await diff("a\nb\n", "a\n", { context: 0 })).unified).toContain("@@ -2 +1,0 @@");
});

test("diff of equal texts is empty and reported as such", async () => {
  expect(await diff("a\n", "a\n")).toEqual({
    success: true,
    unified: "",
    changes: [{ type: "equal", value: "a\n", count: 1 }],
    added: 0,
    removed: 0,
    similarity: 1,
    distance: 0,
  });
});

test("diff by word keeps the separators of words", async () => {
  const { changes, distance } = await diff("the quick fox", "the slow fox", {
    granularity: "word",
  });
  expect(distance).toBe(2);
  expect(changes).toEqual([
    { type: "equal", value: "the ", count: 2 },
    { type: "removed", value: "quick", count: 1 },
    { type: "added", value: "slow", count: 1 },
    { type: "equal", value: " fox", count: 2 },
  ]);
});

test("diff by character keeps emoji and accents whole", async () => {
  const { added, removed, similarity } = await diff("a👨‍👩‍👧é", "a👨‍👩‍👦é", {
    granularity: "char",
  });
  expect({ added, removed, similarity }).toEqual({ added: 1, removed: 1, similarity: 2 / 3 });
});

test("diff finds the fewest edits between kitten and sitting", async () => {
  expect((await diff("kitten", "sitting", { granularity: "char" })).distance).toBe(5);
});

test.each([
  ["line", "a  b\n\tc\n", "a b \nc\n"],
  ["word", " one  two", "one two "],
  ["char", "a b\nc", "a  bc"],
])("diff by %s ignores white space on request", async (granularity, a, b) => {
  expect((await diff(a, b, { granularity, ignore_whitespace: true })).distance).toBe(0);
});

test("diff ignores case on request", async () => {
  expect((await diff("A\nb\n", "a\nC\n", { ignore_case: true })).unified).toBe(
    "--- a\n+++ b\n@@ -1,2 +1,2 @@\n a\n-b\n+C\n",
  );
});

test("diff of texts without a common line is fast", async () => {
  const lines = (letter: string) =>
    Array.from({ length: 5000 }, (_, index) => `${letter}${index}\n`).join("");
  const { distance, similarity } = await diff(lines("a"), lines("b"));
  expect({ distance, similarity }).toEqual({ distance: 10_000, similarity: 0 });
});

test("diff reproduces both texts from its changes", async () => {
  const [a, b] = ["x\ny\nz\nw", "y\nq\nw\nx\n"];
  const { changes } = await diff(a, b);
  const without = (type: string) =>
    changes
      .filter((change: { type: string }) => change.type !== type)
      .map((change: { value: string }) => change.value)
      .join("");
  expect([without("added"), without("removed")]).toEqual([a, b]);
});

test("diff rejects more lines than the limit", async () => {
  const res = await post("\n".repeat(5001), "");
  expect(res.status).toBe(400);
  expect((await json(res)).detail).toBe("body.a must have at most 5000 lines: it has 5001");
});

/** Pairs of texts with too many differences: comparing the second takes the full time limit. */
const tooDifferent: [what: string, build: () => [a: string, b: string]][] = [
  ["lengths that are far apart", () => ["ab".repeat(6000), "ab"]],
  [
    "one length",
    () => {
      const digits = Array.from({ length: 60_000 }, (_, i) => (i * i * 7 + (i >> 3)) % 10);
      const text = digits.map((digit) => "abcdefghij"[digit]).join("");
      const reversed = [...text].reverse().join("");
      return [text, reversed.replace(/(.)(.)/g, "$2$1")];
    },
  ],
];

test.each(sampleCases(tooDifferent, 1))(
  "diff rejects texts with too many differences: %s",
  async (_, build) => {
    const res = await post(...build(), { granularity: "char" });
    expect(res.status).toBe(422);
    expect(await json(res)).toMatchObject({ code: "too_much_work" });
  },
  300_000,
);
