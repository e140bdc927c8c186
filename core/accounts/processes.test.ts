import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { MachineClock } from "../lib/rolling-window/machine-clock.ts";
import { Meter } from "../lib/rolling-window/meter.ts";
import { isFullDepth } from "../testing/cases.ts";
import type { HammerOrder, HammerReport } from "../testing/limit-load.ts";
import { mostWithin } from "../testing/most-within.ts";

const dirs: string[] = [];
afterAll(() => {
  for (const dir of dirs) rmSync(dir, { recursive: true });
});
function folder(): string {
  const dir = mkdtempSync(`${tmpdir()}/utilhub-processes-`);
  dirs.push(dir);
  return dir;
}

function hammer(order: HammerOrder) {
  return Bun.spawn(
    [process.execPath, `${import.meta.dir}/../testing/limit-load.ts`, JSON.stringify(order)],
    {
      stdout: "pipe",
      stderr: "inherit",
    },
  );
}

// The product's window is one minute, but tests can't wait for five of these.
const windowMs = Number(process.env.HAMMER_WINDOW_MS ?? 300);
const windows = 4;

// Two processes already conflict. Further ones run at full depth.
describe.each(isFullDepth ? [1, 2, 4] : [2])(
  "%i processes that take as fast as possible",
  (processes) => {
    test("accept exactly the limit in every window", async () => {
      const dir = folder();
      const limits = [10, 120, 1024, 5000];
      const subjects = [...limits, 20];
      new Meter(dir);
      const from = new MachineClock().now() + 700 * processes;
      const order = {
        dir,
        windowMs,
        from,
        until: from + windows * windowMs,
        limits,
        byAddress: 20,
      };
      const children = Array.from({ length: processes }, () => hammer(order));
      const reports = await Promise.all(
        children.map(async ({ stdout }) => (await new Response(stdout).json()) as HammerReport),
      );
      for (const [index, limit] of subjects.entries()) {
        const told = reports.flatMap((report) => report[index] ?? []);
        const times = told.flatMap(({ taken }) => taken);
        expect(mostWithin(times, windowMs)).toBeLessThanOrEqual(limit);
        const begins = times.filter((_, place) => place % 2 === 0).toSorted((a, b) => a - b);
        const refusals = told.flatMap(({ refusedAt }) => refusedAt ?? []).toSorted((a, b) => a - b);
        const end = (begins[0] ?? 0) + windowMs;
        // A busy machine may never reach a high limit, but always reaches a low one.
        if (limit > 20 && (refusals[0] ?? end) >= end) continue;
        const least = limit <= 1024 ? limit : limit * 0.998;
        expect(begins.filter((begin) => begin < end).length).toBeGreaterThanOrEqual(least);
      }
    }, 600_000);
  },
);
