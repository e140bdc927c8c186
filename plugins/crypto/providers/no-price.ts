import { HubError } from "hub";
import { noPrice, type ProviderResponse } from "./ask.ts";

/** Thrown for a list without a single price, which is a failure of the provider. */
export class EmptyListError extends Error {
  constructor() {
    super("The response has no price");
  }
}

/** Returns a list, or throws if it is empty. */
export function requireEntries<T>(list: readonly T[]): readonly T[] {
  if (list.length === 0) throw new EmptyListError();
  return list;
}

/** Returns the result of `read`. Throws `no_price` if it is empty and confirmed as in `orNothing`. */
export async function orNoPrice<T>(
  read: () => Promise<ProviderResponse<T>>,
  ofBitcoin: () => Promise<ProviderResponse<unknown>>,
): Promise<ProviderResponse<T>> {
  const response = await orNothing<T | undefined>(read, { nothing: undefined, ofBitcoin });
  if (response.value === undefined) throw noPrice();
  return { ...response, value: response.value };
}

/**
 * Returns the result of `read` for requested coins, or nothing if none of them is traded. An empty result
 * is accepted only if the same provider has a price for bitcoin (`ofBitcoin`).
 */
export async function orNothing<T>(
  read: () => Promise<ProviderResponse<T>>,
  { nothing, ofBitcoin }: { nothing: T; ofBitcoin: () => Promise<ProviderResponse<unknown>> },
): Promise<ProviderResponse<T>> {
  try {
    return await read();
  } catch (failure) {
    if (!(failure instanceof HubError && failure.cause instanceof EmptyListError)) throw failure;
    const { fetchedAt, stale } = await ofBitcoin();
    if (stale) throw failure;
    return { value: nothing, fetchedAt, stale };
  }
}
