import { afterAll, expect, test } from "bun:test";
import { loadTiers } from "../../accounts/tiers.ts";
import { quietLog } from "../../platform/log/log.ts";
import { readEmail } from "../../platform/mail/email-address.ts";
import type { Mail, Mailer } from "../../platform/mail/mailer.ts";
import { gateHub, start } from "../../testing/gate-hub.ts";
import { QuotaNotices } from "./quota-notices.ts";

const mails: Mail[] = [];
const mailer: Mailer = {
  check: async () => {},
  send: (mail) => void mails.push(mail),
  close: async () => {},
};
const hub = await gateHub({ tiers: loadTiers({ tiers: "free=1000/10" }), mailer });
afterAll(() => hub.close());

const sent: { id: string; webhookUrl: string | null; body: unknown }[] = [];
const work: Promise<unknown>[] = [];
const options = {
  records: hub.records,
  mailer,
  webhooks: {
    check: async () => {},
    send: async ({ id, webhookUrl }: { id: string; webhookUrl: string | null }, body: unknown) => {
      sent.push({ id, webhookUrl, body });
      return "delivered" as const;
    },
  },
  now: () => hub.clock.now,
  later: (one: Promise<unknown>) => void work.push(one),
  log: quietLog,
  baseUrl: "https://hub.example",
};
hub.gate.onQuota(new QuotaNotices(options).tell);

let people = 0;
/** Creates an account with these settings for quota alerts. Returns a function that calls the hub with its key. */
async function caller(wish: { webhook_url?: string; mail?: boolean }) {
  const email = `told${people++}@example.com`;
  const key = await hub.key(email);
  const headers = { "x-api-key": key };
  const call = async (query = "") => {
    await hub.get(`/api/sample/work?${query}`, headers);
    await Promise.all(work.splice(0));
  };
  const request = { request: new Request("http://hub/", { headers }), peer: "" } as never;
  await hub.keys.setNotices(request, {
    webhook_url: null,
    mail: false,
    new_secret: false,
    ...wish,
  });
  return { email, call };
}

const url = "https://hooks.example/quota";
const percents = () => sent.splice(0).map(({ body }) => Object(body).data.percent);

test("an account is notified at 80 and at 100 percent of its day, and at no other time", async () => {
  const { call } = await caller({ webhook_url: url });
  for (let count = 1; count <= 12; count++) {
    await call();
    expect(percents()).toEqual(count === 8 ? [80] : count === 10 ? [100] : []);
  }
});

test("a repeated notice has the same ID", async () => {
  const { call } = await caller({ webhook_url: url });
  await call("units=8");
  expect(sent.splice(0)).toEqual([
    {
      id: expect.stringMatching(/^quota_\d+_\d+_80$/),
      webhookUrl: url,
      body: {
        type: "quota.used",
        timestamp: new Date(start).toISOString(),
        data: {
          account: expect.stringMatching(/^account_\d+$/),
          tier: "free",
          percent: 80,
          used: 8,
          limit: 10,
        },
      },
    },
  ]);
});

test("one call can use enough for two notices", async () => {
  const { call } = await caller({ webhook_url: url });
  await call("units=10");
  expect(percents()).toEqual([80, 100]);
});

test("refunded and reused units cause no new notice, but the next day does", async () => {
  const { call } = await caller({ webhook_url: url });
  for (let count = 0; count < 7; count++) await call();
  for (let count = 0; count < 3; count++) await call("fail=true");
  await call();
  expect(percents()).toEqual([80]);
  hub.clock.now += 86_400_000;
  await call("units=9");
  expect(percents()).toEqual([80]);
});

test("an email is sent if it is enabled, and says where to look", async () => {
  const { email, call } = await caller({ mail: true });
  await call("units=10");
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    [email, "You have used 80 % of today's quota"],
    [email, "You have used 100 % of today's quota"],
  ]);
  expect(mails[1]?.text).toContain("Further requests are rejected until");
  expect(mails[1]?.text).toContain("https://hub.example/account");
  expect(sent).toEqual([]);
});

test("an email about a soft quota doesn't say that requests are rejected", async () => {
  const { email } = await caller({ mail: true });
  mails.length = 0;
  const account = await hub.records.findAccountByEmail(readEmail(email));
  if (!account) throw new Error("There is no account");
  const use = { percent: 100, used: 10, limit: 10, isSoft: true, day: 1 };
  new QuotaNotices(options).tell(account, use);
  await Promise.all(work.splice(0));
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).not.toContain("rejected");
  expect(mails[0]?.text).toContain("The quota resets at 00:00 UTC");
});

test("without alert settings nothing is sent", async () => {
  const { call } = await caller({});
  mails.length = 0;
  await call("units=10");
  expect([sent, mails]).toEqual([[], []]);
});
