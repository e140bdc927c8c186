import packageJson from "../../package.json" with { type: "json" };
import { type Call, sentBy } from "../accounts/call.ts";
import type { OpenGate } from "../accounts/open-gate.ts";
import { mayCall } from "../accounts/rights.ts";
import { HubError } from "../contract/errors.ts";
import type { LoadedPlugin, PluginSet } from "../host/plugin/loaded-plugin.ts";
import { writePluginPage } from "../host/schedule/plugin-page.ts";
import { whenReady } from "../lib/maybe-promise.ts";
import { isForeignPage } from "../platform/http/origin.ts";
import { exposition, mergeProcesses } from "../platform/metrics/exposition.ts";
import type { AsyncJobOwner } from "../platform/store/async-job-records.ts";
import type { AsyncJobs } from "../server/async/async-jobs.ts";
import { JobEvents } from "../server/async/job-events.ts";
import { createGetCheck } from "../server/http/check-get.ts";
import { collect } from "../site/metrics/collect.ts";
import type { CallerJobs, HubView } from "../site/view/hub-view.ts";
import type { App } from "./app.ts";
import type { Config } from "./config.ts";

/** The sections of a hub, and the plugins that a view of it shows. */
interface HubViewSources extends App {
  set: PluginSet;
  /** What answers requests, those of the hub itself included. */
  fetch(request: Request): Response | Promise<Response>;
  captured: HubView["captured"];
}

function callerJobs(jobs: AsyncJobs, ownerOf: (call: Call) => Promise<AsyncJobOwner>): CallerJobs {
  const events = new JobEvents(jobs);
  return {
    list: async (call, page) => jobs.list(await ownerOf(call), page),
    show: async (call, id) => jobs.show(await ownerOf(call), id),
    result: async (call, id) => jobs.result(await ownerOf(call), id),
    cancel: async (call, id) => jobs.cancel(await ownerOf(call), id),
    watch: async (call, id, lastEventId) => events.watch(await ownerOf(call), id, lastEventId),
  };
}

/** Shows the parts of a running hub to its own routes. */
export function createHubView(
  config: Config,
  {
    set: { plugins, broken },
    plugins: { own },
    startedAt,
    accounts: access,
    fetch,
    captured,
    examples: { examples },
    telemetry: { answers },
    longWork: { asyncJobs },
    browser,
    doors: { datasets, upstreams },
    incidents,
    draining,
    store: { health },
    late,
    jobs: { pool },
    sandbox,
    tasks: { schedule },
    sibling,
    webhooks,
  }: HubViewSources,
): HubView {
  const { version } = packageJson;
  const { gate, now } = access;
  const ownMetrics = () =>
    collect({
      startedAt,
      version,
      now: now(),
      services: { served: plugins.length, left_out: broken.length },
      isStoreWritable: access.storeFault() === undefined,
      isRedisUp: access.redis && access.redis.fault() === undefined,
      failures: health.numbers(),
      answers,
      jobs: pool.stats(),
      jobWaits: pool.waits,
      pages: browser.stats(),
      pageWaits: browser.waits,
      upstreams: upstreams.states(),
      upstreamTimes: upstreams.times(),
      datasets,
      late: late.all(),
      cron: schedule.counts(),
    });
  const served = servedBy(plugins);
  return {
    version,
    commit: config.env.HUB_COMMIT ?? "unknown",
    startedAt,
    now,
    plugins,
    broken,
    own,
    sandbox,
    denied: (plugin) => config.denied[plugin] ?? [],
    tiers: config.tiers,
    ready: () => ({ store: checkOf(access.storeFault()) }),
    isDraining: () => draining.since !== undefined,
    late: () => late.all(),
    datasets: () =>
      datasets.ids.map((id) => ({
        id,
        service: id.split("/", 1)[0] ?? "",
        built: datasets.current(id)?.about.build_date,
      })),
    schedule: () => schedule.states(),
    writePage: (call, place) =>
      writePluginPage(place, {
        call,
        plugins,
        access: gate,
        runInJob: pool.runInJob,
        baseUrl: config.baseUrl,
      }),
    upstreams: () => upstreams.states(),
    redis: () => redisState(access),
    failures: () => health.active(),
    incidents: () => incidents.recent(),
    metricsToken: config.metricsToken,
    metrics: async () =>
      exposition(sibling ? mergeProcesses(await sibling.numbers()) : ownMetrics()),
    ownMetrics,
    answered: () => answers.ofServices(),
    signup: config.signup,
    baseUrl: () => config.baseUrl,
    mcp: config.mcp,
    securityContacts: config.securityContacts,
    async signUp(call, details) {
      // With a key as well: a new address gets one whatever key comes along.
      refuseForeignPage(call, config);
      return gate.signUp(call, details);
    },
    async exchangeCode(call, details) {
      refuseForeignPage(call, config);
      return gate.exchangeCode(call, details);
    },
    admit: (call, pace) =>
      whenReady(gate.gateByAddress(call, pace), (refusal) => {
        if (refusal) throw refusal;
      }),
    checkWebhook: webhooks.check,
    keys: access.keys,
    jobs: callerJobs(asyncJobs, async (call) => {
      const { account, rights } = await gate.holderOf(call);
      const allowed = served.endpoints.filter((endpoint) => mayCall(rights, endpoint));
      const isRestricted = allowed.length < served.endpoints.length;
      return {
        account: `account_${account.id}`,
        ...(isRestricted && { routes: allowed.map(({ route }) => route) }),
      };
    }),
    ask: async (call, request) => fetch(sentBy(call, request)),
    captured,
    checkGet: createGetCheck(plugins),
    examples,
    served,
  };
}

/** What keys can be for, by the routes that want one. */
function servedBy(plugins: readonly LoadedPlugin[]): HubView["served"] {
  const endpoints = plugins.flatMap(({ name, routes, open }) =>
    [...routes, ...open.filter(({ folder }) => folder === "aliases")].map(({ method, path }) => ({
      service: name,
      route: `${method} ${path}`,
      method,
      path: path.replace(/:(\w+)/g, "{$1}"),
      pattern: new URLPattern({ pathname: path }),
    })),
  );
  return {
    services: plugins.map(({ name }) => name),
    endpoints,
    findGets: (pathname) =>
      endpoints.filter(({ method, pattern }) => method === "GET" && pattern.test({ pathname })),
  };
}

/** Throws if a web page of another origin asks for a key, as a visitor who hasn't asked for one. */
function refuseForeignPage({ request }: Call, { baseUrl }: Config): void {
  if (!isForeignPage(request, baseUrl)) return;
  throw new HubError(
    "origin_not_allowed",
    "Cannot sign up from a web page of another origin: use the form at /signup, or POST /api-key/keys with a key",
  );
}

function redisState({ redis }: OpenGate): "none" | "ok" | "failing" {
  if (!redis) return "none";
  return redis.fault() === undefined ? "ok" : "failing";
}

function checkOf(detail: string | undefined) {
  return detail === undefined ? { ok: true } : { ok: false, detail };
}
