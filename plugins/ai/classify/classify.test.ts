import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";

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
  ])("%s says of %s: %s", async (taxonomy, text, best) => {
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

test("classify takes several labels where several hold", async () => {
  const body = {
    text: "I love the design, but it crashes at login",
    multi: true,
    labels: ["positive", "bug", "billing"],
  };
  const names = (await post(body)).labels.map((one: { name: string }) => one.name);
  expect(names.toSorted()).toEqual(["bug", "positive"]);
});

test("classify names no best label where nothing speaks for any", async () => {
  expect((await post({ text: "xyzzy", labels: ["billing", "shipping"] })).best).toBeNull();
});

test.each([
  [{ text: "a" }, "The body must have either labels or taxonomy: it has neither"],
  [
    { text: "a", labels: ["x", "y"], taxonomy: "spam" },
    "The body must have either labels or taxonomy: it has both",
  ],
  [{ text: "a", labels: ["x", "x"] }, 'body.labels must differ: "x" is there twice'],
])("classify answers 400 for %j", async (body, detail) => {
  const res = await hub.post("/api/ai/classify", body);
  expect([res.status, (await json(res)).detail]).toEqual([400, detail]);
});
