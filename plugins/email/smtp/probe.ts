import { asTable, HubError, type SettingValues, type Smtp, type SmtpReply } from "hub";
import { openTable, openWords } from "hub/data-file";
import type { MailFacts } from "../dns/mail-facts.ts";
import email from "../plugin.ts";
import type { Validation } from "../response.ts";

/** Replies of a mail server about an address, interpreted. */
export type Mailbox = NonNullable<Validation["smtp"]>;

/** Settings of the operator, and the doors to ask a mail server. */
export interface ProbeDoors {
  smtp: Smtp;
  random: { bytes(length: number): Uint8Array };
  caller: { tier?: { name: string } | undefined };
  env: SettingValues<
    Pick<typeof email.manifest.settings, `EMAIL_SMTP_${"TIERS" | "HELO" | "FROM"}`>
  >;
}

/** Throws `smtp_not_allowed` unless the operator allows the caller's tier to ask mail servers. */
export function checkProbeAllowed({ caller, env }: ProbeDoors): void {
  const isSet = Boolean(env.EMAIL_SMTP_HELO && env.EMAIL_SMTP_FROM);
  if (isSet && caller.tier && env.EMAIL_SMTP_TIERS.includes(caller.tier.name)) return;
  throw email.error(
    "smtp_not_allowed",
    "query.smtp must be false: the operator of this hub does not allow your tier to ask mail servers",
    { at: "query.smtp" },
  );
}

/** Result if there was no conversation. */
const unknown = { checked: false, host: null, exists: null, catch_all: null, code: null } as const;

/**
 * Asks the first mail server of a domain about an address and about a random one, in one conversation without a message.
 * A server that accepts both proves nothing about either.
 */
export async function probeMailbox(
  {
    address,
    facts,
  }: { address: { local: string; asciiDomain: string }; facts: MailFacts | undefined },
  { smtp, random, env }: ProbeDoors,
): Promise<Mailbox> {
  const host = facts?.accepts ? (facts.mx?.[0]?.exchange ?? address.asciiDomain) : undefined;
  if (!host)
    return { ...unknown, reason: facts?.accepts === false ? "no_mail_server" : "not_asked" };
  const decoy = `${Buffer.from(random.bytes(12)).toString("hex")}@${address.asciiDomain}`;
  const recipient = `${address.local}@${address.asciiDomain}`;
  // Quoted local parts can have spaces and angle brackets.
  if (!/^[\x21-\x3b\x3d\x3f-\x7e]+$/.test(recipient))
    return { ...unknown, host, reason: "unsupported_address" };
  try {
    const { recipients, from, hello, greeting } = await smtp(host, {
      helo: env.EMAIL_SMTP_HELO ?? "",
      from: env.EMAIL_SMTP_FROM ?? "",
      recipients: [recipient, decoy],
    });
    const [real, random] = recipients;
    if (real) return { checked: true, host, code: real.code, ...judgeReplies(real, random) };
    const { code } = from ?? hello ?? greeting;
    return { checked: true, host, exists: null, catch_all: null, code, reason: refusal(code) };
  } catch (error) {
    const reason = error instanceof HubError ? faults[error.code] : undefined;
    if (reason === undefined) throw error;
    return { ...unknown, host, reason };
  }
}

/** Errors of the door that leave the mailbox unknown. */
const faults: Readonly<Record<string, Mailbox["reason"]>> = asTable({
  busy: "rate_limited",
  address_failed: "unreachable",
  address_timeout: "unreachable",
  address_not_allowed: "unreachable",
  upstream_unavailable: "unreachable",
});

/** Interprets the replies about the address and about a random one. */
function judgeReplies(
  real: SmtpReply,
  decoy: SmtpReply | undefined,
): Pick<Mailbox, "exists" | "catch_all" | "reason"> {
  const isDecoyUnknown = decoy !== undefined && classifyReply(decoy) === "no_mailbox";
  const catch_all =
    decoy === undefined ? null : isAccepted(decoy) ? true : isDecoyUnknown ? false : null;
  if (!isAccepted(real)) {
    const reason = classifyReply(real);
    return { exists: existence[reason] ?? null, catch_all, reason };
  }
  if (catch_all === false) return { exists: true, catch_all, reason: "accepted" };
  return { exists: null, catch_all, reason: catch_all ? "catch_all" : "undecided" };
}

function isAccepted({ code }: SmtpReply): boolean {
  return code === 250 || code === 251;
}

const readWords = openWords(new URL("./replies.txt", import.meta.url), ["rejected-client"]);

const readReplies = openTable(
  new URL("./replies.tsv", import.meta.url),
  {
    server: "text",
    class: ["no_mailbox", "mailbox_full", "disabled", "greylisted", "temporary", "refused"],
    status: "optional",
    text: "optional",
  },
  { unique: ["status", "text"] },
);

/** Whether a mailbox exists, by the class of a reply. */
const existence: Partial<Record<Mailbox["reason"], boolean>> = {
  no_mailbox: false,
  mailbox_full: true,
  disabled: true,
};

/** Classifies a reply that isn't a success. A bare 550 can also mean that the server blocks the hub. */
function classifyReply({ code, text }: SmtpReply): Mailbox["reason"] {
  const other = refusal(code);
  const isTemporary = other === "temporary";
  if (!isTemporary && (code < 550 || code > 554)) return other;
  // Without addresses, which can contain any of the words. Each line of a reply repeats its status.
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word && !word.includes("@"));
  const [status = ""] = words;
  const said = words.filter((word) => word !== status || !/^\d\.\d/.test(word)).join(" ");
  if (said.split(/\W/).some((word) => readWords()["rejected-client"].has(word))) return other;
  const found = readReplies().find(
    (row) =>
      (row.status === undefined || row.status === status) &&
      (row.text === undefined || said.includes(row.text)),
  )?.class;
  if (found === undefined) return other;
  // A temporary code can't mean that a mailbox is missing, and a permanent one doesn't pass.
  const isPassing = found === "greylisted" || found === "temporary";
  const isLasting = found === "no_mailbox" || found === "disabled" || found === "refused";
  return (isTemporary ? isLasting : isPassing) ? other : found;
}

function refusal(code: number): Mailbox["reason"] {
  return code >= 400 && code < 500 ? "temporary" : "refused";
}
