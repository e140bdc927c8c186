import type { Pace } from "../../accounts/access.ts";
import type { IssuedView } from "../../accounts/account-fields.ts";
import type { Call } from "../../accounts/call.ts";
import type { CodeSent } from "../../accounts/codes.ts";
import type { OwnKeys, ServedRoutes } from "../../accounts/own-keys.ts";
import type { CodeDetails, SignUpDetails } from "../../accounts/sign-ups.ts";
import type { MaybePromise } from "../../lib/maybe-promise.ts";
import type { Target } from "../../platform/metrics/answers.ts";
import type { Metric } from "../../platform/metrics/exposition.ts";
import type { JobView } from "../../server/async/job-view.ts";
import type { KeptAnswer } from "../../server/async/kept-answer.ts";
import type { HubStatus } from "./hub-status.ts";
import type { Site } from "./site.ts";

/** The doors of the hub's own routes. No plugin gets one of them. */
export interface OwnDoors {
  readonly site: Site;
  readonly status: HubStatus;
  readonly metrics: MetricsDoor;
  readonly signUps: SignUpDoor;
  /** What the holder of a request's key may do with it. All of it throws the 401s and `key_restricted`. */
  readonly keys: Pick<OwnKeys, keyof OwnKeys>;
  readonly endpoints: EndpointsDoor;
  /** The jobs of the account of a request's key. All of it throws the 401s and `key_restricted`. */
  readonly jobs: CallerJobs;
  readonly webhooks: WebhookDoor;
  readonly pages: PluginPages;
  readonly calls: CallsDoor;
  /** Milliseconds since 1970. */
  clock(): number;
}

/** The numbers of a hub. */
export interface MetricsDoor {
  /** The token that readers of the metrics send. Undefined: nobody may read them. */
  readonly token: string | undefined;
  /** Returns the numbers of all processes in the text format of Prometheus. */
  read(): Promise<string>;
  /** Returns the numbers of this process alone. */
  own(): readonly Metric[];
}

/** The ways to a key. */
export interface SignUpDoor {
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
}

/** The endpoints that keys can be for. */
export interface EndpointsDoor extends ServedRoutes {
  /** Finds the GET endpoints that a path may be of. */
  findGets(pathname: string): readonly Target[];
  /** Throws `invalid_input` if the GET endpoint at a path refuses its parameters or its query. */
  checkGet(path: string): void;
}

/** What callers may do with their jobs, as `AsyncJobs` has it. Each throws `not_found` for another's. */
export interface CallerJobs {
  list(call: Call, page: { before?: string | undefined; limit: number }): Promise<JobView[]>;
  show(call: Call, id: string): Promise<JobView>;
  result(call: Call, id: string): Promise<KeptAnswer>;
  cancel(call: Call, id: string): Promise<JobView>;
  watch(call: Call, id: string, lastEventId: string | null): Promise<ReadableStream>;
}

/** The addresses that accounts name for their webhooks. */
interface WebhookDoor {
  /** Throws if webhooks may not go to an address. `at` is its place in the request. */
  check(url: string, at: string): Promise<void>;
}

/** The pages that plugins write. */
interface PluginPages {
  /** Has a plugin write one of its pages for a caller. Throws `not_found` or `rate_limited`. */
  write(
    call: Call,
    place: { service: string; name: string },
  ): Promise<{ title: string; markdown: string }>;
}

/** Calls to the hub itself. */
export interface CallsDoor {
  /** Throws `rate_limited` if the address of a call comes more often than that. */
  admit(call: Call, pace: Pace): MaybePromise<void>;
  /** Answers a request that a call makes of the hub itself, as if its caller had sent it. */
  ask(call: Call, request: Request): Promise<Response>;
}
