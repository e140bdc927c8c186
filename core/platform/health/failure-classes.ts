import { openTable } from "../../lib/data-file.ts";

/** A server that the hub depends on. */
export type Backend = "redis" | "postgres" | "objects";

/** The policy for calls while a backend fails. */
type Policy = keyof typeof policies;

/** The response of `/readyz` while a backend fails. */
type Readiness = keyof typeof readinesses;

/** A kind of failure of a backend. */
export interface FailureClass {
  readonly backend: Backend;
  /** The value of the label `class` in metrics and of `class` in `/readyz`. */
  readonly name: string;
  /** The error codes of this class, or their prefixes. Empty if the hub detects it in another way. */
  readonly codes: readonly string[];
  /** The rest of the sentence after "fails:". */
  readonly reason: string;
  readonly policy: Policy;
  readonly readiness: Readiness;
}

/** The policies, as docs/OPERATING.md describes them. */
const policies = {
  limits_when_down: "`HUB_LIMITS_WHEN_DOWN` decides",
  restore_counts: "each hub restores the counts that it and the database know",
  none: "calls go on",
  known_keys: "known keys go on, other calls are 503",
  retry_then_known_keys: "tried 4 times, then known keys go on and other calls are 503",
  refuse: "calls that need it are 503",
  back_off: "tried 3 times with growing pauses, then calls that need it are 503",
} as const;

/** The readinesses, as docs/OPERATING.md describes them. */
const readinesses = {
  limits_when_down: "200, or 503 with `refuse`",
  ready: "200",
  if_written: "200, or 503 while usage cannot be written",
  not_ready: "503",
} as const;

/** The subject of a backend's log lines. */
const subjects: Record<Backend, string> = {
  redis: "The Redis server",
  postgres: "The database",
  objects: "The object storage",
};

const readClasses = openTable(
  new URL("./failure-classes.tsv", import.meta.url),
  {
    backend: ["redis", "postgres", "objects"],
    name: "text",
    codes: "list",
    reason: "text",
    policy: Object.keys(policies) as Policy[],
    readiness: Object.keys(readinesses) as Readiness[],
  },
  { unique: ["backend", "name"] },
);

/** All failure classes, as listed in docs/OPERATING.md. */
export const failureClasses: readonly FailureClass[] = readClasses();

/** The failure classes of Redis and Valkey, by the first word of an error. */
export const redisFailures = selectClasses("redis", [
  "no_answer",
  "out_of_memory",
  "read_only",
  "loading",
  "not_authorized",
  "busy",
  "cluster_down",
  "unexpected",
  "data_lost",
  "evicts_keys",
]);

/** The failure classes of PostgreSQL, by SQLSTATE and by Bun's connection error codes. */
export const postgresFailures = selectClasses("postgres", [
  "no_answer",
  "unreachable",
  "read_only",
  "disk_full",
  "too_many_connections",
  "admin_shutdown",
  "locked",
  "too_slow",
  "serialization_failure",
  "unexpected",
]);

/** The failure classes of object storage, by the error code in the response body, or else by the status. */
export const objectFailures = selectClasses("objects", [
  "no_answer",
  "unreachable",
  "access_denied",
  "slow_down",
  "full",
  "unexpected",
]);

function selectClasses<const Name extends string>(
  backend: Backend,
  names: readonly Name[],
): Readonly<Record<Name, FailureClass>> {
  const classes = failureClasses.filter((one) => one.backend === backend);
  if (classes.map(({ name }) => name).join() !== names.join())
    throw new Error(`The table of failure classes must have these for "${backend}": ${names}`);
  return Object.fromEntries(classes.map((one) => [one.name, one])) as Record<Name, FailureClass>;
}

/** Returns the failure class of an error code. */
export function findFailureClass(backend: Backend, code: string): FailureClass | undefined {
  return failureClasses.find(
    (one) => one.backend === backend && one.codes.some((known) => matches(one, code, known)),
  );
}

/**
 * Compares a code with a known one. PostgreSQL codes match by prefix, because SQLSTATE groups codes into
 * classes. All others match exactly.
 */
function matches({ backend }: FailureClass, code: string, known: string): boolean {
  return backend === "postgres" ? code.startsWith(known) : code === known;
}

/** Returns the sentence for the log and for `/readyz`. */
export function describeFailureClass({ backend, reason }: FailureClass): string {
  return `${subjects[backend]} fails: ${reason}`;
}

/** Returns the policy for calls and the response of `/readyz` while a failure class is active. */
export function describePolicy({ policy, readiness }: FailureClass) {
  return { calls: policies[policy], readyz: readinesses[readiness] };
}

/** Returns the sentence for the log when a backend works again. */
export function describeRecovery(backend: Backend): string {
  return `${subjects[backend]} works again`;
}
