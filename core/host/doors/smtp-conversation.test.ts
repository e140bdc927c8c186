import { afterAll, beforeAll, expect, test } from "bun:test";
import { createServer, type Server } from "node:net";
import { json, startNameServer, testHub } from "hub/testing";
import { createSmtp } from "./smtp.ts";

const names = await startNameServer({
  "shop.com": { MX: [[1, "mx.shop.com"]] },
  "mx.shop.com": { A: ["8.8.8.8"] },
});
const heard: string[] = [];
let mailServer: Server;
let port: number;

beforeAll(async () => {
  mailServer = createServer((socket) => {
    socket.on("error", () => {});
    socket.write("220 mx.shop.com ESMTP\r\n");
    socket.on("data", (chunk) => {
      for (const command of String(chunk).split("\r\n").filter(Boolean)) {
        heard.push(command);
        const isUnknown = command.startsWith("RCPT TO:") && command !== "RCPT TO:<ann@shop.com>";
        if (command === "QUIT") socket.end("221 Bye\r\n");
        else socket.write(isUnknown ? "550 5.1.1 User unknown\r\n" : "250 OK\r\n");
      }
    });
  });
  await new Promise<void>((resolve) => mailServer.listen(0, "127.0.0.1", resolve));
  const address = mailServer.address();
  port = typeof address === "object" && address ? address.port : 0;
});
afterAll(() => {
  mailServer.close();
  names.stop();
});

test("a mailbox is found and another is not, in conversations without a message", async () => {
  const hub = await testHub(`${import.meta.dir}/../../../plugins/email`, {
    nameServers: [names],
    tier: { name: "pro", isPaid: true },
    env: {
      EMAIL_SMTP_TIERS: "pro",
      EMAIL_SMTP_HELO: "hub.example",
      EMAIL_SMTP_FROM: "probe@hub.example",
    },
    smtp: createSmtp({
      clock: () => 0,
      port,
      isAllowed: () => true,
      resolve: async () => [{ address: "127.0.0.1", family: 4 }],
    }),
  });
  const read = async (name: string) =>
    json(await hub.get(`/api/email/validate/${name}@shop.com?smtp=true`));
  expect(await read("ann")).toMatchObject({
    valid: true,
    is_catch_all: false,
    smtp: { checked: true, host: "mx.shop.com", exists: true, code: 250, reason: "accepted" },
  });
  expect(await read("bob")).toMatchObject({
    valid: false,
    reason: "no_mailbox",
    smtp: { exists: false, code: 550, reason: "no_mailbox" },
  });
  expect(heard).toContain("EHLO hub.example");
  expect(heard).toContain("MAIL FROM:<probe@hub.example>");
  expect(heard.filter((command) => !/^(EHLO|MAIL|RCPT|RSET|QUIT)/.test(command))).toEqual([]);
});
