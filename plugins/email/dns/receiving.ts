/** The outcome of a question to the DNS, as the hub tells it. */
export type Answer<Item> =
  | { status: "found"; records: Item[] }
  | { status: "no_records" | "no_such_name" }
  | { status: "unavailable"; reason: string };

export interface MxRecord {
  priority: number;
  exchange: string;
}

/** Where the mail of a domain goes. What is undefined is not known. */
export interface Receiving {
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
export function inOrder(records: readonly MxRecord[]): MxRecord[] {
  return records
    .toSorted(
      (one, other) => one.priority - other.priority || (one.exchange < other.exchange ? -1 : 1),
    )
    .slice(0, mxMax);
}

/** The hosts that mail for a domain goes to: one of them must have a public address. */
export function mailHosts(domain: string, answer: Answer<MxRecord>): string[] {
  if (answer.status === "no_records") return [domain];
  if (answer.status !== "found") return [];
  const hosts = inOrder(answer.records).map(({ exchange }) => exchange);
  return [...new Set(hosts.filter(isHost))].slice(0, hostsMax);
}

/** Reads the MX records of a domain, and whether a host that they lead to has a public address. */
export function receiving(
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
      const mx = inOrder(answer.records);
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
