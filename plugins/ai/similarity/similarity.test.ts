import { expect, test } from "bun:test";
import fc from "fast-check";
import { cases, json, testHub } from "hub/testing";
import { diffWords } from "../text/diff.ts";
import { compareByEdits, countEdits } from "./compare.ts";
import { compareAll } from "./similarity.ts";

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
])("from %j to %j there are %d edits", (a, b, edits) =>
  expect(countEdits([...a], [...b])).toBe(edits),
);

test.each(["tfidf", "bm25", "jaccard", "levenshtein", "simhash", "meaning", "blend"])(
  "similarity by %s ranks the same question first",
  async (method) => {
    const { results } = await post({ text, candidates, method });
    expect(results[0].index).toBe(2);
    expect(results[0].score).toBeGreaterThan(0.9);
    expect(results.at(-1).score).toBeLessThan(0.3);
  },
);

test("similarity ranks a paraphrase before unrelated text, and reports duplicates", async () => {
  const { results, duplicates } = await post({ text, candidates });
  expect(results.map((one: { index: number }) => one.index)).toEqual([2, 1, 0]);
  expect(duplicates.map((one: { indexes: number[] }) => one.indexes)).toEqual([[2]]);
});

test("a matrix is symmetric, and groups duplicates", async () => {
  const { matrix, duplicates } = await post({ texts: [...candidates, text], matrix: true });
  for (const [row, scores] of matrix.entries())
    for (const [column, score] of scores.entries()) expect(score).toBe(matrix[column][row]);
  expect(duplicates[0].indexes).toEqual([2, 3]);
});

test("a diff shows the differences to the best candidate", async () => {
  const { diff } = await post({ text: "the red cat", candidates: ["the blue cat"], diff: true });
  expect(diff).toEqual([
    { kind: "same", text: "the " },
    { kind: "removed", text: "red" },
    { kind: "added", text: "blue" },
    { kind: "same", text: " cat" },
  ]);
});

test("compares long texts by their words", () => {
  const long = "one two three four five ".repeat(100);
  expect(compareByEdits(long, `${long}six`)).toBeGreaterThan(0.99);
});

test.each([
  [{ text }, "The body must have text and candidates without matrix: it has text"],
  [
    { text, texts: candidates, matrix: true },
    "The body must have only texts with matrix: it has text and texts",
  ],
])("similarity fails with 400 for %j", async (body, detail) => {
  const res = await hub.post("/api/ai/similarity", body);
  expect([res.status, (await json(res)).detail]).toEqual([400, detail]);
});

const word = fc.constantFrom(
  "red",
  "blue",
  "cat",
  "dog",
  "Cats",
  "the",
  ",",
  "東京",
  "a-b",
  "…",
  "\n",
  " ",
);
const phrase = fc.array(word, { maxLength: 12 }).map((some) => some.join(" "));

test("a diff reproduces both texts, and alternates its operations", () => {
  fc.assert(
    fc.property(phrase, phrase, (from, to) => {
      const changes = diffWords(from, to, "en") ?? [];
      const without = (kind: string) =>
        changes.filter((one) => one.kind !== kind).map((one) => one.text);
      expect(without("added").join("")).toBe(from);
      expect(without("removed").join("")).toBe(to);
      for (const [index, { kind }] of changes.entries())
        expect(kind).not.toBe(changes[index - 1]?.kind as typeof kind);
    }),
    cases(200),
  );
});

test("edit distance is symmetric, at most the longer length, and zero for equal texts", () => {
  const letters = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 8 });
  fc.assert(
    fc.property(letters, letters, (a, b) => {
      const edits = countEdits(a, b);
      expect(edits).toBe(countEdits(b, a));
      expect(edits).toBeLessThanOrEqual(Math.max(a.length, b.length));
      expect(edits).toBeGreaterThanOrEqual(Math.abs(a.length - b.length));
      expect(edits === 0).toBe(a.join() === b.join());
      expect(countEdits([...a, "x"], [...b, "x"])).toBeLessThanOrEqual(edits);
    }),
    cases(200),
  );
});

test.each(["tfidf", "bm25", "jaccard", "levenshtein", "simhash", "blend"] as const)(
  "every score by %s is from 0 to 1, and 1 for the same text",
  (method) => {
    const options = { language: "en", method, duplicate_threshold: 0.85 };
    fc.assert(
      fc.property(fc.array(phrase, { minLength: 2, maxLength: 4 }), (texts) => {
        const { matrix } = compareAll([...texts, "red cat", "red cat"], options);
        for (const [row, scores] of matrix.entries())
          for (const [column, score] of scores.entries()) {
            expect(score >= 0 && score <= 1).toBe(true);
            if (method !== "bm25") expect(score).toBe(matrix[column]?.[row] as number);
          }
        expect(matrix.at(-1)?.at(-2)).toBe(1);
      }),
      cases(40),
    );
  },
);

test.each([
  ["automobile", "car"],
  ["The physician examined the kid.", "The doctor looked at the child."],
  ["They repaired the broken road.", "The damaged street was fixed."],
])("%s is similar to %s, and no duplicate", async (text, candidate) => {
  const others = [candidate, "Bananas are yellow."];
  const { results, duplicates } = await post({ text, candidates: others, language: "en" });
  expect(results[0].index).toBe(0);
  expect(results[0].score).toBeGreaterThan(0.5);
  expect(results[1].score).toBeLessThan(0.2);
  expect(duplicates).toEqual([]);
});

