import { randomInt } from "node:crypto";
import {
  decode,
  encode,
  type OptAnswer,
  type Packet,
  type Question,
  RECURSION_DESIRED,
  TRUNCATED_RESPONSE,
} from "dns-packet";
import type { NameServer } from "./name-server.ts";

/** Why a name server gave no answer that could be used. */
export class NoAnswer extends Error {
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
export async function ask(
  server: NameServer,
  question: Question,
  { timeoutMs, signal }: Patience,
): Promise<Packet> {
  // Whoever forges an answer must guess this number and the port that the socket happens to have.
  const query = encode({
    type: "query",
    id: randomInt(65_536),
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
  close.catch((cause) => reject(cause instanceof NoAnswer ? cause : new NoAnswer("unreachable")));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", end);
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
