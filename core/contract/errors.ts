/** What a failure code means: its HTTP status, and a sentence for `/problems/{code}`. */
export interface Failure {
  readonly status: number;
  readonly title: string;
}

/** The codes any endpoint may answer with. A plugin adds its own in its manifest's `errors`. */
export const FAILURES = {
  invalid_input: { status: 400, title: "The request breaks the schema of its endpoint" },
  invalid_json: { status: 400, title: "The body is not JSON that can be read" },
  invalid_request: { status: 400, title: "The request is not well-formed HTTP" },
  conflicting_credentials: { status: 400, title: "The request carries more than one API key" },
  invalid_email: { status: 400, title: "The e-mail address cannot be one" },
  missing_api_key: { status: 401, title: "The endpoint needs an API key" },
  invalid_api_key: { status: 401, title: "The API key is not known" },
  invalid_token: { status: 401, title: "The token is not that of the hub's operator" },
  key_expired: { status: 401, title: "The API key has expired" },
  key_revoked: { status: 401, title: "The API key was revoked" },
  key_restricted: { status: 403, title: "The API key may not be used for this" },
  rights_exceeded: {
    status: 403,
    title: "The API key may not give or manage rights that it does not have",
  },
  key_suspended: { status: 403, title: "The API key is suspended" },
  account_suspended: { status: 403, title: "The account is suspended by the hub's operator" },
  invalid_signature: { status: 403, title: "The signature of the address is not the hub's" },
  signature_expired: { status: 403, title: "The signature of the address has expired" },
  origin_not_allowed: { status: 403, title: "Web pages of other origins may not do this" },
  address_not_allowed: { status: 403, title: "The address is not on the public internet" },
  invalid_code: { status: 403, title: "The code from the mail is not, or no longer, valid" },
  signup_closed: { status: 403, title: "This hub does not issue keys by itself" },
  not_found: { status: 404, title: "There is nothing at this path" },
  method_not_allowed: { status: 405, title: "The path answers to other methods" },
  idempotency_in_progress: {
    status: 409,
    title: "The request with this Idempotency-Key is still being worked on",
  },
  key_replaced: { status: 409, title: "Another API key was issued in place of this one" },
  job_not_finished: { status: 409, title: "The job has no answer yet" },
  email_taken: { status: 409, title: "The e-mail address has an account already" },
  too_many_keys: { status: 409, title: "The e-mail address already has as many keys as it may" },
  job_result_gone: { status: 410, title: "The answer of the job is not, or no longer, kept" },
  payload_too_large: { status: 413, title: "The body is larger than the endpoint takes" },
  unsupported_media_type: { status: 415, title: "The endpoint does not read this kind of body" },
  idempotency_key_reused: {
    status: 422,
    title: "The Idempotency-Key has come with another request before",
  },
  reload_failed: { status: 422, title: "What was to be read anew cannot be read" },
  selector_not_found: { status: 422, title: "The page has no such element that can be seen" },
  job_memory: { status: 422, title: "The work needs more memory than a job may use" },
  job_result_too_large: { status: 422, title: "The answer of the job is too large to be kept" },
  too_many_jobs: { status: 429, title: "The account has as many jobs waiting as it may" },
  rate_limited: { status: 429, title: "Too many requests in the last 60 seconds" },
  quota_exceeded: { status: 429, title: "The day's quota is used up" },
  internal_error: { status: 500, title: "The hub failed, and has logged why" },
  job_lost: {
    status: 500,
    title: "The hub stopped while it worked on the job, and again at the next try",
  },
  job_crashed: { status: 500, title: "The process doing the work died" },
  capability_unavailable: { status: 501, title: "An engine must be installed or configured first" },
  address_failed: {
    status: 502,
    title: "The address that was given cannot be reached, or has no answer of use",
  },
  navigation_failed: { status: 502, title: "The browser cannot show the page" },
  upstream_failed: { status: 502, title: "A service the endpoint depends on gave a bad answer" },
  upstream_refused: {
    status: 502,
    title: "A service the endpoint depends on refused what it was asked",
  },
  browser_unavailable: { status: 503, title: "There is no browser on the hub's machine" },
  busy: { status: 503, title: "The hub is too busy for this call: try again later" },
  draining: { status: 503, title: "The hub is shutting down" },
  upstream_unavailable: { status: 503, title: "A service the endpoint depends on is out of reach" },
  dataset_unavailable: {
    status: 503,
    title: "The data the endpoint answers from is not there yet",
  },
  mail_unavailable: { status: 503, title: "The hub cannot send mail at the moment" },
  store_unavailable: { status: 503, title: "The hub's store cannot be written at the moment" },
  address_timeout: { status: 504, title: "The address that was given did not answer in time" },
  capture_timeout: { status: 504, title: "The page took longer than it may" },
  job_timeout: { status: 504, title: "The work took longer than it may" },
  upstream_timeout: {
    status: 504,
    title: "A service the endpoint depends on did not answer in time",
  },
} as const satisfies Record<string, Failure>;

export type SharedCode = keyof typeof FAILURES;

/** One thing that is wrong, and where: `query.size`, `body.items.3.data`, `path.algo`. */
export interface Complaint {
  location: string;
  message: string;
}

export interface HubErrorOptions extends ErrorOptions {
  /** Where in the request the fault lies, if it lies in one place. */
  at?: string;
  errors?: readonly Complaint[];
  headers?: Readonly<Record<string, string>>;
  /** Further members of the answer, such as `capacity`. */
  members?: Readonly<Record<string, unknown>>;
  status?: number;
  /** What the code means, where it is none of the shared ones. */
  title?: string | undefined;
}

/** A failure the caller is told about. Its `cause` is logged and never sent. */
export class HubError extends Error {
  override name = "HubError";
  readonly status: number;
  readonly title: string;
  readonly errors: readonly Complaint[];
  readonly headers: Readonly<Record<string, string>>;
  readonly members: Readonly<Record<string, unknown>>;

  constructor(
    readonly code: SharedCode | (string & {}),
    detail: string,
    { at, errors, headers = {}, members = {}, status, title, ...options }: HubErrorOptions = {},
  ) {
    super(detail, options);
    const shared = (FAILURES as Record<string, Failure>)[code];
    this.status = status ?? shared?.status ?? 500;
    this.title = title ?? shared?.title ?? FAILURES.internal_error.title;
    this.errors = errors ?? (at ? [{ location: at, message: detail }] : []);
    this.headers = headers;
    this.members = members;
  }
}

/** Nobody reads it: 499 keeps it from being logged as a failure of the hub. */
export function callerGone(): HubError {
  return new HubError("caller_gone", "The caller went away", { status: 499 });
}

/** Whether a signal was aborted by the clock, and the caller may still be there. */
export function isTimeout(signal: AbortSignal | undefined): boolean {
  return signal?.reason instanceof Error && signal.reason.name === "TimeoutError";
}

/** The body of every failure, after RFC 9457 with the hub's own members. */
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
