import packageJson from "../../package.json" with { type: "json" };
import { HubError } from "../contract/errors.ts";
import { type MaybePromise, whenReady } from "../lib/maybe-promise.ts";
import type { Pace, Target } from "./access/access.ts";
import type { IssuedView } from "./access/account-fields.ts";
import type { CodeSent } from "./access/codes.ts";
import type { OpenGate } from "./access/open-gate.ts";
import type { OwnKeys, ServedRoutes } from "./access/own-keys.ts";
import { mayCall } from "./access/rights.ts";
import type { CodeDetails, SignUpDetails, SignUpMode } from "./access/sign-ups.ts";
import type { Tier } from "./access/tiers.ts";
import type { Draining } from "./admin/draining.ts";
import type { AsyncJobs } from "./async/async-jobs.ts";
import { JobEvents } from "./async/job-events.ts";
import type { JobView } from "./async/job-view.ts";
import type { KeptAnswer } from "./async/kept-answer.ts";
import type { BrowserService } from "./browser/browser.ts";
import type { Config } from "./config.ts";
import type { Datasets } from "./datasets/datasets.ts";
import type { CapturedAnswers } from "./docs/captured-answers.ts";
import type { ResponseExamples } from "./docs/response-examples.ts";
import type { ActiveFailure, Health } from "./health/health.ts";
import { type Call, sentBy } from "./http/call.ts";
import { createGetCheck } from "./http/check-get.ts";
import { isForeignPage } from "./http/origin.ts";
import type { Incidents } from "./incidents/incidents.ts";
import type { LazyPool } from "./jobs/lazy-pool.ts";
import type { BrokenPlugin, LoadedPlugin } from "./load/loaded-plugin.ts";
import type { LateCount, LateFailures } from "./log/late-failures.ts";
import type { Answers } from "./metrics/answers.ts";
import { collect, exposition, type Metric, mergeProcesses } from "./metrics/collect.ts";
import type { AccountWebhooks } from "./notices/account-webhooks.ts";
import type { Sibling } from "./processes/sibling.ts";
import type { Sandbox } from "./sandbox/sandbox.ts";
import { writePluginPage } from "./schedule/plugin-page.ts";
import type { CronState, Schedule } from "./schedule/schedule.ts";
import type { AsyncJobOwner } from "./store/async-job-records.ts";
import type { Incident } from "./store/incident-records.ts";
import type { UpstreamState } from "./upstreams/upstream.ts";
import type { Upstreams } from "./upstreams/upstreams.ts";

