import packageJson from "../../package.json" with { type: "json" };
import type { Holder } from "../accounts/accounts.ts";
import { type Call, sentBy } from "../accounts/call.ts";
import type { OpenGate } from "../accounts/open-gate.ts";
import { mayCall } from "../accounts/rights.ts";
import { type ToolsMode, Visits } from "../accounts/visits.ts";
import { HubError } from "../contract/errors.ts";
import type { BrowserService } from "../host/browser/browser.ts";
import type { AccountWebhooks } from "../host/notices/account-webhooks.ts";
import type { OpenDoors } from "../host/open-doors.ts";
import type { Jobs } from "../host/open-jobs.ts";
import type { Tasks } from "../host/open-tasks.ts";
import type { LoadedPlugin, PluginSet } from "../host/plugin/loaded-plugin.ts";
import type { ServedPlugins } from "../host/plugin/served-plugins.ts";
import { writePluginPage } from "../host/schedule/plugin-page.ts";
import { isForeignPage } from "../platform/http/origin.ts";
import type { LateFailures } from "../platform/log/late-failures.ts";
import { exposition, mergeProcesses } from "../platform/metrics/exposition.ts";
import type { Sibling } from "../platform/processes/sibling.ts";
import type { Sandbox } from "../platform/sandbox/sandbox.ts";
import type { Store } from "../platform/store/open-store.ts";
import type { AsyncJobs } from "../server/async/async-jobs.ts";
import { JobEvents } from "../server/async/job-events.ts";
import { createGetCheck } from "../server/http/check-get.ts";
import type { Telemetry } from "../server/telemetry.ts";
import type { Draining } from "./admin/draining.ts";
import type { Examples } from "./examples/open-examples.ts";
import type { Incidents } from "./incidents/incidents.ts";
import { computeStatus, listComponents } from "./incidents/status.ts";
import { buildComponentMetrics, collect } from "./metrics/collect.ts";
import { OAuth } from "./oauth/oauth.ts";
import { collectEvidence, type HubEvidence, mergeHubEvidence } from "./view/hub-evidence.ts";
import type { HubStatus } from "./view/hub-status.ts";
import type {
  CallerJobs,
  CallsDoor,
  EndpointsDoor,
  MetricsDoor,
  OwnDoors,
  SignUpDoor,
} from "./view/own-doors.ts";
import type { SignUpTerms, Site } from "./view/site.ts";

/** The settings that the hub's own routes show or apply. */
interface OwnDoorSettings extends SignUpTerms {
  baseUrl: string | undefined;
  denied: Readonly<Record<string, readonly string[]>>;
  env: Readonly<Record<string, string | undefined>>;
  mcp: boolean;
  metricsToken: string | undefined;
  securityContacts: readonly string[];
  tools: ToolsMode;
}

interface SectionsBelow {
  accounts: OpenGate;
  browser: BrowserService;
  doors: Pick<OpenDoors, "datasets" | "upstreams">;
  draining: Draining;
  examples: Examples;
  incidents: Incidents;
  jobs: Pick<Jobs, "pool">;
  late: LateFailures;
  longWork: { asyncJobs: AsyncJobs };
  plugins: Pick<ServedPlugins, "own">;
  sandbox: Sandbox;
  sibling?: Sibling | undefined;
  startedAt: number;
  store: Pick<Store, "health" | "records">;
  tasks: Pick<Tasks, "schedule">;
  telemetry: Pick<Telemetry, "answers">;
  webhooks: AccountWebhooks;
}

/** The served plugins and their request handler. */
interface ServedSite {
  set: PluginSet;
  /** Handles requests, including those of the hub itself. */
  fetch(request: Request): Response | Promise<Response>;
  captured: Site["captured"];
}

