import { splitDisplayName } from "./address/display-name.ts";
import { parseAddress } from "./address/parse-address.ts";
import { SyntaxFault } from "./address/syntax-fault.ts";
import { describe, describeBlank } from "./describe-address.ts";
import { type Dns, findMailFacts, type MailFacts } from "./dns/mail-facts.ts";
import { type AddressFacts, findListing, findReasonWithoutDns } from "./judgement.ts";
import { type Lists, loadLists } from "./lists/lists.ts";
import type { Validation } from "./response.ts";
import type { Mailbox } from "./smtp/probe.ts";
import { repairDomain, suggestDomain } from "./typo/suggest.ts";

/** Validates an address. */
export type Validate = (email: string) => Promise<Validation>;

/** Options of a validation. */
export interface ValidatorOptions {
  check_dns: boolean;
  smtputf8: boolean;
  display_name: boolean;
}

/** Access of a validation to the outside. */
export interface ValidatorDoors {
  net: Dns;
  env: Readonly<Record<"HUB_EMAIL_DISPOSABLE" | "HUB_EMAIL_NOT_DISPOSABLE", readonly string[]>>;
  /** Asks a mail server about an address. */
  probe?: ((known: Pick<AddressFacts, "address" | "facts">) => Promise<Mailbox>) | undefined;
}

/** Creates a validator that looks up each domain once. */
export async function makeValidator(
  { check_dns, smtputf8, display_name }: ValidatorOptions,
  { net, env, probe }: ValidatorDoors,
): Promise<Validate> {
  const lists = await loadLists({
    disposable: env.HUB_EMAIL_DISPOSABLE,
    notDisposable: env.HUB_EMAIL_NOT_DISPOSABLE,
  });
  const lookups = new Map<string, Promise<MailFacts>>();

  function fetchFacts(domain: string): Promise<MailFacts> {
    const facts =
      lookups.get(domain) ??
      findMailFacts(net, {
        domain,
        registrable: lists.registrable(domain),
        hasKnownTld: lists.hasKnownTld(domain),
      });
    lookups.set(domain, facts);
    return facts;
  }

  return async (email) => {
    const named = display_name ? splitDisplayName(email) : undefined;
    const text = named?.address ?? email;
    const displayName = named?.name ?? null;
    const address = tryToParse(text, { smtputf8 });
    if (address instanceof SyntaxFault)
      return {
        ...refuse(email, { fault: address, lists }),
        typo_suggestion: repair(text, { smtputf8, lists }),
        display_name: displayName,
      };
    const { asciiDomain } = address;
    const facts =
      check_dns && !findReasonWithoutDns(address) ? await fetchFacts(asciiDomain) : undefined;
    const listing = findListing(asciiDomain, { facts, lists });
    const mailbox = address.literal === undefined ? await probe?.({ address, facts }) : undefined;
    const described = describe(email, { known: { address, facts, listing, mailbox }, lists });
    return { ...described, display_name: displayName };
  };
}

function tryToParse(email: string, options: { smtputf8: boolean }) {
  try {
    return parseAddress(email, options);
  } catch (error) {
    if (error instanceof SyntaxFault) return error;
    throw error;
  }
}

/**
 * Returns the address that a text with invalid syntax likely means: `ann@gmail.com` for `ann@gmail,com`. Only slips in
 * the domain are corrected, and only to a domain with a known top-level domain.
 */
function repair(
  text: string,
  { smtputf8, lists }: { smtputf8: boolean; lists: Lists },
): string | null {
  const at = text.lastIndexOf("@");
  const domain = text.slice(at + 1).trim();
  const repaired = repairDomain(domain);
  if (at < 1 || repaired === domain) return null;
  const address = tryToParse(`${text.slice(0, at)}@${repaired}`, { smtputf8 });
  if (address instanceof SyntaxFault || address.literal !== undefined) return null;
  const suggested = suggestDomain(address.asciiDomain, { accepts: undefined });
  if (suggested === undefined && !lists.hasKnownTld(address.asciiDomain)) return null;
  return `${address.local}@${suggested ?? address.domain}`;
}

function refuse(email: string, { fault, lists }: { fault: SyntaxFault; lists: Lists }): Validation {
  return {
    ...describeBlank(email, lists),
    verdict: "invalid",
    reason: fault.reason,
    detail: fault.message,
    score_breakdown: [
      { check: "syntax", points: 0, points_max: 30, note: "The syntax is invalid" },
    ],
  };
}
