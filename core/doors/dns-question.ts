import type { Packet, Question } from "dns-packet";
import { ask, NoAnswer } from "./dns-exchange.ts";
import { recordsOf, secondsToKeep } from "./dns-records.ts";
import type { NameServer } from "./name-server.ts";
import type { RecordType, Resolved } from "./net-door.ts";

/** What was said, and for how many seconds it may be repeated. */
export interface Answered {
  said: Resolved<RecordType>;
  seconds: number;
}

/** How long each further try waits: packets are lost now and then, and servers are slow at times. */
const patienceMs = [800, 1200, 2000];

/** RFC 9520 §3.2: who asks again at once would ask in vain, and burden the servers. */
const secondsToKeepFailure = 5;

/** Asks the servers in turn until one knows the answer. */
export async function askInTurn(
  servers: readonly NameServer[],
  question: { name: string; type: RecordType },
): Promise<Answered> {
  let fault: Resolved<RecordType> = { status: "unavailable", reason: "unreachable" };
  for (const [attempt, timeoutMs] of patienceMs.entries()) {
    const server = servers[attempt % servers.length];
    // A lost packet may be sent again, but a server that has refused has said its word.
    if (!server || (attempt >= servers.length && fault.reason !== "timeout")) break;
    try {
      const packet = await ask(server, { ...question, class: "IN" } as Question, { timeoutMs });
      const said = read(packet, question);
      if (said.status !== "unavailable") return { said, seconds: secondsToKeep(packet, said) };
      fault = said;
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      fault = { status: "unavailable", reason: error.reason };
    }
  }
  return { said: fault, seconds: secondsToKeepFailure };
}

function read(
  packet: Packet,
  { name, type }: { name: string; type: RecordType },
): Resolved<RecordType> {
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
      return { status: "unavailable", reason: "server_failure" };
    case "REFUSED":
      return { status: "unavailable", reason: "refused" };
    default:
      return { status: "unavailable", reason: "bad_answer" };
  }
}
