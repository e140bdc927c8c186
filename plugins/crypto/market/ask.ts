import type { MarketDoors } from "../doors.ts";

/** Where CoinGecko's API of version 3 is. */
export const gecko = "https://api.coingecko.com/api/v3/" as const;
/** Where CoinPaprika's API of version 1 is: no address there may end with a slash. */
export const paprika = "https://api.coinpaprika.com/v1/" as const;

/** What is asked for is fresh for so long, as at the providers, and given for a day when they fail. */
const cache = { freshMs: 60_000, staleMs: 86_400_000 };
const init = { cache, timeoutMs: 6000, redirectsMax: 2 };

/** Reads JSON that `parse` makes sense of; what that throws is the provider's failure. */
export function ask<T>(
  doors: Pick<MarketDoors, "net">,
  address: `${typeof gecko | typeof paprika}${string}`,
  parse: (body: unknown) => T,
) {
  return doors.net.read(
    address,
    async (response) => {
      if (!response.ok) throw new Error(`It answered ${response.status}`);
      return parse(await response.json());
    },
    init,
  );
}

/** A query, without what is undefined. */
export function query(values: Record<string, string | number | boolean | undefined>): string {
  const sent = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    if (value !== undefined) sent.set(name, String(value));
  return sent.toString();
}
