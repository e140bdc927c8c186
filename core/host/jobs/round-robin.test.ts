import { describe, expect, test } from "bun:test";
import { sampleCases } from "../../testing/cases.ts";
import { seededRandom } from "../doors/random.ts";
import { RoundRobin } from "./fair-queue.ts";

/** Work that arrives at a time. */
interface Work {
  account: string;
  kind: string;
  limitMs: number;
  at: number;
  ms: number;
}

/** An event of some work, and the state just before it. */
interface Event {
  what: "started" | "done" | "refused";
  work: Work;
  at: number;
  running: Record<string, number>;
  waiting: Record<string, number>;
}

const reserveAfterMs = 50;

function work(account: string, at: number, ms: number, kind = "work"): Work {
  return { account, kind, limitMs: 60_000, at, ms };
}

/** Simulates arrivals with a clock that jumps from one event to the next. */
function simulate(
  arrivals: readonly Work[],
  { size = 2, queueMax = 64, reserve = reserveAfterMs } = {},
): Event[] {
  const turns = new RoundRobin<Work>({ size, queueMax, reserveAfterMs: reserve });
  const coming = arrivals.toSorted((one, other) => one.at - other.at);
  const ends: { at: number; work: Work }[] = [];
  const looks: number[] = [];
  const waiting: Record<string, number> = {};
  const running: Record<string, number> = {};
  const events: Event[] = [];
  const recordEvent = (what: Event["what"], work: Work, at: number) =>
    events.push({ what, work, at, running: { ...running }, waiting: { ...waiting } });
  const change = (counts: Record<string, number>, { account }: Work, by: number) => {
    counts[account] = (counts[account] ?? 0) + by;
  };
  const start = (now: number) => {
    for (let next = turns.next(now); next; next = turns.next(now)) {
      recordEvent("started", next, now);
      change(waiting, next, -1);
      change(running, next, 1);
      ends.push({ at: now + next.ms, work: next });
    }
  };
  for (;;) {
    const now = Math.min(coming[0]?.at ?? Infinity, ...ends.map(({ at }) => at), ...looks);
    if (now === Infinity) return events;
    looks.splice(0, looks.length, ...looks.filter((at) => at > now));
    for (const { work } of ends.filter(({ at }) => at === now)) {
      recordEvent("done", work, now);
      change(running, work, -1);
      turns.end(work, now);
    }
    ends.splice(0, ends.length, ...ends.filter(({ at }) => at > now));
    start(now);
    while (coming[0]?.at === now) {
      const come = coming.shift() as Work;
      turns.add(come, now);
      change(waiting, come, 1);
      start(now);
      const refused = turns.surplus(come);
      if (refused) {
        recordEvent("refused", refused, now);
        change(waiting, refused, -1);
        turns.remove(refused);
      }
      looks.push(now + reserve);
      expect(turns.queued).toBe(sum(waiting));
      expect(turns.running).toBe(sum(running));
    }
  }
}

function sum(counts: Record<string, number>): number {
  return Object.values(counts).reduce((all, count) => all + count, 0);
}

function selectStarts(events: readonly Event[]): Event[] {
  return events.filter(({ what }) => what === "started");
}

/** Returns random arrivals of accounts that differ in number and duration of their work. */
function randomArrivals(seed: number): { arrivals: Work[]; size: number; queueMax: number } {
  const { integer } = seededRandom(seed);
  const arrivals = Array.from({ length: 1 + integer(6) }, (_, index) => {
    const longest = 10 ** integer(4);
    const apart = 1 + integer(400);
    return Array.from({ length: 1 + integer(60) }, () => {
      const at = integer(10) === 0 ? 0 : integer(60 * apart);
      return work(`account ${index}`, at, 1 + integer(longest), `kind ${integer(3)}`);
    });
  }).flat();
  return { arrivals, size: 1 + integer(4), queueMax: integer(40) };
}

