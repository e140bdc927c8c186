import type { Finding } from "hub";
import { isPublicAddress } from "hub/net";
import { type Dmarc, findDmarc } from "./dmarc.ts";
import { findSpf, type Spf } from "./spf.ts";

/** DNS queries needed for mail. */
export interface Dns {
  resolve(name: string, type: "MX", options: { timeoutMs: number }): Promise<DnsAnswer<MxRecord>>;
  resolve(
    name: string,
    type: "TXT" | "A" | "AAAA" | "NS",
    options: { timeoutMs: number },
  ): Promise<DnsAnswer<string>>;
}

/** DNS results for the mail of a domain. Undefined means unknown. */
export interface MailFacts extends Receiving {
  spf: Spf | undefined;
  dmarc: Dmarc | undefined;
  /** Failed queries, each with the reason. */
  unanswered: { question: Question; reason: string }[];
}

/** Queries for a domain. */
export const questions = ["mx", "address", "spf", "dmarc"] as const;
type Question = (typeof questions)[number];

/** Timeout of each of the two rounds. A batch runs four times as many within the call's timeout. */
const roundMs = 2000;

interface MailDomain {
  domain: string;
  /** Registered domain: the domain itself or a parent. */
  registrable: string | undefined;
  /** Whether the top-level domain certainly exists. */
  hasKnownTld: boolean;
}

/** Looks up the mail servers, SPF and DMARC of a domain. */
export async function findMailFacts(
  dns: Dns,
  { domain, registrable = domain, hasKnownTld }: MailDomain,
): Promise<MailFacts> {
  const [mx, texts, own] = await Promise.all([
    dns.resolve(domain, "MX", { timeoutMs: roundMs }),
    dns.resolve(domain, "TXT", { timeoutMs: roundMs }),
    queryDmarc(dns, domain, { isParent: false }),
  ]);
  if (mx.status === "no_such_name") return buildMissingFacts(dns, { domain, hasKnownTld });
  const spf = readAnswer(texts, findSpf);
  const [address, dmarc] = await Promise.all([
    findReachability(dns, listMailHosts(domain, mx)),
    own.value?.record === null && registrable !== domain
      ? queryDmarc(dns, registrable, { isParent: true })
      : own,
  ]);
  const findings = { mx: readAnswer(mx, Boolean), address, spf, dmarc };
  return {
    ...readReceiving(mx, { isReachable: address.value ?? undefined }),
    spf: spf.value ?? undefined,
    dmarc: dmarc.value ?? undefined,
    unanswered: questions.flatMap((question) => {
      const { reason } = findings[question];
      return reason === undefined ? [] : [{ question, reason }];
    }),
  };
}

/** Returns the results for a domain that doesn't exist according to the name server. */
async function buildMissingFacts(
  dns: Dns,
  { domain, hasKnownTld }: Pick<MailDomain, "domain" | "hasKnownTld">,
): Promise<MailFacts> {
  const tld = domain.slice(domain.lastIndexOf(".") + 1);
  // Name servers in closed networks deny all external names, which proves nothing.
  const isWalled =
    hasKnownTld && (await dns.resolve(tld, "NS", { timeoutMs: roundMs })).status === "no_such_name";
  if (!isWalled)
    return {
      ...readReceiving({ status: "no_such_name" }, { isReachable: false }),
      spf: findSpf([]),
      dmarc: findDmarc([], { domain, isParent: false }),
      unanswered: [],
    };
  const reason = `the name server does not know "${tld}", so it does not resolve public names`;
  return {
    ...readReceiving({ status: "unavailable", reason }, { isReachable: undefined }),
    spf: undefined,
    dmarc: undefined,
    unanswered: (["mx", "spf", "dmarc"] as const).map((question) => ({ question, reason })),
  };
}

function readAnswer<Item, Value>(
  answer: DnsAnswer<Item>,
  make: (records: Item[]) => Value,
): Finding<Value> {
  if (answer.status === "unavailable") return buildUnanswered(answer.reason);
  return buildFinding(make(answer.status === "found" ? answer.records : []));
}

/** The DNS has all records of a name. The age of a response is unknown. */
function buildFinding<Value>(value: Value): Finding<Value> {
  return { value, source: "DNS", isComplete: true, wasAsked: true, ageMs: null };
}

function buildUnanswered(reason: string): Finding<never> {
  return { value: null, source: "DNS", isComplete: true, wasAsked: false, ageMs: null, reason };
}

async function queryDmarc(
  dns: Dns,
  domain: string,
  { isParent }: { isParent: boolean },
): Promise<Finding<Dmarc>> {
  const name = `_dmarc.${domain}`;
  const make = (texts: string[]) => findDmarc(texts, { domain, isParent });
  // The record name would exceed the maximum length.
  if (name.length > 253) return buildFinding(make([]));
  return readAnswer(await dns.resolve(name, "TXT", { timeoutMs: roundMs }), make);
}

