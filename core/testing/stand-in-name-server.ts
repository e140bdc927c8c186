import {
  type Answer,
  AUTHORITATIVE_ANSWER,
  decode,
  encode,
  type Packet,
  TRUNCATED_RESPONSE,
} from "dns-packet";
import type { NameServer } from "../host/doors/name-server.ts";

/** What a stand-in says of a name: its records, or what goes wrong. */
export type Zone = Record<string, ZoneEntry | "SERVFAIL" | "REFUSED" | "silence" | "garbage">;

interface ZoneEntry {
  MX?: readonly (readonly [priority: number, exchange: string])[];
  /** Each a string, or the several strings of one record. */
  TXT?: readonly (string | readonly string[])[];
  A?: readonly string[];
  AAAA?: readonly string[];
  NS?: readonly string[];
  PTR?: readonly string[];
  /** An alias, which the server follows as resolvers do. */
  CNAME?: string;
  /** Seconds. Default 300. */
  ttl?: number;
  /** How many of the first questions go unanswered. */
  lost?: number;
  /** Each answer waits until its question comes again, which then gets none of its own. */
  late?: true;
}

interface StandInNameServer extends NameServer {
  /** What was asked so far, as `MX example.com`, or `tcp MX example.com`. */
  asked: string[];
  stop(): void;
}

/** Starts a name server of a test's own, on UDP and TCP. Names it does not know do not exist. */
export async function startNameServer(zone: Zone): Promise<StandInNameServer> {
  const asked: string[] = [];
  const lost = new Map<string, number>();
  const waiting = new Map<string, () => void>();

  function answer(bytes: Uint8Array, { tcp }: { tcp: boolean }): Uint8Array | undefined {
    const query = decode(Buffer.from(bytes));
    const { name = "", type = "A" } = query.questions?.[0] ?? {};
    asked.push(`${tcp ? "tcp " : ""}${type} ${name}`);
    const entry = zone[name];
    if (entry === "silence") return undefined;
    if (entry === "garbage") return new Uint8Array([...bytes.subarray(0, 2), 0x81, 0x80, 1, 2, 3]);
    if (typeof entry === "object" && (lost.get(name) ?? 0) < (entry.lost ?? 0)) {
      lost.set(name, (lost.get(name) ?? 0) + 1);
      return undefined;
    }
    const packet = reply(query, rcodeOf(zone, name));
    if (typeof entry === "object") packet.answers = [...answersOf(zone, name, type)];
    const encoded = encode(packet);
    if (tcp || encoded.length <= 1232) return encoded;
    return encode({ ...packet, flags: (packet.flags ?? 0) | TRUNCATED_RESPONSE, answers: [] });
  }

  function send(bytes: Uint8Array, now: () => void): void {
    const [question] = decode(Buffer.from(bytes)).questions ?? [];
    const entry = zone[question?.name ?? ""];
    const key = `${question?.type} ${question?.name}`;
    const isLate = typeof entry === "object" && entry.late;
    const first = isLate ? waiting.get(key) : now;
    if (first) first();
    else waiting.set(key, now);
  }

  for (;;) {
    const tcp = listenByTcp(answer);
    try {
      const udp = await listenByUdp(answer, { port: tcp.port, send });
      return { hostname: "127.0.0.1", port: tcp.port, asked, stop: () => stop(tcp, udp) };
    } catch {
      // Another program has that port of UDP.
      tcp.stop(true);
    }
  }
}

type AnswerTo = (bytes: Uint8Array, options: { tcp: boolean }) => Uint8Array | undefined;

function listenByTcp(answer: AnswerTo) {
  return Bun.listen({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      data(socket, bytes) {
        const packet = answer(bytes.subarray(2), { tcp: true });
        if (!packet) return;
        // In two parts, as networks do.
        socket.write(new Uint8Array([packet.length >> 8, packet.length & 255, packet[0]!]));
        setTimeout(() => socket.write(packet.subarray(1)), 5);
      },
    },
  });
}

function listenByUdp(
  answer: AnswerTo,
  { port, send }: { port: number; send: (question: Uint8Array, now: () => void) => void },
) {
  return Bun.udpSocket({
    hostname: "127.0.0.1",
    port,
    socket: {
      // What is told of a caller that has closed its socket by then.
      error() {},
      data(socket, bytes, port, address) {
        const packet = answer(bytes, { tcp: false });
        if (!packet) return;
        send(bytes, () => {
          try {
            socket.send(packet, port, address);
          } catch {
            // Whoever asked has given up, and closed the door behind itself.
          }
        });
      },
    },
  });
}

function stop(tcp: { stop(now: boolean): void }, udp: { close(): void }): void {
  tcp.stop(true);
  udp.close();
}

const rcodes = { NOERROR: 0, SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 };

function rcodeOf(zone: Zone, name: string): number {
  const entry = zone[name];
  if (entry === "SERVFAIL" || entry === "REFUSED") return rcodes[entry];
  // A name between others exists without a record of its own: RFC 8020 §2.
  const exists = entry || Object.keys(zone).some((known) => known.endsWith(`.${name}`));
  return exists ? rcodes.NOERROR : rcodes.NXDOMAIN;
}

function reply({ id, questions }: Packet, rcode: number): Packet {
  return {
    type: "response",
    ...(id !== undefined && { id }),
    flags: AUTHORITATIVE_ANSWER | rcode,
    ...(questions && { questions }),
  };
}

function* answersOf(zone: Zone, name: string, type: string): Generator<Answer> {
  const entry = zone[name];
  if (typeof entry !== "object") return;
  const { ttl = 300 } = entry;
  if (entry.CNAME !== undefined) {
    yield { type: "CNAME", name, ttl, data: entry.CNAME };
    if (type !== "CNAME") yield* answersOf(zone, entry.CNAME, type);
    return;
  }
  if (type === "MX")
    for (const [preference, exchange] of entry.MX ?? [])
      yield { type, name, ttl, data: { preference, exchange } };
  if (type === "TXT")
    for (const text of entry.TXT ?? []) yield { type, name, ttl, data: [text].flat() as string[] };
  if (type === "A" || type === "AAAA" || type === "NS" || type === "PTR")
    for (const data of entry[type] ?? []) yield { type, name, ttl, data };
}
