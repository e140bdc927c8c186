import {
  type Answer,
  AUTHORITATIVE_ANSWER,
  decode,
  encode,
  type Packet,
  TRUNCATED_RESPONSE,
} from "dns-packet";
import type { NameServer } from "../host/doors/name-server.ts";

/** The responses of a stand-in name server by name: records, or a failure. */
export type Zone = Record<string, ZoneEntry | "SERVFAIL" | "REFUSED" | "silence" | "garbage">;

interface ZoneEntry {
  MX?: readonly (readonly [priority: number, exchange: string])[];
  /** Each is a string, or the list of strings of one record. */
  TXT?: readonly (string | readonly string[])[];
  A?: readonly string[];
  AAAA?: readonly string[];
  NS?: readonly string[];
  PTR?: readonly string[];
  /** An alias, which the server follows like a resolver. */
  CNAME?: string;
  /** In seconds. Default: 300. */
  ttl?: number;
  /** The number of first queries without a response. */
  lost?: number;
  /** Delays each response until the query is repeated. The repeated query gets no response of its own. */
  late?: true;
}

interface StandInNameServer extends NameServer {
  /** The queries so far, such as `MX example.com` or `tcp MX example.com`. */
  asked: string[];
  stop(): void;
}

/** Starts a name server for tests on UDP and TCP. Unknown names don't exist. */
export async function startNameServer(zone: Zone): Promise<StandInNameServer> {
  const queries: string[] = [];
  const lost = new Map<string, number>();
  const waiting = new Map<string, () => void>();

  function answer(bytes: Uint8Array, { tcp }: { tcp: boolean }): Uint8Array | undefined {
    const query = decode(Buffer.from(bytes));
    const { name = "", type = "A" } = query.questions?.[0] ?? {};
    queries.push(`${tcp ? "tcp " : ""}${type} ${name}`);
    const entry = zone[name];
    if (entry === "silence") return undefined;
    if (entry === "garbage") return new Uint8Array([...bytes.subarray(0, 2), 0x81, 0x80, 1, 2, 3]);
    if (typeof entry === "object" && (lost.get(name) ?? 0) < (entry.lost ?? 0)) {
      lost.set(name, (lost.get(name) ?? 0) + 1);
      return undefined;
    }
    const packet = createReply(query, getRcode(zone, name));
    if (typeof entry === "object") packet.answers = [...findAnswers(zone, name, type)];
    const encoded = encode(packet);
    if (tcp || encoded.length <= 1232) return encoded;
    return encode({ ...packet, flags: (packet.flags ?? 0) | TRUNCATED_RESPONSE, answers: [] });
  }

  function sendOrDelay(bytes: Uint8Array, respond: () => void): void {
    const [question] = decode(Buffer.from(bytes)).questions ?? [];
    const entry = zone[question?.name ?? ""];
    const key = `${question?.type} ${question?.name}`;
    const isDelayed = typeof entry === "object" && entry.late;
    const respondFirst = isDelayed ? waiting.get(key) : respond;
    if (respondFirst) respondFirst();
    else waiting.set(key, respond);
  }

  for (;;) {
    const tcp = listenByTcp(answer);
    try {
      const udp = await listenByUdp(answer, { port: tcp.port, send: sendOrDelay });
      return { hostname: "127.0.0.1", port: tcp.port, asked: queries, stop: () => stop(tcp, udp) };
    } catch {
      // Another program uses that UDP port.
      tcp.stop(true);
    }
  }
}

type CreateAnswer = (bytes: Uint8Array, options: { tcp: boolean }) => Uint8Array | undefined;

function listenByTcp(answer: CreateAnswer) {
  return Bun.listen({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      data(socket, bytes) {
        const packet = answer(bytes.subarray(2), { tcp: true });
        if (!packet) return;
        // Sends it in two parts, as networks may.
        socket.write(new Uint8Array([packet.length >> 8, packet.length & 255, packet[0]!]));
        setTimeout(() => socket.write(packet.subarray(1)), 5);
      },
    },
  });
}

function listenByUdp(
  answer: CreateAnswer,
  { port, send }: { port: number; send: (question: Uint8Array, now: () => void) => void },
) {
  return Bun.udpSocket({
    hostname: "127.0.0.1",
    port,
    socket: {
      // Reports that a client has closed its socket in the meantime.
      error() {},
      data(socket, bytes, port, address) {
        const packet = answer(bytes, { tcp: false });
        if (!packet) return;
        send(bytes, () => {
          try {
            socket.send(packet, port, address);
          } catch {
            // The client has given up and closed its socket.
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

function getRcode(zone: Zone, name: string): number {
  const entry = zone[name];
  if (entry === "SERVFAIL" || entry === "REFUSED") return rcodes[entry];
  // A name between others exists without a record of its own (RFC 8020, section 2).
  const exists = entry || Object.keys(zone).some((known) => known.endsWith(`.${name}`));
  return exists ? rcodes.NOERROR : rcodes.NXDOMAIN;
}

function createReply({ id, questions }: Packet, rcode: number): Packet {
  return {
    type: "response",
    ...(id !== undefined && { id }),
    flags: AUTHORITATIVE_ANSWER | rcode,
    ...(questions && { questions }),
  };
}

function* findAnswers(zone: Zone, name: string, type: string): Generator<Answer> {
  const entry = zone[name];
  if (typeof entry !== "object") return;
  const { ttl = 300 } = entry;
  if (entry.CNAME !== undefined) {
    yield { type: "CNAME", name, ttl, data: entry.CNAME };
    if (type !== "CNAME") yield* findAnswers(zone, entry.CNAME, type);
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
