import { HubError } from "../../contract/errors.ts";
import {
  type FailureClass,
  findFailureClass,
  postgresFailures,
} from "../health/failure-classes.ts";

/** Reasons for errors outside the failure classes, by SQLSTATE prefix. */
const REASONS: readonly [code: string, reason: string][] = [
  ["28", "it denies access: check the user and the password"],
  ["3D", "there is no database of that name"],
  ["42501", "its user lacks a privilege"],
  ["53200", "it is out of memory"],
  ["53", "it is out of resources"],
  ["57", "it is stopping or starting"],
  ["58", "its disk failed"],
  ["XX001", "it is damaged"],
  ["XX002", "it is damaged"],
];

/** The prefix of a failure in the log. */
const failed = "The database failed: ";

/** Returns the reason of a PostgreSQL error, for the operator. */
export function describePostgresError(error: unknown): string {
  if (error instanceof HubError) return String(error.cause).replace(failed, "");
  const codes = getErrorCodes(error);
  const failure = findPostgresFailure(error);
  const known = failure === postgresFailures.unexpected ? findReason(codes) : failure?.reason;
  const { message } = error as Error;
  const [state] = codes;
  if (known !== undefined) return state && /^\w{5}$/.test(state) ? `${known} (${state})` : known;
  return error instanceof Bun.SQL.SQLError && codes.length === 0 ? "it cannot be reached" : message;
}

/**
 * Returns the failure class of an error, by its SQLSTATE or else by Bun's code. Returns undefined for errors
 * that are no fault of the server, such as a duplicate key.
 */
export function findPostgresFailure(error: unknown): FailureClass | undefined {
  const codes = getErrorCodes(error);
  for (const code of codes) {
    const failure = findFailureClass("postgres", code);
    if (failure) return failure;
  }
  return findReason(codes) === undefined ? undefined : postgresFailures.unexpected;
}

function findReason(codes: readonly string[]): string | undefined {
  return REASONS.find(([prefix]) => codes.some((code) => code.startsWith(prefix)))?.[1];
}

/** Returns whether a request got no response, so that its connection is unusable. */
export function isTimeOut(error: unknown): boolean {
  return getErrorCodes(error)[0] === "ETIMEDOUT";
}

/**
 * Wraps a database error: `store_unavailable` for the caller, the reason for the log. Returns other errors
 * unchanged.
 */
export function describeFailure(cause: unknown): unknown {
  if (!(cause instanceof Bun.SQL.SQLError) && !isTimeOut(cause)) return cause;
  return new HubError("store_unavailable", "The hub cannot write its records at the moment", {
    cause: `${failed}${describePostgresError(cause)}`,
  });
}

/** Returns an error's SQLSTATE, if it has one, and Bun's code. */
function getErrorCodes(error: unknown): string[] {
  const { code, errno } = error as { code?: unknown; errno?: unknown };
  return [errno, code].filter((value) => typeof value === "string");
}
