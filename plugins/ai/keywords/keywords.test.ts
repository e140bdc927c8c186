import { expect, test } from "bun:test";
import fc from "fast-check";
import { cases, json, testHub } from "hub/testing";
import { extractTerms, isWeak } from "../key-phrases/terms.ts";
import { weighTerms } from "../key-phrases/weigh.ts";
import { buildHashtags, findKeywords } from "./keywords.ts";

const hub = await testHub(`${import.meta.dir}/..`);
const text =
  "😀 The central bank raised interest rates. Higher interest rates slow inflation, the central bank said. Inflation is still above the target of the central bank.";
const post = async (body: object) => json(await hub.post("/api/ai/keywords", { text, ...body }));

test.each(["rake", "textrank", "yake"])(
  "keywords by %s are phrases of the text, with their positions",
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

test("keywords exclude the caller's stopwords, and respect a length", async () => {
  const { keywords } = await post({ stopwords: ["interest"], max_ngram: 1 });
  const phrases = keywords.map((one: { phrase: string }) => one.phrase);
  expect(phrases).not.toContain("interest");
  expect(phrases.every((phrase: string) => !phrase.includes(" "))).toBe(true);
});

test("keywords returns the requested number, with hashtags", async () => {
  const { keywords, hashtags } = await post({ top: 2 });
  expect(keywords.length).toBe(2);
  expect(hashtags).toContain("#CentralBank");
});

test("German key phrases end in a noun, and its inflections are counted together", async () => {
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
])("keywords and hashtags of %j contain no function word", async (sentence, word) => {
  for (const method of ["rake", "textrank", "yake"]) {
    const { keywords, hashtags } = await post({ text: sentence, method });
    expect(keywords.length).toBeGreaterThan(0);
    expect(
      [...keywords.map((one: { phrase: string }) => one.phrase), ...hashtags].join(" "),
    ).not.toMatch(word);
  }
});

const words = [
  "central",
  "bank",
  "rates",
  "inflation",
  "the",
  "of",
  "raised",
  "Europe",
  ".",
  ",",
  "\n\n",
  "5",
  "quickly",
];
const texts = fc
  .array(fc.constantFrom(...words), { minLength: 1, maxLength: 40 })
  .map((some) => some.join(" "));

test.each(["rake", "textrank", "yake"] as const)(
  "phrases by %s occur in the text, in descending order, and the first scores 1",
  (method) => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 4 }), (some, max_ngram) => {
        const options = { language: "en", top: 5, method, max_ngram, stopwords: [] };
        const { keywords } = findKeywords({ text: some, ...options });
        expect(keywords.length).toBeLessThanOrEqual(5);
        if (keywords.length > 0) expect(keywords[0]?.score).toBe(1);
        for (const [index, { phrase, score, positions }] of keywords.entries()) {
          expect(score).toBeLessThanOrEqual(keywords[index - 1]?.score ?? 1);
          expect(phrase.split(" ").length).toBeLessThanOrEqual(max_ngram);
          for (const { start, end } of positions)
            expect(some.slice(start, end)).not.toMatch(/[.,\n]/);
          expect(new Set(positions.map(({ start }) => start)).size).toBe(positions.length);
        }
      }),
      cases(60),
    );
  },
);

test.each([
  [
    ["interest rates", "NASA", "iPhone case"],
    ["#InterestRates", "#NASA", "#IPhoneCase"],
  ],
  [
    ["inflation", "inflation", "well-being"],
    ["#inflation", "#WellBeing"],
  ],
  [["5 %", "100", "東京"], ["#東京"]],
  [
    Array.from({ length: 12 }, (_, index) => `word${index}`),
    Array.from({ length: 10 }, (_, index) => `#word${index}`),
  ],
])("the hashtags of %j are %j", (phrases, tags) => {
  expect(buildHashtags(phrases)).toEqual(tags);
});

test.each([
  ["quickly", "en", true],
  ["Quickly", "en", false],
  ["raised", "en", true],
  ["walking", "en", true],
  ["building", "en", false],
  ["buildings", "en", false],
  ["Walking", "en", false],
  ["seed", "en", false],
  ["1,000", "en", true],
  ["walking", "de", false],
])("%s is too weak for a key phrase in %s: %p", (word, language, is) => {
  expect(isWeak(word, language)).toBe(is);
});

test("RAKE weighs a word by the length of its phrases", () => {
  const terms = extractTerms("Deep neural networks. Networks.", { language: "en", stopwords: [] });
  const weights = Object.fromEntries(weighTerms(terms, "rake"));
  expect(weights).toEqual({ deep: 3, neural: 3, network: 2 });
});

test("TextRank gives words in a cycle the same weight", () => {
  const terms = extractTerms("Alpha beta. Beta gamma. Gamma alpha.", {
    language: "en",
    stopwords: [],
  });
  for (const weight of weighTerms(terms, "textrank").values()) expect(weight).toBeCloseTo(1, 4);
});
