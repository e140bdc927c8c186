import type { RecordType, Resolve, Resolved } from "../../contract/net-door.ts";
import { type NameServer, parseNameServer } from "./name-server.ts";

interface ResolveOptions {
  /** DNS servers. Default: those of the system. */
  servers?: readonly NameServer[];
  /** Whether connections to other machines are forbidden. */
  offline?: boolean;
  clock?: () => number;
  /** Maximum number of cached answers. Default: 10,000. */
  keptMax?: number;
}

const timeoutMsDefault = 4_000;
const keptMaxDefault = 10_000;
/** Maximum number of concurrent queries. Each needs a socket. */
const concurrentMax = 256;

/**
 * Creates the hub's only DNS resolver. Caches answers for their TTL, at most ten minutes. Identical
 * concurrent queries share one answer.
 */
export function createResolve({
  servers = [],
  offline = false,
  clock = Date.now,
  keptMax = keptMaxDefault,
}: ResolveOptions = {}): Resolve {
  const cache = new Map<string, { until: number; answer: Promise<Resolved<RecordType>> }>();
  const limit = createLimiter(concurrentMax);

  function lookUp(question: { name: string; type: RecordType }): Promise<Resolved<RecordType>> {
    const key = `${question.type} ${question.name}`;
    const cached = cache.get(key);
    if (cached && clock() < cached.until) return cached.answer;
    const query = limit(async () => {
      // Loaded on first use, because most hubs start without anything to resolve.
      const { queryServers } = await import("./dns-question.ts");
      return queryServers(servers.length > 0 ? servers : await getSystemNameServers(), question);
    });
    const entry = { until: Number.POSITIVE_INFINITY, answer: query.then(({ said }) => said) };
    cache.delete(key);
    cache.set(key, entry);
    const [oldest] = cache.keys();
    if (cache.size > keptMax && oldest !== undefined) cache.delete(oldest);
    query.then(
      ({ seconds }) => {
        entry.until = clock() + seconds * 1000;
      },
      () => cache.delete(key),
    );
    return entry.answer;
  }

  return async <Type extends RecordType>(
    name: string,
    type: Type,
    { timeoutMs = timeoutMsDefault } = {},
  ) => {
    checkName(name);
    if (offline) return { status: "unavailable", reason: "offline" };
    const answer = lookUp({ name: name.toLowerCase(), type });
    return (await withinTime(answer, timeoutMs)) as Resolved<Type>;
  };
}

/** Checks a name: at most 253 ASCII characters in labels of 63, without a dot at the end. */
function checkName(name: string): void {
  const fits =
    name.length <= 253 &&
    Buffer.byteLength(name) === name.length &&
    name.split(".").every(({ length }) => length >= 1 && length <= 63);
  if (!fits) throw new TypeError(`Cannot resolve ${JSON.stringify(name)}: it is not a host name`);
}

async function withinTime(
  answer: Promise<Resolved<RecordType>>,
  timeoutMs: number,
): Promise<Resolved<RecordType>> {
  const { promise: timeout, resolve } = Promise.withResolvers<Resolved<RecordType>>();
  const timer = setTimeout(() => resolve({ status: "unavailable", reason: "timeout" }), timeoutMs);
  try {
    return await Promise.race([answer, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Creates a limiter that runs at most `max` tasks at once. Others wait in order. */
function createLimiter(max: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running < max) running++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}

/** Returns the machine's DNS servers. They are read each time, because networks come and go. */
async function getSystemNameServers(): Promise<NameServer[]> {
  // Loaded on first use, because most hubs start without anything to resolve.
  const { Resolver } = await import("node:dns");
  return new Resolver().getServers().flatMap((server) => parseNameServer(server) ?? []);
}
