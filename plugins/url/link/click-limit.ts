import type { Kv } from "../doors.ts";
import url from "../plugin.ts";
import { type Link, toStoreKey } from "./link.ts";

/** Simultaneous visitors of a link, whose clicks one write counts. */
interface Batch {
  visitors: number;
  /** Number of visitors who get a click: the first ones. */
  granted: Promise<number>;
}

/** The batches that still accept visitors, by the store and its counter. */
const batches = new WeakMap<Kv, Map<string, Batch>>();

/**
 * Uses up one click of a link with a limit. The store's counter decides, so that two visitors in
 * different processes never share the last one. Throws `link_gone`.
 */
export async function consumeClick(link: Link, kv: Kv): Promise<void> {
  const { code, max_clicks, used_before = 0 } = link;
  if (max_clicks === null) return;
  const open = batches.get(kv) ?? new Map<string, Batch>();
  batches.set(kv, open);
  const name = `${max_clicks} ${used_before} ${buildCounterKey(code)}`;
  let batch = open.get(name);
  if (!batch) {
    const started: Batch = { visitors: 0, granted: nextTurn().then(() => finish()) };
    const finish = () => {
      open.delete(name);
      return consumeClicks(link, started.visitors, kv);
    };
    batch = started;
    open.set(name, batch);
  }
  const position = batch.visitors++;
  if (position >= (await batch.granted)) throw createClickLimitError(link);
}

/** Waits until the requests that have arrived together are read. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Uses up several clicks. Returns how many were left. */
async function consumeClicks(
  { code, max_clicks, owner, used_before = 0 }: Link,
  wanted: number,
  kv: Kv,
): Promise<number> {
  const counter = buildCounterKey(code);
  const max = used_before + (max_clicks ?? 0);
  // An exhausted link isn't worth a write.
  if ((await readUsedClicks(code, kv)) >= max) return 0;
  const excess = (await kv.increment(counter, wanted, { account: owner })) - max;
  if (excess <= 0) return wanted;
  const denied = Math.min(excess, wanted);
  // Undo their increment, because the owner can raise the limit.
  await kv.increment(counter, -denied);
  return wanted - denied;
}

/** Creates the error for a link that has reached its click limit. */
export function createClickLimitError({ code, max_clicks }: Link) {
  return url.error(
    "link_gone",
    `The short link "${code}" has reached its click limit: ${max_clicks}`,
  );
}

/** Returns the number of clicks left, or null if there is no limit. */
export async function countClicksLeft(
  { code, max_clicks, used_before = 0 }: Link,
  kv: Kv,
): Promise<number | null> {
  if (max_clicks === null) return null;
  return Math.max(0, used_before + max_clicks - (await readUsedClicks(code, kv)));
}

/** Returns the number of clicks on a link while it had a limit. */
export async function readUsedClicks(code: string, kv: Kv): Promise<number> {
  return (await kv.get<number>(buildCounterKey(code))) ?? 0;
}

function buildCounterKey(code: string): string {
  return `used:${toStoreKey(code)}`;
}
