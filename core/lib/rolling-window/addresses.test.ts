import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import fc from "fast-check";
import { cases } from "../../testing/mod.ts";
import { AddressLog, getNarrowestNetwork } from "./addresses.ts";

const dirs: string[] = [];
afterAll(() => {
  for (const dir of dirs) rmSync(dir, { recursive: true });
});

/** Creates a log with a clock that the test moves. `again` opens its file like another process. */
function log({ buckets = 4 } = {}) {
  const dir = mkdtempSync(`${tmpdir()}/utilhub-addresses-`);
  dirs.push(dir);
  const clock = { time: 5_000_000, now: () => clock.time };
  const options = { path: `${dir}/minute`, windowMs: 60_000, buckets, clock, onMade() {} };
  const again = () => new AddressLog(options);
  return { clock, again, mine: again(), file: `${dir}/minute-0.counters` };
}

test("an address gets its limit in any window, and again in the next", () => {
  const { clock, mine } = log();
  const taken: number[] = [];
  for (; clock.time < 5_300_000; clock.time += 700)
    if (mine.take("a", 5).ok) taken.push(clock.time);
  for (const start of taken)
    expect(taken.filter((time) => time >= start && time < start + 60_000).length).toBe(
      Math.min(5, taken.length - taken.indexOf(start)),
    );
});

test("a take returns the remaining number, and a rejection the time of the next one", () => {
  const { clock, mine } = log();
  expect(mine.take("a", 2)).toMatchObject({ ok: true, remaining: 1, resetMs: 60_000 });
  clock.time += 10_000;
  expect(mine.take("a", 2)).toMatchObject({ ok: true, remaining: 0, resetMs: 50_000 });
  clock.time += 10_000;
  expect(mine.take("a", 2)).toMatchObject({ ok: false, resetMs: 40_000, isCrowded: false });
  clock.time += 40_000;
  expect(mine.take("a", 2).ok).toBe(true);
});

test("two processes with one file count together, also after both were closed", () => {
  const { mine, again } = log();
  const yours = again();
  for (let call = 0; call < 6; call++) expect((call % 2 ? mine : yours).take("a", 6).ok).toBe(true);
  expect([mine, yours, again()].map((one) => one.take("a", 6).ok)).toEqual([false, false, false]);
});

test("addresses in one bucket are distinguished", () => {
  const { mine } = log({ buckets: 1 });
  for (let address = 0; address < 500; address++) {
    expect(mine.take(`2001:db8:0:${address.toString(16)}::/64`, 2).ok).toBe(true);
    expect(mine.take(`2001:db8:0:${address.toString(16)}::/64`, 2).ok).toBe(true);
    expect(mine.take(`2001:db8:0:${address.toString(16)}::/64`, 2).ok).toBe(false);
  }
});

test("a flood of addresses doesn't grow the file, and addresses at the limit stay rejected", () => {
  const { clock, mine, file } = log({ buckets: 2 });
  const { size } = statSync(file);
  for (let call = 0; call < 5; call++) mine.take("a", 5);
  clock.time += 20_000;
  let crowded = 0;
  for (let address = 0; address < 20_000; address++)
    if (mine.take(`flood ${address}`, 5).isCrowded) crowded++;
  expect(crowded).toBe(20_000 - 2 * 2048 + 5);
  expect(mine.take("a", 5).ok).toBe(false);
  expect(mine.take("somebody new", 5)).toMatchObject({ ok: false, isCrowded: true });
  expect(statSync(file).size).toBe(size);
  clock.time += 60_000;
  expect(mine.take("somebody new", 5).ok).toBe(true);
});

test("a take that was written but not counted when its process died is counted by the next", () => {
  const { mine, file } = log({ buckets: 1 });
  mine.take("a", 2);
  const words = new Int32Array(Bun.mmap(file, { shared: true }).buffer);
  expect(words[16]).toBe(1);
  words[16] = 0;
  expect([mine.take("a", 2).ok, mine.take("a", 2).ok]).toEqual([true, false]);
});

test("a take in a suspended process counts from when the process resumed", () => {
  const { clock, mine } = log();
  const steps = [0, 900];
  const now = clock.now;
  clock.now = () => now() + (steps.shift() ?? 900);
  expect(mine.take("a", 1).ok).toBe(true);
  clock.now = now;
  clock.time += 60_899;
  expect(mine.take("a", 1).ok).toBe(false);
  clock.time += 1;
  expect(mine.take("a", 1).ok).toBe(true);
});

test("a clock that is behind grants nothing", () => {
  const { clock, mine } = log();
  mine.take("a", 1);
  clock.time -= 30_000;
  expect(mine.take("a", 1).ok).toBe(false);
});

