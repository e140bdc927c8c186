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

/** Answers up to 1232 bytes go through any network in one piece: https://www.dnsflagday.net/2020/ */
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

/** What was said, and for how many seconds it may be repeated. */
export interface Answered {
  said: Resolved<RecordType>;
  seconds: number;
}

/** How long to wait before each further try: packets are lost now and then, and servers are slow at times. */
const patienceMs = [800, 1200, 2000];

/** RFC 9520 §3.2: who asks again at once would ask in vain, and burden the servers. */
const secondsToKeepFailure = 5;

type Asked = { name: string; type: RecordType };

/**
 * Asks the servers in turn until one knows the answer. A further try takes nothing from those before
 * it: whichever is answered first counts, as a slow server is as slow the second time.
 */
export async function askInTurn(
  servers: readonly NameServer[],
  question: Asked,
): Promise<Answered> {
  const over = new AbortController();
  const tries: Promise<Answered>[] = [];
  let fault: NoAnswer | undefined;
  let leftMs = patienceMs.reduce((sum, ms) => sum + ms, 0);
  try {
    for (const [attempt, waitMs] of patienceMs.entries()) {
      const server = servers[attempt % servers.length];
      // A lost packet may be sent again, but a server that has refused has said its word.
      if (!server || (attempt >= servers.length && fault && fault.reason !== "timeout")) break;
      const tried = askOnce(server, question, { timeoutMs: leftMs, signal: over.signal });
      tries.push(tried);
      leftMs -= waitMs;
      const outcome = await Promise.race([
        Promise.any(tries).catch(() => undefined),
        tried.catch(faultOf),
        passOn(waitMs, over.signal),
      ]);
      if (outcome && "said" in outcome) return outcome;
      fault = outcome;
    }
    return await Promise.any(tries);
  } catch (error) {
    const last = error instanceof AggregateError ? error.errors.at(-1) : error;
    const { reason } = last === undefined ? new NoAnswer("unreachable") : faultOf(last);
    return { said: { status: "unavailable", reason }, seconds: secondsToKeepFailure };
  } finally {
    over.abort();
  }
}

/** Asks one server. Throws `NoAnswer`. */
async function askOnce(
  server: NameServer,
  question: Asked,
  options: { timeoutMs: number; signal: AbortSignal },
): Promise<Answered> {
  const packet = await ask(server, { ...question, class: "IN" } as Question, options);
  const said = read(packet, question);
  return { said, seconds: secondsToKeep(packet, said) };
}

/** What a try failed of. Anything but a server's silence or refusal is a fault of the hub's own. */
function faultOf(error: unknown): NoAnswer {
  if (error instanceof NoAnswer) return error;
  throw error;
}

function passOn(ms: number, signal: AbortSignal): Promise<undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, ms);
  signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
  return promise;
}

