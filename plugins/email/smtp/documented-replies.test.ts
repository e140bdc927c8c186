import { afterAll, expect, test } from "bun:test";
import { openTable } from "hub/data-file";
import { json, startNameServer, testHub } from "hub/testing";

const readReplies = openTable(
  new URL("./documented-replies.tsv", import.meta.url),
  { provider: "text", code: "number", class: "text", text: "text", page: "text" },
  { unique: ["provider", "code", "text"] },
);

const server = await startNameServer({
  "shop.com": { MX: [[1, "mx.shop.com"]] },
  "mx.shop.com": { A: ["8.8.8.8"] },
});
afterAll(() => server.stop());

let reply = { code: 250, text: "OK" };
const hub = await testHub(`${import.meta.dir}/..`, {
  nameServers: [server],
  env: {
    EMAIL_SMTP_TIERS: "free",
    EMAIL_SMTP_HELO: "hub.example",
    EMAIL_SMTP_FROM: "probe@hub.example",
  },
  tier: { name: "free", isPaid: false },
  smtp: async () => ({
    greeting: { code: 220, text: "mx" },
    recipients: [reply, { code: 550, text: "5.1.1 User unknown" }],
  }),
});

/** Reasons that leave the mailbox unknown, and so never contradict what a server means. */
const careful = new Set(["refused", "temporary", "greylisted"]);

async function ask({ code, text }: typeof reply) {
  reply = { code, text };
  const answer = await hub.get("/api/email/validate?email=ann@shop.com&smtp=true");
  return json(answer);
}

test("documented replies are in their class or a more careful one, and a refused address is never valid", async () => {
  const rows = readReplies();
  let named = 0;
  for (const { code, text, class: expected } of rows) {
    const { smtp, verdict } = await ask({ code, text });
    expect([text, verdict]).not.toEqual([text, "valid"]);
    if (smtp.reason === expected) named++;
    else expect([text, careful.has(smtp.reason)]).toEqual([text, true]);
  }
  expect(named / rows.length).toBeGreaterThan(0.9);
});
