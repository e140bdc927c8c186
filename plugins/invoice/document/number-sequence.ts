import type { CommonDoors, Kv } from "hub";
import invoice from "../plugin.ts";
import type { NumberSequence } from "../schema/fields.ts";

/** The stored state of a sequence. */
interface Sequence {
  last: number;
  /** The latest numbers of work that may be retried, so that a retry gets the same one. */
  issued: { work: string; number: number; at: number }[];
}

/** The doors that numbering needs. */
export type NumberDoors = Pick<CommonDoors, "clock" | "caller" | "signal"> & { kv: Kv };

interface IssueOptions {
  sequence: NumberSequence;
  /** Date of issue, for the year and the month of the number. */
  date: string;
  /** The request, which distinguishes retries from other requests with the same key. */
  request: unknown;
  /** Whether the number is only shown, and stays free. */
  isPreview: boolean;
}

/** The time in which a retry gets the same number, like that of stored responses. */
const retryMs = 86_400_000;

/** Maximum number of stored retries. */
const issuedMax = 1000;

/** After this time a lock without an owner is free. Longer than the time limit of the work. */
const lockMs = invoice.limits.timeoutMs + 1000;

/**
 * Makes a document with the next number of the caller's sequence. The number is stored after the document is
 * complete, so that failed work uses none. Documents of one sequence are made one after another.
 */
export async function issueNumber<Result>(
  { kv, caller, clock, signal }: NumberDoors,
  { sequence, date, request, isPreview }: IssueOptions,
  make: (number: string) => Promise<Result>,
): Promise<Result> {
  const { name, pattern, start } = sequence;
  const account = caller.id;
  const key = `${account ?? ""}/${name}/${resolvePeriod(pattern, date)}`;
  const [stateKey, lockKey] = [`sequence/${key}`, `lock/${key}`];
  const readState = async () =>
    (await kv.get<Sequence>(stateKey)) ?? { last: start - 1, issued: [] };
  const format = (number: number) => formatNumber(pattern, { number, date });
  if (isPreview) return make(format((await readState()).last + 1));
  await lock(kv, { key: lockKey, account, signal });
  try {
    const { last, issued } = await readState();
    const { retryKey } = caller;
    const work =
      retryKey === undefined ? undefined : `${retryKey} ${Bun.hash(JSON.stringify(request))}`;
    const earlier = issued.find((one) => one.work === work);
    if (earlier) return await make(format(earlier.number));
    const number = last + 1;
    const result = await make(format(number));
    const fresh = issued.filter(({ at }) => at > clock() - retryMs).slice(-issuedMax + 1);
    const own = work === undefined ? [] : [{ work, number, at: clock() }];
    await kv.set(stateKey, { last: number, issued: [...fresh, ...own] }, { account });
    return result;
  } finally {
    await kv.delete(lockKey);
  }
}

/** Waits until no other document of the sequence is being made. */
async function lock(
  kv: Kv,
  { key, account, signal }: { key: string; account: string | undefined; signal: AbortSignal },
): Promise<void> {
  for (let waitMs = 5; ; waitMs = Math.min(waitMs * 1.5, 100)) {
    signal.throwIfAborted();
    if ((await kv.increment(key, 1, { ttlMs: lockMs, account })) === 1) return;
    await Bun.sleep(waitMs);
  }
}

/** Returns the year and the month in a pattern. The numbers start again with each of them. */
function resolvePeriod(pattern: string, date: string): string {
  const year = pattern.includes("{year}") ? date.slice(0, 4) : "";
  return pattern.includes("{month}") ? `${date.slice(0, 4)}-${date.slice(5, 7)}` : year;
}

function formatNumber(pattern: string, { number, date }: { number: number; date: string }): string {
  return pattern
    .replaceAll("{year}", date.slice(0, 4))
    .replaceAll("{month}", date.slice(5, 7))
    .replace(/\{number(?::(\d))?\}/g, (_, width = "1") =>
      String(number).padStart(Number(width), "0"),
    );
}
