import { afterAll, describe, expect, test } from "bun:test";
import { HubError } from "hub";
import { json, startNameServer, testHub } from "hub/testing";

type Options = NonNullable<Parameters<typeof testHub>[1]>;
type Smtp = NonNullable<Options["smtp"]>;
type Replies = Awaited<ReturnType<Smtp>>["recipients"];

const server = await startNameServer({
  "shop.com": { MX: [[1, "mx.shop.com"]] },
  "mx.shop.com": { A: ["8.8.8.8"] },
});
afterAll(() => server.stop());

const settings = {
  EMAIL_SMTP_TIERS: "pro, free",
  EMAIL_SMTP_HELO: "hub.example",
  EMAIL_SMTP_FROM: "probe@hub.example",
};
const tier = { name: "free", isPaid: false };
const accepted = { code: 250, text: "2.1.5 OK" };
const noMailbox = { code: 550, text: "5.1.1 <x@shop.com>: Recipient address rejected" };
const blocked = { code: 550, text: "5.7.1 Service unavailable; client host blocked" };
const sender = { code: 550, text: "5.1.0 <probe@hub.example> sender rejected" };
const cites = { code: 550, text: "5.7.1 Blocked: too many 5.1.1 errors from your host" };
const spamhaus = { code: 550, text: "5.1.1 ann@shop.com: rejected, see Spamhaus (blocked)" };
const callout = {
  code: 550,
  text: "Verification failed for <probe@hub.example> Unrouteable address Sender verify failed",
};
const exim = { code: 550, text: "Unrouteable address" };
const openSmtpd = { code: 550, text: "Invalid recipient: <ann@shop.com>" };
const spamcop = { code: 550, text: "5.1.1 <ann@spam.example>: User unknown" };
const bare = { code: 550, text: "Requested action not taken" };
const greylisted = { code: 451, text: "4.7.1 Try again later" };

async function probe(smtp: Smtp, { env = settings, ...options }: Partial<Options> = {}) {
  const hub = await testHub(`${import.meta.dir}/..`, {
    nameServers: [server],
    env,
    tier,
    smtp,
    ...options,
  });
  return hub.get("/api/email/validate?email=ann@shop.com&smtp=true");
}

function answerWith(...recipients: Replies): Smtp {
  return async () => ({ greeting: { code: 220, text: "mx" }, recipients });
}

test.each([
  ["accepts it and rejects a random one", [accepted, noMailbox], true, false, "accepted"],
  ["accepts both", [accepted, accepted], null, true, "catch_all"],
  ["accepts it and defers a random one", [accepted, greylisted], null, null, "undecided"],
  ["accepts it and hangs up", [accepted], null, null, "undecided"],
  ["accepts it and rejects a random one bare", [accepted, bare], null, null, "undecided"],
  ["says that there is none", [noMailbox, noMailbox], false, false, "no_mailbox"],
  ["rejects both without a code", [bare, bare], null, null, "refused"],
  ["rejects an unnamed address", [sender, noMailbox], null, false, "refused"],
  ["blocks the hub and cites a code", [cites, cites], null, null, "refused"],
  ["blocks the hub", [blocked, blocked], null, null, "refused"],
  ["blocks the hub with a code for mailboxes", [spamhaus, spamhaus], null, null, "refused"],
  ["rejects the hub's sender", [callout, callout], null, null, "refused"],
  ["is Exim and accepts it", [accepted, exim], true, false, "accepted"],
  ["is Exim and rejects it", [exim, exim], false, false, "no_mailbox"],
  ["is OpenSMTPD and rejects the domain", [openSmtpd, openSmtpd], null, null, "refused"],
  ["has a name like a list of blocked hosts", [spamcop, spamcop], false, false, "no_mailbox"],
  ["is greylisting", [greylisted, greylisted], null, null, "greylisted"],
] as const)(
  "a server that %s shows no more than that about the mailbox",
  async (_, replies, exists, catch_all, reason) => {
    const answer = await json(await probe(answerWith(...replies)));
    expect(answer.smtp).toMatchObject({ checked: true, host: "mx.shop.com", exists, catch_all });
    expect([answer.smtp.reason, answer.is_catch_all]).toEqual([reason, catch_all]);
    const isAccepted = reason === "accepted" || reason === "undecided";
    const verdict = reason === "catch_all" ? "risky" : "unknown";
    expect([answer.valid, answer.verdict]).toEqual(
      exists === false ? [false, "invalid"] : isAccepted ? [true, "valid"] : [null, verdict],
    );
  },
);

const unknown = { code: 550, text: "5.1.1 unknown" };

