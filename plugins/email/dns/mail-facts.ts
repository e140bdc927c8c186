import { isPublicAddress } from "hub/net";
import { type Dmarc, dmarcOf } from "./dmarc.ts";
import { type Spf, spfOf } from "./spf.ts";

/** The DNS, as far as mail needs it. */
export interface Dns {
  resolve(name: string, type: "MX", options: { timeoutMs: number }): Promise<Answer<MxRecord>>;
  resolve(
    name: string,
    type: "TXT" | "A" | "AAAA" | "NS",
    options: { timeoutMs: number },
  ): Promise<Answer<string>>;
}

/** What the DNS says of the mail of a domain. What is undefined is not known. */
export interface MailFacts extends Receiving {
  spf: Spf | undefined;
  dmarc: Dmarc | undefined;
  /** The questions that were not answered, each with the reason. */
  unanswered: { question: Question; reason: string }[];
}

/** What is asked about a domain. */
export const questions = ["mx", "address", "spf", "dmarc"] as const;
type Question = (typeof questions)[number];

/** There are two rounds: four times as many, for a batch, fit into the time that a call may take. */
const roundMs = 2000;

interface Domain {
  domain: string;
  /** The registered domain that it is or lies below. */
  registrable: string | undefined;
  /** Whether its top-level domain is one for certain. */
  hasKnownTld: boolean;
}

/** Asks for the mail servers, SPF and DMARC of a domain. */
export async function findMailFacts(
  dns: Dns,
  { domain, registrable = domain, hasKnownTld }: Domain,
): Promise<MailFacts> {
  const [mx, texts, own] = await Promise.all([
    dns.resolve(domain, "MX", { timeoutMs: roundMs }),
    dns.resolve(domain, "TXT", { timeoutMs: roundMs }),
    dmarcAt(dns, domain, { isParent: false }),
  ]);
  if (mx.status === "no_such_name") return factsOfMissing(dns, { domain, hasKnownTld });
  const spf = readAnswer(texts, spfOf);
  const [address, dmarc] = await Promise.all([
    isOneReachable(dns, mailHosts(domain, mx)),
    own.value?.record === null && registrable !== domain
      ? dmarcAt(dns, registrable, { isParent: true })
      : own,
  ]);
  const reasons = [readAnswer(mx, Boolean).fault, address.fault, spf.fault, dmarc.fault];
  return {
    ...readReceiving(mx, { isReachable: address.value }),
    spf: spf.value,
    dmarc: dmarc.value,
    unanswered: questions.flatMap((question, index) => {
      const reason = reasons[index];
      return reason === undefined ? [] : [{ question, reason }];
    }),
  };
}

/** What follows from a name server saying that there is no such domain. */
async function factsOfMissing(
  dns: Dns,
  { domain, hasKnownTld }: Pick<Domain, "domain" | "hasKnownTld">,
): Promise<MailFacts> {
  const tld = domain.slice(domain.lastIndexOf(".") + 1);
  // A server behind walls denies all names but its own, which says nothing about them.
  const isWalled =
    hasKnownTld && (await dns.resolve(tld, "NS", { timeoutMs: roundMs })).status === "no_such_name";
  if (!isWalled)
    return {
      ...readReceiving({ status: "no_such_name" }, { isReachable: false }),
      spf: spfOf([]),
      dmarc: dmarcOf([], { domain, isParent: false }),
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

/** What was made of an answer, or why there was none. */
interface Finding<Value> {
  value?: Value;
  fault?: string;
}

function readAnswer<Item, Value>(
  answer: Answer<Item>,
  make: (records: Item[]) => Value,
): Finding<Value> {
  if (answer.status === "unavailable") return { fault: answer.reason };
  return { value: make(answer.status === "found" ? answer.records : []) };
}

async function dmarcAt(
  dns: Dns,
  domain: string,
  { isParent }: { isParent: boolean },
): Promise<Finding<Dmarc>> {
  const name = `_dmarc.${domain}`;
  const make = (texts: string[]) => dmarcOf(texts, { domain, isParent });
  // Below a domain of the greatest length there is no room for a record.
  if (name.length > 253) return { value: make([]) };
  return readAnswer(await dns.resolve(name, "TXT", { timeoutMs: roundMs }), make);
}

/** Whether one of these hosts has an address on the public internet. */
async function isOneReachable(dns: Dns, hosts: readonly string[]): Promise<Finding<boolean>> {
  const findings = await Promise.all(
    hosts.flatMap((host) =>
      (["A", "AAAA"] as const).map(async (type) =>
        readAnswer(await dns.resolve(host, type, { timeoutMs: roundMs }), (addresses) =>
          addresses.some(isPublicAddress),
        ),
      ),
    ),
  );
  // One address is enough, whatever became of the other questions.
  if (findings.some(({ value }) => value)) return { value: true };
  return findings.find(({ fault }) => fault !== undefined) ?? { value: false };
}

/** The outcome of a question to the DNS, as the hub tells it. */
type Answer<Item> =
  | { status: "found"; records: Item[] }
  | { status: "no_records" | "no_such_name" }
  | { status: "unavailable"; reason: string };

interface MxRecord {
  priority: number;
  exchange: string;
}

/** Where the mail of a domain goes. What is undefined is not known. */
interface Receiving {
  exists: boolean | undefined;
  /** The first records, in the order in which senders try them. */
  mx: MxRecord[] | undefined;
  /** The domain says that it takes no mail: RFC 7505. */
  nullMx: boolean | undefined;
  /** There is no MX record, and mail goes to the domain's own address: RFC 5321 §5.1. */
  implicitMx: boolean | undefined;
  /** A host that mail goes to has an address on the public internet. */
  accepts: boolean | undefined;
}

/** No domain has more in earnest, and one in jest has thousands. */
const mxMax = 20;

/** How many of a domain's mail servers are looked at: Postfix tries no more either. */
const hostsMax = 5;

/** The MX records of a domain in the order in which senders try them. */
function sortRecords(records: readonly MxRecord[]): MxRecord[] {
  return records
    .toSorted(
      (one, other) => one.priority - other.priority || (one.exchange < other.exchange ? -1 : 1),
    )
    .slice(0, mxMax);
}

/** The hosts that mail for a domain goes to: one of them must have a public address. */
function mailHosts(domain: string, answer: Answer<MxRecord>): string[] {
  if (answer.status === "no_records") return [domain];
  if (answer.status !== "found") return [];
  const hosts = sortRecords(answer.records).map(({ exchange }) => exchange);
  return [...new Set(hosts.filter(isHost))].slice(0, hostsMax);
}

/** Reads the MX records of a domain, and whether a host that they lead to has a public address. */
function readReceiving(
  answer: Answer<MxRecord>,
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

/** Not a host that could be looked up: the root, `localhost`, an address in place of a name. */
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
