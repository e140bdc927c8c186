import { oneOf, t } from "hub";
import { peculiarities } from "./address/parse-address.ts";
import { syntaxReasons } from "./address/syntax-fault.ts";
import { policies } from "./dns/dmarc.ts";
import { questions } from "./dns/mail-facts.ts";
import { allResults } from "./dns/spf.ts";

/** The reasons for which mail to an address in good form has nowhere to go. */
export const undeliverableReasons = [
  "address_literal",
  "single_label_domain",
  "reserved_tld",
  "no_such_domain",
  "null_mx",
  "no_mail_server",
] as const;

/** The one thing that decided, the gravest first. */
const reasons = [
  ...syntaxReasons,
  ...undeliverableReasons,
  "dns_unavailable",
  "disposable",
  "dns_skipped",
  "ok",
] as const;

export type Reason = (typeof reasons)[number];

const verdicts = ["valid", "risky", "invalid", "unknown"] as const;

/** What a part of the score may be for. */
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

const checked = "null where the DNS was not asked or did not say";

const asked = {
  email: t.String({ description: "The address, as it was given" }),
  valid: nullable(
    t.Boolean(),
    `Whether mail can be sent to it: the syntax is right, and a host on the public internet takes the domain's mail; ${checked}, and then \`syntax_valid\` is all that is known`,
  ),
  syntax_valid: t.Boolean({ description: "Whether it is an address by RFC 5321, 5322 and 6531" }),
  domain_exists: nullable(t.Boolean(), `Whether the DNS has the domain; ${checked}`),
  has_mx_records: nullable(
    t.Boolean(),
    `Whether it names a mail server that has a public address; ${checked}`,
  ),
  is_disposable: t.Boolean({
    description:
      "Whether the domain, one above it or its mail server gives out throwaway addresses",
  }),
  is_free_provider: t.Boolean({
    description: "Whether anyone can get an address at the domain, as at gmail.com",
  }),
  typo_suggestion: nullable(
    t.String(),
    "The address that was probably meant; for a domain that takes mail, only where it is a well-known typo, as gmial.com is",
  ),
  score: t.Integer({ minimum: 0, maximum: 100, description: "0 to 100, explained below" }),
  has_spf: nullable(t.Boolean(), `Whether the domain has one SPF record; ${checked}`),
  has_dmarc: nullable(t.Boolean(), `Whether a DMARC policy holds for it; ${checked}`),
  disposable_domains_checked: t.Integer({
    description: "How many throwaway domains the list has that was consulted",
  }),
};

const syntax = {
  normalized: nullable(
    t.String(),
    "The address as SMTP takes it: domain in ASCII and lower case, no comments, no needless quotes",
  ),
  local_part: nullable(t.String(), "The part before the at sign"),
  domain: nullable(t.String(), "The part after the at sign, in Unicode"),
  ascii_domain: nullable(t.String(), "The domain in ASCII, as the DNS knows it"),
  tag: nullable(t.String(), "What follows a plus sign in the local part"),
  peculiarities: t.Array(oneOf(peculiarities), {
    description: "What the address has that is allowed and not usual",
  }),
};

const spf = t.Object({
  record: nullable(t.String(), "The record, its first 2000 characters; null where there is none"),
  all: nullable(oneOf(allResults), "The result for senders that it does not name"),
  redirect: nullable(t.String(), "The domain whose record decides instead"),
  problem: nullable(oneOf(["several_records"]), "Why receivers ignore it"),
});

const dmarc = t.Object({
  record: nullable(t.String(), "The record, its first 2000 characters; null where there is none"),
  policy: nullable(oneOf(policies), "What it asks to be done with mail that fails"),
  domain: nullable(t.String(), "The domain that has it: this one, or the registered one above"),
  problem: nullable(oneOf(["several_records", "no_policy"]), "Why receivers ignore it"),
});

const dns = {
  dns_checked: t.Boolean({ description: "Whether the DNS was asked and answered everything" }),
  dns_unanswered: t.Array(oneOf(questions), {
    description: "The questions that it did not answer",
  }),
  mx_records: nullable(
    t.Array(
      t.Object({
        priority: t.Integer({ description: "The lowest is tried first" }),
        exchange: t.String({
          description: "The mail server; empty where the domain takes no mail",
        }),
      }),
    ),
    "At most 20 MX records, in the order in which they are tried; null where it is not known",
  ),
  implicit_mx: nullable(
    t.Boolean(),
    "Whether mail goes to the domain's own address for want of an MX record; null where it is not known",
  ),
  null_mx: nullable(
    t.Boolean(),
    "Whether the domain says that it takes no mail (RFC 7505); null where it is not known",
  ),
  mail_provider: nullable(t.String(), "Who runs its mail, where the mail servers tell"),
  spf: nullable(spf, "Who may send for the domain; null where it is not known"),
  dmarc: nullable(dmarc, "What holds for mail in its name; null where it is not known"),
};

const judgement = {
  is_role_account: t.Boolean({ description: "Whether it names a task or a group, as info does" }),
  is_suspected_disposable: t.Boolean({
    description:
      "Whether a wider list of throwaway domains has it, which is known to contain mistakes",
  }),
  disposable_match: nullable(
    t.String(),
    "The entry that made it disposable or suspected: the domain, one above it, or a mail server's",
  ),
  disposable_list: t.String({ description: "The list behind `is_disposable`, with its version" }),
  is_catch_all: t.Null({
    description: "Always null: only a mail session could tell, and none is opened",
  }),
  verdict: oneOf(verdicts, {
    description:
      "`invalid` takes no mail; `risky` is disposable or suspected to be, a role, or at an IP address; `unknown` where the DNS was not asked or did not say",
  }),
  reason: oneOf(reasons, { description: "The one thing that decided, the gravest first" }),
  detail: t.String({ description: "The reason as a sentence" }),
  score_breakdown: t.Array(
    t.Object({
      check: oneOf(checks, { description: "What was looked at; `cap` takes off what is too much" }),
      points: t.Integer({ description: "What it adds to the score" }),
      points_max: t.Integer({ description: "What it could have added" }),
      note: t.String({ description: "Why" }),
    }),
    { description: "Where the score comes from: the points are its sum" },
  ),
};

/** What there is to say of an address. */
export const answer = t.Object({ ...asked, ...syntax, ...dns, ...judgement });

export type Answer = typeof answer.static;

/** What is asked besides the address. */
export const options = {
  check_dns: t.Boolean({
    default: true,
    description:
      "Whether to ask the DNS for the mail servers, SPF and DMARC of the domain. Without, the syntax and the lists are all that is looked at",
  }),
  smtputf8: t.Boolean({
    default: true,
    description: "Whether the local part may have characters beyond ASCII (RFC 6531)",
  }),
};
