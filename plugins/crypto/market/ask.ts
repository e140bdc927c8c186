import type { HubError } from "hub";
import type { MarketDoors } from "../doors.ts";
import crypto from "../plugin.ts";
import { fields } from "./numbers.ts";

/** Where CoinGecko's API of version 3 is. */
export const gecko = "https://api.coingecko.com/api/v3/" as const;
/** Where CoinPaprika's API of version 1 is: no address there may end with a slash. */
export const paprika = "https://api.coinpaprika.com/v1/" as const;

/** What is asked for is fresh for so long, as at the providers, and given for a day when they fail. */
const cache = { freshMs: 60_000, staleMs: 86_400_000 };
const init = { cache, timeoutMs: 6000, redirectsMax: 2 };

/** Reads JSON that `parse` makes sense of; what that throws is the provider's failure. */
export function ask<T>(
  doors: Pick<MarketDoors, "net" | "env">,
  address: `${typeof gecko | typeof paprika}${string}`,
  parse: (body: unknown) => T,
) {
  return doors.net.read(
    address,
    async (response) => {
      if (response.status === 404) throw await notThere(response);
      if (!response.ok) throw new Error(`Unexpected status ${response.status}`);
      return parse(await response.json());
    },
    { ...init, headers: keysFor(address, doors.env) },
  );
}

/** What both say of a coin that was taken off their lists. Any other 404 is a wrong address. */
async function notThere(response: Response): Promise<Error> {
  const { error } = fields(await response.json().catch(() => undefined));
  return error === "coin not found" || error === "id not found"
    ? noPrice()
    : new Error("Unexpected status 404");
}

/** A provider's word that there is no price: an answer, and no failure of its own. */
export function noPrice(): HubError {
  return crypto.error(
    "no_price",
    "No price found for this coin: it is no longer traded, or was not traded at that time",
  );
}

/** The operator's keys, each for its own provider. Without one there are fewer calls a minute. */
export function keysFor(address: string, env: MarketDoors["env"]): Record<string, string> {
  if (address.startsWith(paprika))
    return presentHeaders({ authorization: env.COINPAPRIKA_API_KEY });
  return presentHeaders({
    "x-cg-demo-api-key": env.COINGECKO_DEMO_API_KEY,
    "x-cg-pro-api-key": env.COINGECKO_PRO_API_KEY,
  });
}

function presentHeaders(headers: Record<string, string | undefined>): Record<string, string> {
  const given = Object.entries(headers).filter((pair): pair is [string, string] => !!pair[1]);
  return Object.fromEntries(given);
}

/** A query, without what is undefined. */
export function query(values: Record<string, string | number | boolean | undefined>): string {
  const sent = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    if (value !== undefined) sent.set(name, String(value));
  return sent.toString();
}