/** Reads what a server says of a name. Throws `NoAnswer` where that is nothing. */
function read(packet: Packet, { name, type }: Asked): Resolved<RecordType> {
  // The package's types leave out what its decoder puts there.
  const { rcode } = packet as Packet & { rcode: string };
  switch (rcode) {
    case "NOERROR":
    case "NXDOMAIN": {
      const records = recordsOf(packet, { name, type });
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

/** Why a name server gave no answer that could be used. */
class NoAnswer extends Error {
  override name = "NoAnswer";

  constructor(
    readonly reason: "timeout" | "unreachable" | "bad_answer" | "server_failure" | "refused",
  ) {
    super(reason);
  }
}

/**
 * Asks a name server one question: by UDP, then by TCP where the answer did not fit (RFC 7766 §5),
 * until the time is up or the signal says that nobody waits any more. Throws `NoAnswer`.
 */
async function ask(
  server: NameServer,
  question: Question,
  { timeoutMs, signal }: Patience,
): Promise<Packet> {
  // Whoever forges an answer must guess this number and the port that the socket happens to have.
  const query = encode({
    type: "query",
    id: crypto.getRandomValues(new Uint16Array(1))[0],
    flags: RECURSION_DESIRED,
    questions: [question],
    additionals: [edns],
  });
  const deadline = performance.now() + timeoutMs;
  const answer = await byUdp(server, query, { timeoutMs, signal });
  return (answer.flags ?? 0) & TRUNCATED_RESPONSE
    ? byTcp(server, query, { timeoutMs: deadline - performance.now(), signal })
    : answer;
}

interface Patience {
  timeoutMs: number;
  signal: AbortSignal;
}

function byUdp(server: NameServer, query: Buffer, patience: Patience): Promise<Packet> {
  return within(patience, async (settle) => {
    const socket = await Bun.udpSocket({
      connect: server,
      socket: {
        data: (_, bytes) => {
          // What does not fit the question is not from the server, and the answer may yet come.
          const answer = answerTo(query, bytes);
          if (answer) settle.resolve(answer);
        },
        error: () => settle.reject(new NoAnswer("unreachable")),
      },
    });
    socket.send(query);
    return () => socket.close();
  });
}

function byTcp(server: NameServer, query: Buffer, patience: Patience): Promise<Packet> {
  return within(patience, async (settle) => {
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
          const answer = answerTo(query, received.subarray(2, 2 + received.readUInt16BE()));
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

/** Runs a conversation until it is settled or late, and closes what it opened. */
async function within(
  { timeoutMs, signal }: Patience,
  open: (settle: Settle) => Promise<() => void>,
): Promise<Packet> {
  const { promise, resolve, reject } = Promise.withResolvers<Packet>();
  const end = () => reject(new NoAnswer("timeout"));
  const timer = setTimeout(end, timeoutMs);
  signal.addEventListener("abort", end, { once: true });
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

/** The packet, if it answers the question. */
function answerTo(query: Buffer, bytes: Uint8Array): Packet | undefined {
  try {
    const answer = decode(Buffer.from(bytes));
    const [asked] = decode(query).questions ?? [];
    const [echoed] = answer.questions ?? [];
    const fits =
      answer.type === "response" &&
      answer.id === query.readUInt16BE() &&
      echoed?.type === asked?.type &&
      echoed?.name.toLowerCase() === asked?.name.toLowerCase();
    return fits ? answer : undefined;
  } catch {
    return undefined;
  }
}

/** The records of a type that a packet has for a name, or for what the name is an alias of. */
function recordsOf(
  { answers = [] }: Packet,
  { name, type }: { name: string; type: RecordType },
): DnsRecords[RecordType][] {
  const owner = type === "CNAME" ? name : followAlias(name, answers);
  return answers.flatMap((answer) => {
    if (answer.type !== type || answer.name.toLowerCase() !== owner) return [];
    return [recordOf(answer)];
  });
}

/** For how many seconds an answer may be repeated: at most ten minutes, and a "no" for one. */
function secondsToKeep(packet: Packet, said: Resolved<RecordType>): number {
  if (said.status === "found") return shortest(packet.answers, 600);
  return shortest(packet.authorities, 60);
}

function shortest(records: readonly Answer[] = [], secondsMax: number): number {
  const seconds = records.flatMap((record) => {
    if (record.type === "SOA") return [record.ttl ?? 0, record.data.minimum ?? 0];
    return "ttl" in record ? [record.ttl ?? 0] : [];
  });
  return Math.min(secondsMax, ...seconds);
}

/** Follows the aliases of an answer. There are fewer of them than records, so a circle ends too. */
function followAlias(name: string, answers: readonly Answer[]): string {
  let owner = name;
  for (const _ of answers) {
    const alias = answers.find(
      (answer) => answer.type === "CNAME" && answer.name.toLowerCase() === owner,
    );
    if (alias?.type !== "CNAME") break;
    owner = bare(alias.data);
  }
  return owner;
}

function recordOf(answer: Answer): DnsRecords[RecordType] {
  switch (answer.type) {
    case "MX":
      return { priority: answer.data.preference ?? 0, exchange: bare(answer.data.exchange) };
    case "TXT":
      // Joined before they are decoded: a character may lie across two of them.
      return Buffer.concat([answer.data].flat().map((part) => Buffer.from(part))).toString();
    case "CNAME":
    case "NS":
    case "PTR":
      return bare(answer.data);
    default:
      return String((answer as { data: unknown }).data);
  }
}

/** A name as it is compared: in lower case, and that of the root, which alone has a dot at its end, empty. */
function bare(name: string): string {
  return name === "." ? "" : name.toLowerCase();
}
