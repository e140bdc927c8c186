import {
  type Answer,
  decode,
  encode,
  type OptAnswer,
  type Packet,
  type Question,
  RECURSION_DESIRED,
  TRUNCATED_RESPONSE,
} from "dns-packet";
import type { DnsRecords, RecordType, Resolved } from "../../contract/net-door.ts";
import type { NameServer } from "./name-server.ts";

/**
 * EDNS options. Answers up to 1232 bytes aren't fragmented in any network: https://www.dnsflagday.net/2020/
 */
const edns: OptAnswer = {
  type: "OPT",
  name: ".",
  udpPayloadSize: 1232,
  extendedRcode: 0,
  ednsVersion: 0,
  flags: 0,
  flag_do: false,
  options: [],
};

/** An answer, and the number of seconds for which it can be cached. */
interface DnsAnswer {
  said: Resolved<RecordType>;
  seconds: number;
}

/** Delays before each further try. Packets get lost sometimes, and some servers are slow. */
const retryDelaysMs = [800, 1200, 2000];

/** RFC 9520 §3.2: immediate retries would fail again and put load on the servers. */
const failureTtlSeconds = 5;

type DnsQuery = { name: string; type: RecordType };

/**
 * Queries the servers in turn until one has an answer. Earlier tries continue during later ones, and the
 * first answer counts, because a slow server is just as slow on a retry.
 */
export async function queryServers(
  servers: readonly NameServer[],
  question: DnsQuery,
): Promise<DnsAnswer> {
  const abort = new AbortController();
  const tries: Promise<DnsAnswer>[] = [];
  let fault: NoAnswer | undefined;
  let remainingMs = retryDelaysMs.reduce((sum, ms) => sum + ms, 0);
  try {
    for (const [attempt, waitMs] of retryDelaysMs.entries()) {
      const server = servers[attempt % servers.length];
      // A lost packet can be resent, but a server that has refused won't change its mind.
      if (!server || (attempt >= servers.length && fault && fault.reason !== "timeout")) break;
      const query = queryOnce(server, question, { timeoutMs: remainingMs, signal: abort.signal });
      tries.push(query);
      remainingMs -= waitMs;
      const outcome = await Promise.race([
        Promise.any(tries).catch(() => undefined),
        query.catch(requireNoAnswer),
        delay(waitMs, abort.signal),
      ]);
      if (outcome && "said" in outcome) return outcome;
      fault = outcome;
    }
    return await Promise.any(tries);
  } catch (error) {
    const last = error instanceof AggregateError ? error.errors.at(-1) : error;
    const { reason } = last === undefined ? new NoAnswer("unreachable") : requireNoAnswer(last);
    return { said: { status: "unavailable", reason }, seconds: failureTtlSeconds };
  } finally {
    abort.abort();
  }
}

/** Queries one server. Throws `NoAnswer`. */
async function queryOnce(
  server: NameServer,
  question: DnsQuery,
  options: { timeoutMs: number; signal: AbortSignal },
): Promise<DnsAnswer> {
  const packet = await sendQuery(server, { ...question, class: "IN" } as Question, options);
  const said = read(packet, question);
  return { said, seconds: getTtlSeconds(packet, said) };
}

/** Returns the reason for a failed try. Rethrows other errors, which are bugs. */
function requireNoAnswer(error: unknown): NoAnswer {
  if (error instanceof NoAnswer) return error;
  throw error;
}

function delay(ms: number, signal: AbortSignal): Promise<undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, ms);
  signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
  return promise;
}

/** Converts a DNS response. Throws `NoAnswer` if it is unusable. */
function read(packet: Packet, { name, type }: DnsQuery): Resolved<RecordType> {
  // The types of the package lack this field.
  const { rcode } = packet as Packet & { rcode: string };
  switch (rcode) {
    case "NOERROR":
    case "NXDOMAIN": {
      const records = listRecords(packet, { name, type });
      if (records.length > 0) return { status: "found", records };
      return { status: rcode === "NXDOMAIN" ? "no_such_name" : "no_records" };
    }
    case "SERVFAIL":
      throw new NoAnswer("server_failure");
    case "REFUSED":
      throw new NoAnswer("refused");
    default:
      throw new NoAnswer("bad_answer");
  }
}

/** The reason why a DNS server gave no usable answer. */
class NoAnswer extends Error {
  override name = "NoAnswer";

  constructor(
    readonly reason: "timeout" | "unreachable" | "bad_answer" | "server_failure" | "refused",
  ) {
    super(reason);
  }
}

/**
 * Queries a DNS server: by UDP, and then by TCP if the answer was truncated (RFC 7766 §5), until the timeout
 * or the signal. Throws `NoAnswer`.
 */
async function sendQuery(
  server: NameServer,
  question: Question,
  { timeoutMs, signal }: QueryOptions,
): Promise<Packet> {
  // A forged answer must match this id and the random port of the socket.
  const query = encode({
    type: "query",
    id: crypto.getRandomValues(new Uint16Array(1))[0],
    flags: RECURSION_DESIRED,
    questions: [question],
    additionals: [edns],
  });
  const deadline = performance.now() + timeoutMs;
  const answer = await queryByUdp(server, query, { timeoutMs, signal });
  return (answer.flags ?? 0) & TRUNCATED_RESPONSE
    ? queryByTcp(server, query, { timeoutMs: deadline - performance.now(), signal })
    : answer;
}