test("synonyms are English: other languages compare words", async () => {
  const body = { text: "kind", candidates: ["nice", "child"], language: "de" };
  const { results } = await post({ ...body, method: "meaning" });
  expect(results.map((one: { score: number }) => one.score)).toEqual([0, 0]);
});

// WordNet's format in miniature: a lemma with its senses, and senses with their pointers.
const wordNetFiles = {
  "index.noun":
    "  1 licence\ncar n 1 1 @ 1 1 00000001\nminivan n 1 1 @ 1 0 00000002\ntruck n 1 1 @ 1 0 00000003\n" +
    "motorcar n 1 1 @ 1 0 00000001\nsea_lion n 1 0 1 0 00000004\n",
  "data.noun":
    "  1 licence\n00000001 06 n 01 car 0 001 @ 00000009 n 0000 | a vehicle\n" +
    "00000002 06 n 01 minivan 0 001 @ 00000001 n 0000 | a small van\n" +
    "00000003 06 n 01 truck 0 001 @ 00000009 n 0000 | a vehicle\n",
  ...Object.fromEntries(
    ["verb", "adj", "adv"]
      .flatMap((part) => [`index.${part}`, `data.${part}`])
      .map((name) => [name, "  1 licence\n"]),
  ),
};

test("WordNet adds synonyms, general words and siblings", async () => {
  const own = await testHub(`${import.meta.dir}/..`);
  const archive = new Bun.Archive(
    Object.fromEntries(
      Object.entries(wordNetFiles).map(([name, text]) => [`package/dict/${name}`, text]),
    ),
    { compress: "gzip" },
  );
  await own.datasets.import("ai/wordnet", { name: "wordnet.tgz", bytes: await archive.bytes() });
  const body = {
    text: "cars",
    candidates: ["motorcar", "minivan", "truck", "sea"],
    language: "en",
  };
  const { results } = await json(
    await own.post("/api/ai/similarity", { ...body, method: "meaning" }),
  );
  expect(results.map((one: { score: number }) => one.score)).toEqual([0.9, 0.7, 0.5, 0]);
  const none = { name: "wordnet.tgz", bytes: new TextEncoder().encode("x") };
  await expect(own.datasets.import("ai/wordnet", none)).rejects.toThrow();
});

test.each([
  ["en", "The service is good.", "The service isn't good.", ["negation"]],
  ["en", "Nobody came to the party.", "Everybody came to the party.", ["negation"]],
  ["en", "It is legal to park here.", "It is illegal to park here.", ["opposite"]],
  ["en", "Sales increased in March.", "Sales decreased in March.", ["opposite"]],
  ["en", "The ticket costs 5 euros.", "The ticket costs 50 euros.", ["number"]],
  ["en", "Three people were injured.", "Seven people were injured.", ["number"]],
  ["en", "Paris is the capital of the country.", "Rome is the capital of the country.", ["name"]],
  ["en", "The dog bites the man.", "The man bites the dog.", ["order"]],
  ["en", "Flights from Paris to London.", "Flights from London to Paris.", ["order"]],
  ["de", "Das Gerät funktioniert.", "Das Gerät funktioniert nicht.", ["negation"]],
  ["fr", "Le colis est arrivé.", "Le colis n'est pas arrivé.", ["negation"]],
  ["ru", "Магазин открыт в воскресенье.", "Магазин не открыт в воскресенье.", ["negation"]],
])(
  "similarity of conflicting texts in %s is low: %p and %p",
  async (language, text, other, conflicts) => {
    const { results, duplicates } = await post({ text, candidates: [other], language });
    expect(results[0].conflicts).toEqual(conflicts);
    expect(results[0].score).toBeLessThan(0.6);
    expect(duplicates).toEqual([]);
  },
);

test.each([
  ["The dog bites the man.", "The man is bitten by the dog."],
  ["How do I reset my password?", "I can't reset my password."],
  ["The service isn't good.", "The service is bad."],
  ["John called Mary yesterday.", "Yesterday John called Mary."],
  ["He has 1,000 books.", "He has 1000 books."],
  ["I was not only happy but proud.", "I was happy and proud."],
  ["No, the shop is open.", "The shop is open."],
])("similarity reports no conflict of %p and %p", async (text, other) => {
  const { results } = await post({ text, candidates: [other], language: "en" });
  expect(results[0].conflicts).toBeUndefined();
});

test("a matrix has lower scores for conflicting texts", async () => {
  const texts = ["The door is open.", "The door is not open.", "The door is open!"];
  const { matrix } = await post({ texts, matrix: true, language: "en" });
  expect(matrix[0][1]).toBeLessThan(0.5);
  expect(matrix[0][2]).toBeGreaterThan(0.9);
});

test("methods of form report conflicts, but keep their scores", async () => {
  const body = { text: "The door is open.", candidates: ["The door is not open."], language: "en" };
  const { results } = await post({ ...body, method: "tfidf" });
  expect(results[0]).toEqual({ index: 0, score: 1, conflicts: ["negation"] });
});