describe("randomly arriving work", () => {
  const seeds = sampleCases(
    Array.from({ length: 300 }, (_, seed) => seed),
    60,
  );

  test("is either done or rejected, exactly once", () => {
    for (const seed of seeds) {
      const { arrivals, ...options } = randomArrivals(seed);
      const events = simulate(arrivals, options);
      const ended = events.filter(({ what }) => what !== "started").map(({ work }) => work);
      expect(ended.length, `seed ${seed}`).toBe(arrivals.length);
      expect(new Set(ended), `seed ${seed}`).toEqual(new Set(arrivals));
      const done = events.filter(({ what }) => what === "done").map(({ work }) => work);
      expect(new Set(selectStarts(events).map(({ work }) => work))).toEqual(new Set(done));
    }
  });

  test("never exceeds the numbers of slots and of waiting work", () => {
    for (const seed of seeds) {
      const { arrivals, size, queueMax } = randomArrivals(seed);
      for (const { what, work, running, waiting } of simulate(arrivals, { size, queueMax })) {
        // Newly arrived work counts as waiting.
        expect(sum(waiting), `seed ${seed}`).toBeLessThanOrEqual(queueMax + 1);
        expect(waiting[work.account] ?? 0).toBeLessThanOrEqual(Math.ceil(queueMax / 2) + 1);
        if (what !== "started" || sum(running) < size) continue;
        // The extra slot is for an account without running work while another account has all slots.
        expect(running[work.account] ?? 0, `seed ${seed}`).toBe(0);
        expect(Object.values(running).filter((count) => count > 0)).toEqual([size]);
      }
    }
  });

  test("never sees a slot go to an account that has more running than one that waits", () => {
    for (const seed of seeds) {
      const { arrivals, ...options } = randomArrivals(seed);
      for (const { work, running, waiting } of selectStarts(simulate(arrivals, options))) {
        const others = Object.keys(waiting).filter((account) => (waiting[account] ?? 0) > 0);
        for (const account of others)
          expect(running[work.account] ?? 0, `seed ${seed}`).toBeLessThanOrEqual(
            running[account] ?? 0,
          );
      }
    }
  });

  test("isn't rejected while another account has more waiting", () => {
    for (const seed of seeds) {
      const { arrivals, ...options } = randomArrivals(seed);
      for (const { what, work, waiting } of simulate(arrivals, options))
        if (what === "refused")
          expect(waiting[work.account], `seed ${seed}`).toBe(Math.max(...Object.values(waiting)));
    }
  });

  test("gets a slot eventually, even if others have shorter work", () => {
    for (const seed of seeds) {
      const { arrivals, ...options } = randomArrivals(seed);
      const longest = Math.max(...arrivals.map(({ ms }) => ms));
      const accounts = new Set(arrivals.map(({ account }) => account)).size;
      const since = new Map<string, number>();
      for (const { what, work, at, running, waiting } of simulate(arrivals, options)) {
        for (const account of Object.keys(waiting)) {
          const wants = (waiting[account] ?? 0) > 0 && (running[account] ?? 0) === 0;
          if (!wants) since.delete(account);
          else if (!since.has(account)) since.set(account, at);
        }
        if (what !== "started") continue;
        const waited = at - (since.get(work.account) ?? at);
        expect(waited, `seed ${seed}`).toBeLessThanOrEqual(5000 + (accounts + 1) * longest);
      }
    }
  });
});

test.each([1, 2, 3])("accounts take turns one by one at %p slots", (size) => {
  const arrivals = ["ada", "bob", "cyd"].flatMap((account) =>
    Array.from({ length: 12 }, () => work(account, 0, 100)),
  );
  const order = selectStarts(simulate(arrivals, { size })).map(({ work }) => work.account);
  // The first work found free slots before other accounts arrived.
  const shared = order.slice(size);
  for (let turn = 3; turn + 3 <= 24; turn += 3)
    expect(shared.slice(turn, turn + 3).toSorted()).toEqual(["ada", "bob", "cyd"]);
});

