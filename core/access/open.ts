import type { Config } from "../config.ts";
import type { Log } from "../log/log.ts";
import type { Records } from "../store/records.ts";
import { Accounts } from "./accounts.ts";
import { callerAddress } from "./caller.ts";
import { Gatekeeper } from "./gatekeeper.ts";
import { dayOfTime, Meter } from "./meter.ts";
import { settlePepper } from "./pepper.ts";
import { SignUps } from "./sign-ups.ts";
import { SteadyClock } from "./steady-clock.ts";

const flushMs = 1000;

/** The gate in working order. */
export interface OpenGate {
  gatekeeper: Gatekeeper;
  /** Milliseconds since 1970; never goes back. */
  now(): number;
  /** Why the records could not be read or written the last time, if so. */
  storeFault(): string | undefined;
  /** At 00:00 UTC. The counters turn by themselves: this clears what they no longer need. */
  startDay(): void;
  /** Writes what is left and stops. */
  close(): Promise<void>;
}

/** Opens the counters and reads the keys. */
export async function openAccounts(config: Config, records: Records, log: Log) {
  const meter = new Meter(config.data, {
    onRebuilt: (file, reason) => log.warn(`Made the counter file "${file}" anew: ${reason}`),
  });
  const clock = new SteadyClock({ notBefore: meter.notedTime });
  const accounts = new Accounts({
    records,
    meter,
    tiers: config.tiers,
    pepper: await settlePepper(records, {
      dir: config.data,
      given: config.pepper,
      now: clock.now(),
    }),
  });
  await accounts.refresh();
  const now = () => clock.now();
  meter.sweep(now());
  if (meter.isNew) await restoreToday({ accounts, meter, records, now: now() });
  return { accounts, meter, now };
}

/** Puts the gate up, and keeps counters and keys in step with the records. */
export async function openGate(config: Config, records: Records, log: Log): Promise<OpenGate> {
  const { accounts, meter, now } = await openAccounts(config, records, log);
  const gatekeeper = new Gatekeeper({
    accounts,
    meter,
    records,
    now,
    signUps: new SignUps({ accounts, now, mode: config.signup }),
    addressOf: callerAddress(config.trustedProxies),
  });
  let storeFault: string | undefined;
  const flusher = setInterval(async () => {
    const faults = await Promise.all([
      faultOf(log, gatekeeper.flush(), "Cannot write the usage history"),
      faultOf(log, accounts.refresh(), "Cannot read the keys"),
    ]);
    storeFault = faults.find((fault) => fault !== undefined);
  }, flushMs);
  const sweepRecords = () =>
    void faultOf(log, records.kvSweep(now()), "Cannot remove what has expired");
  sweepRecords();
  return {
    gatekeeper,
    now,
    storeFault: () => storeFault,
    startDay() {
      meter.sweep(now());
      sweepRecords();
    },
    async close() {
      clearInterval(flusher);
      await gatekeeper.flush();
    },
  };
}

/** Logs why work failed, and answers what failed: the cause is the operator's to know. */
async function faultOf(
  log: Log,
  work: Promise<unknown>,
  sentence: string,
): Promise<string | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    log.error(sentence, { cause: error });
    return sentence;
  }
}

/** Counters that had to be made anew start at what the usage history knows of today. */
async function restoreToday({
  accounts,
  meter,
  records,
  now,
}: {
  accounts: Accounts;
  meter: Meter;
  records: Records;
  now: number;
}): Promise<void> {
  const day = dayOfTime(now);
  const byAccount = Map.groupBy(accounts.all(), ({ account }) => account.id);
  for (const holders of byAccount.values()) {
    const usage = await records.usage(
      holders.map(({ key }) => key.id),
      { from: day, to: day },
    );
    const counted = usage.filter(({ statusClass }) => statusClass !== "5xx");
    const count = counted.reduce((sum, entry) => sum + entry.count, 0);
    if (holders[0]) meter.restore(holders[0].counters, now, count);
  }
}
