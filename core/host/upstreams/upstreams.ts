import { HubError } from "../../contract/errors.ts";
import type { NetCache, NetInit, UpstreamPolicy } from "../../contract/net-door.ts";
import { allowedTo, type Reach } from "../doors/grant.ts";
import type { LoadedPlugin } from "../plugin/loaded-plugin.ts";
import { AnswerCache } from "./answer-cache.ts";
import { type Surroundings, Upstream, type UpstreamState } from "./upstream.ts";
import { UpstreamAnswer } from "./upstream-answer.ts";

interface UpstreamsOptions extends Surroundings {
  /** The way out, which is taken as seldom as may be. */
  reach: Reach;
  /** How often which host may be asked, at first. */
  policies?: Readonly<Record<string, UpstreamPolicy>>;
  /** How much is kept of answers. */
  bytesMax?: number;
  /** Where hubs have answers of each other. Default: each has its own. */
  shared?: SharedAnswers | undefined;
}

/** Answers that other hubs had. What cannot be told at the moment is not there. */
export interface SharedAnswers {
  get(request: string): Promise<UpstreamAnswer | undefined>;
  set(request: string, answer: UpstreamAnswer, ms: number): void;
  remove(request: string): void;
}

/**
 * The hosts that manifests name, each with its timeout, second try, circuit breaker and budget. Equal
 * requests share one answer, and what a plugin wants kept is kept.
 */
export class Upstreams {
  readonly #options: UpstreamsOptions;
  readonly #upstreams = new Map<string, Upstream>();
  readonly #underWay = new Map<string, Promise<UpstreamAnswer>>();
  readonly #kept: AnswerCache;
  #policies: Readonly<Record<string, UpstreamPolicy>>;

  constructor(options: UpstreamsOptions) {
    this.#options = options;
    this.#policies = options.policies ?? {};
    this.#kept = new AnswerCache(options);
  }

  /** The way out through all policies. What a user names (`"public"`) is passed through. */
  readonly reach: Reach = async (url, { cache, refused, ...init }, hosts) => {
    const { reach, clock, shared } = this.#options;
    if (hosts === "public") return reach(url, init, hosts);
    const upstream = this.#upstreamOf(url.host);
    const ask = () => upstream.send((sent) => reach(url, sent, hosts), init);
    const isShareable = (init.method ?? "GET") === "GET" && init.body === undefined;
    if (!isShareable) return (await ask()).response();
    const key = keyOf(url, init, hosts);
    if (refused !== undefined) {
      this.#kept.refuse(key, { fetchedAt: refused, now: clock() });
      shared?.remove(key);
      upstream.noteRefused();
    }
    let known = this.#look(key, cache);
    if (!known.fresh && !known.isQuiet && cache && shared && refused === undefined) {
      const others = await shared.get(key);
      if (others && others.fetchedAt > (known.substitute?.fetchedAt ?? 0))
        this.#kept.set(key, others);
      known = this.#look(key, cache);
    }
    const { fresh, substitute, isQuiet } = known;
    if (fresh) {
      upstream.counts.kept++;
      return fresh.response();
    }
    const outcome =
      isQuiet || refused !== undefined
        ? new HubError("upstream_failed", `Cannot read the answer of "${url.host}"`)
        : await this.#askOnce(key, { upstream, ask }).catch(asFailure);
    if (outcome instanceof UpstreamAnswer && outcome.isSound) {
      if (cache && outcome.isLasting) {
        this.#kept.set(key, outcome);
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

  /** Sets anew how often which host may be asked. What was asked before counts all the same. */
  setPolicies(policies: Readonly<Record<string, UpstreamPolicy>>): void {
    this.#policies = policies;
    for (const [host, upstream] of this.#upstreams) upstream.setPace(policies[host]?.perMinute);
  }

  /** The hosts that were asked since the hub started. */
  states(): UpstreamState[] {
    return [...this.#upstreams.values()].map(({ state }) => state);
  }

  /** How long their answers took. */
  times(): Pick<Upstream, "host" | "times">[] {
    return [...this.#upstreams.values()];
  }

  #upstreamOf(host: string): Upstream {
    const upstream =
      this.#upstreams.get(host) ??
      new Upstream(host, this.#policies[host]?.perMinute, this.#options);
    this.#upstreams.set(host, upstream);
    return upstream;
  }

  /** What is kept of a request, by what it may still be used for. */
  #look(key: string, { freshMs = 0, staleMs = 0 }: Partial<NetCache> = {}) {
    const now = this.#options.clock();
    const { newest, quietUntil = 0 } = this.#kept.get(key) ?? {};
    const age = newest ? now - newest.fetchedAt : Number.POSITIVE_INFINITY;
    return {
      fresh: age < freshMs ? newest : undefined,
      substitute: age < freshMs + staleMs ? newest : undefined,
      isQuiet: now < quietUntil,
    };
  }

  #askOnce(
    key: string,
    { upstream, ask }: { upstream: Upstream; ask: () => Promise<UpstreamAnswer> },
  ): Promise<UpstreamAnswer> {
    const running = this.#underWay.get(key);
    if (running) {
      upstream.counts.coalesced++;
      return running;
    }
    const asked = ask().finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, asked);
    return asked;
  }
}

/** How often each host may be asked: of the wishes of several plugins the smallest. */
export function policiesOf(plugins: readonly LoadedPlugin[]): Record<string, UpstreamPolicy> {
  const policies: Record<string, UpstreamPolicy> = {};
  for (const loaded of plugins) {
    // Who may not ask a host does not say how often others may.
    const { net = [] } = allowedTo(loaded);
    for (const [host, { perMinute }] of Object.entries(loaded.plugin.manifest.upstreams ?? {})) {
      if (!net.includes(host)) continue;
      const wishes = [perMinute, policies[host]?.perMinute].filter((wish) => wish !== undefined);
      if (wishes.length > 0) policies[host] = { perMinute: Math.min(...wishes) };
    }
  }
  return policies;
}

/**
 * What makes two requests the same: where to, where a redirect may lead, and all that is sent. A wait
 * is not among it, so that the first one's holds for both.
 */
function keyOf(
  url: URL,
  { headers = {}, timeoutMs: _, ...init }: NetInit,
  hosts: readonly string[],
): string {
  const sent = Object.entries(headers).map(([name, value]) => `${name.toLowerCase()}: ${value}`);
  return JSON.stringify([url.href, hosts, sent.sort(), init]);
}

/** Any other error is nobody's answer, and falls through. */
function asFailure(error: unknown): HubError {
  if (error instanceof HubError) return error;
  throw error;
}
