import type { Pace } from "../../accounts/access.ts";
import type { IssuedView } from "../../accounts/account-fields.ts";
import type { Call } from "../../accounts/call.ts";
import type { CodeResponse } from "../../accounts/codes.ts";
import type { Logins } from "../../accounts/logins.ts";
import type { OwnKeys, ServedRoutes } from "../../accounts/own-keys.ts";
import type { CodeDetails, SignUpDetails } from "../../accounts/sign-ups.ts";
import type { Visits } from "../../accounts/visits.ts";
import type { MaybePromise } from "../../lib/maybe-promise.ts";
import type { Target } from "../../platform/metrics/answers.ts";
import type { OwnNumbers } from "../../platform/metrics/exposition.ts";
import type { JobView } from "../../server/async/job-view.ts";
import type { KeptAnswer } from "../../server/async/kept-answer.ts";
import type { OAuth } from "../oauth/oauth.ts";
import type { HubStatus } from "./hub-status.ts";
import type { Site } from "./site.ts";

/** The doors of the hub's own routes. No plugin gets one of them. */
export interface OwnDoors {
  readonly site: Site;
  readonly status: HubStatus;
  readonly metrics: MetricsDoor;
  readonly signUps: SignUpDoor;
  readonly oauth: Pick<OAuth, keyof OAuth>;
  readonly logins: Pick<Logins, keyof Logins>;
  /** The operations on a request's key by its holder. All throw the 401s and `key_restricted`. */
  readonly keys: Pick<OwnKeys, keyof OwnKeys>;
  readonly endpoints: EndpointsDoor;
  /** The jobs of the account of a request's key. All operations throw the 401s and `key_restricted`. */
  readonly jobs: CallerJobs;
  readonly webhooks: WebhookDoor;
  readonly pages: PluginPages;
  readonly calls: CallsDoor;
  /** The visitors of the tool pages. */
  readonly tools: Pick<Visits, "mode" | "isOpenTo" | "createCookie" | "check">;
  /** Milliseconds since 1970. */
  clock(): number;
}

/** The metrics of a hub. */
export interface MetricsDoor {
  /** The token that grants access to the metrics. If undefined, they can't be read. */
  readonly token: string | undefined;
  /** Returns the metrics of all processes in the text format of Prometheus. */
  read(): Promise<string>;
  /** Returns the metrics of this process alone, and the results of its components. */
  own(): OwnNumbers;
}

/** Sign-up and the exchange of verification codes. */
export interface SignUpDoor {
  /**
   * Issues a key, or sends a verification code by email. `api_key`, or the key of the request, belongs to
   * an existing account. Throws `invalid_email`, `email_taken`, `too_many_keys`, `signup_closed`, `mail_unavailable` or
   * `rate_limited`.
   */
  signUp(
    call: Call,
    details: SignUpDetails & { api_key?: string | undefined },
  ): Promise<IssuedView | CodeResponse>;
  /**
   * Exchanges a code for a key. Throws `invalid_email`, `invalid_code`, `too_many_keys`,
   * `signup_closed`, `capability_unavailable` or `rate_limited`.
   */
  exchangeCode(call: Call, details: CodeDetails): Promise<IssuedView & { other_keys: number }>;
}

/** The endpoints to which keys can be restricted. */
export interface EndpointsDoor extends ServedRoutes {
  /** Finds the GET endpoints whose path pattern may match a path. */
  findGets(pathname: string): readonly Target[];
  /** Throws `invalid_input` if the GET endpoint at a path rejects its parameters or its query. */
  checkGet(path: string): void;
}

/** The operations of `AsyncJobs` for callers. Each throws `not_found` for another account's job. */
export interface CallerJobs {
  list(call: Call, page: { before?: string | undefined; limit: number }): Promise<JobView[]>;
  show(call: Call, id: string): Promise<JobView>;
  result(call: Call, id: string): Promise<KeptAnswer>;
  cancel(call: Call, id: string): Promise<JobView>;
  watch(call: Call, id: string, lastEventId: string | null): Promise<ReadableStream>;
}

/** The webhook URLs of accounts. */
interface WebhookDoor {
  /** Throws if webhooks can't be sent to a URL. `at` is the path of its field in the request. */
  check(url: string, at: string): Promise<void>;
}

/** The pages of plugins. */
interface PluginPages {
  /** Renders a page of a plugin for a caller. Throws `not_found` or `rate_limited`. */
  write(
    call: Call,
    page: { service: string; name: string },
  ): Promise<{ title: string; markdown: string }>;
}

/** Calls to the hub itself. */
export interface CallsDoor {
  /** Throws `rate_limited` if the address of a call exceeds the pace. */
  admit(call: Call, pace: Pace): MaybePromise<void>;
  /** Handles a request that a call makes to the hub itself, as if its caller had sent it. */
  ask(call: Call, request: Request): Promise<Response>;
}
