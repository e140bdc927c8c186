import { HubError } from "../../contract/errors.ts";
import { type FailureClass, findFailureClass } from "../health/failure-classes.ts";

/** By the beginnings of SQLSTATE: what is of no failure class. */
const REASONS: readonly [code: string, reason: string][] = [
  ["28", "it denies access: check the user and the password"],
  ["3D", "there is no database of that name"],
  ["42501", "its user lacks a privilege"],
  ["53200", "it is out of memory"],
  ["53", "it is out of resources"],
  ["55P03", "another process holds a lock on it"],
  ["57014", "the statement took too long"],
  ["57", "it is stopping or starting"],
  ["58", "its disk failed"],
  ["XX001", "it is damaged"],
  ["XX002", "it is damaged"],
];

/** What the log is told of a failure begins so. */
const failed = "The database failed: ";

/** What PostgreSQL or the lack of it means, in a sentence's tail for whoever runs the hub. */
export function reasonOf(error: unknown): string {
  if (error instanceof HubError) return String(error.cause).replace(failed, "");
  const codes = codesOf(error);
  const known =
    findPostgresFailure(error)?.reason ??
    REASONS.find(([prefix]) => codes.some((code) => code.startsWith(prefix)))?.[1];
  const { message } = error as Error;
  const [state] = codes;
  if (known !== undefined) return state && /^\w{5}$/.test(state) ? `${known} (${state})` : known;
  return error instanceof Bun.SQL.SQLError && codes.length === 0 ? "it cannot be reached" : message;
}

/** Returns the failure class of an error, by its SQLSTATE or else by the code that Bun gives it. */
export function findPostgresFailure(error: unknown): FailureClass | undefined {
  for (const code of codesOf(error)) {
    const failure = findFailureClass("postgres", code);
    if (failure) return failure;
  }
  return undefined;
}

/** Whether what was asked is left without an answer, so that its connection is of no use any more. */
export function isTimeOut(error: unknown): boolean {
  return codesOf(error)[0] === "ETIMEDOUT";
}

/** Lets callers know that it is the store, and the log why. What is no failure of the database stays as it is. */
export function describeFailure(cause: unknown): unknown {
  if (!(cause instanceof Bun.SQL.SQLError) && !isTimeOut(cause)) return cause;
  return new HubError("store_unavailable", "The hub cannot write its records at the moment", {
    cause: `${failed}${reasonOf(cause)}`,
  });
}

/** Its SQLSTATE where it has one, and the code that Bun gives it. */
function codesOf(error: unknown): string[] {
  const { code, errno } = error as { code?: unknown; errno?: unknown };
  return [errno, code].filter((value) => typeof value === "string");
}