/** Opens the doors of the hub's own routes for the plugins that it serves. */
export function openOwnDoors(
  settings: OwnDoorSettings,
  below: SectionsBelow,
  { set, fetch, captured }: ServedSite,
): OwnDoors {
  const { plugins } = set;
  const { accounts, jobs, longWork, webhooks } = below;
  const endpoints = listEndpoints(plugins);
  const status = watchStatus(below);
  return {
    site: describeSite(settings, below, { set, captured }),
    status,
    metrics: readMetrics(settings, below, { set, status }),
    signUps: openSignUps(settings, accounts),
    keys: accounts.keys,
    logins: accounts.logins,
    oauth: new OAuth({ ...accounts, records: below.store.records }),
    endpoints,
    jobs: openCallerJobs(longWork, { accounts, endpoints }),
    webhooks: { check: webhooks.check },
    pages: {
      write: (call, place) =>
        writePluginPage(place, {
          call,
          plugins,
          access: accounts.gate,
          runInJob: jobs.pool.runInJob,
          baseUrl: settings.baseUrl,
        }),
    },
    calls: openCalls(accounts, fetch),
    tools: new Visits({
      mode: settings.tools,
      baseUrl: settings.baseUrl,
      pepper: accounts.pepper,
      now: accounts.now,
      getCallerAddress: (call) => accounts.gate.identify(call).address,
    }),
    clock: accounts.now,
  };
}

function describeSite(
  settings: OwnDoorSettings,
  { accounts, plugins: { own }, sandbox, startedAt, examples: { examples } }: SectionsBelow,
  { set, captured }: Pick<ServedSite, "set" | "captured">,
): Site {
  const { baseUrl, denied, env, mcp, securityContacts, signup } = settings;
  return {
    ...set,
    own,
    version: packageJson.version,
    commit: env.HUB_COMMIT ?? "unknown",
    startedAt,
    sandbox,
    denied: (plugin) => denied[plugin] ?? [],
    get tiers() {
      return accounts.accounts.tiers;
    },
    signup,
    baseUrl: () => baseUrl,
    mcp,
    securityContacts,
    captured,
    examples,
  };
}

function watchStatus(below: SectionsBelow): HubStatus {
  const { accounts, doors, draining, incidents, late, sibling, store, tasks, telemetry } = below;
  const { datasets, upstreams } = doors;
  return {
    ready: () => ({ store: toCheck(accounts.storeFault()) }),
    storeFailingSince: () => incidents.storeFailingSince,
    async evidence() {
      if (!sibling) return collectOwnEvidence(below);
      const all = await sibling.numbers();
      return mergeHubEvidence(all.map(({ evidence }) => evidence as HubEvidence));
    },
    isDraining: () => draining.since !== undefined,
    late: () => late.all(),
    datasets: () =>
      datasets.ids.map((id) => ({
        id,
        service: id.split("/", 1)[0] ?? "",
        built: datasets.current(id)?.about.build_date,
      })),
    models: () => datasets.models(),
    schedule: () => tasks.schedule.states(),
    upstreams: () => upstreams.states(),
    redis: () => redisState(accounts),
    failures() {
      const active = store.health.active();
      // A lost connection is replaced before the next write shows that the store works again.
      return active.length > 0 || accounts.storeFault() === undefined
        ? active
        : store.health.last();
    },
    incidents: () => incidents.recent(),
    answered: () => telemetry.answers.getServiceTotals(),
  };
}

function collectOwnEvidence({ telemetry: { answers }, ...below }: SectionsBelow): HubEvidence {
  return collectEvidence({ ...below, answers });
}

function readMetrics(
  { metricsToken: token }: OwnDoorSettings,
  { sibling, ...below }: SectionsBelow,
  { set, status }: { set: PluginSet; status: HubStatus },
): MetricsDoor {
  const own = () => ({
    metrics: collectNumbers(below, set),
    evidence: collectOwnEvidence(below),
  });
  return {
    token,
    async read() {
      const metrics = sibling ? mergeProcesses(await sibling.numbers()) : own().metrics;
      const { now } = below.accounts;
      const all = await computeStatus({ site: set, status, now: now() });
      return exposition([...metrics, ...buildComponentMetrics(listComponents(all), now())]);
    },
    own,
  };
}

