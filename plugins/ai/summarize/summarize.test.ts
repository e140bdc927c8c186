import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { measureOverlap } from "./by-model.ts";
import { writeHeadline } from "./headline.ts";
import { measureCentrality } from "./score.ts";
import { readSentences } from "./sentence-graph.ts";
import { summarize } from "./summarize.ts";

const hub = await testHub(`${import.meta.dir}/..`);
const text =
  "The European Central Bank raised interest rates on Thursday, citing stubborn inflation in the euro zone. " +
  "It was the tenth increase in a row. Germany is expected to fall into recession this year. " +
  "Investors took the decision as a sign that rates had peaked. European stocks rose on the news. " +
  "Households with variable mortgages will feel the higher interest rates first. 😀 " +
  "Banks have profited from the increase: their interest income rose by a quarter.";
const post = async (body: object) => json(await hub.post("/api/ai/summarize", { text, ...body }));

test("a summary has three sentences in text order, starting with the lead", async () => {
  const res = await post({});
  expect(res.sentences.length).toBe(3);
  expect(res.summary).toStartWith("The European Central Bank raised interest rates");
  for (const one of res.sentences) expect(text.slice(one.start, one.end)).toBe(one.text);
  const indexes = res.sentences.map((one: { index: number }) => one.index);
  expect(indexes).toEqual(indexes.toSorted((a: number, b: number) => a - b));
});

test("a headline drops the rest of a long sentence", async () => {
  const res = await post({ format: "headline" });
  expect(res.summary).toBe("The European Central Bank raised interest rates on Thursday");
  expect(res.headline).toBe(res.summary);
});

test("a summary respects a number of words and a share of sentences", async () => {
  const few = await post({ max_words: 20 });
  expect(few.summary.split(" ").length).toBeLessThanOrEqual(20);
  expect((await post({ ratio: 0.5 })).sentences.length).toBe(4);
});

test.each(["paragraph", "bullets", "tldr", "headline"])(
  "a summary as %s respects its word limit in any way of counting",
  async (format) => {
    const dashed =
      "The city – which has 2 million people – approved a plan & a budget on Monday. It will add 40 kilometres " +
      "of lanes — protected ones — by 2028 + more later. Rents / prices may rise by 5 %, say well-off owners.";
    for (const max_words of [10, 19, 20, 27, 36, 40, 44]) {
      const { summary } = await post({ text: dashed, format, max_words });
      expect(summary.split(/\s+/).length).toBeLessThanOrEqual(max_words);
    }
  },
);

test("a summary doesn't split sentences after abbreviations", async () => {
  const said = "I have lived in the U.S. for 20 years. We met at 3 p.m. in the hall. it was cold.";
  const res = await post({ text: said, sentences: 9 });
  expect(res.sentences.map((one: { text: string }) => one.text)).toEqual([
    "I have lived in the U.S. for 20 years.",
    "We met at 3 p.m. in the hall.",
    "it was cold.",
  ]);
  const dots = await post({ text: ". . .", sentences: 9 });
  expect(dots.sentences.map((one: { text: string }) => one.text)).toEqual([". . ."]);
});

test("a summary focuses on the given topic", async () => {
  const res = await post({ focus: "mortgages of households", sentences: 1, format: "bullets" });
  expect(res.summary).toBe(
    "- Households with variable mortgages will feel the higher interest rates first.",
  );
});

test("a summary avoids repetition", () => {
  const twice = `${text} The European Central Bank raised interest rates on Thursday, citing inflation in the euro zone.`;
  const { sentences } = summarize({
    text: twice,
    language: "en",
    format: "paragraph",
    keywords: 3,
    sentences: 3,
  });
  expect(sentences.filter((one) => one.text.includes("raised interest rates")).length).toBe(1);
});

test("summarizes more than a thousand sentences in parts", () => {
  const many = Array.from({ length: 1001 }, (_, index) => `Alpha${index % 50} met beta.`).join(" ");
  const { sentences } = summarize({
    text: many,
    language: "en",
    format: "paragraph",
    keywords: 0,
    sentences: 5,
  });
  expect(sentences.length).toBe(5);
});

test("summarizes Japanese text without spaces", () => {
  const japanese =
    "東京都は新しい気候変動対策を発表した。太陽光パネルの設置を義務づける。都は費用を補助する予定だ。";
  const { summary } = summarize({
    text: japanese,
    language: "ja",
    format: "paragraph",
    keywords: 2,
    sentences: 2,
  });
  expect(summary).toStartWith("東京都は新しい気候変動対策を発表した。");
  expect(summary).not.toContain(" ");
});

test("summarize fails with 413 for a text of 20,001 characters", async () => {
  expect((await hub.post("/api/ai/summarize", { text: "a".repeat(20_001) })).status).toBe(413);
});

test.each([
  ["The councils approve it", "A council approved this plan", 1],
  ["The mayor resigned yesterday", "The mayor spoke", 1 / 3],
  ["東京", "東京です", 1],
  ["a b", "c", 1],
])("the overlap of %p with %p is %d", (text, source, share) => {
  expect(measureOverlap(text, source)).toBeCloseTo(share, 5);
});

test.each([
  [
    "However, the bank raised rates again on Monday, citing stubborn inflation in the zone of the euro.",
    "The bank raised rates again on Monday",
  ],
  [
    "The mayor (who is new) spoke at length to the council; nobody listened to a word of it.",
    "The mayor spoke at length to the council",
  ],
  ["Rain fell.", "Rain fell"],
  [
    "“Rates will rise,” said the head of the bank, which has been silent for two long years.",
    "Rates will rise,” said the head of the bank",
  ],
])("the headline of %j is %j", (sentence, headline) => {
  expect(writeHeadline(sentence, [])).toBe(headline);
});

test("replaces a sentence that can't be shortened by its key phrases", () => {
  const long = Array.from({ length: 30 }, (_, index) => `word${index}`).join(" ");
  expect(writeHeadline(long, ["bank", "rates", "euro", "more"])).toBe("Bank, rates, euro");
});

test("a sentence similar to more of the others is more central, and all scores are from 0 to 1", () => {
  const told = [
    "The bank raised rates.",
    "Rates of the bank rose.",
    "The bank likes rates.",
    "Dogs bark.",
  ];
  const central = measureCentrality(readSentences(told.join(" "), "en"));
  expect(Math.max(...central)).toBeLessThanOrEqual(1);
  expect(central.indexOf(Math.min(...central))).toBe(3);
});
