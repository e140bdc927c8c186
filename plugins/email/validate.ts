import { parseAddress } from "./address/parse-address.ts";
import { SyntaxFault } from "./address/syntax-fault.ts";
import { describe, describeBlank } from "./describe-address.ts";
import { type Dns, findMailFacts, type MailFacts } from "./dns/mail-facts.ts";
import { findListing, findReasonWithoutDns } from "./judgement.ts";
import { type Lists, loadLists } from "./lists/lists.ts";
import type { Answer } from "./response.ts";

/** Validates an address without an SMTP session. */
export type Validate = (email: string) => Promise<Answer>;

interface Outside {
  net: Dns;
  env: Readonly<Record<"HUB_EMAIL_DISPOSABLE" | "HUB_EMAIL_NOT_DISPOSABLE", string | undefined>>;
}

/** Creates a validator that looks up each domain once. */
export async function makeValidator(
  { check_dns, smtputf8 }: { check_dns: boolean; smtputf8: boolean },
  { net, env }: Outside,
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
    const address = tryToParse(email, { smtputf8 });
    if (address instanceof SyntaxFault) return refuse(email, { fault: address, lists });
    const { asciiDomain } = address;
    const facts =
      check_dns && !findReasonWithoutDns(address) ? await fetchFacts(asciiDomain) : undefined;
    const listing = findListing(asciiDomain, { facts, lists });
    return describe(email, { known: { address, facts, listing }, lists });
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

function refuse(email: string, { fault, lists }: { fault: SyntaxFault; lists: Lists }): Answer {
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
