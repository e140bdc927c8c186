import type { RecordType, Resolve, Resolved } from "../../contract/net-door.ts";
import { type NameServer, parseNameServer } from "./name-server.ts";

interface ResolveOptions {
  /** Whom to ask. Default: the system's. */
  servers?: readonly NameServer[];
  /** Whether nothing may leave this machine. */
  offline?: boolean;
  clock?: () => number;
  /** How many answers are remembered at most. Default: 10,000. */
  keptMax?: number;
}

const timeoutMsDefault = 4_000;
const keptMaxDefault = 10_000;
/** Each question holds a socket. */
const questionsAtOnceMax = 256;

/**
 * Makes the one way to the DNS. Answers are kept as long as they may be, at most ten minutes; who
 * asks what is being asked waits for the same answer.
 */
export function createResolve({
  servers = [],
  offline = false,
  clock = Date.now,
  keptMax = keptMaxDefault,
}: ResolveOptions = {}): Resolve {
  const kept = new Map<string, { until: number; answer: Promise<Resolved<RecordType>> }>();
  const inTurn = turns(questionsAtOnceMax);

  function lookUp(question: { name: string; type: RecordType }): Promise<Resolved<RecordType>> {
    const key = `${question.type} ${question.name}`;
    const known = kept.get(key);
    if (known && clock() < known.until) return known.answer;
    const asked = inTurn(async () => {
      // Loaded at its first use: most hubs start without anything to ask.
      const { askInTurn } = await import("./dns-question.ts");
      return askInTurn(servers.length > 0 ? servers : await systemNameServers(), question);
    });
    const entry = { until: Number.POSITIVE_INFINITY, answer: asked.then(({ said }) => said) };
    kept.delete(key);
    kept.set(key, entry);
    const [oldest] = kept.keys();
    if (kept.size > keptMax && oldest !== undefined) kept.delete(oldest);
    asked.then(
      ({ seconds }) => {
        entry.until = clock() + seconds * 1000;
      },
      () => kept.delete(key),
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

/** A name of 253 ASCII characters in labels of 63, without a dot at the end. */
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
  const { promise: late, resolve } = Promise.withResolvers<Resolved<RecordType>>();
  const timer = setTimeout(() => resolve({ status: "unavailable", reason: "timeout" }), timeoutMs);
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Lets `max` pieces of work run at once, and the others wait in order. */
function turns(max: number) {
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

/** The machine's name servers, read anew each time since its networks come and go. */
async function systemNameServers(): Promise<NameServer[]> {
  // Loaded at its first use: most hubs start without anything to ask.
  const { Resolver } = await import("node:dns");
  return new Resolver().getServers().flatMap((server) => parseNameServer(server) ?? []);
}
