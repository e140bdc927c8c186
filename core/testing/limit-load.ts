import { MachineClock } from "../lib/rolling-window/machine-clock.ts";
import { Meter } from "../lib/rolling-window/meter.ts";

/*
 * Takes units as fast as possible between two times on the machine's clock, and prints the results as JSON. For
 * tests of what several processes admit together.
 */

export interface HammerOrder {
  dir: string;
  windowMs: number;
  /** In milliseconds on the machine's clock. */
  from: number;
  until: number;
  /** The limits of accounts 1, 2, … */
  limits: number[];
  /** The limit per address. */
  byAddress: number;
}

/** The results of each account, and of the address last. */
export type HammerReport = {
  /** The start and end times of admitted takes, alternating. */
  taken: number[];
  /** The end time of the first refused take. */
  refusedAt: number | null;
}[];

if (import.meta.main) {
  const options: HammerOrder = JSON.parse(process.argv[2] ?? "");
  const clock = new MachineClock();
  const meter = new Meter(options.dir, { clock, windowMs: options.windowMs });
  const day = Date.UTC(2026, 0, 2);
  const accounts = options.limits.map((perMinute, index) => ({
    counters: meter.counters(index + 1),
    tier: {
      name: "hammered",
      isPaid: false,
      perMinute,
      perDay: Number.POSITIVE_INFINITY,
      soft: false,
    },
  }));
  const takes = [
    ...accounts.map(
      ({ counters, tier }) =>
        () =>
          meter.take(counters, tier, day).ok,
    ),
    () => meter.byMinute.take("192.0.2.1", options.byAddress).ok,
  ];
  const report: HammerReport = takes.map(() => ({ taken: [], refusedAt: null }));
  // Leaves the processor to other processes until then, so that they can start.
  await Bun.sleep(Math.max(0, options.from - clock.now() - 10));
  while (clock.now() < options.from);
  for (;;) {
    if (clock.now() > options.until) break;
    for (const [index, take] of takes.entries())
      for (let call = 0; call < 20; call++) {
        const startedAt = clock.now();
        const isTaken = take();
        const endedAt = clock.now();
        const result = report[index];
        if (isTaken) result?.taken.push(startedAt, endedAt);
        else if (result) result.refusedAt ??= endedAt;
      }
  }
  await Bun.write(Bun.stdout, JSON.stringify(report));
}
