import { HubError } from "hub";
import type { RateDoors } from "../doors.ts";
import { scheduleAt } from "../ecb/calendar.ts";
import { fetchDays } from "../ecb/fetch.ts";
import { placedDays, placedFile } from "../ecb/placed.ts";
import { History } from "./history.ts";
import { readStored, type Stored, storedVersion, writeStored } from "./store.ts";

/** How long nobody asks the ECB again when it had nothing new or did not answer. */
const pauseMs = 5 * 60_000;
/** The same while there are no rates at all. */
const emptyPauseMs = 60_000;

const againKey = "again";

interface Memory {
  stored?: Stored | undefined;
  /** When the ECB may be asked again. */
  again: number;
  /** The work that goes on, which all callers share. */
  filling?: Promise<History>;
  failure?: unknown;
}

const memories = new WeakMap<RateDoors["kv"], Memory>();
/** A job process is handed another door to the store for every job. */
let latest: Stored | undefined;

/**
 * The rates: at once when they are in memory, and brought up to date behind the answer when newer
 * ones should be out. Throws `dataset_unavailable` where there are none to be had.
 */
export function historyOf(doors: RateDoors): History | Promise<History> {
  const memory = memoryOf(doors.kv);
  if (!memory.stored) {
    memory.filling ??= fill(memory, doors).finally(() => delete memory.filling);
    return memory.filling;
  }
  const { history } = memory.stored;
  const now = doors.clock();
  if (history.newest.date < scheduleAt(now).lastDue && now >= memory.again) {
    memory.again = now + pauseMs;
    doors.later(update(memory, doors));
  }
  return history;
}

function memoryOf(kv: RateDoors["kv"]): Memory {
  const memory = memories.get(kv) ?? { again: 0 };
  memories.set(kv, memory);
  return memory;
}

async function fill(memory: Memory, doors: RateDoors): Promise<History> {
  const { kv, clock } = doors;
  const version = await storedVersion(kv);
  memory.stored =
    version !== undefined && version === latest?.version ? latest : await readStored(kv);
  if (!memory.stored) {
    if (clock() < memory.again) throw unavailable(memory.failure);
    memory.again = clock() + emptyPauseMs;
    memory.stored = await fetchFirst(memory, doors);
    memory.again = 0;
  }
  latest = memory.stored;
  return historyOf(doors);
}

async function fetchFirst(memory: Memory, doors: RateDoors): Promise<Stored> {
  try {
    const days = (await placedDays(doors)) ?? (await fetchDays(undefined, doors));
    return await writeStored(new History(days), days, doors.kv);
  } catch (cause) {
    memory.failure = cause;
    throw unavailable(cause);
  }
}

/** Takes over what another process has stored, or asks the ECB. What fails leaves all as it was. */
async function update(memory: Memory, doors: RateDoors): Promise<void> {
  const { kv, clock, log } = doors;
  try {
    if ((await storedVersion(kv)) !== memory.stored?.version) memory.stored = await readStored(kv);
    const history = memory.stored?.history;
    if (!history || history.newest.date >= scheduleAt(clock()).lastDue) return;
    // In the store, as every process has to keep to it, and a job's memory ends with the job.
    const again = await kv.get<number>(againKey);
    if (again !== undefined && clock() < again) return;
    await kv.set(againKey, clock() + pauseMs);
    const days = await fetchDays(history.newest.date, doors);
    memory.stored = await writeStored(history.with(days), days, kv);
    latest = memory.stored;
  } catch (error) {
    log.warn("Cannot bring the exchange rates up to date", { error: String(error) });
  }
}

function unavailable(cause: unknown): HubError {
  return new HubError(
    "dataset_unavailable",
    `This hub has no exchange rates yet: let it reach https://www.ecb.europa.eu, without HUB_OFFLINE and without "currency:net" in HUB_DENY, name a mirror in HUB_UPSTREAMS, or put eurofxref-hist.zip of the ECB at plugins/currency/${placedFile}`,
    { cause, headers: { "retry-after": String(emptyPauseMs / 1000) } },
  );
}
