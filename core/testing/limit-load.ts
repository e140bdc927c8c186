import { MachineClock } from "../lib/rolling-window/machine-clock.ts";
import { Meter } from "../lib/rolling-window/meter.ts";

/*
 * Takes as fast as it can from one time on the machine's clock to another, for the tests of what several
 * processes let in together, and prints what it was told as JSON.
 */

export interface HammerOrder {
  dir: string;
  windowMs: number;
  /** Milliseconds on the machine's clock. */
  from: number;
  until: number;
  /** The limits of accounts 1, 2 … */
  limits: number[];
  /** The limit of one address. */
  byAddress: number;
}

/** What came of the takes of each subject, that of the address last. */
export type HammerReport = {
  /** When those that were let in began and ended, by turns. */
  taken: number[];
  /** When the first one that was refused ended. */
  refusedAt: number | null;
}[];

if (import.meta.main) {
  const order: HammerOrder = JSON.parse(process.argv[2] ?? "");
  const clock = new MachineClock();
  const meter = new Meter(order.dir, { clock, windowMs: order.windowMs });
  const day = Date.UTC(2026, 0, 2);
  const accounts = order.limits.map((perMinute, index) => ({
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
    () => meter.byMinute.take("192.0.2.1", order.byAddress).ok,
  ];
  const report: HammerReport = takes.map(() => ({ taken: [], refusedAt: null }));
  // Others need the processor until then, to start.
  await Bun.sleep(Math.max(0, order.from - clock.now() - 10));
  while (clock.now() < order.from);
  for (;;) {
    if (clock.now() > order.until) break;
    for (const [index, take] of takes.entries())
      for (let call = 0; call < 20; call++) {
        const begin = clock.now();
        const isTaken = take();
        const end = clock.now();
        const told = report[index];
        if (isTaken) told?.taken.push(begin, end);
        else if (told) told.refusedAt ??= end;
      }
  }
  await Bun.write(Bun.stdout, JSON.stringify(report));
}
