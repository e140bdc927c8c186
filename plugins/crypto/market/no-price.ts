import { HubError } from "hub";
import { noPrice } from "./ask.ts";
import type { Said } from "./failover.ts";

/** A provider's list without a single price: a failure, as there always is a market. */
export class NothingTold extends Error {
  constructor() {
    super("It told no price at all");
  }
}

/** A list that something is in. Throws where it is empty. */
export function some<T>(list: readonly T[]): readonly T[] {
  if (list.length === 0) throw new NothingTold();
  return list;
}

/** What `read` tells, or `no_price` where it tells nothing and is believed in that as below. */
export async function orNoPrice<T>(
  read: () => Promise<Said<T>>,
  ofBitcoin: () => Promise<Said<unknown>>,
): Promise<Said<T>> {
  const said = await orNothing<T | undefined>(read, { nothing: undefined, ofBitcoin });
  if (said.value === undefined) throw noPrice();
  return { ...said, value: said.value };
}

/**
 * What `read` tells of named coins, or nothing: none of them may be traded any more. That is believed
 * of a provider that `ofBitcoin`, the same question of a coin that has a price, gets an answer from.
 */
export async function orNothing<T>(
  read: () => Promise<Said<T>>,
  { nothing, ofBitcoin }: { nothing: T; ofBitcoin: () => Promise<Said<unknown>> },
): Promise<Said<T>> {
  try {
    return await read();
  } catch (failure) {
    if (!(failure instanceof HubError && failure.cause instanceof NothingTold)) throw failure;
    const { fetchedAt, stale } = await ofBitcoin();
    if (stale) throw failure;
    return { value: nothing, fetchedAt, stale };
  }
}