test.each([1, 2, 4])(
  "an account that floods %p slots starts nothing while another account waits",
  (size) => {
    const { integer } = seededRandom(size);
    const flood = Array.from({ length: 30 }, (_, index) => work("flood", 10 * index, 1500));
    const light = Array.from({ length: 40 }, () => work("light", 500 + integer(15_000), 5));
    const events = simulate([...flood, ...light], { size });
    const refused = events.filter(({ what }) => what === "refused");
    expect(refused.every(({ work }) => work.account === "flood")).toBe(true);
    for (const { work, waiting } of selectStarts(events))
      if (work.account === "flood") expect(waiting.light ?? 0).toBe(0);
  },
);

test("each of many accounts that flood all slots delays another by at most one job", () => {
  const flood = Array.from({ length: 40 }, (_, index) => work(`flood ${index % 5}`, index, 1500));
  const light = Array.from({ length: 8 }, () => work("light", 4000, 5));
  const order = selectStarts(simulate([...flood, ...light], { size: 1 })).filter(
    ({ at }) => at > 4000,
  );
  const last = order.findLastIndex(({ work }) => work.account === "light");
  const before = order.slice(0, last).map(({ work }) => work.account);
  const others = before.filter((account) => account !== "light");
  expect(before.length - others.length).toBe(7);
  expect(others).toHaveLength(new Set(others).size);
});

test("an account with long work gets its turn despite new accounts with short work", () => {
  const long = [work("long", 0, 3000), work("long", 1, 3000)];
  const short = Array.from({ length: 500 }, (_, index) => work(`${index}`, 20 * index, 20));
  const events = selectStarts(
    simulate([...long, ...short], { size: 1, queueMax: 4000, reserve: Infinity }),
  );
  expect(events.find(({ work }) => work === long[1])?.at).toBeWithin(8000, 8100);
});

test("an account with long work gets its turn despite an earlier one with short work", () => {
  const short = Array.from({ length: 800 }, () => work("short", 0, 20));
  const long = [work("long", 1, 8000), work("long", 2, 8000)];
  const options = { size: 1, queueMax: 4000, reserve: Infinity };
  const starts = selectStarts(simulate([...short, ...long], options)).filter(
    ({ work }) => work.account === "long",
  );
  // Five seconds after its first work ended, although the other account has had less time until then.
  expect(starts[0]?.at).toBeWithin(0, 50);
  expect(starts[1]?.at).toBeWithin(13_000, 13_100);
});

test("an account whose work took long gets no extra turn for it", () => {
  const long = [work("long", 0, 6000), work("long", 1, 6000)];
  const events = selectStarts(simulate([...long, work("short", 100, 10)], { size: 1 }));
  expect(events.map(({ work }) => work.account)).toEqual(["long", "short", "long"]);
});

test("a new account gets no compensation for what others used before", () => {
  const early = Array.from({ length: 20 }, () => work("early", 0, 1000));
  const late = Array.from({ length: 8 }, () => work("late", 9500, 1000));
  const order = selectStarts(simulate([...early, ...late], { size: 1, reserve: Infinity })).map(
    ({ work }) => work.account,
  );
  expect(order.slice(10, 18).filter((account) => account === "late")).toHaveLength(4);
});

test("of accounts with equal use, the one with the shorter expected work is first", () => {
  const known = [work("ada", 0, 2000, "long"), work("ada", 3000, 10, "short")];
  const waiting = [work("bob", 4100, 2000, "long"), work("cyd", 4200, 10, "short")];
  const held = work("ada", 4000, 1000, "short");
  const events = selectStarts(
    simulate([...known, held, ...waiting], { size: 1, reserve: Infinity }),
  );
  expect(events.slice(3).map(({ work }) => work.account)).toEqual(["cyd", "bob"]);
});