test.each([
  [552, "5.2.2 over quota", "mailbox_full", "risky", true],
  [452, "4.2.2 mailbox full", "mailbox_full", "risky", true],
  [
    552,
    "5.2.2 The email account that you tried to reach is over quota. Please",
    "mailbox_full",
    "risky",
    true,
  ],
  [452, "4.2.2 The recipient's inbox is out of storage space.", "mailbox_full", "risky", true],
  [552, "5.2.2 <a@b.c> Quota exceeded (mailbox for user is full)", "mailbox_full", "risky", true],
  [
    552,
    "RESOLVER mailbox full; STOREDRV.Deliver.Exception:QuotaExceededException",
    "mailbox_full",
    "risky",
    true,
  ],
  [
    550,
    "5.2.1 The email account that you tried to reach is disabled.",
    "disabled",
    "invalid",
    true,
  ],
  [554, "delivery error: dd This mailbox is disabled", "disabled", "invalid", true],
  [550, "Account suspended", "disabled", "invalid", true],
  [
    550,
    "5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup",
    "no_mailbox",
    "invalid",
    false,
  ],
  [
    554,
    "delivery error: dd This user doesn't have a yahoo.com account",
    "no_mailbox",
    "invalid",
    false,
  ],
  [
    550,
    "Invalid Recipient - https://community.mimecast.com/docs/DOC-1369#550",
    "no_mailbox",
    "invalid",
    false,
  ],
  [550, "5.7.1 No such user!", "no_mailbox", "invalid", false],
  [550, "5.4.1 Recipient address rejected: Access denied", "refused", "unknown", null],
  [
    450,
    "4.2.0 <a@b.c>: Recipient address rejected: Greylisted, see http://postgrey",
    "greylisted",
    "unknown",
    null,
  ],
  [
    451,
    "Internal resource temporarily unavailable - https://community.mimecast.com",
    "greylisted",
    "unknown",
    null,
  ],
  [
    450,
    "4.2.1 The user you are trying to contact is receiving mail too quickly",
    "temporary",
    "unknown",
    null,
  ],
  [450, "4.1.1 User unknown", "temporary", "unknown", null],
  [
    421,
    "4.7.0 Messages from x temporarily deferred due to user complaints",
    "temporary",
    "unknown",
    null,
  ],
  [550, "5.7.1 Mailbox full of spam from you: blocked", "refused", "unknown", null],
] as const)("%d %s is %s, with the verdict %s", async (code, text, reason, verdict, exists) => {
  const answer = await json(await probe(answerWith({ code, text }, unknown)));
  expect(answer.smtp).toMatchObject({ reason, exists, catch_all: false });
  expect([answer.verdict, answer.reason]).toEqual([verdict, reason]);
  expect(answer.valid).toBe(verdict === "invalid" ? false : null);
});

test("a missing mailbox is the reason, with at most ten points", async () => {
  const { reason, score, detail } = await json(await probe(answerWith(noMailbox, noMailbox)));
  expect([reason, score, detail]).toEqual([
    "no_mailbox",
    10,
    "The mail server does not know the mailbox",
  ]);
});

test("the server is asked about the address and a random one, by the operator's names", async () => {
  const asked: unknown[] = [];
  await probe(async (host, { helo, from, recipients }) => {
    asked.push(host, helo, from, recipients[0], recipients.length);
    expect(recipients[1]).toMatch(/^[0-9a-f]{24}@shop\.com$/);
    return answerWith(accepted, noMailbox)(host, { helo, from, recipients });
  });
  expect(asked).toEqual(["mx.shop.com", "hub.example", "probe@hub.example", "ann@shop.com", 2]);
});

test.each([
  ["address_failed", "unreachable"],
  ["address_timeout", "unreachable"],
  ["busy", "rate_limited"],
] as const)("%s leaves the mailbox unknown", async (code, reason) => {
  const answer = await json(
    await probe(async () => {
      throw new HubError(code, "No");
    }),
  );
  expect(answer.smtp).toMatchObject({ checked: false, exists: null, catch_all: null, reason });
  expect(answer.valid).toBe(true);
});

describe("a mail server isn't asked", () => {
  const never: Smtp = () => Promise.reject(new Error("It was asked"));

  test.each([
    ["without the operator's setting", {}],
    ["if the setting names other tiers", { ...settings, EMAIL_SMTP_TIERS: "pro" }],
    ["without a host name of the hub", { ...settings, EMAIL_SMTP_HELO: "" }],
    ["without a sender", { ...settings, EMAIL_SMTP_FROM: "" }],
  ])("%s", async (_, env) => {
    const answer = await probe(never, { env: env as never });
    expect([answer.status, (await json(answer)).code]).toEqual([403, "smtp_not_allowed"]);
  });

  test.each([
    ["ann@gone.com", "&smtp=true", "no_mail_server"],
    ["ann@shop.com", "&check_dns=false&smtp=true", "not_asked"],
    ["änn@shop.com", "&smtp=true", "unsupported_address"],
    ['"a b"@shop.com', "&smtp=true", "unsupported_address"],
    ['"a>b"@shop.com', "&smtp=true", "unsupported_address"],
  ])("about %s with %s", async (address, query, reason) => {
    const hub = await testHub(`${import.meta.dir}/..`, {
      ...{ nameServers: [server], env: settings, tier, smtp: never },
    });
    const email = encodeURIComponent(address);
    const answer = await json(await hub.get(`/api/email/validate?email=${email}${query}`));
    expect(answer.smtp).toMatchObject({ checked: false, exists: null, catch_all: null, reason });
  });

  test("unless the caller wants it", async () => {
    const hub = await testHub(`${import.meta.dir}/..`, {
      ...{ nameServers: [server], env: settings, tier, smtp: never },
    });
    const answer = await json(await hub.get("/api/email/validate?email=ann@shop.com"));
    expect([answer.smtp, answer.is_catch_all, answer.valid]).toEqual([null, null, true]);
  });

  test("if the operator denies the permission", async () => {
    const answer = await probe(never, { denied: ["smtp"] });
    expect([answer.status, (await json(answer)).code]).toEqual([501, "capability_unavailable"]);
  });
});
