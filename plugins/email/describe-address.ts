import { combineParts, type Finding } from "hub";
import type { MailFacts } from "./dns/mail-facts.ts";
import { findMailProvider } from "./dns/provider.ts";
import {
  type AddressFacts,
  describeReason,
  getVerdict,
  isDeliverable,
  type KnownReason,
  selectReason,
} from "./judgement.ts";
import { isFreeProvider } from "./lists/free-providers.ts";
import type { Lists } from "./lists/lists.ts";
import { isRole } from "./lists/roles.ts";
import type { Reason, Validation } from "./response.ts";
import { computeScoreParts } from "./score.ts";
import { suggestDomain } from "./typo/suggest.ts";

type Judgement = "verdict" | "reason" | "detail" | "score_breakdown";

/** Returns the result for a text that is not an address. */
export function describeBlank(email: string, lists: Lists): Omit<Validation, Judgement> {
  return {
    email,
    valid: false,
    syntax_valid: false,
    domain_exists: null,
    has_mx_records: null,
    is_disposable: null,
    is_free_provider: null,
    typo_suggestion: null,
    score: 0,
    has_spf: null,
    has_dmarc: null,
    disposable_domains_checked: lists.size,
    normalized: null,
    local_part: null,
    domain: null,
    ascii_domain: null,
    display_name: null,
    tag: null,
    peculiarities: [],
    ...describeDns(undefined),
    is_role_account: null,
    is_suspected_disposable: null,
    disposable_match: null,
    disposable_list: lists.source,
    is_catch_all: null,
    smtp: null,
  };
}

/** Builds the result for an address. */
export function describe(
  email: string,
  { known, lists }: { known: AddressFacts; lists: Lists },
): Validation {
  const { address, facts, listing, mailbox } = known;
  const reason = selectReason(known);
  const suggestion = buildSuggestion(known, { reason, lists });
  return {
    ...describeBlank(email, lists),
    valid: isDeliverable(reason, known),
    syntax_valid: true,
    domain_exists: facts?.exists ?? null,
    has_mx_records: hasMx(facts) ?? null,
    is_disposable: combineParts(listDisposableFindings(known, lists)),
    is_free_provider: isFreeProvider(address.asciiDomain),
    typo_suggestion: suggestion,
    has_spf: hasSpf(facts) ?? null,
    has_dmarc: hasDmarc(facts) ?? null,
    normalized: `${address.local}@${address.asciiDomain}`,
    local_part: address.local,
    domain: address.domain,
    ascii_domain: address.asciiDomain,
    tag: address.tag,
    peculiarities: address.peculiarities,
    ...describeDns(facts),
    is_suspected_disposable: listing?.kind === "suspected",
    disposable_match: listing?.entry ?? null,
    is_catch_all: mailbox?.catch_all ?? null,
    smtp: mailbox ?? null,
    ...judge(known, { reason, hasTypo: suggestion !== null }),
  };
}

/** The list is asked about the domain, and about its mail servers if they are known. */
function listDisposableFindings(
  { address, facts, listing }: AddressFacts,
  lists: Lists,
): Finding[] {
  const isKnown = facts?.mx !== undefined || facts?.exists === false;
  const hasServers = isKnown || lists.isExempt(address.asciiDomain);
  const list = { source: lists.source, isComplete: true, ageMs: null };
  return [
    { ...list, value: listing?.kind === "listed", wasAsked: true },
    {
      ...list,
      value: null,
      wasAsked: hasServers,
      ...(!hasServers && { reason: "The mail servers are unknown" }),
    },
  ];
}

function judge(
  known: AddressFacts,
  { reason, hasTypo }: { reason: KnownReason; hasTypo: boolean },
) {
  const { address, facts, listing } = known;
  const role = isRole(address.local);
  const score_breakdown = computeScoreParts({
    reason,
    exists: facts?.exists,
    hasMx: hasMx(facts),
    implicitMx: facts?.implicitMx,
    hasSpf: hasSpf(facts),
    hasDmarc: hasDmarc(facts),
    disposable: listing?.kind,
    isRole: role,
    hasTypo,
  });
  return {
    is_role_account: role,
    verdict: getVerdict(reason, { address, listing, isRole: role }),
    reason,
    detail: describeReason(reason, known),
    score: score_breakdown.reduce((sum, { points }) => sum + points, 0),
    score_breakdown,
  };
}

function hasMx(facts: MailFacts | undefined): boolean | undefined {
  return facts?.mx?.length === 0 ? false : facts?.accepts;
}

/** Several records are invalid (RFC 7208 §4.5). */
function hasSpf(facts: MailFacts | undefined): boolean | undefined {
  return facts?.spf && facts.spf.record !== null && facts.spf.problem === null;
}

function hasDmarc(facts: MailFacts | undefined): boolean | undefined {
  return facts?.dmarc && facts.dmarc.policy !== null;
}

function buildSuggestion(
  { address, facts }: AddressFacts,
  { reason, lists }: { reason: Reason; lists: Lists },
): string | null {
  if (address.literal !== undefined || reason === "reserved_tld") return null;
  const accepts = reason === "single_label_domain" ? false : facts?.accepts;
  const hasKnownTld = lists.hasKnownTld(address.asciiDomain);
  const domain = suggestDomain(address.domain, { accepts, hasKnownTld });
  return domain === undefined ? null : `${address.local}@${domain}`;
}

/** Domains can publish records of any length, so the response is limited. */
const recordMax = 2000;

function describeDns(facts: MailFacts | undefined) {
  const truncate = <Found extends { record: string | null }>(found: Found | undefined) =>
    found ? { ...found, record: found.record?.slice(0, recordMax) ?? null } : null;
  return {
    dns_checked: facts?.unanswered.length === 0,
    dns_unanswered: facts?.unanswered.map(({ question }) => question) ?? [],
    mx_records: facts?.mx ?? null,
    implicit_mx: facts?.implicitMx ?? null,
    null_mx: facts?.nullMx ?? null,
    mail_provider: findMailProvider((facts?.mx ?? []).map(({ exchange }) => exchange)),
    spf: truncate(facts?.spf),
    dmarc: truncate(facts?.dmarc),
  };
}