test("takes are swept before their wrapped timestamps could be mistaken for new ones", () => {
  const { clock, mine } = log();
  mine.take("a", 1);
  const round = 2 ** 28;
  clock.time += round - 10_000;
  expect(mine.take("a", 1).ok).toBe(false);
  mine.sweep(round);
  expect(mine.take("a", 1).ok).toBe(true);
});

/** After four of these steps the log's timestamps wrap around to the same value. */
const dayMs = 2 ** 26;

test("each address gets what a list of times would grant, even if others share its bucket and clock", () => {
  const { again, clock } = log({ buckets: 1 });
  const step = fc.record({
    passedMs: fc.oneof(
      fc.constant(0),
      fc.integer({ min: 1, max: 25_000 }),
      fc.constantFrom(59_999, 60_000, dayMs),
      // The clock of another process may be slightly behind.
      fc.integer({ min: -900, max: -1 }),
    ),
    who: fc.constantFrom("a", "b", "c"),
    limit: fc.integer({ min: 1, max: 5 }),
    after: fc.constantFrom("go on", "go on", "sweep", "open again"),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      // All earlier entries have left the window.
      clock.time += 600_000;
      let mine = again();
      const taken = new Map<string, number[]>();
      let last = 0;
      for (const { passedMs, who, limit, after } of steps) {
        clock.time += passedMs;
        if (passedMs === dayMs) mine.sweep(0);
        const inside = (taken.get(who) ?? []).filter((time) => clock.time - time < 60_000);
        const ok = inside.length < limit;
        const [oldest = clock.time] = inside.slice(-limit);
        expect(mine.take(who, limit)).toEqual({
          ok,
          remaining: ok ? limit - inside.length - 1 : 0,
          resetMs: Math.min(60_000, oldest + 60_000 - clock.time),
          isCrowded: false,
        });
        // Not earlier than the previous take, by any address.
        if (ok) last = Math.max(last, clock.time);
        if (ok) taken.set(who, [...(taken.get(who) ?? []), last]);
        if (after === "sweep") mine.sweep(0);
        if (after === "open again") mine = again();
      }
    }),
    cases(150),
  );
});

test("a take counts from its end, and its age from its start", () => {
  const { clock, mine } = log();
  const times = [0.4, 1.2];
  const now = clock.now;
  const begun = clock.time;
  Object.assign(clock, { uncertaintyMs: 0.01, now: () => begun + (times.shift() ?? 0) });
  expect(mine.take("a", 1).ok).toBe(true);
  clock.now = now;
  const at = (time: number) => {
    clock.time = begun + time;
    return mine.take("a", 1).ok;
  };
  expect([60_001.3, 60_001.99, 60_002].map(at)).toEqual([false, false, true]);
});

test("a new millisecond during a take doesn't make it older", () => {
  const { clock, mine } = log();
  const begun = clock.time;
  Object.assign(clock, { uncertaintyMs: 0.6, now: () => begun + 0.5 });
  expect(mine.take("a", 1).ok).toBe(true);
  clock.now = () => clock.time;
  const at = (time: number) => {
    clock.time = begun + time;
    return mine.take("a", 1).ok;
  };
  expect([60_001.9, 60_002].map(at)).toEqual([false, true]);
});

test("an IPv6 address is limited by its first four groups, in any notation", () => {
  const group = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff }));
  fc.assert(
    fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), (groups) => {
      const whole = groups.map((group) => group.toString(16));
      const short = new URL(`http://[${whole.join(":")}]/`).hostname.slice(1, -1);
      const written = [whole.join(":"), short, `${short}%eth0`, short.toUpperCase()];
      for (const address of [
        ...written,
        groups.map((group) => `000${group.toString(16)}`.slice(-4)).join(":"),
      ])
        expect(getNarrowestNetwork(address)).toBe(`${whole.slice(0, 4).join(":")}::/64`);
    }),
    cases(300),
  );
});

test("if all slots are taken, the time of the first free one is returned", () => {
  const { clock, mine } = log({ buckets: 1 });
  for (let address = 0; address < 2048; address++) {
    expect(mine.take(`${address}`, 5).ok).toBe(true);
    clock.time += address === 0 ? 10_000 : 0;
  }
  expect(mine.take("new", 5)).toEqual({
    ok: false,
    remaining: 0,
    resetMs: 50_000,
    isCrowded: true,
  });
  clock.time += 49_999;
  expect(mine.take("new", 5).isCrowded).toBe(true);
  clock.time += 1;
  expect(mine.take("new", 5)).toMatchObject({ ok: true, remaining: 4 });
});

test("a process that was suspended for long during a take must take again", () => {
  const { clock, mine } = log();
  const steps = [0, 1001, 1001];
  const now = clock.now;
  clock.now = () => now() + (steps.shift() ?? 1001);
  expect(mine.take("a", 3)).toMatchObject({ ok: true, remaining: 1 });
});
