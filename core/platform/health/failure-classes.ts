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

const redisOutage = {
  backend: "redis",
  policy: "limits_when_down",
  readiness: "limits_when_down",
} as const;
const postgresOutage = {
  backend: "postgres",
  policy: "known_keys",
  readiness: "not_ready",
} as const;
const objectsOutage = { backend: "objects", policy: "refuse", readiness: "ready" } as const;

/** The failure classes of Redis and Valkey, by the first word of an error. */
export const redisFailures = {
  no_answer: { ...redisOutage, name: "no_answer", codes: [], reason: "it does not answer" },
  out_of_memory: {
    ...redisOutage,
    name: "out_of_memory",
    codes: ["OOM"],
    reason: "its memory is full (maxmemory)",
  },
  read_only: {
    ...redisOutage,
    name: "read_only",
    codes: ["READONLY", "MISCONF", "NOREPLICAS"],
    reason: "it accepts no writes: it is a replica, lacks one, or cannot save",
  },
  loading: {
    ...redisOutage,
    name: "loading",
    codes: ["LOADING", "MASTERDOWN"],
    reason: "it loads its data",
  },
  not_authorized: {
    ...redisOutage,
    name: "not_authorized",
    codes: ["NOAUTH", "WRONGPASS", "NOPERM"],
    reason: "it denies access: check the user, the password and their permissions",
  },
  busy: {
    ...redisOutage,
    name: "busy",
    codes: ["BUSY", "UNKILLABLE"],
    reason: "it is busy with a script",
  },
  cluster_down: {
    ...redisOutage,
    name: "cluster_down",
    codes: ["CLUSTERDOWN", "MOVED", "ASK", "TRYAGAIN", "CROSSSLOT"],
    reason: "its cluster does not serve the keys",
  },
  unexpected: {
    ...redisOutage,
    name: "unexpected",
    codes: [],
    reason: "it answered with an unexpected error",
    readiness: "ready",
  },
  data_lost: {
    backend: "redis",
    name: "data_lost",
    codes: [],
    reason: "it lost its data, such as by FLUSHALL",
    policy: "restore_counts",
    readiness: "ready",
  },
  evicts_keys: {
    backend: "redis",
    name: "evicts_keys",
    codes: [],
    reason: "it may evict counters: set maxmemory-policy to noeviction",
    policy: "none",
    readiness: "ready",
  },
} as const satisfies Record<string, FailureClass>;

/** The failure classes of PostgreSQL, by SQLSTATE and by Bun's connection error codes. */
export const postgresFailures = {
  no_answer: {
    ...postgresOutage,
    name: "no_answer",
    codes: ["ETIMEDOUT", "ERR_POSTGRES_CONNECTION_TIMEOUT"],
    reason: "it does not answer",
  },
  unreachable: {
    ...postgresOutage,
    name: "unreachable",
    codes: ["ERR_POSTGRES_CONNECTION", "ERR_POSTGRES_IDLE", "ERR_POSTGRES_LIFETIME", "08"],
    reason: "it cannot be reached, or the connection was lost",
  },
  read_only: {
    ...postgresOutage,
    name: "read_only",
    codes: ["25006"],
    reason: "it is read-only: it is a standby, or was set so",
  },
  disk_full: {
    ...postgresOutage,
    name: "disk_full",
    codes: ["53100"],
    reason: "its disk is full",
  },
  too_many_connections: {
    ...postgresOutage,
    name: "too_many_connections",
    codes: ["53300"],
    reason: "it has too many connections",
    policy: "retry_then_known_keys",
  },
  admin_shutdown: {
    ...postgresOutage,
    name: "admin_shutdown",
    codes: ["57P01", "57P02", "57P03"],
    reason: "it stops or starts",
  },
  locked: {
    ...postgresOutage,
    name: "locked",
    codes: ["55P03"],
    reason: "another process holds a lock on a table",
    readiness: "if_written",
  },
  too_slow: {
    ...postgresOutage,
    name: "too_slow",
    codes: ["57014"],
    reason: "a statement took too long",
    readiness: "if_written",
  },
  serialization_failure: {
    ...postgresOutage,
    name: "serialization_failure",
    codes: ["40001", "40P01"],
    reason: "transactions conflict",
    policy: "retry_then_known_keys",
    readiness: "ready",
  },
  unexpected: {
    ...postgresOutage,
    name: "unexpected",
    codes: [],
    reason: "it answered with an unexpected error",
  },
} as const satisfies Record<string, FailureClass>;

/** The failure classes of object storage, by the error code in the response body, or else by the status. */
export const objectFailures = {
  no_answer: {
    ...objectsOutage,
    name: "no_answer",
    codes: ["TimeoutError"],
    reason: "it does not answer",
  },
  unreachable: {
    ...objectsOutage,
    name: "unreachable",
    codes: ["ConnectionRefused", "ConnectionClosed", "ECONNRESET", "FailedToOpenSocket"],
    reason: "it cannot be reached",
    policy: "back_off",
  },
  access_denied: {
    ...objectsOutage,
    name: "access_denied",
    codes: [
      "AccessDenied",
      "SignatureDoesNotMatch",
      "InvalidAccessKeyId",
      "InvalidToken",
      "ExpiredToken",
      "RequestTimeTooSkewed",
      "401",
      "403",
    ],
    reason: "it denies access: check the key, its permissions and the clock",
  },
  slow_down: {
    ...objectsOutage,
    name: "slow_down",
    codes: [
      "SlowDown",
      "ServiceUnavailable",
      "TooManyRequests",
      "RequestLimitExceeded",
      "429",
      "503",
    ],
    reason: "it asks for fewer requests",
    policy: "back_off",
  },
  full: {
    ...objectsOutage,
    name: "full",
    codes: [
      "XMinioStorageFull",
      "InsufficientStorage",
      "InsufficientCapacity",
      "QuotaExceeded",
      "507",
    ],
    reason: "it is full",
  },
  unexpected: {
    ...objectsOutage,
    name: "unexpected",
    codes: [],
    reason: "it answered with an unexpected error",
    policy: "back_off",
  },
} as const satisfies Record<string, FailureClass>;

/** All failure classes, as listed in docs/OPERATING.md. */
export const failureClasses: readonly FailureClass[] = [
  redisFailures,
  postgresFailures,
  objectFailures,
].flatMap((classes): FailureClass[] => Object.values(classes));

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
