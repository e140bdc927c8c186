import { afterAll, expect, test } from "bun:test";
import { json } from "hub/testing";
import { runHub } from "../../testing/running-hub.ts";

const operator = { authorization: "Bearer operators-own-token-1" };
const received: { id: string | null; body: string }[] = [];
let status = 410;
const receiver = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  async fetch(request) {
    received.push({ id: request.headers.get("webhook-id"), body: await request.text() });
    return new Response(null, { status });
  },
});
const hub = await runHub({
  HUB_ADMIN_TOKEN: "operators-own-token-1",
  HUB_WEBHOOK_HOSTS: `n8n.example=http://127.0.0.1:${receiver.port}/hooks`,
});
afterAll(async () => {
  await hub.stop();
  await receiver.stop(true);
});

/** Waits until the newest delivery has a state. */
async function waitFor(state: string) {
  for (;;) {
    const { deliveries } = await json(await hub.get("/admin/api/deliveries", operator));
    if (deliveries[0]?.state === state) return deliveries;
    await Bun.sleep(20);
  }
}

const resend = (id: string) => hub.post(`/admin/api/deliveries/${id}`, "", operator);

test("an operator sees a webhook that failed, and sends it again", async () => {
  const key = await hub.key();
  await hub.post(
    "/api/qr/batch",
    { items: [{ data: "private-text" }] },
    {
      "x-api-key": key,
      prefer: "respond-async",
      "x-webhook-url": "https://n8n.example/flow?token=private-token",
    },
  );
  const [failed] = await waitFor("failed");
  expect(failed).toMatchObject({
    account: "account_1",
    type: "job.succeeded",
    host: "n8n.example",
    tries: 1,
    reason: "It responded with 410",
    can_resend: true,
  });
  expect(JSON.stringify(failed)).not.toContain("private");
  status = 200;
  expect(await json(await resend(failed.id))).toMatchObject({ state: "delivered" });
  const deliveries = await waitFor("delivered");
  expect(deliveries).toHaveLength(1);
  expect(deliveries[0]).toMatchObject({ can_resend: false, reason: null });
  const [first, second] = received;
  expect(second).toEqual(first);
  expect((await resend(deliveries[0].id)).status).toBe(404);
  const { entries } = await json(await hub.get("/admin/api/audit?limit=1", operator));
  expect(entries).toMatchObject([{ action: "webhook.resend", subject: "account_1" }]);
});

test("a webhook that waits for a retry shows why", async () => {
  status = 503;
  const key = await hub.key();
  await hub.post(
    "/api/qr/batch",
    { items: [{ data: "a" }] },
    {
      "x-api-key": key,
      prefer: "respond-async",
      "x-webhook-url": "https://n8n.example/flow",
    },
  );
  for (;;) {
    const [delivery] = await waitFor("sending");
    if (delivery.tries === 0) continue;
    expect(delivery).toMatchObject({ tries: 1, reason: "It responded with 503" });
    return;
  }
});

test("the webhooks of an erased account are removed", async () => {
  const { deliveries } = await json(await hub.get("/admin/api/deliveries", operator));
  expect(deliveries.map(({ account }: { account: string }) => account)).toContain("account_1");
  await fetch(`${hub.url}/admin/api/accounts/1`, { method: "DELETE", headers: operator });
  const after = await json(await hub.get("/admin/api/deliveries", operator));
  expect(after.deliveries).toMatchObject([{ account: "account_2" }]);
});
