import { isPublicAddress } from "hub/net";
import type { Address } from "./address/parse-address.ts";
import type { SyntaxReason } from "./address/syntax-fault.ts";
import { type Answer, type Reason, undeliverableReasons } from "./answer.ts";
import type { MailFacts } from "./dns/mail-facts.ts";
import { providerOf } from "./dns/provider.ts";
import type { Listing, Lists } from "./lists/lists.ts";

/** All that is known of an address that is one. */
export interface Known {
  address: Address;
  /** What the DNS says; undefined where it was not asked. */
  facts: MailFacts | undefined;
  listing: Listing | undefined;
}

/** Why an address is as it is, once it is one. */
export type KnownReason = Exclude<Reason, SyntaxReason>;

/** Why the DNS need not be asked about an address, if it need not. */
export function reasonWithoutDns({
  asciiDomain,
  literal,
  peculiarities,
}: Address): KnownReason | undefined {
  if (literal !== undefined) return isPublicAddress(literal) ? undefined : "address_literal";
  const isReserved = reserved.some(
    (name) => asciiDomain === name || asciiDomain.endsWith(`.${name}`),
  );
  if (isReserved) return "reserved_tld";
  return peculiarities.includes("single_label_domain") ? "single_label_domain" : undefined;
}

/** RFC 2606, 6761, 6762, 7686, 8375 and 9476, and `internal`, which ICANN set aside in 2024. */
const reserved = [
  "test",
  "example",
  "invalid",
  "localhost",
  "local",
  "onion",
  "alt",
  "internal",
  "home.arpa",
];

/** The one thing that decides about an address, the gravest first. */
export function reasonOf({ address, facts, listing }: Known): KnownReason {
  const lost = reasonWithoutDns(address);
  if (lost) return lost;
  // There is nothing that the DNS could say of it.
  if (address.literal !== undefined) return "ok";
  if (facts?.exists === false) return "no_such_domain";
  if (facts?.nullMx) return "null_mx";
  if (facts?.accepts === false) return "no_mail_server";
  if (facts && facts.accepts === undefined) return "dns_unavailable";
  if (listing?.kind === "listed") return "disposable";
  return facts ? "ok" : "dns_skipped";
}

/** The reasons for which mail has nowhere to go. */
export const undeliverable: ReadonlySet<Reason> = new Set<Reason>(undeliverableReasons);

/** Whether mail can be sent to an address; null where nobody knows. */
export function isDeliverable(reason: KnownReason, { address, facts }: Known): boolean | null {
  if (undeliverable.has(reason)) return false;
  return address.literal !== undefined || (facts?.accepts ?? null);
}

/** Sums up what to do with an address. */
export function verdictOf(
  reason: Reason,
  { address, listing, isRole }: Pick<Known, "address" | "listing"> & { isRole: boolean },
): Answer["verdict"] {
  if (undeliverable.has(reason)) return "invalid";
  if (reason === "dns_unavailable") return "unknown";
  if (listing || isRole || address.literal !== undefined) return "risky";
  return reason === "dns_skipped" ? "unknown" : "valid";
}

/** What the lists say of a domain, or else of its mail servers: throwaway domains come and go daily, their servers stay. */
export function listingOf(
  domain: string,
  { facts, lists }: { facts: MailFacts | undefined; lists: Lists },
): Listing | undefined {
  const own = lists.find(domain);
  if (own?.kind === "listed") return own;
  for (const { exchange } of facts?.mx ?? []) {
    if (exchange === "" || providerOf([exchange]) !== null) continue;
    const found = lists.find(exchange);
    if (found?.kind === "listed") return found;
  }
  return own;
}

/** The reason as a sentence. */
export function detailOf(reason: KnownReason, { address, facts, listing }: Known): string {
  switch (reason) {
    case "dns_unavailable":
      return `The DNS did not say where mail goes: ${facts?.unanswered[0]?.reason.replaceAll("_", " ")}`;
    case "disposable":
      return `"${listing?.entry}" gives out throwaway addresses`;
    case "no_mail_server":
      return facts?.mx?.length === 0
        ? "The domain has no mail server, and no address of its own on the public internet"
        : "The domain names mail servers, and none of them has an address on the public internet";
    case "ok":
      return address.literal === undefined
        ? "The syntax is right, and the domain takes mail"
        : "The domain is an IP address on the public internet, as which few servers take mail";
    default:
      return details[reason];
  }
}

const details: Record<
  Exclude<KnownReason, "dns_unavailable" | "disposable" | "no_mail_server" | "ok">,
  string
> = {
  address_literal: "The domain is an IP address, and none on the public internet",
  single_label_domain: "The domain has no dot, so it is none on the public internet",
  reserved_tld: "The top-level domain is reserved, so it has no mail",
  no_such_domain: "The domain does not exist",
  null_mx: "The domain says that it takes no mail",
  dns_skipped: "The syntax is right, and the DNS was not asked",
};
