import { afterAll, afterEach, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { type Log, quietLog } from "../log/log.ts";
import { readMailSettings } from "./mail-settings.ts";
import { type Mailer, openMailer } from "./mailer.ts";

const closing: (() => unknown)[] = [];
const dir = mkdtempSync(`${tmpdir()}/utilhub-mail-`);
afterAll(() => rmSync(dir, { recursive: true }));

let said: string[] = [];
const log: Log = { ...quietLog, error: (message) => void said.push(message) };
afterEach(async () => {
  said = [];
  for (const close of closing.splice(0).toReversed()) await close();
});

interface Received {
  from: string;
  to: string[];
  text: string;
  isSecure: boolean;
  user: string | undefined;
}

/** Starts a local mail server. */
async function startServer(options: SMTPServerOptions = {}, port = 0) {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    onAuth: ({ username, password }, _, done) =>
      password === "s3cret/+" ? done(null, { user: username }) : done(new Error("Wrong password")),
    onData(stream, { envelope, secure, user }, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        received.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : "",
          to: envelope.rcptTo.map(({ address }) => address),
          text: Buffer.concat(chunks).toString(),
          isSecure: secure,
          user: user as string | undefined,
        });
        done();
      });
    },
    ...options,
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", () => resolve()));
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  closing.push(close);
  return { received, close, port: (server.server.address() as AddressInfo).port };
}

/** Returns the settings of a hub that sends no email to other machines. */
function settings({ server, folder, from }: { server?: string; folder?: string; from?: string }) {
  return readMailSettings({ server, folder, from, offline: true });
}

function mailerTo(server: string, retriesMs: readonly number[] = []): Mailer {
  const from = "The hub <hub@corp.example>";
  const mailer = openMailer(settings({ server, from }), { log, checkMs: 0, retriesMs });
  closing.push(() => mailer.close());
  return mailer;
}

const mail = { to: "ada@example.com", subject: "Your code", text: "It is 1234\n" };

test("an email is sent to a server without TLS", async () => {
  const { received, port } = await startServer({ disabledCommands: ["STARTTLS"] });
  const mailer = mailerTo(`smtp://127.0.0.1:${port}`);
  await mailer.check();
  mailer.send(mail);
  await mailer.close();
  expect(received).toMatchObject([
    { from: "hub@corp.example", to: ["ada@example.com"], isSecure: false },
  ]);
  expect(received[0]?.text).toContain(
    "From: The hub <hub@corp.example>\r\nTo: ada@example.com\r\n",
  );
  expect(received[0]?.text).toContain("Subject: Your code\r\n");
  expect(received[0]?.text).toEndWith("\r\n\r\nIt is 1234\r\n");
});

test.each([
  ["smtp", {}],
  ["smtps", { secure: true }],
] as const)(
  "an email is sent by %s with TLS, with the password of the URL",
  async (scheme, more) => {
    const { received, port } = await startServer({ ...more, authOptional: false });
    const server = `${scheme}://hub:s3cret%2F%2B@localhost:${port}?tls.rejectUnauthorized=false`;
    const mailer = mailerTo(server);
    await mailer.check();
    mailer.send(mail);
    await mailer.close();
    expect(received).toMatchObject([{ isSecure: true, user: "hub" }]);
  },
);

test("rejects an untrusted certificate", async () => {
  const { port, received } = await startServer({ secure: true });
  await expect(mailerTo(`smtps://localhost:${port}`).check()).rejects.toMatchObject({
    code: "mail_unavailable",
  });
  expect(received).toEqual([]);
});

test("a server that is down or rejects the password is a 503, whose cause contains neither host nor password", async () => {
  const { port } = await startServer({ disabledCommands: ["STARTTLS"] });
  for (const server of ["smtp://hub:s3cret@127.0.0.1:1", `smtp://hub:wr0ng@127.0.0.1:${port}`]) {
    const failure = await mailerTo(server)
      .check()
      .catch((error) => error);
    expect(failure).toMatchObject({ code: "mail_unavailable", status: 503 });
    expect(failure.message).toBe("The hub cannot send mail at the moment");
    expect(failure.cause).toMatch(/^Cannot send a mail: E[A-Z]+( \d+)?$/);
  }
});

test("an address that the server rejects isn't retried, and the log doesn't contain it", async () => {
  let tries = 0;
  const { port } = await startServer({
    onRcptTo({ address }, _, done) {
      tries++;
      done(Object.assign(new Error(`<${address}> is nobody`), { responseCode: 550 }));
    },
    disabledCommands: ["STARTTLS"],
  });
  const mailer = mailerTo(`smtp://127.0.0.1:${port}`, [1, 1]);
  await mailer.check();
  mailer.send(mail);
  await mailer.close();
  expect(tries).toBe(1);
  expect(said).toEqual(["Cannot send a mail: EENVELOPE 550"]);
});

