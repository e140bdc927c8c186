import { expect, test } from "bun:test";
import { json } from "hub/testing";
import { firefox, linkHub } from "../link-hub.fixture.ts";
import type { ClicksDoors } from "./clicks.ts";
import { createShard } from "./shard.ts";
import { ClickWebhooks } from "./webhooks.ts";

const secret = `whsec_${Buffer.from("0123456789abcdef0123456789abcdef").toString("base64")}`;
const webhook = { url: "https://hooks.example/clicks", secret };

interface Message {
  type: string;
  timestamp: string;
  data: { code: string; clicks: number; bots: number; by_os: unknown; by_utm: unknown };
}

/** Creates a hub whose webhooks are collected. */
async function hookedHub() {
  const messages: Message[] = [];
  const hub = await linkHub({
    net: {
      "hooks.example": async (request) => {
        messages.push((await request.json()) as Message);
        return new Response();
      },
    },
  });
  return { ...hub, messages };
}

async function waitFor(isDone: () => boolean): Promise<void> {
  while (!isDone()) await Bun.sleep(5);
}

test("a program learns of the clicks on its link, and of no others", async () => {
  const hub = await hookedHub();
  const { code, webhook_url } = await hub.link({ webhook });
  expect(webhook_url).toBe(webhook.url);
  await hub.click((await hub.link()).code);
  await hub.click(`${code}?utm_source=mail&utm_content=`);
  await hub.click(code);
  await hub.get(`/s/${code}`, { "user-agent": "WhatsApp/2" });
  await waitFor(() => hub.messages.length > 0);
  expect(hub.messages).toMatchObject([
    {
      type: "link.clicked",
      timestamp: "2026-01-02T03:04:05.000Z",
      data: {
        code,
        clicks: 2,
        bots: 1,
        unique: 1,
        by_os: [{ name: "Linux", clicks: 2 }],
        by_utm: [{ name: "utm_source=mail", clicks: 1 }],
      },
    },
  ]);
  const text = JSON.stringify(hub.messages);
  for (const personal of ["192.0.2", firefox]) expect(text).not.toContain(personal);
});

test("after a failure, a link sends nothing more while the hub repeats the message", async () => {
  const sent: number[] = [];
  const work: Promise<unknown>[] = [];
  const state = { now: 0, delivered: false };
  const net = {
    webhook: async (_url: string, { body }: { body: Message }) => {
      sent.push(body.data.clicks);
      return { id: "msg_1", delivered: state.delivered };
    },
  };
  const doors = { net, log: {}, later: work.push.bind(work), clock: () => state.now };
  const webhooks = new ClickWebhooks(doors as unknown as ClicksDoors, 0);
  const click = async () => {
    webhooks.add({ code: "a", webhook }, { ...createShard(), clicks: 1 });
    await Promise.all(work);
  };
  await click();
  await click();
  expect(sent).toEqual([1]);
  Object.assign(state, { now: 46 * 60_000, delivered: true });
  await click();
  await click();
  expect(sent).toEqual([1, 2, 1]);
});

test("an edit removes a webhook, and its secret is never returned", async () => {
  const hub = await hookedHub();
  const link = await hub.link({ webhook });
  expect(JSON.stringify(link)).not.toContain(secret);
  const edited = await json(await hub.edit(link.code, { webhook: null }));
  expect(edited.webhook_url).toBeNull();
});

test.each([
  [
    { url: "http://127.0.0.1/x" },
    'body.webhook.url must lead to the public internet: its host is "127.0.0.1"',
  ],
  [
    { url: "http://[::1]/x" },
    'body.webhook.url must lead to the public internet: its host is "[::1]"',
  ],
  [{ url: "mailto:a@example.com" }, "body.webhook.url must start with https:// or http://"],
  [{ secret: "whsec_YWJj" }, 'body.webhook.secret must be "whsec_" and 24 to 64 bytes in Base64'],
  [
    { secret: "correct horse" },
    'body.webhook.secret must be "whsec_" and 24 to 64 bytes in Base64',
  ],
])("a webhook is refused: %j", async (given, message) => {
  const hub = await hookedHub();
  const body = { url: "https://example.com/", webhook: { ...webhook, ...given } };
  expect((await json(await hub.shorten(body))).detail).toContain(message);
});
