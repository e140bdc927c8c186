import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cases, json, testHub } from "hub/testing";
import { toShares } from "./by-examples.ts";
import { classify } from "./classify.ts";
import { loadTaxonomies, type Taxonomy } from "./taxonomies.ts";

const hub = await testHub(`${import.meta.dir}/..`);
const post = async (body: object) => json(await hub.post("/api/ai/classify", body));

describe("the built-in taxonomy", () => {
  test.each([
    ["topics", "The striker scored twice as the team won the cup final.", "sports"],
    ["topics", "NASA's telescope found a new planet orbiting a distant star.", "science"],
    ["topics", "Preheat the oven and bake the bread for 40 minutes.", "food"],
    ["intent", "I want to cancel my subscription.", "cancellation"],
    ["intent", "Thanks so much for your help", "thanks"],
    [
      "spam",
      "CONGRATULATIONS!!! You won a FREE iPhone, click here to claim your prize now!",
      "spam",
    ],
    ["spam", "Hi Tom, attached is the report for tomorrow's meeting. Regards, Ann", "legitimate"],
    ["urgency", "The production database is down and customers cannot pay!", "critical"],
    ["urgency", "No rush, but there is a typo on the page.", "low"],
    ["toxicity", "You are such an idiot, shut up.", "toxic"],
    ["toxicity", "I disagree with this article.", "neutral"],
  ])("classifies by %s %s as %s", async (taxonomy, text, best) => {
    expect((await post({ text, taxonomy })).best).toBe(best);
  });
});

test("classify learns from examples", async () => {
  const labels = [
    { name: "bug", examples: ["The app crashes when I log in", "It shows a blank screen"] },
    { name: "praise", examples: ["I love this app", "Great work, thank you"] },
  ];
  const res = await post({ text: "the screen goes black when I log out", labels });
  expect([res.best, res.method]).toEqual(["bug", "examples"]);
  const total = res.labels.reduce((sum: number, one: { score: number }) => sum + one.score, 0);
  expect(total).toBeCloseTo(1, 3);
});

test("a misspelled text is classified by the parts of its words", async () => {
  const labels = [
    { name: "address", examples: ["How can I change the address of my account?"] },
    { name: "payment", examples: ["Why was the payment with my card declined?"] },
    { name: "delivery", examples: ["When will the parcel be delivered?"] },
  ];
  for (const [text, best] of [
    ["adress chnge acount", "address"],
    ["cardpaymnt declne", "payment"],
    ["parcl delivry", "delivery"],
  ])
    expect((await post({ text, labels })).best).toBe(best);
});

test("each example is classified as its own label", () => {
  const text = fc
    .array(fc.constantFrom("order", "late", "refund", "card", "lost", "price"), { minLength: 1 })
    .map((words) => words.join(" "));
  fc.assert(
    fc.property(
      fc.uniqueArray(text, { minLength: 2, maxLength: 8, selector: sortWords }),
      (texts) => {
        const labels = texts.map((text, index) => ({ name: `label ${index}`, examples: [text] }));
        for (const [index, text] of texts.entries()) {
          const { best } = classify({ text, language: "en", labels, multi: false });
          expect(best).toBe(`label ${index}`);
        }
      },
    ),
    cases(50),
  );
});

/** Texts with the same words in another order are the same to the classification. */
function sortWords(text: string): string {
  return [...new Set(text.split(" "))].toSorted().join(" ");
}

test("classify returns several labels if several apply", async () => {
  const body = {
    text: "I love the design, but it crashes at login",
    multi: true,
    labels: ["positive", "bug", "billing"],
  };
  const names = (await post(body)).labels.map((one: { name: string }) => one.name);
  expect(names.toSorted()).toEqual(["bug", "positive"]);
});

test("classify returns no best label if nothing matches", async () => {
  expect((await post({ text: "xyzzy", labels: ["billing", "shipping"] })).best).toBeNull();
});

test.each([
  [{ text: "a" }, "The body must have either labels or taxonomy: it has neither"],
  [
    { text: "a", labels: ["x", "y"], taxonomy: "spam" },
    "The body must have either labels or taxonomy: it has both",
  ],
  [{ text: "a", labels: ["x", "x"] }, 'body.labels must be distinct: "x" occurs more than once'],
])("classify fails with 400 for %j", async (body, detail) => {
  const res = await hub.post("/api/ai/classify", body);
  expect([res.status, (await json(res)).detail]).toEqual([400, detail]);
});

test("each built-in label is found by its own terms", () => {
  for (const [taxonomy, labels] of Object.entries(loadTaxonomies()) as [Taxonomy, object][])
    for (const [name, words] of Object.entries(labels)) {
      const text = words.split(" ").slice(0, 12).join(" ");
      const { best } = classify({ text, language: "en", taxonomy, multi: false });
      expect([taxonomy, name, best]).toEqual([taxonomy, name, name]);
    }
});

const labels = ["billing", "shipping", "bug", "feature"];
const words = fc.array(
  fc.constantFrom("invoice", "parcel", "crash", "add", "late", "the", "xyzzy", "refund", "!"),
  { minLength: 1, maxLength: 8 },
);

test("scores of exclusive labels are shares in descending order, regardless of the order of labels", () => {
  fc.assert(
    fc.property(words, fc.shuffledSubarray(labels, { minLength: 4 }), (some, order) => {
      const input = { text: some.join(" "), language: "en", multi: false };
      const found = classify({ ...input, labels: order });
      const scores = found.labels.map(({ score }) => score);
      expect(scores).toEqual(scores.toSorted((a, b) => b - a));
      expect(scores.reduce((sum, score) => sum + score, 0)).toBeCloseTo(1, 2);
      const byName = (all: typeof found) =>
        Object.fromEntries(all.labels.map((one) => [one.name, one.score]));
      expect(byName(classify({ ...input, labels }))).toEqual(byName(found));
    }),
    cases(60),
  );
});

test("a threshold removes lower scores, including the best label", () => {
  const input = { text: "a late parcel", language: "en", multi: true, labels };
  const all = classify({ ...input, threshold: 0 }).labels;
  expect(all.length).toBe(4);
  for (const { score } of all) {
    const some = classify({ ...input, threshold: score });
    expect(some.labels).toEqual(all.filter((one) => one.score >= score));
  }
  expect(classify({ ...input, threshold: 1 })).toMatchObject({ labels: [], best: null });
});

test("a softmax keeps the order, and ignores an offset of all scores", () => {
  const logs = fc.array(fc.double({ min: -50, max: 50, noNaN: true }), {
    minLength: 1,
    maxLength: 6,
  });
  fc.assert(
    fc.property(logs, fc.integer({ min: -900, max: 900 }), (some, more) => {
      const shares = toShares(some);
      expect(shares.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 8);
      for (const [index, one] of toShares(some.map((log) => log + more)).entries())
        expect(one).toBeCloseTo(shares[index] ?? -1, 6);
      expect(shares[some.indexOf(Math.max(...some))]).toBe(Math.max(...shares));
    }),
    cases(100),
  );
});
