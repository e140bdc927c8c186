import { checkHeaders, type ResponseHeaders } from "./response-headers.ts";

/** An error code's HTTP status, and the title of its page at `/problems/{code}`. */
export interface Failure {
  readonly status: number;
  readonly title: string;
}

interface SharedFailure extends Failure {
  /** The reason in `degraded_reason`, if another provider can take over after this error. */
  readonly failover?: string;
}

/** The error codes of all endpoints. A plugin adds its own in its manifest's `errors`. */
export const FAILURES = {
  invalid_input: { status: 400, title: "The request does not match the endpoint's schema" },
  invalid_json: { status: 400, title: "The request body is not valid JSON" },
  invalid_request: { status: 400, title: "Malformed HTTP request" },
  conflicting_credentials: { status: 400, title: "The request contains more than one API key" },
  invalid_email: { status: 400, title: "Invalid email address" },
  missing_api_key: { status: 401, title: "This endpoint requires an API key" },
  invalid_api_key: { status: 401, title: "Invalid API key" },
  invalid_token: { status: 401, title: "Invalid operator token" },
  key_expired: { status: 401, title: "The API key has expired" },
  key_revoked: { status: 401, title: "The API key was revoked" },
  key_restricted: { status: 403, title: "The API key does not have permission for this request" },
  rights_exceeded: {
    status: 403,
    title: "An API key cannot grant or manage rights that it does not have",
  },
  key_suspended: { status: 403, title: "The API key is suspended" },
  account_suspended: { status: 403, title: "The account was suspended by the hub's operator" },
  invalid_signature: { status: 403, title: "Invalid signature in the signed URL" },
  signature_expired: { status: 403, title: "The signed URL has expired" },
  origin_not_allowed: { status: 403, title: "Cross-origin requests are not allowed here" },
  address_not_allowed: { status: 403, title: "The URL does not point to the public web" },
  invalid_code: { status: 403, title: "Invalid or expired verification code" },
  signup_closed: { status: 403, title: "Self-service sign-up is closed on this hub" },
  not_found: { status: 404, title: "Not found" },
  method_not_allowed: { status: 405, title: "Method not allowed" },
  request_timeout: { status: 408, title: "The request body arrived too slowly" },
  idempotency_in_progress: {
    status: 409,
    title: "A request with this Idempotency-Key is still in progress",
  },
  key_replaced: { status: 409, title: "The API key was already revoked or replaced" },
  job_not_finished: { status: 409, title: "The job is not finished yet" },
  email_taken: { status: 409, title: "An account with this email address already exists" },
  too_many_keys: { status: 409, title: "The account has reached its limit of API keys" },
  job_result_gone: { status: 410, title: "The job result is no longer available" },
  payload_too_large: { status: 413, title: "The request body is too large" },
  unsupported_media_type: { status: 415, title: "The endpoint does not accept this content type" },
  idempotency_key_reused: {
    status: 422,
    title: "The Idempotency-Key was already used for a different request",
  },
  reload_failed: { status: 422, title: "Cannot reload the plugins or the tier file" },
  selector_not_found: { status: 422, title: "No visible element on the page matches the selector" },
  job_memory: { status: 422, title: "The job exceeded its memory or output limit" },
  job_result_too_large: { status: 422, title: "The job result is too large to store" },
  too_many_jobs: { status: 429, title: "The account has too many unfinished jobs" },
  rate_limited: { status: 429, title: "Rate limit exceeded" },
  quota_exceeded: { status: 429, title: "Daily quota exceeded" },
  internal_error: { status: 500, title: "Internal error: the cause is in the hub's log" },
  job_lost: {
    status: 500,
    title: "The job was interrupted twice, or its input is missing",
  },
  job_crashed: { status: 500, title: "The job process crashed" },
  capability_unavailable: {
    status: 501,
    title: "This feature is not installed or not enabled on this hub",
    failover: "not supported",
  },
  address_failed: {
    status: 502,
    title: "The URL is unreachable or returned an unusable response",
  },
  navigation_failed: { status: 502, title: "The browser cannot load the page" },
  upstream_failed: {
    status: 502,
    title: "An upstream service returned an unusable response",
    failover: "invalid response",
  },
  upstream_refused: {
    status: 502,
    title: "An upstream service rejected the request",
    failover: "rejected",
  },
  browser_unavailable: { status: 503, title: "No browser is available on this hub" },
  busy: { status: 503, title: "The hub is too busy: try again later" },
  draining: { status: 503, title: "The hub is shutting down" },
  upstream_unavailable: {
    status: 503,
    title: "An upstream service is unavailable",
    failover: "unavailable",
  },
  dataset_unavailable: {
    status: 503,
    title: "The required dataset is not available yet",
  },
  mail_unavailable: { status: 503, title: "The hub cannot send email at the moment" },
  store_unavailable: { status: 503, title: "The hub cannot write to its store at the moment" },
  address_timeout: { status: 504, title: "The URL did not respond in time" },
  capture_timeout: { status: 504, title: "The page took too long to capture" },
  job_timeout: { status: 504, title: "The job exceeded its time limit", failover: "timeout" },
  upstream_timeout: {
    status: 504,
    title: "An upstream service did not respond in time",
    failover: "timeout",
  },
} as const satisfies Record<string, SharedFailure>;

