import { oneOf, t } from "hub";
import { peculiarities } from "./address/parse-address.ts";
import { syntaxReasons } from "./address/syntax-fault.ts";
import { policies } from "./dns/dmarc.ts";
import { questions } from "./dns/mail-facts.ts";
import { allResults, spfProblems } from "./dns/spf.ts";

/** Reasons why a syntactically valid address cannot receive mail. */
export const undeliverableReasons = [
  "address_literal",
  "single_label_domain",
  "reserved_tld",
  "no_such_domain",
  "null_mx",
  "no_mail_server",
  "no_mailbox",
  "disabled",
] as const;

/** Replies of a mail server that leave it open whether mail arrives. */
export const doubtfulReplies = [
  "mailbox_full",
  "refused",
  "catch_all",
  "greylisted",
  "temporary",
] as const;

/** Reasons, most severe first. */
const reasons = [
  ...syntaxReasons,
  ...undeliverableReasons,
  "disposable",
  ...doubtfulReplies,
  "dns_unavailable",
  "dns_skipped",
  "ok",
] as const;

const smtpReasons = [
  "accepted",
  "no_mailbox",
  "disabled",
  "undecided",
  ...doubtfulReplies,
  "unreachable",
  "rate_limited",
  "no_mail_server",
  "not_asked",
  "unsupported_address",
] as const;

export type Reason = (typeof reasons)[number];

const verdicts = ["valid", "risky", "invalid", "unknown"] as const;

/** Checks that contribute to the score. */
const checks = [
  "syntax",
  "domain",
  "mail_server",
  "spf",
  "dmarc",
  "not_disposable",
  "not_role",
  "typo",
  "cap",
] as const;

function nullable<Schema extends Parameters<typeof t.Union>[0][number]>(
  schema: Schema,
  description: string,
) {
  return t.Union([schema, t.Null()], { description });
}

const nullIfUnknown =
  "Null if the DNS was not queried, such as for invalid syntax, or did not respond";

const nullIfInvalid = "Null for invalid syntax";

const requestFields = {
  email: t.String({ description: "Address as given" }),
  valid: nullable(
    t.Boolean(),
    `Whether mail can be sent to the address: the syntax is valid, and a public mail server accepts mail for the domain. ${nullIfUnknown}. In that case, see \`syntax_valid\``,
  ),
  syntax_valid: t.Boolean({ description: "Whether the syntax is valid (RFC 5321, 5322 and 6531)" }),
  domain_exists: nullable(t.Boolean(), `Whether the domain exists in the DNS. ${nullIfUnknown}`),
  has_mx_records: nullable(
    t.Boolean(),
    `Whether the domain has a mail server with a public IP address. ${nullIfUnknown}`,
  ),
  is_disposable: nullable(
    t.Boolean(),
    "Whether a list has the domain, a parent domain or its mail server as a provider of disposable addresses. Null if the list does not have the domain, and its mail servers are unknown because the DNS was not queried or did not respond",
  ),
  is_free_provider: nullable(
    t.Boolean(),
    `Whether a list has the domain as a free email provider, such as gmail.com. ${nullIfInvalid}`,
  ),
  typo_suggestion: nullable(
    t.String(),
    "Suggested correction of a likely typo. Domains that accept mail get one only for common typos, such as gmial.com",
  ),
  score: t.Integer({
    minimum: 0,
    maximum: 100,
    description: "Quality score from 0 to 100, explained in `score_breakdown`",
  }),
  has_spf: nullable(
    t.Boolean(),
    `Whether the domain has exactly one SPF record, and it is valid. If not, see \`spf\`. ${nullIfUnknown}`,
  ),
  has_dmarc: nullable(
    t.Boolean(),
    `Whether a DMARC policy applies to the domain. ${nullIfUnknown}`,
  ),
  disposable_domains_checked: t.Integer({
    description: "Number of domains in the list of disposable domains",
  }),
};

const syntax = {
  normalized: nullable(
    t.String(),
    "Normalised address for SMTP: domain in ASCII and lower case, without comments or unnecessary quotes",
  ),
  local_part: nullable(t.String(), "Part before the @ sign"),
  domain: nullable(t.String(), "Part after the @ sign, in Unicode"),
  ascii_domain: nullable(t.String(), "Domain in ASCII (Punycode), as used in the DNS"),
  display_name: nullable(
    t.String(),
    "Name before the address, if `display_name=true` and there is one",
  ),
  tag: nullable(t.String(), "Tag after a plus sign in the local part"),
  peculiarities: t.Array(oneOf(peculiarities), {
    description: "Unusual but valid properties of the address",
  }),
};

const spf = t.Object({
  record: nullable(t.String(), "First 2,000 characters of the record. Null if there is none"),
  all: nullable(
    oneOf(allResults),
    "Result for all senders that the record does not list. Null if receivers ignore the record",
  ),
  redirect: nullable(t.String(), "Domain whose record applies instead"),
  problem: nullable(
    oneOf(spfProblems),
    "Why receivers ignore the record (`permerror`). Included records are not checked",
  ),
  problem_detail: nullable(t.String(), "The problem in a sentence"),
});

