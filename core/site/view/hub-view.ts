import type { Pace } from "../../accounts/access.ts";
import type { IssuedView } from "../../accounts/account-fields.ts";
import type { Call } from "../../accounts/call.ts";
import type { CodeSent } from "../../accounts/codes.ts";
import type { OwnKeys, ServedRoutes } from "../../accounts/own-keys.ts";
import type { CodeDetails, SignUpDetails, SignUpMode } from "../../accounts/sign-ups.ts";
import type { Tier } from "../../accounts/tiers.ts";
import type { BrokenPlugin, LoadedPlugin } from "../../host/plugin/loaded-plugin.ts";
import type { CronState } from "../../host/schedule/schedule.ts";
import type { UpstreamState } from "../../host/upstreams/upstream.ts";
import type { MaybePromise } from "../../lib/maybe-promise.ts";
import type { ActiveFailure } from "../../platform/health/health.ts";
import type { LateCount } from "../../platform/log/late-failures.ts";
import type { Target } from "../../platform/metrics/answers.ts";
import type { Metric } from "../../platform/metrics/exposition.ts";
import type { Sandbox } from "../../platform/sandbox/sandbox.ts";
import type { Incident } from "../../platform/store/incident-records.ts";
import type { JobView } from "../../server/async/job-view.ts";
import type { KeptAnswer } from "../../server/async/kept-answer.ts";
import type { CapturedAnswers } from "../examples/captured-answers.ts";
import type { ResponseExamples } from "../examples/response-examples.ts";

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
export interface CallerJobs {
  list(call: Call, page: { before?: string | undefined; limit: number }): Promise<JobView[]>;
  show(call: Call, id: string): Promise<JobView>;
  result(call: Call, id: string): Promise<KeptAnswer>;
  cancel(call: Call, id: string): Promise<JobView>;
  watch(call: Call, id: string, lastEventId: string | null): Promise<ReadableStream>;
}
