import { openWords } from "hub/data-file";
import { isPublicAddress } from "hub/net";
import type { Address } from "./address/parse-address.ts";
import type { SyntaxReason } from "./address/syntax-fault.ts";
import type { MailFacts } from "./dns/mail-facts.ts";
import { findMailProvider } from "./dns/provider.ts";
import type { Listing, Lists } from "./lists/lists.ts";
import { doubtfulReplies, type Reason, undeliverableReasons, type Validation } from "./response.ts";

/** Everything known about a syntactically valid address. */
export interface AddressFacts {
  address: Address;
  /** DNS results. Undefined if the DNS was not queried. */
  facts: MailFacts | undefined;
  listing: Listing | undefined;
  /** Undefined if the mail server was not asked. */
  mailbox?: Validation["smtp"] | undefined;
}

/** Reason for the verdict on a syntactically valid address. */
export type KnownReason = Exclude<Reason, SyntaxReason>;

/** Returns the reason if the DNS isn't needed to reject an address. */
export function findReasonWithoutDns({
  asciiDomain,
  literal,
  peculiarities,
}: Address): KnownReason | undefined {
  if (literal !== undefined) return isPublicAddress(literal) ? undefined : "address_literal";
  const isReserved = reserved
    .values()
    .some((name) => asciiDomain === name || asciiDomain.endsWith(`.${name}`));
  if (isReserved) return "reserved_tld";
  return peculiarities.includes("single_label_domain") ? "single_label_domain" : undefined;
}

/** RFC 2606, 6761, 6762, 7686, 8375 and 9476, and `internal`, which ICANN reserved in 2024. */
const { reserved } = openWords(new URL("./judgement.txt", import.meta.url), ["reserved"])();

/** Returns the most severe reason for the verdict. */
export function selectReason({ address, facts, listing, mailbox }: AddressFacts): KnownReason {
  const lost = findReasonWithoutDns(address);
  if (lost) return lost;
  // IP literals need no DNS lookup.
  if (address.literal !== undefined) return "ok";
  if (facts?.exists === false) return "no_such_domain";
  if (facts?.nullMx) return "null_mx";
  if (facts?.accepts === false) return "no_mail_server";
  if (mailbox?.exists === false) return "no_mailbox";
  if (mailbox?.reason === "disabled") return "disabled";
  if (listing?.kind === "listed") return "disposable";
  const doubt = mailbox && doubtfulReplies.find((reply) => reply === mailbox.reason);
  if (doubt) return doubt;
  if (facts && facts.accepts === undefined) return "dns_unavailable";
  return facts ? "ok" : "dns_skipped";
}

/** Reasons why an address cannot receive mail. */
export const undeliverable: ReadonlySet<Reason> = new Set<Reason>(undeliverableReasons);

/** Returns whether mail can be sent to an address, or null if unknown. */
export function isDeliverable(
  reason: KnownReason,
  { address, facts }: AddressFacts,
): boolean | null {
  if (undeliverable.has(reason)) return false;
  if (doubtfulReplies.some((reply) => reply === reason)) return null;
  return address.literal !== undefined || (facts?.accepts ?? null);
}

/** Returns the verdict on an address. */
export function getVerdict(
  reason: Reason,
  { address, listing, isRole }: Pick<AddressFacts, "address" | "listing"> & { isRole: boolean },
): Validation["verdict"] {
  if (undeliverable.has(reason)) return "invalid";
  const isRisky = reason === "mailbox_full" || reason === "catch_all";
  if (listing || isRole || address.literal !== undefined || isRisky) return "risky";
  return reason === "ok" ? "valid" : "unknown";
}

/** Looks up a domain and its mail servers in the lists. Disposable domains change daily, but their servers stay. */
export function findListing(
  domain: string,
  { facts, lists }: { facts: MailFacts | undefined; lists: Lists },
): Listing | undefined {
  const own = lists.find(domain);
  if (own?.kind === "listed" || lists.isExempt(domain)) return own;
  for (const { exchange } of facts?.mx ?? []) {
    if (exchange === "" || findMailProvider([exchange]) !== null) continue;
    const found = lists.find(exchange);
    if (found?.kind === "listed") return found;
  }
  return own;
}

/** Returns the reason in a sentence. */
export function describeReason(
  reason: KnownReason,
  { address, facts, listing }: AddressFacts,
): string {
  switch (reason) {
    case "dns_unavailable":
      return `The DNS lookup of the mail servers failed: ${facts?.unanswered[0]?.reason.replaceAll("_", " ")}`;
    case "disposable":
      return `"${listing?.entry}" provides disposable addresses`;
    case "no_mail_server":
      return facts?.mx?.length === 0
        ? "The domain has neither a mail server nor a public IP address"
        : "None of the domain's mail servers has a public IP address";
    case "ok":
      return address.literal === undefined
        ? "The syntax is valid, and the domain accepts mail"
        : "The domain is a public IP address, for which few servers accept mail";
    default:
      return details[reason];
  }
}

const details: Record<
  Exclude<KnownReason, "dns_unavailable" | "disposable" | "no_mail_server" | "ok">,
  string
> = {
  address_literal: "The domain is an IP address that is not public",
  single_label_domain: "The domain has no dot, so it is not a public domain",
  reserved_tld: "The top-level domain is reserved, so it cannot receive mail",
  no_such_domain: "The domain does not exist",
  null_mx: "The domain declares that it accepts no mail",
  no_mailbox: "The mail server does not know the mailbox",
  disabled: "The mailbox is disabled",
  mailbox_full: "The mailbox is full",
  refused: "The mail server refuses the address, or mail from this hub",
  catch_all: "The mail server accepts every address of the domain",
  greylisted: "The mail server refuses the first delivery and accepts a later one",
  temporary: "The mail server refuses the address for the moment",
  dns_skipped: "The syntax is valid, but the DNS was not queried",
};
