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
  accepts: boolean | undefined;
}

/** No domain has more in earnest, and one in jest has thousands. */
const mxMax = 20;

/** Reads the MX records of a domain, and what is known of its own address. */
export function receiving(
  answer: Answer<MxRecord>,
  { hasAddress }: { hasAddress: boolean | undefined },
): Receiving {
  if (answer.status === "unavailable")
    return {
      exists: undefined,
      mx: undefined,
      nullMx: undefined,
      implicitMx: undefined,
      accepts: undefined,
    };
  if (answer.status !== "found") {
    const implicitMx = answer.status === "no_records" ? hasAddress : false;
    const exists = answer.status === "no_records";
    return { exists, mx: [], nullMx: false, implicitMx, accepts: implicitMx };
  }
  const mx = answer.records
    .toSorted(
      (one, other) => one.priority - other.priority || (one.exchange < other.exchange ? -1 : 1),
    )
    .slice(0, mxMax);
  return {
    exists: true,
    mx,
    nullMx: mx.every(({ exchange }) => exchange === ""),
    implicitMx: false,
    accepts: mx.some(({ exchange }) => isHost(exchange)),
  };
}

/** Not a machine that could be reached: the root, `localhost`, an address in place of a name. */
export function isHost(exchange: string): boolean {
  const last = exchange.slice(exchange.lastIndexOf(".") + 1);
  return exchange.includes(".") && last !== "localhost" && Number.isNaN(Number(last));
}

/** Whether one of these addresses is not the sender's own machine, as which some write "nothing". */
export function leadsSomewhere(addresses: readonly string[]): boolean {
  return addresses.some(
    (address) => !address.startsWith("127.") && !["0.0.0.0", "::", "::1"].includes(address),
  );
}
