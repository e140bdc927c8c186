import { HubError } from "../../contract/errors.ts";
import type { NetCache, NetInit, UpstreamPolicy } from "../../contract/net-door.ts";
import { Evidence } from "../../platform/health/evidence.ts";
import { allowedTo, type Reach } from "../doors/grant.ts";
import type { LoadedPlugin } from "../plugin/loaded-plugin.ts";
import { AnswerCache } from "./answer-cache.ts";
import { type Pace, type Surroundings, Upstream, type UpstreamState } from "./upstream.ts";
import { UpstreamAnswer } from "./upstream-answer.ts";

interface UpstreamsOptions extends Surroundings {
  /** Sends a request to the network. Called only if the cache has no answer. */
  reach: Reach;
  /** Initial rate limits by host. */
  policies?: Readonly<Record<string, Pace>>;
  /** Maximum size of the cache. */
  bytesMax?: number;
  /** Checks whether this machine reaches any host. Default: it does. */
  isOnline?(): Promise<boolean>;
  /** Cache that hubs share. Default: each hub has its own. */
  shared?: SharedAnswers | undefined;
}

/** Responses cached by other hubs. Acts as if empty if the cache is unavailable. */
export interface SharedAnswers {
  get(request: string): Promise<UpstreamAnswer | undefined>;
  set(request: string, answer: UpstreamAnswer, ms: number): void;
  remove(request: string): void;
}

/** Codes of failures that either a host or the network causes. */
const unreachable = new Set(["address_failed", "address_timeout"]);

/**
 * The hosts that manifests name, each with a timeout, retry, circuit breaker and rate limit. Identical
 * concurrent requests share one response, and responses are cached if a plugin asks for it.
 */
export class Upstreams {
  readonly #options: UpstreamsOptions;
  readonly #upstreams = new Map<string, Upstream>();
  readonly #pending = new Map<string, Promise<UpstreamAnswer>>();
  readonly #cache: AnswerCache;
  #policies: Readonly<Record<string, Pace>>;
  #check: Promise<boolean> | undefined;
  /** The results of requests to hosts that callers name. Only a failure of the network is one. */
  readonly publicHosts = new Evidence();

  constructor(options: UpstreamsOptions) {
    this.#options = options;
    this.#policies = options.policies ?? {};
    this.#cache = new AnswerCache(options);
  }

  /** Sends a request with all policies. Hosts named by users (`"public"`) are passed through. */
  readonly reach: Reach = async (url, { cache, refused, ...init }, hosts) => {
    const { reach, clock, shared } = this.#options;
    if (hosts === "public") return this.#observe(reach(url, init, hosts));
    const upstream = this.#getUpstream(url.host);
    const send = () => upstream.send((sent) => reach(url, sent, hosts), init);
    const isShareable = (init.method ?? "GET") === "GET" && init.body === undefined;
    if (!isShareable) return (await send()).response();
    const key = getCacheKey(url, init, hosts);
    if (refused !== undefined) {
      this.#cache.refuse(key, { fetchedAt: refused, now: clock() });
      shared?.remove(key);
      upstream.recordUnusableAnswer();
    }
    let cached = this.#lookUp(key, cache);
    if (!cached.fresh && !cached.isQuiet && cache && shared && refused === undefined) {
      const others = await shared.get(key);
      if (others && others.fetchedAt > (cached.substitute?.fetchedAt ?? 0))
        this.#cache.set(key, others);
      cached = this.#lookUp(key, cache);
    }
    const { fresh, substitute, isQuiet } = cached;
    if (fresh) {
      upstream.counts.kept++;
      return fresh.response();
    }
    const outcome =
      isQuiet || refused !== undefined
        ? new HubError("upstream_failed", `Cannot read the response of "${url.host}"`)
        : await this.#sendOnce(key, { upstream, send }).catch(requireHubError);
    if (outcome instanceof UpstreamAnswer && outcome.isSound) {
      if (cache && outcome.isLasting) {
        this.#cache.set(key, outcome);
        shared?.set(key, outcome, cache.freshMs + (cache.staleMs ?? 0));
      }
      return outcome.response();
    }
    if (substitute) {
      upstream.counts.stale++;
      return substitute.response({ stale: true });
    }
    if (outcome instanceof HubError) throw outcome;
    return outcome.response();
  };

