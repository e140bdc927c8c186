import { HubError } from "hub";
import type { RateDoors } from "../doors.ts";
import { scheduleAt } from "../ecb/calendar.ts";
import type { RateDay } from "../ecb/day.ts";
import { fetchDays } from "../ecb/fetch.ts";
import { placedDays, placedFile } from "../ecb/placed.ts";
import { History } from "./history.ts";
import { readStored, type Stored, storedVersion, writeStored } from "./store.ts";

/** How long nobody asks the ECB again when it had nothing new or did not answer. */
const pauseMs = 5 * 60_000;
/** The same while there are no rates at all. */
const emptyPauseMs = 60_000;

/**
 * When the ECB may be asked again: in the store, as every process has to keep to it, and the memory of
 * a job ends with the job.
 */
const againKey = "again";

interface Memory {
  stored?: Stored | undefined;
  /** When this process may look for newer rates again. */
  again: number;
  /** The work that goes on, which all callers share. */
  filling?: Promise<History>;
}

const memories = new WeakMap<RateDoors["kv"], Memory>();
/** A job process is handed another door to the store for every job. */
let shared: Stored | undefined;

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
  const version = await storedVersion(doors.kv);
  const isShared = version !== undefined && version === shared?.version;
  memory.stored = isShared ? shared : ((await readStored(doors.kv)) ?? (await readFirst(doors)));
  shared = memory.stored;
  return historyOf(doors);
}

async function readFirst(doors: RateDoors): Promise<Stored> {
  try {
    const days = (await placedDays(doors)) ?? (await askFor(undefined, doors, emptyPauseMs));
    if (days) return await writeStored(new History(days), days, doors.kv);
  } catch (cause) {
    throw unavailable(cause);
  }
  throw unavailable();
}

/** Asks the ECB for the days after `newest`, unless it was asked a short while ago. */
async function askFor(
  newest: string | undefined,
  doors: RateDoors,
  pause = pauseMs,
): Promise<RateDay[] | undefined> {
  const { kv, clock } = doors;
  const again = await kv.get<number>(againKey);
  if (again !== undefined && clock() < again) return undefined;
  try {
    return await fetchDays(newest, doors);
  } finally {
    await kv.set(againKey, clock() + pause);
  }
}

/** Takes over what another process has stored, or asks the ECB. What fails leaves all as it was. */
async function update(memory: Memory, doors: RateDoors): Promise<void> {
  const { kv, clock, log } = doors;
  try {
    if ((await storedVersion(kv)) !== memory.stored?.version) memory.stored = await readStored(kv);
    const history = memory.stored?.history;
    if (!history || history.newest.date >= scheduleAt(clock()).lastDue) return;
    const days = await askFor(history.newest.date, doors);
    if (!days) return;
    memory.stored = await writeStored(history.with(days), days, kv);
    shared = memory.stored;
  } catch (error) {
    log.warn("Cannot bring the exchange rates up to date", { error: String(error) });
  }
}

function unavailable(cause?: unknown): HubError {
  return new HubError(
    "dataset_unavailable",
    `This hub has no exchange rates yet: let it reach https://www.ecb.europa.eu, without HUB_OFFLINE and without "currency:net" in HUB_DENY, name a mirror in HUB_UPSTREAMS, or put eurofxref-hist.zip of the ECB at plugins/currency/${placedFile}`,
    { cause, headers: { "retry-after": String(emptyPauseMs / 1000) } },
  );
}