describe("of one account's work", () => {
  /** Completed work of known duration, and work that runs meanwhile. */
  const known = [work("ada", 0, 8000, "long"), work("ada", 9000, 10, "short")];
  const running = work("ada", 10_000, 20_000, "long");

  test("the expected short one is before the expected long one", () => {
    const waiting = [work("ada", 11_000, 8000, "long"), work("ada", 12_000, 10, "short")];
    const events = selectStarts(simulate([...known, running, ...waiting], { size: 1 }));
    expect(events.slice(3).map(({ work }) => work.kind)).toEqual(["short", "long"]);
  });

  test("long work is delayed for a while, but not for ever", () => {
    const long = work("ada", 11_000, 8000, "long");
    const short = Array.from({ length: 100 }, (_, index) =>
      work("ada", 11_001 + 200 * index, 300, "short"),
    );
    const events = selectStarts(
      simulate([...known, running, long, ...short], { size: 1, queueMax: 400 }),
    );
    const before = events.slice(
      3,
      events.findIndex((event) => event.work === long),
    );
    expect(before.length).toBeGreaterThan(10);
    for (const { work } of before) expect(work.at).toBeLessThan(11_000 + 5000);
  });

  test("equal work runs in order of arrival", () => {
    const alike = Array.from({ length: 5 }, () => work("ada", 0, 10));
    const order = selectStarts(simulate(alike, { size: 1 })).map(({ work }) => alike.indexOf(work));
    expect(order).toEqual([0, 1, 2, 3, 4]);
  });
});

test("the latest work of the account with the most makes room", () => {
  const turns = new RoundRobin<Work>({ size: 1, queueMax: 4, reserveAfterMs });
  const come = (account: string, at: number) => {
    const item = work(account, at, 10);
    turns.add(item, at);
    return item;
  };
  const [first, last] = [come("ada", 0), come("ada", 1)];
  come("bob", 2);
  come("bob", 3);
  expect(turns.surplus(come("cyd", 4))).toBe(last);
  turns.remove(last);
  const second = come("cyd", 5);
  expect(turns.surplus(second)).toBe(second);
  expect(turns.isWaiting(first)).toBe(true);
});

test("an account that has all slots shares them with one that has waited briefly", () => {
  const held = [work("ada", 0, 60_000), work("ada", 0, 60_000)];
  const [, , joined, ...others] = selectStarts(
    simulate([...held, work("bob", 1000, 10_000), work("cyd", 2000, 10)], { size: 2 }),
  );
  expect([joined?.work.account, joined?.at]).toEqual(["bob", 1000 + reserveAfterMs]);
  // There is one such slot in total, not one per account.
  expect(others.map(({ work, at }) => [work.account, at])).toEqual([
    ["cyd", 11_000 + reserveAfterMs],
  ]);
});

test("the estimated wait depends on the waiting work and its accounts", () => {
  const turns = new RoundRobin<Work>({ size: 2, queueMax: 64, reserveAfterMs });
  const measure = work("ada", 0, 4000);
  turns.add(measure, 0);
  turns.next(0);
  turns.end(measure, 4000);
  for (let index = 0; index < 10; index++) turns.add(work("ada", 4000, 4000), 4000);
  expect(turns.expectedWaitMs("ada")).toBe(20_000);
  turns.add(work("bob", 4000, 4000), 4000);
  expect(turns.expectedWaitMs("bob")).toBe(4000);
  expect(turns.expectedWaitMs("ada")).toBe(22_000);
  expect(turns.oldestWaitMs(6000)).toBe(2000);
});

test("the expected duration is a moving average, where the latest counts a fifth, up to the limit", () => {
  const turns = new RoundRobin<Work>({ size: 1, queueMax: 64, reserveAfterMs });
  const expected = (limitMs: number) => {
    const item = { ...work("ada", 0, 0), limitMs };
    turns.add(item, 0);
    const expectedMs = turns.expectedWaitMs("ada");
    turns.remove(item);
    return expectedMs;
  };
  const learn = (ms: number) => {
    const item = work("ada", 0, ms);
    turns.add(item, 0);
    turns.next(0);
    turns.end(item, ms);
  };
  expect([expected(60_000), expected(100)]).toEqual([1000, 100]);
  learn(4000);
  expect(expected(60_000)).toBe(4000);
  learn(0);
  expect([expected(60_000), expected(100)]).toEqual([3200, 100]);
});
