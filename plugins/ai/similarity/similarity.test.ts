import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { compareByEdits, countEdits } from "./compare.ts";

const hub = await testHub(`${import.meta.dir}/..`);
const text = "How do I reset my password?";
const candidates = [
  "Opening hours of the shop",
  "I forgot my password, how can I reset it?",
  "How do I reset my password",
];
const post = async (body: object) => json(await hub.post("/api/ai/similarity", body));

test.each([
  ["kitten", "sitting", 3],
  ["ca", "ac", 1],
  ["", "abc", 3],
  ["flaw", "lawn", 2],
])("from %j to %j it is %d edits", (a, b, edits) => expect(countEdits([...a], [...b])).toBe(edits));

test.each(["tfidf", "bm25", "jaccard", "levenshtein", "simhash", "blend"])(
  "similarity by %s ranks the same question first",
  async (method) => {
    const { results } = await post({ text, candidates, method });
    expect(results[0].index).toBe(2);
    expect(results[0].score).toBeGreaterThan(0.9);
    expect(results.at(-1).score).toBeLessThan(0.3);
  },
);

test("similarity finds the paraphrase before what is unlike, and names duplicates", async () => {
  const { results, duplicates } = await post({ text, candidates });
  expect(results.map((one: { index: number }) => one.index)).toEqual([2, 1, 0]);
  expect(duplicates.map((one: { indexes: number[] }) => one.indexes)).toEqual([[2]]);
});

test("a matrix is symmetric, and groups what is the same", async () => {
  const { matrix, duplicates } = await post({ texts: [...candidates, text], matrix: true });
  for (const [row, scores] of matrix.entries())
    for (const [column, score] of scores.entries()) expect(score).toBe(matrix[column][row]);
  expect(duplicates[0].indexes).toEqual([2, 3]);
});

test("a diff tells what is different from the best candidate", async () => {
  const { diff } = await post({ text: "the red cat", candidates: ["the blue cat"], diff: true });
  expect(diff).toEqual([
    { kind: "same", text: "the " },
    { kind: "removed", text: "red" },
    { kind: "added", text: "blue" },
    { kind: "same", text: " cat" },
  ]);
});

test("long texts are compared by their words", () => {
  const long = "one two three four five ".repeat(100);
  expect(compareByEdits(long, `${long}six`)).toBeGreaterThan(0.99);
});

test.each([
  [{ text }, "The body must have text and candidates without matrix: it has text"],
  [
    { text, texts: candidates, matrix: true },
    "The body must have texts alone with matrix: it has text and texts",
  ],
])("similarity answers 400 for %j", async (body, detail) => {
  const res = await hub.post("/api/ai/similarity", body);
  expect([res.status, (await json(res)).detail]).toEqual([400, detail]);
});
