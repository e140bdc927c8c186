import { afterAll, expect, test } from "bun:test";
import { json } from "hub/testing";
import { runHub } from "../../testing/running-hub.ts";

const received = Promise.withResolvers<{ path: string; signature: string | null }>();
/** A receiver on a private address. */
const receiver = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch(request) {
    const { pathname: path } = new URL(request.url);
    received.resolve({ path, signature: request.headers.get("webhook-signature") });
    return new Response();
  },
});
const hub = await runHub({
  HUB_WEBHOOK_HOSTS: `n8n.example=http://127.0.0.1:${receiver.port}/hooks`,
});
afterAll(async () => {
  await hub.stop();
  await receiver.stop(true);
});

function setWebhook(key: string, url: string): Promise<Response> {
  return fetch(`${hub.url}/api-key/notices`, {
    method: "PUT",
    headers: { "x-api-key": key, "content-type": "application/json" },
    body: JSON.stringify({ webhook_url: url }),
  });
}

test("a webhook reaches the private receiver of an allowed host, signed", async () => {
  const key = await hub.key();
  expect((await setWebhook(key, "https://n8n.example/quota")).status).toBe(200);
  const items = { items: [{ data: "code" }] };
  const job = await hub.post("/api/qr/batch", items, {
    "x-api-key": key,
    prefer: "respond-async",
    "x-webhook-url": "https://n8n.example/flow",
  });
  expect(job.status).toBe(202);
  const { path, signature } = await received.promise;
  expect(path).toBe("/hooks/flow");
  expect(signature).toStartWith("v1,");
});

test("the receiver's own address, and other names of it, stay forbidden", async () => {
  const key = await hub.key();
  for (const url of [
    `http://127.0.0.1:${receiver.port}/`,
    "http://localhost/",
    "http://10.0.0.7/",
  ]) {
    const answer = await setWebhook(key, url);
    expect([answer.status, (await json(answer)).code]).toEqual([403, "address_not_allowed"]);
  }
  expect((await setWebhook(key, "https://n8n.example:8443/")).status).not.toBe(200);
});
