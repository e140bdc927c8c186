import { afterAll, describe, expect, test } from "bun:test";
import type { AddressInfo } from "node:net";
import { createServer, type Server, type Socket } from "node:net";
import { startProxy } from "../../testing/stand-in-proxy.ts";
import { createSmtp } from "./smtp.ts";

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

/** Starts a mail server that replies to each command. Undefined ends the connection. */
async function startMailServer(
  reply: (command: string) => string | undefined,
  greeting = "220 mx.example ESMTP\r\n",
) {
  const heard: string[] = [];
  const server = createServer((socket: Socket) => {
    socket.on("error", () => {});
    socket.write(greeting);
    socket.on("data", (chunk) => {
      for (const command of String(chunk).split("\r\n").filter(Boolean)) {
        heard.push(command);
        const said = reply(command);
        if (said === undefined) socket.destroy();
        else socket.write(said);
      }
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { heard, port: (server.address() as AddressInfo).port };
}

const local = async () => [{ address: "127.0.0.1", family: 4 as const }];
const probe = {
  helo: "hub.example",
  from: "probe@hub.example",
  recipients: ["ann@example.com", "x1@example.com"],
};
const polite = (command: string) => {
  if (command.startsWith("EHLO")) return "250-mx.example\r\n250-SIZE 1000\r\n250 PIPELINING\r\n";
  if (command === "RCPT TO:<x1@example.com>") return "550 5.1.1 No such user\r\n";
  return command === "QUIT" ? "221 Bye\r\n" : "250 OK\r\n";
};

function open(port: number, options: { clock?: () => number; isAllowed?: () => boolean } = {}) {
  return createSmtp({ resolve: local, isAllowed: () => true, clock: () => 0, ...options, port });
}

test("returns the reply to each recipient, and never sends a message", async () => {
  const { heard, port } = await startMailServer(polite);
  expect(await open(port)("mx.example", probe)).toEqual({
    greeting: { code: 220, text: "mx.example ESMTP" },
    hello: { code: 250, text: "mx.example SIZE 1000 PIPELINING" },
    from: { code: 250, text: "OK" },
    recipients: [
      { code: 250, text: "OK" },
      { code: 550, text: "5.1.1 No such user" },
    ],
  });
  expect(heard.slice(0, 4)).toEqual([
    "EHLO hub.example",
    "MAIL FROM:<probe@hub.example>",
    "RCPT TO:<ann@example.com>",
    "RCPT TO:<x1@example.com>",
  ]);
  expect(heard).not.toContain("DATA");
});

/** Replies like Exim, after an unexpected reply to this command. */
function replyTwice(to: string) {
  return (command: string) => {
    const reply = polite(command);
    return command.startsWith(to) ? `250 2.0.0 Ready\r\n${reply}` : reply;
  };
}

test.each(["EHLO", "MAIL", "RCPT TO:<ann"])(
  "an unexpected reply to %s doesn't count for a recipient",
  async (command) => {
    const { port } = await startMailServer(replyTwice(command));
    await expect(open(port)("mx.example", probe)).rejects.toMatchObject({ code: "address_failed" });
  },
);

test("an unexpected reply before the first command doesn't count for a recipient", async () => {
  const { port } = await startMailServer(polite, "220 mx.example\r\n250 2.0.0 Ready\r\n");
  await expect(open(port)("mx.example", probe)).rejects.toMatchObject({ code: "address_failed" });
});

test("a server that hangs up after QUIT, or doesn't reply to it, has replied to the others", async () => {
  const { port } = await startMailServer((command) =>
    command === "QUIT" ? undefined : polite(command),
  );
  const { recipients } = await open(port)("mx.example", probe);
  expect(recipients.map(({ code }) => code)).toEqual([250, 550]);
});

test("lines of a reply with different codes are no reply", async () => {
  const { port } = await startMailServer((command) =>
    command.startsWith("RCPT") ? "550-5.1.1 Unknown\r\n250 OK\r\n" : polite(command),
  );
  await expect(open(port)("mx.example", probe)).rejects.toMatchObject({ code: "address_failed" });
});

test("uses HELO if the server doesn't know EHLO, and stops at a rejection", async () => {
  const { heard, port } = await startMailServer((command) =>
    command.startsWith("EHLO")
      ? "502 Unknown\r\n"
      : command.startsWith("MAIL")
        ? "554 5.7.1 Blocked\r\n"
        : "250 OK\r\n",
  );
  const { from, recipients } = await open(port)("mx.example", probe);
  expect([from?.code, recipients]).toEqual([554, []]);
  expect(heard.slice(0, 3)).toEqual([
    "EHLO hub.example",
    "HELO hub.example",
    "MAIL FROM:<probe@hub.example>",
  ]);
});

test("doesn't connect to a private address, or without a network", async () => {
  const { heard, port } = await startMailServer(polite);
  const guarded = createSmtp({ resolve: local, clock: () => 0, port });
  await expect(guarded("mx.example", probe)).rejects.toMatchObject({ code: "address_not_allowed" });
  const offline = createSmtp({ offline: true, clock: () => 0, port });
  await expect(offline("mx.example", probe)).rejects.toMatchObject({
    code: "upstream_unavailable",
  });
  const mixed = createSmtp({
    clock: () => 0,
    port,
    resolve: async () => [{ address: "192.0.0.9", family: 4 }, ...(await local())],
  });
  await expect(mixed("mx.example", probe)).rejects.toMatchObject({ code: "address_not_allowed" });
  expect(heard).toEqual([]);
});

test("has at most six conversations with a server in a minute, under any name", async () => {
  const { port } = await startMailServer(polite);
  let now = 0;
  const smtp = open(port, { clock: () => now });
  for (let count = 0; count < 6; count++) await smtp(`mx${count}.example`, probe);
  await expect(smtp("mx7.example", probe)).rejects.toMatchObject({ code: "busy" });
  now = 60_001;
  expect((await smtp("mx7.example", probe)).greeting.code).toBe(220);
});

test("prefers IPv4, for which more machines have a name", async () => {
  const { port } = await startMailServer(polite);
  const smtp = createSmtp({
    ...{ clock: () => 0, port, isAllowed: () => true },
    resolve: async () => [{ address: "2001:db8::1", family: 6 }, ...(await local())],
  });
  expect((await smtp("mx.example", probe)).greeting.code).toBe(220);
});

test("has one conversation with a server at a time", async () => {
  const { port } = await startMailServer(polite);
  const smtp = open(port);
  const [first, second] = await Promise.allSettled([
    smtp("a.example", probe),
    smtp("b.example", probe),
  ]);
  expect([first?.status, second?.status].sort()).toEqual(["fulfilled", "rejected"]);
});

test.each([
  ["ann@example.com>\r\nDATA", "helo"],
  ["a b@example.com", "from"],
  ["ann@example.com\nRSET", "recipients"],
  ["änn@example.com", "recipients"],
])("rejects %j as %s before it connects", async (text, field) => {
  const { heard, port } = await startMailServer(polite);
  const changed = { ...probe, [field]: field === "recipients" ? [text] : text };
  await expect(open(port)("mx.example", changed)).rejects.toMatchObject({ code: "invalid_input" });
  expect(heard).toEqual([]);
});

describe("a server that", () => {
  test.each([
    ["speaks HTTP", "HTTP/1.1 400 Bad Request\r\n", "address_failed"],
    ["talks without end", `220-${"x".repeat(20_000)}`, "address_failed"],
    ["says nothing", "", "address_timeout"],
  ])("%s fails", async (_, greeting, code) => {
    const { port } = await startMailServer(polite, greeting);
    await expect(open(port)("mx.example", { ...probe, timeoutMs: 200 })).rejects.toMatchObject({
      code,
    });
  });

  test("hangs up after a recipient fails", async () => {
    const { port } = await startMailServer((command) =>
      command.startsWith("RCPT") ? undefined : "250 OK\r\n",
    );
    await expect(open(port)("mx.example", probe)).rejects.toMatchObject({ code: "address_failed" });
  });

  test("isn't there fails", async () => {
    await expect(open(1)("mx.example", probe)).rejects.toMatchObject({ code: "address_failed" });
  });
});

test("goes through the outbound proxy, to the checked address", async () => {
  const { port } = await startMailServer(polite);
  const proxy = await startProxy(port);
  const options = {
    resolve: async () => [{ address: "93.184.215.14", family: 4 as const }],
    proxy: { url: proxy.url, direct: [] },
    clock: () => 0,
  };
  const answer = await createSmtp({ ...options })("mx.example", probe);
  expect(answer.recipients.map(({ code }) => code)).toEqual([250, 550]);
  expect(proxy.asked[0]).toStartWith("CONNECT 93.184.215.14:25 ");
  proxy.status = "403 Forbidden";
  const refused = createSmtp({ ...options })("mx.example", probe);
  await expect(refused).rejects.toMatchObject({ code: "address_failed" });
  proxy.stop();
});
