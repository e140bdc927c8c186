import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";

const hub = await testHub(`${import.meta.dir}/..`);
const text =
  "😀 The central bank raised interest rates. Higher interest rates slow inflation, the central bank said. Inflation is still above the target of the central bank.";
const post = async (body: object) => json(await hub.post("/api/ai/keywords", { text, ...body }));

test.each(["rake", "textrank", "yake"])(
  "keywords by %s are phrases of the text, by their places",
  async (method) => {
    const { keywords } = await post({ method });
    const phrases = keywords.map((one: { phrase: string }) => one.phrase);
    expect(phrases).toContain("interest rates");
    for (const { phrase, positions, count } of keywords) {
      expect(positions.length).toBe(count);
      for (const { start, end } of positions)
        expect(text.slice(start, end).toLowerCase()).toBe(phrase.toLowerCase());
    }
  },
);

test("keywords leave out the caller's own stopwords, and keep to a length", async () => {
  const { keywords } = await post({ stopwords: ["interest"], max_ngram: 1 });
  const phrases = keywords.map((one: { phrase: string }) => one.phrase);
  expect(phrases).not.toContain("interest");
  expect(phrases.every((phrase: string) => !phrase.includes(" "))).toBe(true);
});

test("keywords answer as many as asked for, with hashtags", async () => {
  const { keywords, hashtags } = await post({ top: 2 });
  expect(keywords.length).toBe(2);
  expect(hashtags).toContain("#CentralBank");
});

test("German key phrases end in a noun, and count its other endings", async () => {
  const german =
    "Das Gesetz fördert erneuerbare Energien. Der Ausbau erneuerbarer Energien muss schneller gehen.";
  const { keywords } = await json(await hub.post("/api/ai/keywords", { text: german, top: 1 }));
  expect([keywords[0].phrase, keywords[0].count]).toEqual(["erneuerbare Energien", 2]);
});