interface QueryOptions {
  timeoutMs: number;
  signal: AbortSignal;
}

function queryByUdp(server: NameServer, query: Buffer, options: QueryOptions): Promise<Packet> {
  return within(options, async (settle) => {
    const socket = await Bun.udpSocket({
      connect: server,
      socket: {
        data: (_, bytes) => {
          // Packets that don't match the query aren't from the server. The answer may still arrive.
          const answer = decodeAnswer(query, bytes);
          if (answer) settle.resolve(answer);
        },
        error: () => settle.reject(new NoAnswer("unreachable")),
      },
    });
    socket.send(query);
    return () => socket.close();
  });
}

function queryByTcp(server: NameServer, query: Buffer, options: QueryOptions): Promise<Packet> {
  return within(options, async (settle) => {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(query.length);
    let received: Buffer = Buffer.alloc(0);
    const socket = await Bun.connect({
      ...server,
      socket: {
        open: (socket) => void socket.write(Buffer.concat([length, query])),
        data: (_, bytes) => {
          received = Buffer.concat([received, bytes]);
          if (received.length < 2 || received.length < 2 + received.readUInt16BE()) return;
          const answer = decodeAnswer(query, received.subarray(2, 2 + received.readUInt16BE()));
          if (answer) settle.resolve(answer);
          else settle.reject(new NoAnswer("bad_answer"));
        },
        close: () => settle.reject(new NoAnswer("unreachable")),
        error: () => settle.reject(new NoAnswer("unreachable")),
      },
    });
    return () => socket.end();
  });
}

type Settle = Pick<PromiseWithResolvers<Packet>, "resolve" | "reject">;

/** Runs an exchange until it is settled or times out, and closes its socket. */
async function within(
  { timeoutMs, signal }: QueryOptions,
  open: (settle: Settle) => Promise<() => void>,
): Promise<Packet> {
  const { promise, resolve, reject } = Promise.withResolvers<Packet>();
  const onTimeout = () => reject(new NoAnswer("timeout"));
  const timer = setTimeout(onTimeout, timeoutMs);
  signal.addEventListener("abort", onTimeout, { once: true });
  const close = open({ resolve, reject });
  close.catch(() => reject(new NoAnswer("unreachable")));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    void close.then(
      (close) => close(),
      () => {},
    );
  }
}

/** Decodes a packet. Returns undefined if it doesn't answer the query. */
function decodeAnswer(query: Buffer, bytes: Uint8Array): Packet | undefined {
  try {
    const answer = decode(Buffer.from(bytes));
    const [queried] = decode(query).questions ?? [];
    const [echoed] = answer.questions ?? [];
    const matches =
      answer.type === "response" &&
      answer.id === query.readUInt16BE() &&
      echoed?.type === queried?.type &&
      echoed?.name.toLowerCase() === queried?.name.toLowerCase();
    return matches ? answer : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the records of a type for a name, or for the target of its aliases. */
function listRecords(
  { answers = [] }: Packet,
  { name, type }: { name: string; type: RecordType },
): DnsRecords[RecordType][] {
  const owner = type === "CNAME" ? name : followAlias(name, answers);
  return answers.flatMap((answer) => {
    if (answer.type !== type || answer.name.toLowerCase() !== owner) return [];
    return [convertRecord(answer)];
  });
}

/** Returns how many seconds an answer can be cached: at most ten minutes, and one minute if negative. */
function getTtlSeconds(packet: Packet, said: Resolved<RecordType>): number {
  if (said.status === "found") return getShortestTtl(packet.answers, 600);
  return getShortestTtl(packet.authorities, 60);
}

function getShortestTtl(records: readonly Answer[] = [], secondsMax: number): number {
  const seconds = records.flatMap((record) => {
    if (record.type === "SOA") return [record.ttl ?? 0, record.data.minimum ?? 0];
    return "ttl" in record ? [record.ttl ?? 0] : [];
  });
  return Math.min(secondsMax, ...seconds);
}

/** Follows the aliases of an answer. The number of steps is limited, so that loops end. */
function followAlias(name: string, answers: readonly Answer[]): string {
  let owner = name;
  for (const _ of answers) {
    const alias = answers.find(
      (answer) => answer.type === "CNAME" && answer.name.toLowerCase() === owner,
    );
    if (alias?.type !== "CNAME") break;
    owner = normaliseName(alias.data);
  }
  return owner;
}

function convertRecord(answer: Answer): DnsRecords[RecordType] {
  switch (answer.type) {
    case "MX":
      return {
        priority: answer.data.preference ?? 0,
        exchange: normaliseName(answer.data.exchange),
      };
    case "TXT":
      // Joined before decoding, because a character may be split across two parts.
      return Buffer.concat([answer.data].flat().map((part) => Buffer.from(part))).toString();
    case "CNAME":
    case "NS":
    case "PTR":
      return normaliseName(answer.data);
    default:
      return String((answer as { data: unknown }).data);
  }
}

/** Normalises a name: lower case, and empty for the root, the only name with a dot at its end. */
function normaliseName(name: string): string {
  return name === "." ? "" : name.toLowerCase();
}
