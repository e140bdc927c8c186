import { afterAll, afterEach, describe, expect, test } from "bun:test";
import { dirname } from "node:path";
import { quietLog } from "../../platform/log/log.ts";
import { json, seededRandom, testHub } from "../../testing/mod.ts";
import { pluginFolder, removePluginFolders } from "../../testing/plugin-folder.ts";
import { runHub } from "../../testing/running-hub.ts";
import { Webhooks } from "./webhook.ts";

afterAll(removePluginFolders);

const secret = `whsec_${Buffer.from("0123456789abcdef0123456789abcdef").toString("base64")}`;

/** Returns a plugin that sends the given event to the given URL, like a heavy route: from a job process. */
function sender(net: string, heavy = false): string {
  return pluginFolder({
    "plugin.ts": `import { definePlugin } from "hub";
export default definePlugin({ title: "Sender", summary: "Sends.", permissions: { net: ${net} } });`,
    "routes/greet.get.ts": "",
    "routes/send.post.ts": `import { t } from "hub";
import sample from "../plugin.ts";
export default sample.route({
  summary: "Send",
  body: t.Object({ url: t.String(), secret: t.Array(t.String()), id: t.Optional(t.String()) }),
  response: t.Object({ id: t.String(), delivered: t.Boolean() }),
  heavy: ${heavy},
  example: { body: { url: "https://hooks.example/", secret: [] } },
  handler: ({ net, body: { url, ...webhook } }) =>
    net.webhook(url, { ...webhook, body: { type: "rained", data: { litres: 3, where: "Zürich" } } }),
});`,
  });
}

interface Received {
  headers: Headers;
  body: string;
}

const servers: { stop(): void }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.stop();
});

/** Starts a receiver of webhooks, which responds with these statuses in turn. */
function receiver(...statuses: number[]) {
  const received: Received[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      received.push({ headers: request.headers, body: await request.text() });
      const status = statuses[received.length - 1] ?? 200;
      return new Response("", { status, headers: status === 302 ? { location: "/there" } : {} });
    },
  });
  servers.push({ stop: () => void server.stop(true) });
  return { received, url: `http://127.0.0.1:${server.port}` };
}

/** Verifies a signature by the specification and with Web Crypto, which the hub doesn't use. */
async function isSigned({ headers, body }: Received, secret: string, now: number) {
  const [id, timestamp] = [headers.get("webhook-id"), headers.get("webhook-timestamp")];
  const key = await crypto.subtle.importKey(
    "raw",
    Uint8Array.from(atob(secret.slice("whsec_".length)), (letter) => letter.charCodeAt(0)),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["verify"],
  );
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  const isFresh = Math.abs(Number(timestamp) - now / 1000) <= 1;
  for (const signature of (headers.get("webhook-signature") ?? "").split(" ")) {
    const [version, base64 = ""] = signature.split(",");
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    if (version === "v1" && (await crypto.subtle.verify("HMAC", key, bytes, signed)))
      return isFresh;
  }
  return false;
}

const other = `whsec_${Buffer.from("another secret of at least 24").toString("base64")}`;

describe.each([
  ["in the hub", false],
  ["in a job process", true],
])("a webhook sent %s", (_, heavy) => {
  test("is signed, so that only holders of the secret can verify it", async () => {
    const { received, url } = receiver();
    const hub = await testHub(sender('["hooks.example"]', heavy), {
      upstreams: { "hooks.example": url },
      clock: () => 1_767_323_045_000,
      ...(heavy && { jobs: true }),
    });
    const sent = { url: "https://hooks.example/rain", secret: [secret, other], id: "msg_1" };
    const answer = await json(await hub.post("/api/sample/send", sent));
    expect(answer).toEqual({ success: true, id: "msg_1", delivered: true });
    await hub.close();
    const [first] = received;
    if (!first) throw new Error("Nothing arrived");
    expect(JSON.parse(first.body)).toEqual({
      type: "rained",
      data: { litres: 3, where: "Zürich" },
    });
    expect(first.headers.get("content-type")).toBe("application/json");
    for (const known of [secret, other])
      expect(await isSigned(first, known, 1_767_323_045_000)).toBe(true);
    const third = `whsec_${Buffer.from("a third one that nobody has told").toString("base64")}`;
    expect(await isSigned(first, third, 1_767_323_045_000)).toBe(false);
    const changed = { ...first, body: first.body.replace("3", "4") };
    expect(await isSigned(changed, secret, 1_767_323_045_000)).toBe(false);
  });

  test("is retried in the background, with the same ID and a new signature", async () => {
    const { received, url } = receiver(500, 302, 200);
    let now = 1_767_323_045_000;
    const hub = await testHub(sender('["hooks.example"]', heavy), {
      upstreams: { "hooks.example": url },
      clock: () => (now += 1000),
      ...(heavy && { jobs: true }),
    });
    const sent = { url: "https://hooks.example/rain", secret: [secret] };
    const answer = await json(await hub.post("/api/sample/send", sent));
    expect(answer).toMatchObject({ delivered: false });
    await hub.settled();
    await hub.close();
    expect(received.map(({ headers }) => headers.get("webhook-id"))).toEqual(
      Array(3).fill(answer.id),
    );
    const times = received.map(({ headers }) => Number(headers.get("webhook-timestamp")));
    expect(new Set(times).size).toBe(3);
    for (const [index, one] of received.entries())
      expect(await isSigned(one, secret, (times[index] ?? 0) * 1000)).toBe(true);
  });
});