test("a temporary rejection is retried", async () => {
  let tries = 0;
  const { port, received } = await startServer({
    onRcptTo(_, __, done) {
      tries++;
      done(tries < 3 ? Object.assign(new Error("Later"), { responseCode: 451 }) : null);
    },
    disabledCommands: ["STARTTLS"],
  });
  const mailer = mailerTo(`smtp://127.0.0.1:${port}`, [1, 1]);
  mailer.send(mail);
  while (received.length === 0) await Bun.sleep(5);
  expect(tries).toBe(3);
});

test("at most five emails are sent concurrently, and all of them are sent", async () => {
  let open = 0;
  let most = 0;
  const { port, received } = await startServer({
    onConnect(_, done) {
      most = Math.max(most, ++open);
      setTimeout(done, 10);
    },
    onClose: () => void open--,
    disabledCommands: ["STARTTLS"],
  });
  const mailer = mailerTo(`smtp://127.0.0.1:${port}`);
  for (let person = 0; person < 15; person++) mailer.send({ ...mail, to: `p${person}@b.co` });
  await mailer.close();
  expect(new Set(received.map(({ to }) => to[0])).size).toBe(15);
  expect(most).toBeGreaterThan(1);
  // The server may notice closed connections late.
  expect(most).toBeLessThanOrEqual(2 * 5);
});

test("an address is one recipient, with any characters", async () => {
  const { received, port } = await startServer({ disabledCommands: ["STARTTLS"] });
  const mailer = mailerTo(`smtp://127.0.0.1:${port}`);
  for (const to of [
    "a@example.com, b@example.com",
    "a@example.com\r\nBcc: b@example.com",
    "a@example.com>\r\nRCPT TO:<b@example.com",
    "Name <a@example.com>",
  ])
    mailer.send({ ...mail, to });
  await mailer.close();
  for (const { to, text } of received) {
    expect(to).toHaveLength(1);
    expect(text.split("\r\n\r\n")[0]).not.toMatch(/^(?:Bcc|Cc):/im);
    expect(to).not.toContain("b@example.com");
  }
});

test("an international domain is sent as Punycode", async () => {
  const { received, port } = await startServer({ disabledCommands: ["STARTTLS"] });
  const mailer = mailerTo(`smtp://127.0.0.1:${port}`);
  mailer.send({ ...mail, to: "ada@b\u00fccher.example" });
  await mailer.close();
  expect(received[0]?.text).toContain("\r\nTo: ada@xn--bcher-kva.example\r\n");
});

test("a folder that is removed while the hub runs is created again", async () => {
  const folder = `${dir}/outbox`;
  const mailer = openMailer(settings({ folder }), { log });
  rmSync(folder, { recursive: true });
  mailer.send(mail);
  await mailer.close();
  expect(readdirSync(folder)).toHaveLength(1);
});

test("an unwritable folder is named in the error", () => {
  writeFileSync(`${dir}/file`, "");
  expect(() => openMailer(settings({ folder: `${dir}/file` }), { log })).toThrow(
    `Cannot write to the folder "${dir}/file"`,
  );
});

test.each([
  [{}, "set HUB_SMTP_URL and HUB_MAIL_FROM, or HUB_MAIL_OUTBOX"],
  [{ server: "smtp://127.0.0.1" }, "HUB_MAIL_FROM is missing"],
  [{ server: "smtp://127.0.0.1", folder: "x" }, "are both set: set only one"],
  [{ server: "http://u:s3cret@h", from: "a@b" }, "HUB_SMTP_URL must be a URL such as"],
  [{ server: "s3cret", from: "a@b" }, "HUB_SMTP_URL must be a URL such as"],
  [{ server: "smtp://u:s3cret@mail.example", from: "a@b" }, "HUB_OFFLINE"],
  [{ server: "smtp://127.0.0.1.evil.example", from: "a@b" }, "HUB_OFFLINE"],
  [{ folder: "x", from: "a@b, c@d" }, "HUB_MAIL_FROM must be an email address"],
  [{ folder: "x", from: "a <a@b>\nBcc: c@d <e@f>" }, "HUB_MAIL_FROM must be"],
])("settings %j are rejected, and no password is printed", (given, sentence) => {
  expect(() => settings(given)).toThrow(sentence);
  expect(() => settings(given)).not.toThrow("s3cret");
});
