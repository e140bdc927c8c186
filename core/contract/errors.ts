import failures from "./failures.json" with { type: "json" };
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
export const FAILURES: Readonly<Record<SharedCode, SharedFailure>> = failures;

export type SharedCode = keyof typeof failures;

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
