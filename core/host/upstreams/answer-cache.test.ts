import { expect, test } from "bun:test";
import { AnswerCache } from "./answer-cache.ts";
import { UpstreamAnswer } from "./upstream-answer.ts";

const createAnswer = (size: number, fetchedAt = 0) =>
  new UpstreamAnswer(new Response(), { bytes: new Uint8Array(size), fetchedAt });

test("the least recently used responses are evicted", () => {
  const kept = new AnswerCache({ bytesMax: 10_000 });
  kept.set("a", createAnswer(3000));
  kept.set("b", createAnswer(3000));
  kept.get("a");
  kept.set("c", createAnswer(3000));
  expect(["a", "b", "c"].map((key) => kept.get(key) !== undefined)).toEqual([true, false, true]);
  expect(kept.bytes).toBeLessThanOrEqual(10_000);
});

test("a response larger than the cache isn't stored, and evicts nothing", () => {
  const kept = new AnswerCache({ bytesMax: 10_000 });
  kept.set("a", createAnswer(3000));
  kept.set("b", createAnswer(20_000));
  expect([kept.get("a")?.newest?.size, kept.get("b")]).toEqual([3000, undefined]);
});

test("the counted size always equals the stored one", () => {
  const kept = new AnswerCache({ bytesMax: 100_000 });
  for (let time = 0; time < 100; time++) kept.set("a", createAnswer(1000, time));
  expect(kept.bytes).toBe(1024 + 1 + 2000);
});

test("a rejected response is replaced by the one before, once", () => {
  const kept = new AnswerCache();
  kept.set("a", createAnswer(1, 10));
  kept.set("a", createAnswer(1, 20));
  kept.refuse("a", { fetchedAt: 20, now: 20 });
  kept.refuse("a", { fetchedAt: 20, now: 20 });
  expect(kept.get("a")?.newest?.fetchedAt).toBe(10);
});