/** What the hub's own routes see of the hub. No plugin gets this door. */
export interface HubView {
  readonly version: string;
  readonly commit: string;
  /** When the hub started, in milliseconds since 1970. */
  readonly startedAt: number;
  /** Milliseconds since 1970. */
  now(): number;
  readonly plugins: readonly LoadedPlugin[];
  readonly broken: readonly BrokenPlugin[];
  readonly own: LoadedPlugin;
  /** Whether the kernel keeps job processes inside, in a sentence too. */
  readonly sandbox: Pick<Sandbox, "isEnforced" | "state">;
  /** The permission kinds that the operator denies a plugin. */
  denied(plugin: string): readonly string[];
  readonly tiers: readonly Tier[];
  /** Whether each thing that the hub needs to serve works, by its name, and what is wrong if not. */
  ready(): Record<string, { ok: boolean; detail?: string }>;
  /** Whether the operator is about to stop the hub. */
  isDraining(): boolean;
  /** What plugins have thrown where nobody waited for it. */
  late(): LateCount[];
  /** The datasets of the plugins, and of when the newest part of each is. */
  datasets(): { service: string; id: string; built: string | undefined }[];
  /** How the scheduled work of plugins fares. */
  schedule(): Promise<CronState[]>;
  /** Has a plugin write one of its pages for a caller. Throws `not_found` or `rate_limited`. */
  writePage(
    call: Call,
    place: { service: string; name: string },
  ): Promise<{ title: string; markdown: string }>;
  /** The hosts that plugins have asked, and how it went. */
  upstreams(): UpstreamState[];
  /** Whether the server that counts calls for all hubs answers: "none" where there is no such. */
  redis(): "none" | "ok" | "failing";
  /** How the servers fail that the hub depends on, and since when. */
  failures(): ActiveFailure[];
  /** What went wrong in the last 90 days, the newest first. */
  incidents(): Promise<Incident[]>;
  /** What whoever may read the metrics must send; undefined where nobody may. */
  readonly metricsToken: string | undefined;
  /** The state of the hub in numbers, as Prometheus reads them. */
  metrics(): Promise<string>;
  /** The same of this process alone, to be written. */
  ownMetrics(): readonly Metric[];
  /** How many calls the services have answered since the start, and within how much time half of them. */
  answered(): { count: number; halfWithinMs: number | undefined };
  readonly signup: SignUpMode;
  /** The address the hub is reached at, where the operator has said it. */
  baseUrl(): string | undefined;
  /** Whether language models may use the services as tools. */
  readonly mcp: boolean;
  /** Whom to tell of holes in its security, as addresses: nobody where the operator names none. */
  readonly securityContacts: readonly string[];
  /**
   * Issues a key, or mails a code for one. `api_key`, or the key of the request, is one of the account's
   * own. Throws `invalid_email`, `email_taken`, `too_many_keys`, `signup_closed`, `mail_unavailable` or
   * `rate_limited`.
   */
  signUp(
    call: Call,
    details: SignUpDetails & { api_key?: string | undefined },
  ): Promise<IssuedView | CodeSent>;
  /**
   * Exchanges a code for a key. Throws `invalid_email`, `invalid_code`, `too_many_keys`,
   * `signup_closed`, `capability_unavailable` or `rate_limited`.
   */
  exchangeCode(call: Call, details: CodeDetails): Promise<IssuedView & { other_keys: number }>;
  /** Throws `rate_limited` where the address of a call comes more often than that. */
  admit(call: Call, pace: Pace): MaybePromise<void>;
  /** Throws where an address, which stands at a place of a request, is none that webhooks may go to. */
  checkWebhook(url: string, at: string): Promise<void>;
  /** What the holder of a request's key may do with it. All of it throws the 401s and `key_restricted`. */
  readonly keys: Pick<OwnKeys, keyof OwnKeys>;
  /** The jobs of the account of a request's key. All of it throws the 401s and `key_restricted`. */
  readonly jobs: CallerJobs;
  /** Answers a request that a call makes of the hub itself: as if its caller had sent it. */
  ask(call: Call, request: Request): Promise<Response>;
  /** What endpoints answered to their own examples. */
  captured(): Promise<CapturedAnswers>;
  /** Throws `invalid_input` if the GET endpoint at a path refuses its parameters or its query. */
  checkGet(path: string): void;
  /** The response examples of the OpenAPI document. */
  readonly examples: Pick<ResponseExamples, "find" | "revision">;
  /** What keys can be for. */
  readonly served: ServedRoutes & {
    /** The GETs that a path may be of. */
    findGets(pathname: string): readonly Target[];
  };
}

/** What callers may do with their jobs, as `AsyncJobs` has it. Each throws `not_found` for another's. */
interface CallerJobs {
  list(call: Call, page: { before?: string | undefined; limit: number }): Promise<JobView[]>;
  show(call: Call, id: string): Promise<JobView>;
  result(call: Call, id: string): Promise<KeptAnswer>;
  cancel(call: Call, id: string): Promise<JobView>;
  watch(call: Call, id: string, lastEventId: string | null): Promise<ReadableStream>;
}

/** What a view of the hub is taken of. */
export interface HubParts extends Pick<HubView, "plugins" | "broken" | "own" | "startedAt"> {
  access: OpenGate;
  /** What answers requests, those of the hub itself included. */
  fetch(request: Request): Response | Promise<Response>;
  captured: HubView["captured"];
  examples: HubView["examples"];
  answers: Answers;
  asyncJobs: AsyncJobs;
  browsers: BrowserService;
  datasets: Datasets;
  incidents: Incidents;
  draining: Draining;
  health: Health;
  late: LateFailures;
  pool: LazyPool;
  sandbox: Sandbox;
  schedule: Schedule;
  sibling: Sibling | undefined;
  upstreams: Upstreams;
  webhooks: AccountWebhooks;
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
    plugins,
    broken,
    own,
    startedAt,
    access,
    fetch,
    captured,
    examples,
    answers,
    asyncJobs,
    browsers,
    datasets,
    incidents,
    draining,
    health,
    late,
    pool,
    sandbox,
    schedule,
    sibling,
    upstreams,
    webhooks,
  }: HubParts,
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
      pages: browsers.stats(),
      pageWaits: browsers.waits,
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
