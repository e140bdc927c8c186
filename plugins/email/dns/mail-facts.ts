import { isPublicAddress } from "hub";
import { type Dmarc, dmarcOf } from "./dmarc.ts";
import { type Answer, type MxRecord, mailHosts, type Receiving, receiving } from "./receiving.ts";
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

export interface Domain {
  domain: string;
  /** The registered domain that it is or lies below. */
  registrable: string | undefined;
  /** Whether its top-level domain is one for certain. */
  hasKnownTld: boolean;
}

/** Asks for the mail servers, SPF and DMARC of a domain. */
export async function mailFacts(
  dns: Dns,
  { domain, registrable = domain, hasKnownTld }: Domain,
): Promise<MailFacts> {
  const [mx, texts, own] = await Promise.all([
    dns.resolve(domain, "MX", { timeoutMs: roundMs }),
    dns.resolve(domain, "TXT", { timeoutMs: roundMs }),
    dmarcAt(dns, domain, { isParent: false }),
  ]);
  if (mx.status === "no_such_name") return missing(dns, { domain, hasKnownTld });
  const spf = read(texts, spfOf);
  const [address, dmarc] = await Promise.all([
    isOneReachable(dns, mailHosts(domain, mx)),
    own.value?.record === null && registrable !== domain
      ? dmarcAt(dns, registrable, { isParent: true })
      : own,
  ]);
  const reasons = [read(mx, Boolean).fault, address.fault, spf.fault, dmarc.fault];
  return {
    ...receiving(mx, { isReachable: address.value }),
    spf: spf.value,
    dmarc: dmarc.value,
    unanswered: questions.flatMap((question, index) => {
      const reason = reasons[index];
      return reason === undefined ? [] : [{ question, reason }];
    }),
  };
}

/** What follows from a name server saying that there is no such domain. */
async function missing(
  dns: Dns,
  { domain, hasKnownTld }: Pick<Domain, "domain" | "hasKnownTld">,
): Promise<MailFacts> {
  const tld = domain.slice(domain.lastIndexOf(".") + 1);
  // A server behind walls denies all names but its own, which says nothing about them.
  const isWalled =
    hasKnownTld && (await dns.resolve(tld, "NS", { timeoutMs: roundMs })).status === "no_such_name";
  if (!isWalled)
    return {
      ...receiving({ status: "no_such_name" }, { isReachable: false }),
      spf: spfOf([]),
      dmarc: dmarcOf([], { domain, isParent: false }),
      unanswered: [],
    };
  const reason = `it does not know "${tld}", so it is not the public one`;
  return {
    ...receiving({ status: "unavailable", reason }, { isReachable: undefined }),
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

function read<Item, Value>(answer: Answer<Item>, make: (records: Item[]) => Value): Finding<Value> {
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
  return read(await dns.resolve(name, "TXT", { timeoutMs: roundMs }), make);
}

/** Whether one of these hosts has an address on the public internet. */
async function isOneReachable(dns: Dns, hosts: readonly string[]): Promise<Finding<boolean>> {
  const findings = await Promise.all(
    hosts.flatMap((host) =>
      (["A", "AAAA"] as const).map(async (type) =>
        read(await dns.resolve(host, type, { timeoutMs: roundMs }), (addresses) =>
          addresses.some(isPublicAddress),
        ),
      ),
    ),
  );
  // One address is enough, whatever became of the other questions.
  if (findings.some(({ value }) => value)) return { value: true };
  return findings.find(({ fault }) => fault !== undefined) ?? { value: false };
}