export type SharedCode = keyof typeof FAILURES;

/** Returns the reason of a failover after an error. Undefined if the error doesn't cause one. */
export function findFailoverReason({ code, status }: HubError): string | undefined {
  const shared: Readonly<Record<string, SharedFailure>> = FAILURES;
  const own = Object.hasOwn(shared, code) ? shared[code]?.failover : undefined;
  if (own !== undefined) return own;
  if (status === 429) return "rate limit exceeded";
  return status === 503 ? "unavailable" : undefined;
}

/** One error in a request with its location: `query.size`, `body.items.3.data`, `path.algo`. */
export interface Complaint {
  location: string;
  message: string;
}

export interface HubErrorOptions extends ErrorOptions {
  /** The location of the error in the request, if there is exactly one. */
  at?: string;
  errors?: readonly Complaint[];
  headers?: ResponseHeaders;
  /** Extra members of the response body, such as `capacity`. */
  members?: Readonly<Record<string, unknown>>;
  status?: number;
  /** The title of a code that is not a shared one. */
  title?: string | undefined;
}

/** An error that is sent to the caller. Its `cause` is logged and never sent. */
export class HubError extends Error {
  override name = "HubError";
  readonly status: number;
  readonly title: string;
  readonly errors: readonly Complaint[];
  readonly headers: ResponseHeaders;
  readonly members: Readonly<Record<string, unknown>>;

  constructor(
    readonly code: SharedCode | (string & {}),
    detail: string,
    { at, errors, headers = {}, members = {}, status, title, ...options }: HubErrorOptions = {},
  ) {
    super(detail, options);
    checkHeaders(headers);
    const shared = (FAILURES as Record<string, Failure>)[code];
    this.status = status ?? shared?.status ?? 500;
    this.title = title ?? shared?.title ?? FAILURES.internal_error.title;
    this.errors = errors ?? (at ? [{ location: at, message: detail }] : []);
    this.headers = headers;
    this.members = members;
  }
}

/** Returns the error for a caller who disconnected. Status 499 keeps it out of the log of hub failures. */
export function callerGone(): HubError {
  return new HubError("caller_gone", "The caller went away", { status: 499 });
}

/** Returns true if a signal was aborted by a timeout, so that the caller may still be connected. */
export function isTimeout(signal: AbortSignal | undefined): boolean {
  return signal?.reason instanceof Error && signal.reason.name === "TimeoutError";
}

/** Builds the body of an error response: RFC 9457 with the hub's own members. */
export function problem(error: HubError, requestId: string) {
  return {
    success: false,
    code: error.code,
    status: error.status,
    type: `/problems/${error.code}`,
    title: error.title,
    detail: error.message,
    ...error.members,
    ...(error.errors.length > 0 && { errors: error.errors }),
    request_id: requestId,
  };
}
