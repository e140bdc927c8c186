import { HubError } from "hub";
import type { MarketDoors } from "../doors.ts";
import crypto from "../plugin.ts";
import { fields, text } from "./numbers.ts";

/** Base URL of CoinGecko's API, version 3. */
export const gecko = "https://api.coingecko.com/api/v3/" as const;
/** Base URL of CoinPaprika's API, version 1. Its URLs must not end with a slash. */
export const paprika = "https://api.coinpaprika.com/v1/" as const;

/** Responses are fresh as long as at the providers, and served stale for a day if they fail. */
const cache = { freshMs: 60_000, staleMs: 86_400_000 };
const init = { cache, timeoutMs: 6000, redirectsMax: 2 };

/** Response of a provider. */
export interface ProviderResponse<T> {
  value: T;
  fetchedAt: number;
  stale: boolean;
}

/** Fetches JSON and parses it. Errors in `parse` count as failures of the provider. */
export function fetchFromProvider<T>(
  doors: Pick<MarketDoors, "net" | "env">,
  url: `${typeof gecko | typeof paprika}${string}`,
  parse: (body: unknown) => T,
): Promise<ProviderResponse<T>> {
  return doors.net.read(
    url,
    async (response) => {
      if (response.status === 404) throw await createNotFoundError(response);
      if (!response.ok) throw (await findPlanLimit(response, url)) ?? unexpectedStatus(response);
      return parse(await response.json());
    },
    { ...init, headers: keysFor(url, doors.env) },
  );
}

function unexpectedStatus({ status }: Response): Error {
  return new Error(`Unexpected status ${status}`);
}

/** CoinGecko's error codes for requests that need another plan or another kind of key. */
const geckoPlanCodes = [10_002, 10_005, 10_006, 10_010, 10_011, 10_012];

/** Returns the error for a request that the operator's plan doesn't include, or undefined for other responses. */
async function findPlanLimit(response: Response, url: string): Promise<HubError | undefined> {
  const { host } = new URL(url);
  if (response.status === 402) return planLimit(host);
  if (response.status !== 401 && response.status !== 403) return undefined;
  const body = fields(await response.json().catch(() => undefined));
  const status = fields(body.status ?? fields(body.error).status);
  const code = Number(status.error_code ?? body.error_code);
  if (!geckoPlanCodes.includes(code)) return undefined;
  return planLimit(host, text(status.error_message ?? body.error_message)?.slice(0, 200));
}

function planLimit(host: string, said?: string): HubError {
  const reason = said === undefined ? "" : `: ${said.replace(/[.!]$/, "")}`;
  return crypto.error(
    "plan_limit",
    `The plan of this hub at "${host}" does not include this request${reason}`,
  );
}

/** Returns whether an error means that the operator's plan doesn't include a request. */
export function isPlanLimit(failure: unknown): boolean {
  return failure instanceof HubError && failure.code === "plan_limit";
}

/** A request that the plan excluded, with the age of the oldest data that it asked for. */
interface ExcludedQuery {
  failure: HubError;
  at: number;
  ageMs: number;
}

const planLimits = new WeakMap<MarketDoors["kv"], Map<string, ExcludedQuery>>();
const planRetryMs = 86_400_000;

/**
 * Runs a query for data from a time on. Throws without a call if the plan excluded a query of this kind within the last
 * day. An exclusion holds for data of at least the same age, because plans often include only the last months.
 */
export async function withinPlan<T>(
  { kind, from }: { kind: string; from: number },
  doors: Pick<MarketDoors, "kv" | "clock">,
  run: () => Promise<T>,
): Promise<T> {
  const limits = planLimits.get(doors.kv) ?? new Map<string, ExcludedQuery>();
  planLimits.set(doors.kv, limits);
  const now = doors.clock();
  const known = limits.get(kind);
  const ageMs = now - from;
  if (known && now - known.at < planRetryMs && ageMs >= known.ageMs) throw known.failure;
  try {
    return await run();
  } catch (failure) {
    if (isPlanLimit(failure) && failure instanceof HubError)
      limits.set(kind, { failure, at: now, ageMs });
    throw failure;
  }
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
