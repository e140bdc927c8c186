import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { score } from "./score.ts";

const hub = await testHub(`${import.meta.dir}/..`);

// The compound scores that the authors of VADER publish for their examples.
describe("the reference's score is that of", () => {
  test.each([
    ["VADER is smart, handsome, and funny.", 0.8316],
    ["VADER is smart, handsome, and funny!", 0.8439],
    ["VADER is very smart, handsome, and funny.", 0.8545],
    ["VADER is VERY SMART, handsome, and FUNNY.", 0.9227],
    ["VADER is VERY SMART, handsome, and FUNNY!!!", 0.9342],
    ["VADER is VERY SMART, uber handsome, and FRIGGIN FUNNY!!!", 0.9469],
    ["VADER is not smart, handsome, nor funny.", -0.7424],
    ["The book was good.", 0.4404],
    ["At least it isn't a horrible book.", 0.431],
    ["The book was only kind of good.", 0.3832],
    [
      "The plot was good, but the characters are uncompelling and the dialog is not great.",
      -0.7042,
    ],
    ["Today SUX!", -0.5461],
    ["Today only kinda sux! But I'll get by, lol", 0.5249],
    ["Make sure you :) or :D today!", 0.8633],
    ["Catch utf-8 emoji such as 💘 and 💋 and 😁", 0.875],
    ["Not bad at all", 0.431],
    ["Sentiment analysis has never been good.", -0.3412],
    ["Sentiment analysis has never been this good!", 0.5672],
    ["Most automated sentiment analysis tools are shit.", -0.5574],
    ["With VADER, sentiment analysis is the shit!", 0.6476],
    ["Other sentiment analysis tools can be quite bad.", -0.5849],
    ["On the other hand, VADER is quite bad ass", 0.802],
    ["VADER is such a badass!", 0.4003],
    ["Without a doubt, excellent idea.", 0.7013],
    ["Roger Dodger is one of the most compelling variations on this theme.", 0.2944],
    ["Roger Dodger is at least compelling as a variation on the theme.", 0.2263],
    ["Roger Dodger is one of the least compelling variations on this theme.", -0.1695],
    ["Not such a badass after all.", -0.2584],
    ["Without a doubt, an excellent idea.", 0.7013],
  ])("%s", (text, compound) => expect(score(text).compound).toBe(compound));
});

test("sentiment tells the aspects apart, and each by its places", async () => {
  const text = "😀 The camera is excellent, but the battery is a disappointment.";
  const res = await json(
    await hub.post("/api/ai/sentiment", { text, aspects: ["camera", "battery", "screen"] }),
  );
  expect(res.aspects.map((one: { label: string }) => one.label)).toEqual([
    "positive",
    "negative",
    "neutral",
  ]);
  expect(res.aspects[2].mentions).toBe(0);
  const { start, end } = res.aspects[1].positions[0];
  expect(text.slice(start, end)).toBe("battery");
});

test("sentiment explains which words made the score, by their places", async () => {
  const text = "It is not good 👍, and the food was VERY bad!";
  const { tokens } = await json(await hub.post("/api/ai/sentiment", { text, explain: true }));
  for (const token of tokens) expect(text.slice(token.start, token.end)).toBe(token.text);
  const good = tokens.find((token: { text: string }) => token.text === "good");
  expect([good.valence < 0, good.because]).toEqual([true, ['negated by "not"']]);
});

test("sentiment calls a text mixed whose sentences are for and against", async () => {
  const text = "The camera is great. The battery is terrible.";
  expect((await json(await hub.post("/api/ai/sentiment", { text }))).label).toBe("mixed");
});

test("'but' reaches no further than its sentence and the one it answers", () => {
  const { compound } = score("I love it. It is fine. But the end is bad.");
  expect(compound).toBeLessThan(score("I love it. It is fine. And the end is fine.").compound);
  expect(score("Bad, but good. I love it.").valences.at(-2)?.valence).toBe(3.2);
});

test("sentiment of another language is read of its emoji, with low confidence", async () => {
  const body = { text: "Das ist gut 😍", language: "de" };
  const res = await json(await hub.post("/api/ai/sentiment", body));
  expect([res.label, res.confidence]).toEqual(["positive", "low"]);
});

test("sentiment answers 422 for another language without emoji", async () => {
  const res = await hub.post("/api/ai/sentiment", { text: "Das ist wirklich sehr gut gemacht." });
  expect([res.status, (await json(res)).code]).toEqual([422, "language_unsupported"]);
});

test("sentiment answers for each of several texts, and their mean", async () => {
  const texts = ["I love it", "I hate it", "Das Auto fährt schnell um die Ecke"];
  const res = await json(await hub.post("/api/ai/sentiment", { texts }));
  expect(res.results.map((one: { label: string }) => one.label)).toEqual([
    "positive",
    "negative",
    "neutral",
  ]);
  expect(res.score).toBeCloseTo((res.results[0].score + res.results[1].score) / 2, 3);
  expect(res.results[2].confidence).toBe("none");
});

test("sentiment answers 413 for a text of 20,001 characters", async () => {
  const res = await hub.post("/api/ai/sentiment", { text: "a".repeat(20_001) });
  expect([res.status, (await json(res)).code]).toEqual([413, "text_too_long"]);
});

test.each([
  [{}, "neither"],
  [{ text: "a", texts: ["b"] }, "both"],
])("sentiment answers 400 for %j", async (body, word) => {
  const res = await hub.post("/api/ai/sentiment", body);
  expect([res.status, (await json(res)).detail]).toEqual([
    400,
    `The body must have either text or texts: it has ${word}`,
  ]);
});

test("a language model is 501 where there is none", async () => {
  const res = await hub.post("/api/ai/sentiment", { text: "Good.", provider: "openai" });
  expect([res.status, (await json(res)).code]).toEqual([501, "capability_unavailable"]);
});
