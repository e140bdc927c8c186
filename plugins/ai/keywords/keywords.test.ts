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

test.each([
  ["Trade across Europe grew. Trade across Europe pays for jobs.", /across/i],
  ["Rain throughout Scotland fell. Rain throughout Scotland stayed.", /throughout/i],
  ["Life beneath Antarctica thrives. Life beneath Antarctica is old.", /beneath/i],
  ["Art amongst nomads is rare. Art amongst nomads is bright.", /amongst/i],
  ["Peace beyond borders matters. Peace beyond borders lasts.", /beyond/i],
  ["Ships alongside Norway sank. Ships alongside Norway burned.", /alongside/i],
  ["Wages unlike prices stagnate. Wages unlike prices stagnate.", /unlike/i],
  ["Growth despite sanctions surprised. Growth despite sanctions continued.", /despite/i],
  ["Nobody likes taxes. Nobody likes whoever collects taxes.", /nobody|whoever/i],
])("keywords and hashtags of %j have no word of function", async (sentence, word) => {
  for (const method of ["rake", "textrank", "yake"]) {
    const { keywords, hashtags } = await post({ text: sentence, method });
    expect(keywords.length).toBeGreaterThan(0);
    expect(
      [...keywords.map((one: { phrase: string }) => one.phrase), ...hashtags].join(" "),
    ).not.toMatch(word);
  }
});
