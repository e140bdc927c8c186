import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { isFullDepth, testHub } from "../../testing/mod.ts";

// A time limit that only stops a hanging test.
setDefaultTimeout(900_000);

const hub = await testHub(`${import.meta.dir}/../../../plugins/dev`, { jobs: { size: 2 } });
afterAll(() => hub.close(0));

type Body = Record<string, unknown>;

/** Backtracks until its process is killed. */
const endless = { pattern: "(a*)*\\1b", text: "a".repeat(40), timeout_ms: 50 };
const date = {
  pattern: "(?<year>\\d{4})-(?<month>\\d\\d)",
  text: "From 2025-11 to 2026-01",
  timeout_ms: 1000,
};
const doubled = { pattern: "(\\w)\\1", text: "bookkeeper" };

async function match(caller: string, body: Body): Promise<number> {
  const answer = await hub.post("/api/dev/regex/test", body, { "x-api-key": caller });
  await answer.arrayBuffer();
  return answer.status;
}

/** Runs concurrent callers that call again after each response. Returns the statuses. */
async function callers(count: number, next: () => Body | undefined): Promise<number[]> {
  const statuses: number[] = [];
  const call = async () => {
    for (let body = next(); body; body = next()) statuses.push(await match("ada", body));
  };
  await Promise.all(Array.from({ length: count }, call));
  return statuses;
}

// Starts the job processes first: their start counts as time of a job, and can be slow on a busy machine.
beforeAll(async () => {
  await Promise.all([match("ada", doubled), match("ada", date)]);
});

test("all calls of eight callers succeed, even if some take all the available time", async () => {
  // Each endless call costs a process.
  const [endlessCount, pairs] = isFullDepth ? [4, 98] : [1, 20];
  const quick = Array(pairs).fill([date, doubled]).flat();
  const bodies = [...Array(endlessCount).fill(endless), ...quick];
  const count = bodies.length;
  const statuses = await callers(8, () => bodies.pop());
  expect(Map.groupBy(statuses, (status) => status).get(503)).toBeUndefined();
  expect(statuses).toHaveLength(count);
  const answered = statuses.filter((status) => status === 200).length;
  expect(answered).toBeGreaterThanOrEqual(count - endlessCount);
});

test("an account that floods the workers delays another by the running jobs at most", async () => {
  let stopped = false;
  let ended = 0;
  const flood = Array.from({ length: 32 }, async () => {
    while (!stopped) {
      await match("flood", endless);
      ended++;
    }
  });
  try {
    while (ended < 1) await Bun.sleep(20);
    for (const others of isFullDepth ? [1, 1, 1, 1, 8] : [3]) {
      const before = ended;
      const calls = Array.from({ length: others }, () => match("other", date));
      expect(await Promise.all(calls)).toEqual(Array(others).fill(200));
      // In one queue with the flood it would wait for all 30 queued jobs. With round robin it waits for the two running
      // jobs, and several calls for as many turns. Meanwhile the flood uses the other process.
      expect(ended - before).toBeLessThan(24);
    }
  } finally {
    // Otherwise the flood, and the test run, would never end.
    stopped = true;
    await hub.close(0);
    await Promise.all(flood);
  }
});
