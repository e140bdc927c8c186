import type { NetInit, UpstreamPolicy } from "../doors/doors.ts";
import type { Reach } from "../doors/grant.ts";
import { HubError } from "../errors.ts";
import type { LoadedPlugin } from "../load.ts";
import type { Answer } from "./answer.ts";
import { KeptAnswers } from "./kept-answers.ts";
import { type Surroundings, Upstream, type UpstreamState } from "./upstream.ts";

/** The hosts of the manifests, behind the policies that make them dependable. */
export interface Upstreams {
  reach: Reach;
  /** The hosts that were asked since the hub started. */
  states(): UpstreamState[];
}

export interface UpstreamsOptions extends Surroundings {
  /** The way out, which is asked as seldom as may be. */
  reach: Reach;
  /** How often which host may be asked. */
  policies?: Readonly<Record<string, UpstreamPolicy>>;
  bytesMax?: number;
}

/**
 * Gives every host of a manifest its timeout, second try, circuit breaker and budget. Equal requests
 * share one answer, and what a plugin wants kept is kept. What a user names (`"public"`) is passed
 * through.
 */
export function createUpstreams({
  reach,
  policies = {},
  bytesMax,
  ...around
}: UpstreamsOptions): Upstreams {
  const upstreams = new Map<string, Upstream>();
  const kept = new KeptAnswers(bytesMax === undefined ? {} : { bytesMax });
  const underWay = new Map<string, Promise<Answer>>();

  function upstreamOf(host: string): Upstream {
    const known = upstreams.get(host);
    if (known) return known;
    const added = new Upstream(host, policies[host]?.perMinute, around);
    upstreams.set(host, added);
    return added;
  }

  function shared(key: string, upstream: Upstream, ask: () => Promise<Answer>): Promise<Answer> {
    const running = underWay.get(key);
    if (running) {
      upstream.counts.coalesced++;
      return running;
    }
    const asked = ask().finally(() => underWay.delete(key));
    underWay.set(key, asked);
    return asked;
  }

  return {
    async reach(url, { cache, refused, ...init }, hosts) {
      if (hosts === "public") return reach(url, init, hosts);
      const upstream = upstreamOf(url.host);
      const ask = () => upstream.send((sent) => reach(url, sent, hosts), init);
      if ((init.method ?? "GET") !== "GET" || init.body !== undefined)
        return (await ask()).response();
      const key = keyOf(url, init);
      if (refused !== undefined) {
        kept.refuse(key, { fetchedAt: refused, now: around.clock() });
        upstream.noteRefused();
      }
      const { newest, quietUntil = 0 } = kept.get(key) ?? {};
      const age = newest ? around.clock() - newest.fetchedAt : Number.POSITIVE_INFINITY;
      const { freshMs = 0, staleMs = 0 } = cache ?? {};
      if (newest && age < freshMs) {
        upstream.counts.kept++;
        return newest.response();
      }
      const substitute = newest && age < freshMs + staleMs ? newest : undefined;
      function instead(answer: Answer): Response {
        upstream.counts.stale++;
        return answer.response({ stale: true });
      }
      const isQuiet = refused !== undefined || around.clock() < quietUntil;
      if (isQuiet && substitute) return instead(substitute);
      if (isQuiet) throw noUse(url.host);
      try {
        const answer = await shared(key, upstream, ask);
        if (cache && answer.isLasting) kept.keep(key, answer);
        return !answer.isSound && substitute ? instead(substitute) : answer.response();
      } catch (failure) {
        if (substitute && failure instanceof HubError) return instead(substitute);
        throw failure;
      }
    },
    states: () => [...upstreams.values()].map(({ state }) => state),
  };
}

/** How often each host may be asked: of the wishes of several plugins the smallest. */
export function policiesOf(plugins: readonly LoadedPlugin[]): Record<string, UpstreamPolicy> {
  const policies: Record<string, UpstreamPolicy> = {};
  for (const { plugin } of plugins)
    for (const [host, { perMinute }] of Object.entries(plugin.manifest.upstreams ?? {})) {
      const wishes = [perMinute, policies[host]?.perMinute].filter((wish) => wish !== undefined);
      if (wishes.length > 0) policies[host] = { perMinute: Math.min(...wishes) };
    }
  return policies;
}

/** What makes two requests the same; a wait is not among it, so the first one's holds for both. */
function keyOf(url: URL, { headers = {}, timeoutMs: _, ...init }: NetInit): string {
  const sent = Object.entries(headers).map(([name, value]) => `${name.toLowerCase()}: ${value}`);
  return JSON.stringify([url.href, sent.sort(), init]);
}

function noUse(host: string): HubError {
  return new HubError("upstream_failed", `Cannot read the answer of "${host}"`);
}