test("of a plugin is rejected if a hundred are waiting", async () => {
  const waiting: (() => void)[] = [];
  const webhooks = new Webhooks({
    clock: () => 1_767_323_045_000,
    random: seededRandom(1),
    later() {},
    after: (_, work) => void waiting.push(work),
  });
  let status = 500;
  const log = { info() {}, warn() {}, error() {} };
  const send = async () => new Response("", { status });
  const deliver = (plugin: string) => webhooks.deliver({ body: 1, secret }, { plugin, log, send });
  await Promise.all(Array.from({ length: 100 }, () => deliver("sample")));
  await expect(deliver("sample")).rejects.toMatchObject({ code: "busy" });
  expect(await deliver("other")).toMatchObject({ delivered: false });
  status = 200;
  for (const work of waiting.splice(0)) work();
  await Bun.sleep(0);
  expect(await deliver("sample")).toMatchObject({ delivered: true });
});

describe("a webhook", () => {
  const send = async (statuses: number[], sent = {}) => {
    const { received, url } = receiver(...statuses);
    const warnings: unknown[] = [];
    const log = { info() {}, error() {}, warn: (...line: unknown[]) => void warnings.push(line) };
    // Attempts are far apart: otherwise five consecutive failures open the host's circuit breaker.
    let now = 1_767_323_045_000;
    const hub = await testHub(sender('["hooks.example"]'), {
      upstreams: { "hooks.example": url },
      clock: () => (now += 20_000),
      log,
    });
    const body = { url: "https://hooks.example/s3cret-path", secret: [secret], ...sent };
    const answer = await hub.post("/api/sample/send", body);
    await hub.settled();
    return { received, warnings, answer };
  };

  test("is given up after six attempts, and the log says so without its URL or secret", async () => {
    const { received, warnings } = await send(Array(20).fill(503));
    expect(received).toHaveLength(6);
    expect(warnings).toEqual([
      [
        "Webhook could not be delivered",
        {
          id: expect.stringMatching(/^msg_[0-9a-f]{32}$/),
          tries: 6,
          reason: "It responded with 503",
        },
      ],
    ]);
  });

  test("isn't retried after 410 Gone", async () => {
    expect((await send([410])).received).toHaveLength(1);
  });

  test.each([
    ["whsec_c2hvcnQ="],
    ["0123456789abcdef0123456789abcdef"],
    [`whsec_${Buffer.alloc(65, 1).toString("base64")}`],
    ["whsec_not base64, though it is long enough to be"],
  ])("isn't sent with an invalid secret, which the error doesn't show: %s", async (bad) => {
    const { received, answer } = await send([], { secret: [bad] });
    expect(received).toEqual([]);
    expect(answer.status).toBe(400);
    const { detail } = await json(answer);
    expect(detail).toContain('"whsec_" and 24 to 64 bytes in Base64');
    expect(detail).not.toContain(bad);
  });

  test("doesn't bypass the checks of users' URLs, nor the manifest", async () => {
    const { received, url } = receiver();
    const open = await testHub(sender('"public"'));
    const hub = await runHub({ HUB_PLUGINS: dirname(sender('"public"', true)) });
    const key = { "x-api-key": await hub.key() };
    const inside = await hub.post("/api/sample/send", { url, secret: [secret] }, key);
    expect([inside.status, (await json(inside)).code]).toEqual([403, "address_not_allowed"]);
    await hub.stop();
    const named = await testHub(sender('["hooks.example"]'), { log: quietLog });
    const refused = await named.post("/api/sample/send", {
      url: "https://elsewhere.example/",
      secret: [secret],
    });
    expect(refused.status).toBe(500);
    expect(received).toEqual([]);
    await open.settled();
  });
});
