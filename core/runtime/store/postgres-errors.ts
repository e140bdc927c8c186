import { HubError } from "../../contract/errors.ts";

/** By the beginnings of SQLSTATE and of the codes that Bun has for connections. */
const REASONS: readonly [code: string, reason: string][] = [
  ["ETIMEDOUT", "it does not answer"],
  ["ERR_POSTGRES_CONNECTION_TIMEOUT", "it does not answer"],
  ["ERR_POSTGRES_CONNECTION_REFUSED", "it cannot be reached"],
  ["ERR_POSTGRES_CONNECTION", "the connection was lost"],
  ["ERR_POSTGRES_IDLE", "the connection was lost"],
  ["ERR_POSTGRES_LIFETIME", "the connection was lost"],
  ["25006", "it may only be read"],
  ["28", "it does not let the hub in: check the user and the password"],
  ["3D", "there is no database of that name"],
  ["42501", "its user may not do that"],
  ["53100", "its disk is full"],
  ["53200", "it has no memory left"],
  ["53300", "it has as many connections as it may"],
  ["53", "it has too little room"],
  ["55P03", "another hub, or another program, keeps it locked"],
  ["57014", "it takes too long"],
  ["57", "it stops or starts"],
  ["58", "its disk fails"],
  ["XX001", "it is damaged"],
  ["XX002", "it is damaged"],
];

/** What the log is told of a failure begins so. */
const failed = "The database failed: ";

/** What PostgreSQL or the lack of it means, in a sentence's tail for whoever runs the hub. */
export function reasonOf(error: unknown): string {
  if (error instanceof HubError) return String(error.cause).replace(failed, "");
  const codes = codesOf(error);
  const known = REASONS.find(([prefix]) => codes.some((code) => code.startsWith(prefix)))?.[1];
  const { message } = error as Error;
  const [state] = codes;
  if (known !== undefined) return state && /^\w{5}$/.test(state) ? `${known} (${state})` : known;
  return error instanceof Bun.SQL.SQLError && codes.length === 0 ? "it cannot be reached" : message;
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
