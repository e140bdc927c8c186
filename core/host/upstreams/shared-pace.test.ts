import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { LocalLimiter } from "../../accounts/local-limiter.ts";
import { Meter } from "../../lib/rolling-window/meter.ts";
import { openSqlite } from "../../platform/store/sqlite.ts";
import { seededRandom } from "../doors/random.ts";
import { HubPace } from "./shared-pace.ts";
import { type Pace, Upstream } from "./upstream.ts";

const dir = mkdtempSync(`${tmpdir()}/utilhub-pace-`);
afterAll(() => rmSync(dir, { recursive: true }));
let folders = 0;

function createFolder(): string {
  const folder = `${dir}/${folders++}`;
  mkdirSync(folder);
  return folder;
}

/** Opens a host in several processes of one hub: each with its own counters, which share the files of a folder. */
function openHosts(pace: Pace) {
  const folder = createFolder();
  const state = { now: Date.UTC(2026, 0, 2, 12), isDown: false };
  const clock = () => state.now;
  const records = openSqlite(`${folder}.db`);
  const hosts = [1, 2].map((seed) => {
    const meter = new Meter(folder, { clock: { now: () => state.now - Date.UTC(2026) } });
    const shared = new HubPace({ limiter: new LocalLimiter(meter), records, clock });
    const options = { clock, random: seededRandom(seed), sleep: async () => {} };
    return new Upstream("a.example", pace, {
      ...options,
      pace: {
        take: async (host, limits) => {
          if (state.isDown) throw new Error("The counters are unavailable");
          return shared.take(host, limits);
        },
      },
    });
  });
  return {
    state,
    hosts,
    openAgain: () => new HubPace({ limiter: countNothing(), records, clock }),
  };
}

/** Returns a limiter without a limit, to test the day alone. */
function countNothing() {
  const limiter = new LocalLimiter(new Meter(createFolder()));
  limiter.takeByAddress = () => ({ ok: true, remaining: 1, resetMs: 0, isCrowded: false, by: 0 });
  return limiter;
}

/** Sends requests in turns from all processes. Returns how many were sent, and the last refusal. */
async function sendInTurns(hosts: readonly Upstream[], count: number) {
  let sent = 0;
  let refusal = "";
  for (let index = 0; index < count; index++)
    await hosts[index % hosts.length]
      ?.send(async () => new Response("ok"), {})
      .then(
        () => sent++,
        (error) => {
          refusal = error.message;
        },
      );
  return { sent, refusal };
}

test("processes count the requests of a minute together", async () => {
  const { hosts, state } = openHosts({ perMinute: 5 });
  const { sent, refusal } = await sendInTurns(hosts, 12);
  expect([sent, refusal]).toEqual([
    5,
    'Cannot reach "a.example": it is limited to 5 requests per minute, try again in 60 s',
  ]);
  state.now += 60_001;
  expect((await sendInTurns(hosts, 12)).sent).toBe(5);
});

test("requests at the same time don't exceed the limit", async () => {
  const { hosts } = openHosts({ perMinute: 5 });
  const sends = Array.from({ length: 20 }, (_, index) =>
    hosts[index % 2]?.send(async () => new Response("ok"), {}),
  );
  const results = await Promise.allSettled(sends);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
});

test("processes count the share of a month together, also after a restart", async () => {
  const { hosts, state, openAgain } = openHosts({ perMonth: 31 * 3 });
  const { sent, refusal } = await sendInTurns(hosts, 8);
  expect([sent, refusal]).toEqual([
    3,
    'Cannot reach "a.example": it is limited to 3 requests per day, a share of its monthly limit, try again in 43200 s',
  ]);
  expect(await openAgain().take("a.example", { perDay: 3 })).toMatchObject({ period: "day" });
  expect(await openAgain().take("b.example", { perDay: 3 })).toBeUndefined();
  state.now += 86_400_000;
  expect(await openAgain().take("a.example", { perDay: 3 })).toBeUndefined();
});

test("a higher limit of a new plan applies at once", async () => {
  const { hosts } = openHosts({ perMonth: 31 * 2 });
  expect((await sendInTurns(hosts, 4)).sent).toBe(2);
  for (const host of hosts) host.setPace({ perMonth: 31 * 4 });
  expect((await sendInTurns(hosts, 6)).sent).toBe(2);
});

test("a retry counts, too", async () => {
  const { hosts } = openHosts({ perMinute: 3 });
  const [first, second] = hosts;
  const response = await first?.send(async () => new Response("", { status: 500 }), {});
  expect(response?.isSound).toBe(false);
  expect((await sendInTurns([second as Upstream], 3)).sent).toBe(1);
});

test("each process counts alone while the counters are unavailable", async () => {
  const { hosts, state } = openHosts({ perMinute: 5 });
  expect((await sendInTurns(hosts, 4)).sent).toBe(4);
  state.isDown = true;
  expect((await sendInTurns(hosts.slice(0, 1), 9)).sent).toBe(3);
});

test("counters that are slow delay one request for a short time, and the next not at all", async () => {
  let asked = 0;
  const kvIncrement = () => {
    asked++;
    return new Promise<number>(() => {});
  };
  const state = { now: 0 };
  const pace = new HubPace({
    ...{ limiter: countNothing(), records: { kvIncrement }, storeMs: 1, clock: () => state.now },
  });
  const take = () => pace.take("a.example", { perDay: 3 });
  for (let index = 0; index < 3; index++) await expect(take()).rejects.toThrow("unavailable");
  expect(asked).toBe(1);
  state.now += 60_000;
  await expect(take()).rejects.toThrow("unavailable");
  expect(asked).toBe(2);
});

test("a table that is full of callers doesn't refuse requests to a host", async () => {
  const limiter = countNothing();
  limiter.takeByAddress = () => ({ ok: false, remaining: 0, resetMs: 9, isCrowded: true, by: 0 });
  const records = openSqlite(`${createFolder()}.db`);
  const pace = new HubPace({ limiter, records, clock: () => 0 });
  const host = new Upstream(
    "a.example",
    { perMinute: 5 },
    {
      ...{ clock: () => 0, random: seededRandom(1), sleep: async () => {}, pace },
    },
  );
  expect((await sendInTurns([host], 9)).sent).toBe(5);
});