const dmarc = t.Object({
  record: nullable(t.String(), "First 2,000 characters of the record. Null if there is none"),
  policy: nullable(oneOf(policies), "Requested handling of mail that fails the check"),
  domain: nullable(t.String(), "Domain with the record: this domain or the registered domain"),
  problem: nullable(oneOf(["several_records", "no_policy"]), "Why receivers ignore the record"),
});

const dns = {
  dns_checked: t.Boolean({ description: "Whether the DNS was queried and all queries succeeded" }),
  dns_unanswered: t.Array(oneOf(questions), {
    description: "Queries without a response",
  }),
  mx_records: nullable(
    t.Array(
      t.Object({
        priority: t.Integer({ description: "Priority. The lowest number is tried first" }),
        exchange: t.String({
          description: "Host name of the mail server. Empty if the domain does not accept mail",
        }),
      }),
    ),
    "MX records in the order of priority, at most 20. Null if unknown",
  ),
  implicit_mx: nullable(
    t.Boolean(),
    "Whether the domain has no MX record, so mail goes to the domain's own IP address. Null if unknown",
  ),
  null_mx: nullable(
    t.Boolean(),
    "Whether the domain declares that it accepts no mail (RFC 7505). Null if unknown",
  ),
  mail_provider: nullable(t.String(), "Mail provider, if its mail servers are known"),
  spf: nullable(spf, "SPF: who can send mail for the domain. Null if unknown"),
  dmarc: nullable(dmarc, "DMARC: the policy for mail from the domain. Null if unknown"),
};

const judgement = {
  is_role_account: nullable(
    t.Boolean(),
    `Whether the address belongs to a role or group, such as info@. ${nullIfInvalid}`,
  ),
  is_suspected_disposable: nullable(
    t.Boolean(),
    `Whether a larger list of disposable domains contains the domain. This list is known to have mistakes. ${nullIfInvalid}`,
  ),
  disposable_match: nullable(
    t.String(),
    "List entry that matched: the domain, a parent domain or a mail server",
  ),
  disposable_list: t.String({
    description: "Name and version of the list used for `is_disposable`",
  }),
  is_catch_all: nullable(
    t.Boolean(),
    "Whether the mail server accepts any address of the domain. Null without `smtp=true`, or if its replies do not show it",
  ),
  smtp: nullable(
    t.Object({
      checked: t.Boolean({ description: "Whether the mail server replied about an address" }),
      host: nullable(t.String(), "Mail server"),
      exists: nullable(
        t.Boolean(),
        "Whether the mailbox exists: the server accepts it and rejects a random one, or names it as unknown. Null if its replies do not show it",
      ),
      catch_all: nullable(
        t.Boolean({ deprecated: true }),
        "Deprecated: use `is_catch_all`, which is the same. It may be missing from 2027-06-01",
      ),
      code: nullable(t.Integer(), "Reply code"),
      reason: oneOf(smtpReasons, {
        description:
          "`accepted`, `no_mailbox`, `catch_all`. `undecided`: accepted, but the reply about a random address proves nothing. `temporary`: a 4xx reply such as greylisting. `refused`: rejected for another reason, such as a blocklist. `unreachable`: no conversation. `rate_limited`: the hub limits its conversations with a server. `no_mail_server`: the domain has none. `not_asked`: the DNS was not queried or did not respond. `unsupported_address`: not ASCII, or with spaces",
      }),
    }),
    "Result of the SMTP probe. Null without `smtp=true`",
  ),
  verdict: oneOf(verdicts, {
    description:
      "`valid`: accepts mail. `invalid`: cannot receive mail. `risky`: disposable, suspected to be disposable, a role account, or at an IP address. `unknown`: the DNS was not queried or did not respond",
  }),
  reason: oneOf(reasons, { description: "The most severe reason for the verdict" }),
  detail: t.String({ description: "The reason in a sentence" }),
  score_breakdown: t.Array(
    t.Object({
      check: oneOf(checks, {
        description:
          "Name of the check. `cap` reduces the score to the maximum for this kind of address",
      }),
      points: t.Integer({ description: "Points added to the score" }),
      points_max: t.Integer({ description: "Maximum points of this check" }),
      note: t.String({ description: "Explanation" }),
    }),
    { description: "Parts of the score. Their points add up to `score`" },
  ),
};

/** Response that describes an address. */
export const answer = t.Object({ ...requestFields, ...syntax, ...dns, ...judgement });

export type Validation = typeof answer.static;

/** Option of the validation of a single address. */
export const smtpOption = t.Boolean({
  default: false,
  description:
    "Whether to ask the mail server about the mailbox, without sending mail. Only for tiers that the operator names. Takes up to ten seconds",
});

/** Options of a validation. */
export const options = {
  check_dns: t.Boolean({
    default: true,
    description:
      "Whether to look up the domain's mail servers, SPF and DMARC in the DNS. If false, only syntax and lists are checked",
  }),
  display_name: t.Boolean({
    default: false,
    description:
      'Whether to accept a name before the address, such as `"Lee, Ann" <ann@example.com>`',
  }),
  smtputf8: t.Boolean({
    default: true,
    description: "Whether to allow non-ASCII characters in the local part (RFC 6531)",
  }),
};
