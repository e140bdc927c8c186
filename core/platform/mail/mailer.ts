import { accessSync, constants, mkdirSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { createTransport } from "nodemailer";
import { HubError } from "../../contract/errors.ts";
import type { Log } from "../log/log.ts";
import { isLoopback, type MailSettings } from "./mail-settings.ts";

/** A mail to one address. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/**
 * Sends mail behind the answers: whether mail can be sent is asked before anybody is looked up, so that
 * neither an answer nor the time it takes tells who is mailed, or whether.
 */
export interface Mailer {
  /** Throws `mail_unavailable` where mail cannot be handed over at the moment. */
  check(): Promise<void>;
  /** Sends, again if need be, and logs a failure. */
  send(mail: Mail): void;
  /** Waits for what is being handed over; what waits for another try is tried this once more. */
  close(): Promise<void>;
}

/** Opens the server or the folder that mail goes to. Throws a sentence about a folder that cannot be. */
export function openMailer(
  { from, to }: MailSettings,
  options: { log: Log; checkMs?: number; retriesMs?: readonly number[] },
): Mailer {
  const route = "folder" in to ? folderRoute(to.folder) : serverRoute(to.server);
  return new QueuedMailer(route, { from, ...options });
}

/** A way out of the hub. */
interface Route {
  check(): Promise<unknown>;
  send(message: Message): Promise<unknown>;
}

interface Message {
  from: MailSettings["from"];
  to: { name: string; address: string };
  subject: string;
  text: string;
}

/** How many mails may be under way. */
const pendingMax = 100;
/** How many of them are handed over at once: servers refuse more connections. */
const lanesMax = 5;

class QueuedMailer implements Mailer {
  readonly #route: Route;
  readonly #from: MailSettings["from"];
  readonly #log: Log;
  readonly #checkMs: number;
  readonly #retriesMs: readonly number[];
  readonly #pending = new Set<Promise<void>>();
  /** When each lane is free. */
  readonly #lanes: Promise<unknown>[] = Array.from({ length: lanesMax }, () => Promise.resolve());
  #lane = 0;
  readonly #closing = Promise.withResolvers<void>();
  #isClosing = false;
  #checked: { at: number; result: Promise<unknown> } | undefined;

  constructor(
    route: Route,
    {
      from,
      log,
      checkMs = 5000,
      retriesMs = [5000, 30_000],
    }: {
      from: MailSettings["from"];
      log: Log;
      /** How long the outcome of a check stands. */
      checkMs?: number;
      /** After how long each further try is made. */
      retriesMs?: readonly number[];
    },
  ) {
    this.#route = route;
    this.#from = from;
    this.#log = log;
    this.#checkMs = checkMs;
    this.#retriesMs = retriesMs;
  }

  async check(): Promise<void> {
    if (this.#pending.size >= pendingMax)
      throw unavailable(`${this.#pending.size} mails are under way`);
    const now = performance.now();
    if (!this.#checked || now - this.#checked.at >= this.#checkMs)
      this.#checked = { at: now, result: this.#route.check() };
    try {
      await this.#checked.result;
    } catch (error) {
      throw unavailable(reasonOf(error));
    }
  }

  send({ to, subject, text }: Mail): void {
    const message = {
      from: this.#from,
      // As an object, which is one address whatever it holds; a text would be parsed as a list.
      to: { name: "", address: to },
      subject,
      text,
    };
    const work = this.#deliver(message).finally(() => this.#pending.delete(work));
    this.#pending.add(work);
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    this.#closing.resolve();
    await Promise.all(this.#pending);
  }

  #sendInTurn(message: Message): Promise<unknown> {
    const lane = this.#lane++ % lanesMax;
    const sent = Promise.resolve(this.#lanes[lane]).then(() => this.#route.send(message));
    this.#lanes[lane] = sent.catch(() => {});
    return sent;
  }

  async #deliver(message: Message): Promise<void> {
    for (const waitMs of [...this.#retriesMs, undefined])
      try {
        await this.#sendInTurn(message);
        return;
      } catch (error) {
        // Not to whom: that is nobody's business but the server's.
        const isLast = isFinal(error) || waitMs === undefined || this.#isClosing;
        this.#log.error(`Cannot send a mail${isLast ? "" : " yet"}: ${reasonOf(error)}`);
        if (isLast) return;
        await Promise.race([Bun.sleep(waitMs), this.#closing.promise]);
      }
  }
}

function serverRoute(server: string): Route {
  const { hostname, username, searchParams } = new URL(server);
  const transport = createTransport({
    url: server,
    // A password is never said in the open, unless the operator wants it so.
    requireTLS: username !== "" && !isLoopback(hostname) && !searchParams.has("ignoreTLS"),
    connectionTimeout: 5000,
    greetingTimeout: 5000,
    socketTimeout: 10_000,
    dnsTimeout: 5000,
  });
  return { check: () => transport.verify(), send: (message) => transport.sendMail(message) };
}

/** For development and tests: each mail becomes a file that its owner alone may read. */
function folderRoute(folder: string): Route {
  const check = () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
  };
  try {
    check();
  } catch (cause) {
    throw new Error(
      `Cannot write to the folder "${folder}": make it writable or name another in HUB_MAIL_OUTBOX`,
      { cause },
    );
  }
  const transport = createTransport({
    streamTransport: true,
    buffer: true,
    newline: "windows",
  });
  return {
    check: async () => check(),
    async send(message) {
      check();
      const { message: text } = await transport.sendMail(message);
      const file = `${folder}/${crypto.randomUUID()}`;
      await writeFile(file, text as Buffer, { mode: 0o600, flag: "wx" });
      // Whoever watches for mails sees whole ones.
      await rename(file, `${file}.eml`);
    },
  };
}

/** Whether the server has said that it will not take the mail, now or later. */
function isFinal(error: unknown): boolean {
  const { responseCode } = error as { responseCode?: number };
  return responseCode !== undefined && responseCode >= 500;
}

/** Why mail failed, without what the server says of the address, or of the password. */
function reasonOf(error: unknown): string {
  const { code, responseCode, message } = error as Error & { code?: string; responseCode?: number };
  if (code === undefined && responseCode === undefined) return message;
  return [code, responseCode].filter((part) => part !== undefined).join(" ");
}

function unavailable(cause: string): HubError {
  return new HubError("mail_unavailable", "The hub cannot send mail at the moment", {
    cause: `Cannot send a mail: ${cause}`,
    headers: { "retry-after": "30" },
  });
}
