import type { Answer, Packet } from "dns-packet";
import type { DnsRecords, RecordType, Resolved } from "../../contract/net-door.ts";

/** The records of a type that a packet has for a name, or for what the name is an alias of. */
export function recordsOf(
  { answers = [] }: Packet,
  { name, type }: { name: string; type: RecordType },
): DnsRecords[RecordType][] {
  const owner = type === "CNAME" ? name : aliased(name, answers);
  return answers.flatMap((answer) => {
    if (answer.type !== type || answer.name.toLowerCase() !== owner) return [];
    return [recordOf(answer)];
  });
}

/** For how many seconds an answer may be repeated: at most ten minutes, and a "no" for one. */
export function secondsToKeep(packet: Packet, said: Resolved<RecordType>): number {
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
function aliased(name: string, answers: readonly Answer[]): string {
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

/** A name as it is compared: in lower case, without the dot of the root. */
function bare(name: string): string {
  const lower = name.toLowerCase();
  return lower.endsWith(".") ? lower.slice(0, -1) : lower;
}