  /** Changes the rate limits. Past requests still count. */
  setPolicies(policies: Readonly<Record<string, Pace>>): void {
    this.#policies = policies;
    for (const [host, upstream] of this.#upstreams) upstream.setPace(policies[host] ?? {});
  }

  /** Returns the hosts that were called since the hub started. */
  states(): UpstreamState[] {
    return [...this.#upstreams.values()].map(({ state }) => state);
  }

  /** Returns the response times and the results of all hosts. */
  times(): Pick<Upstream, "host" | "times" | "evidence" | "isOpen">[] {
    return [...this.#upstreams.values()];
  }

  /** Checks whether this machine reaches any host, after a host that a caller named was unreachable. */
  async checkNetwork(): Promise<void> {
    const { isOnline, clock } = this.#options;
    if (!isOnline) return;
    this.#check ??= isOnline();
    const isReachable = await this.#check;
    this.#check = undefined;
    if (isReachable) this.publicHosts.recordSuccess(clock());
    else this.publicHosts.recordFailure("The network is unreachable", clock());
  }

  async #observe(request: Promise<Response>): Promise<Response> {
    const { clock } = this.#options;
    try {
      const response = await request;
      this.publicHosts.recordSuccess(clock());
      return response;
    } catch (failure) {
      const isUnreachable = failure instanceof HubError && unreachable.has(failure.code);
      // Not awaited, because a lookup without a network can take long.
      if (isUnreachable) void this.checkNetwork();
      throw failure;
    }
  }

  #getUpstream(host: string): Upstream {
    const upstream =
      this.#upstreams.get(host) ?? new Upstream(host, this.#policies[host] ?? {}, this.#options);
    this.#upstreams.set(host, upstream);
    return upstream;
  }

  /** Returns the cached responses to a request, by what they can still be used for. */
  #lookUp(key: string, { freshMs = 0, staleMs = 0 }: Partial<NetCache> = {}) {
    const now = this.#options.clock();
    const { newest, quietUntil = 0 } = this.#cache.get(key) ?? {};
    const age = newest ? now - newest.fetchedAt : Number.POSITIVE_INFINITY;
    return {
      fresh: age < freshMs ? newest : undefined,
      substitute: age < freshMs + staleMs ? newest : undefined,
      isQuiet: now < quietUntil,
    };
  }

  #sendOnce(
    key: string,
    { upstream, send }: { upstream: Upstream; send: () => Promise<UpstreamAnswer> },
  ): Promise<UpstreamAnswer> {
    const running = this.#pending.get(key);
    if (running) {
      upstream.counts.coalesced++;
      return running;
    }
    const response = send().finally(() => this.#pending.delete(key));
    this.#pending.set(key, response);
    return response;
  }
}

type Env = Readonly<Record<string, string | undefined>>;

/** Returns the rate limits of each host: the lowest that any plugin asks for, by the operator's plan and settings. */
export function mergePolicies(
  plugins: readonly LoadedPlugin[],
  env: Env = {},
): Record<string, Pace> {
  const paces: Record<string, Pace> = {};
  for (const loaded of plugins) {
    // A plugin that can't call a host has no influence on its limit.
    const { net = [], env: allowed = [] } = allowedTo(loaded);
    const granted = Object.fromEntries(allowed.map((name) => [name, env[name]]));
    for (const [host, policy] of Object.entries(loaded.plugin.manifest.upstreams ?? {})) {
      if (!net.includes(host)) continue;
      const pace = selectPace(policy, granted);
      const perMinute = findLowest(pace.perMinute, paces[host]?.perMinute);
      const perMonth = findLowest(pace.perMonth, paces[host]?.perMonth);
      if (perMinute !== undefined || perMonth !== undefined)
        paces[host] = {
          ...(perMinute !== undefined && { perMinute }),
          ...(perMonth !== undefined && { perMonth }),
        };
    }
  }
  return paces;
}

function selectPace(policy: UpstreamPolicy, env: Env): Pace {
  const { perMinute, perMonth } = policy.plans?.find(({ variable }) => env[variable]) ?? policy;
  return {
    perMinute: readLimit(policy.settings?.perMinute, env) ?? perMinute,
    perMonth: readLimit(policy.settings?.perMonth, env) ?? perMonth,
  };
}

/** Reads a limit that the operator set. Throws if it isn't a whole number of at least 1. */
function readLimit(name: string | undefined, env: Env): number | undefined {
  const text = name === undefined ? undefined : env[name];
  if (!text) return undefined;
  const limit = Number(text);
  if (Number.isInteger(limit) && limit >= 1 && limit <= 1e9) return limit;
  throw new Error(`${name} must be a whole number from 1 to 1000000000: it is "${text}"`);
}

function findLowest(...limits: (number | undefined)[]): number | undefined {
  const known = limits.filter((limit) => limit !== undefined);
  return known.length > 0 ? Math.min(...known) : undefined;
}

/**
 * Builds the cache key of a request from its URL, the hosts that redirects may lead to, and everything that
 * is sent. Excludes the timeout, so that concurrent requests share that of the first.
 */
function getCacheKey(
  url: URL,
  { headers = {}, timeoutMs: _, ...init }: NetInit,
  hosts: readonly string[],
): string {
  const headerLines = Object.entries(headers).map(
    ([name, value]) => `${name.toLowerCase()}: ${value}`,
  );
  return JSON.stringify([url.href, hosts, headerLines.sort(), init]);
}

/** Returns a HubError. Rethrows all others, which the cache can't replace. */
function requireHubError(error: unknown): HubError {
  if (error instanceof HubError) return error;
  throw error;
}
