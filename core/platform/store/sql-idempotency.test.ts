import { beforeEach, expect, test } from "bun:test";
import { inEachDatabase } from "../../testing/each-database.ts";
import type { Records } from "./records.ts";

let records: Records;

const bounds = { countMax: 100, bytesMax: 1000, totalBytesMax: 10_000 };
const begin = (run: string, { key = run, account = "a", now = 0, fingerprint = "same" } = {}) =>
  records.idempotency.begin(
    { account, key, fingerprint },
    { run, holder: "one", now, leaseUntil: now + 10 },
  );
const finish = (run: string, bytes = 1, expiresAt = 1000) =>
  records.idempotency.finish(run, { status: 200, headers: {}, bytes }, { expiresAt });

inEachDatabase((create) => {
  beforeEach(async () => {
    records = await (await create()).open();
  });

  test("the first request runs until its lease ends or is renewed", async () => {
    expect((await begin("1", { key: "k" })).outcome).toBe("begun");
    expect((await begin("2", { key: "k", now: 9 })).outcome).toBe("running");
    await records.idempotency.renew("one", 20);
    await records.idempotency.renew("another", 30);
    expect((await begin("3", { key: "k", now: 19 })).outcome).toBe("running");
    expect((await begin("4", { key: "k", now: 20 })).outcome).toBe("begun");
  });

  test("a request that was taken over keeps the response of its new owner, not of the late one", async () => {
    await begin("1", { key: "k" });
    await begin("2", { key: "k", now: 10 });
    expect(await finish("1")).toBe(false);
    expect(await finish("2")).toBe(true);
    expect(await begin("3", { key: "k", now: 11 })).toEqual({
      outcome: "finished",
      run: "2",
      answer: { status: 200, headers: {}, bytes: 1 },
    });
  });

  test("another request with the same key is distinguished, with any outcome of the first", async () => {
    await begin("1", { key: "k" });
    for (const now of [1, 10, 999])
      expect((await begin("2", { key: "k", now, fingerprint: "other" })).outcome).toBe("other");
    await finish("1");
    expect((await begin("3", { key: "k", now: 999, fingerprint: "other" })).outcome).toBe("other");
    expect((await begin("4", { key: "k", now: 1000, fingerprint: "other" })).outcome).toBe("begun");
  });

  test("a response is only found by its own request while it is stored, and nothing runs again", async () => {
    const find = (key: string, { now = 1, fingerprint = "same" } = {}) =>
      records.idempotency.find({ account: "a", key, fingerprint }, now);
    await begin("1", { key: "k" });
    expect(await find("k")).toBeUndefined();
    await finish("1");
    const answer = { status: 200, headers: {}, bytes: 1 };
    expect(await find("k")).toEqual({ outcome: "finished", run: "1", answer });
    expect(await find("k", { now: 1000 })).toBeUndefined();
    expect(await find("k", { fingerprint: "other" })).toBeUndefined();
    expect(await find("l")).toBeUndefined();
    expect((await begin("2", { key: "l" })).outcome).toBe("begun");
  });

  test("a sweep removes old requests, and the oldest beyond an account's maximum", async () => {
    for (let at = 0; at < 5; at++) {
      for (const account of ["a", "b"]) {
        await begin(`${account}${at}`, { account, now: at });
        await finish(`${account}${at}`, account === "a" ? 400 : 1, 1000 + at);
      }
    }
    await begin("a5", { now: 5 });
    expect((await records.idempotency.sweep(6, bounds)).toSorted()).toEqual(["a0", "a1", "a2"]);
    expect(await records.idempotency.sweep(6, { ...bounds, countMax: 4 })).toEqual(["b0"]);
    const beyond = await records.idempotency.sweep(6, { ...bounds, totalBytesMax: 402 });
    expect(beyond.toSorted()).toEqual(["a3", "b1", "b2"]);
    expect((await records.idempotency.sweep(1004, bounds)).toSorted()).toEqual(["a4", "b3", "b4"]);
    // Running requests are never removed.
    expect((await begin("a6", { key: "a5", now: 1000 })).outcome).toBe("begun");
  });
});