/**
 * Returns whether one of the hosts has a public IP address. Looks up a few at a time, in the order of priority, because
 * nearly always the first is public. Unknown if there are more hosts than the hub looks up.
 */
async function findReachability(
  dns: Dns,
  { hosts, isComplete }: MailHosts,
): Promise<Finding<boolean>> {
  const unanswered: Finding[] = isComplete
    ? []
    : [
        buildUnanswered(
          `the domain has more than ${mxMax} mail servers, and none of the first has a public IP address`,
        ),
      ];
  for (let start = 0; start < hosts.length; start += hostsAtOnce) {
    const some = await findPublicHosts(dns, hosts.slice(start, start + hostsAtOnce));
    // One address is enough, even if other queries failed.
    if (some.some(({ value }) => value)) return buildFinding(true);
    unanswered.push(...some.filter(({ wasAsked }) => !wasAsked));
  }
  return unanswered.at(-1) ?? buildFinding(false);
}

/** Asks for the addresses of these hosts: whether one of them is public. */
function findPublicHosts(dns: Dns, hosts: readonly string[]): Promise<Finding[]> {
  return Promise.all(
    hosts.flatMap((host) =>
      (["A", "AAAA"] as const).map(async (type) =>
        readAnswer(await dns.resolve(host, type, { timeoutMs: roundMs }), (addresses) =>
          addresses.some(isPublicAddress),
        ),
      ),
    ),
  );
}

/** Result of a DNS query. */
type DnsAnswer<Item> =
  | { status: "found"; records: Item[] }
  | { status: "no_records" | "no_such_name" }
  | { status: "unavailable"; reason: string };

interface MxRecord {
  priority: number;
  exchange: string;
}

/** Mail delivery to a domain. Undefined means unknown. */
interface Receiving {
  exists: boolean | undefined;
  /** First records, in the order of priority. */
  mx: MxRecord[] | undefined;
  /** The domain declares that it accepts no mail (RFC 7505). */
  nullMx: boolean | undefined;
  /** There is no MX record, so mail goes to the domain's own IP address (RFC 5321 §5.1). */
  implicitMx: boolean | undefined;
  /** A mail host has a public IP address. */
  accepts: boolean | undefined;
}

/** Maximum number of MX records returned. No real domain has more. */
const mxMax = 20;

/** Number of mail servers looked up at a time. */
const hostsAtOnce = 5;

interface MailHosts {
  hosts: readonly string[];
  /** Whether these are all hosts. */
  isComplete: boolean;
}

/** Sorts MX records by priority. */
function sortRecords(records: readonly MxRecord[]): MxRecord[] {
  return records
    .toSorted(
      (one, other) => one.priority - other.priority || (one.exchange < other.exchange ? -1 : 1),
    )
    .slice(0, mxMax);
}

/** Returns the mail hosts of a domain. One of them must have a public IP address. */
function listMailHosts(domain: string, answer: DnsAnswer<MxRecord>): MailHosts {
  if (answer.status === "no_records") return { hosts: [domain], isComplete: true };
  if (answer.status !== "found") return { hosts: [], isComplete: true };
  const hosts = sortRecords(answer.records).map(({ exchange }) => exchange);
  return { hosts: [...new Set(hosts.filter(isHost))], isComplete: answer.records.length <= mxMax };
}

/** Interprets the MX records of a domain and the addresses of its mail hosts. */
function readReceiving(
  answer: DnsAnswer<MxRecord>,
  { isReachable }: { isReachable: boolean | undefined },
): Receiving {
  switch (answer.status) {
    case "unavailable":
      return {
        exists: undefined,
        mx: undefined,
        nullMx: undefined,
        implicitMx: undefined,
        accepts: undefined,
      };
    case "no_such_name":
      return { exists: false, mx: [], nullMx: false, implicitMx: false, accepts: false };
    case "no_records":
      return { exists: true, mx: [], nullMx: false, implicitMx: isReachable, accepts: isReachable };
    case "found": {
      const mx = sortRecords(answer.records);
      const nullMx = mx.every(({ exchange }) => exchange === "");
      return { exists: true, mx, nullMx, implicitMx: false, accepts: isReachable };
    }
  }
}

/** Returns whether an exchange is a valid host: not the root, `localhost` or an IP address. */
function isHost(exchange: string): boolean {
  const labels = exchange.split(".");
  const last = labels.at(-1) ?? "";
  return (
    labels.length > 1 &&
    exchange.length <= 253 &&
    labels.every((label) => /^[\w-]{1,63}$/.test(label)) &&
    last !== "localhost" &&
    Number.isNaN(Number(last))
  );
}