/** Returns the metrics of this process. */
function collectNumbers(
  {
    accounts,
    browser,
    doors: { datasets, upstreams },
    jobs: { pool },
    late,
    startedAt,
    store,
    tasks,
    telemetry: { answers },
  }: SectionsBelow,
  { plugins, broken }: PluginSet,
) {
  return collect({
    startedAt,
    version: packageJson.version,
    now: accounts.now(),
    services: { served: plugins.length, left_out: broken.length },
    isStoreWritable: accounts.storeFault() === undefined,
    isRedisUp: accounts.redis && accounts.redis.fault() === undefined,
    failures: store.health.numbers(),
    answers,
    jobs: pool.stats(),
    jobWaits: pool.waits,
    pages: browser.stats(),
    pageWaits: browser.waits,
    upstreams: upstreams.states(),
    upstreamTimes: upstreams.times(),
    datasets,
    late: late.all(),
    cron: tasks.schedule.counts(),
  });
}

function openSignUps(settings: OwnDoorSettings, { gate }: Pick<OpenGate, "gate">): SignUpDoor {
  return {
    async signUp(call, details) {
      // Also for requests with a key, because a new address gets a key regardless of the one sent.
      refuseForeignPage(call, settings);
      return gate.signUp(call, details);
    },
    async exchangeCode(call, details) {
      refuseForeignPage(call, settings);
      return gate.exchangeCode(call, details);
    },
  };
}

function openCalls({ gate }: Pick<OpenGate, "gate">, fetch: ServedSite["fetch"]): CallsDoor {
  return {
    async admit(call, pace) {
      const refusal = await gate.gateByAddress(call, pace);
      if (refusal) throw refusal;
    },
    ask: async (call, request) => fetch(sentBy(call, request)),
  };
}

function openCallerJobs(
  { asyncJobs }: SectionsBelow["longWork"],
  {
    accounts: { gate },
    endpoints: { endpoints },
  }: { accounts: OpenGate; endpoints: EndpointsDoor },
): CallerJobs {
  const events = new JobEvents(asyncJobs);
  const describeKeyOwner = async (call: Call) => describeOwner(await gate.getHolder(call));
  function describeOwner({ account, rights }: Holder) {
    const allowed = endpoints.filter((endpoint) => mayCall(rights, endpoint));
    const isRestricted = allowed.length < endpoints.length;
    return {
      account: `account_${account.id}`,
      ...(isRestricted && { routes: allowed.map(({ route }) => route) }),
    };
  }
  return {
    list: async (call, page) => asyncJobs.list(await describeKeyOwner(call), page),
    show: async (call, id) => asyncJobs.show(await describeKeyOwner(call), id),
    result: async (call, id) => asyncJobs.result(await describeKeyOwner(call), id),
    cancel: async (call, id) => asyncJobs.cancel(await describeKeyOwner(call), id),
    async watch(call, id, lastEventId) {
      const { key } = await gate.getHolder(call);
      const getOwner = async () => {
        const heir = await gate.watches.findHeir(key.id);
        if (heir instanceof HubError) throw heir;
        return describeOwner(heir);
      };
      return events.watch(getOwner, id, lastEventId);
    },
  };
}

/** Lists the services and endpoints that require a key. */
function listEndpoints(plugins: readonly LoadedPlugin[]): EndpointsDoor {
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
    checkGet: createGetCheck(plugins),
  };
}

/** Throws for a web page of another origin, which may request a key without its visitor's consent. */
function refuseForeignPage({ request }: Call, { baseUrl }: OwnDoorSettings): void {
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

function toCheck(detail: string | undefined) {
  return detail === undefined ? { ok: true } : { ok: false, detail };
}
