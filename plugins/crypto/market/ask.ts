import type { HubError } from "hub";
import type { MarketDoors } from "../doors.ts";
import crypto from "../plugin.ts";
import { fields } from "./numbers.ts";

/** Base URL of CoinGecko's API, version 3. */
export const gecko = "https://api.coingecko.com/api/v3/" as const;
/** Base URL of CoinPaprika's API, version 1. Its URLs must not end with a slash. */
export const paprika = "https://api.coinpaprika.com/v1/" as const;

/** Responses are fresh as long as at the providers, and served stale for a day if they fail. */
const cache = { freshMs: 60_000, staleMs: 86_400_000 };
const init = { cache, timeoutMs: 6000, redirectsMax: 2 };

/** Fetches JSON and parses it. Errors in `parse` count as failures of the provider. */
export function fetchFromProvider<T>(
  doors: Pick<MarketDoors, "net" | "env">,
  url: `${typeof gecko | typeof paprika}${string}`,
  parse: (body: unknown) => T,
) {
  return doors.net.read(
    url,
    async (response) => {
      if (response.status === 404) throw await createNotFoundError(response);
      if (!response.ok) throw new Error(`Unexpected status ${response.status}`);
      return parse(await response.json());
    },
    { ...init, headers: keysFor(url, doors.env) },
  );
}

/** Handles a 404: both providers return a specific body for delisted coins. */
async function createNotFoundError(response: Response): Promise<Error> {
  const { error } = fields(await response.json().catch(() => undefined));
  return error === "coin not found" || error === "id not found"
    ? noPrice()
    : new Error("Unexpected status 404");
}

/** Creates the error for a missing price, which isn't a failure of the provider. */
export function noPrice(): HubError {
  return crypto.error(
    "no_price",
    "No price found for this coin: it is no longer traded, or was not traded at that time",
  );
}

/** Returns the headers with the operator's API key for a provider, which raises its rate limit. */
export function keysFor(url: string, env: MarketDoors["env"]): Record<string, string> {
  if (url.startsWith(paprika)) return presentHeaders({ authorization: env.COINPAPRIKA_API_KEY });
  return presentHeaders({
    "x-cg-demo-api-key": env.COINGECKO_DEMO_API_KEY,
    "x-cg-pro-api-key": env.COINGECKO_PRO_API_KEY,
  });
}

function presentHeaders(headers: Record<string, string | undefined>): Record<string, string> {
  const present = Object.entries(headers).filter((pair): pair is [string, string] => !!pair[1]);
  return Object.fromEntries(present);
}

/** Builds a query string without undefined values. */
export function query(values: Record<string, string | number | boolean | undefined>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    if (value !== undefined) parameters.set(name, String(value));
  return parameters.toString();
}
