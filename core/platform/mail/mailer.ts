import { accessSync, constants, mkdirSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { createTransport } from "nodemailer";
import { HubError } from "../../contract/errors.ts";
import { isLoopback } from "../../lib/ip-address.ts";
import type { Log } from "../log/log.ts";
import type { MailSettings } from "./mail-settings.ts";

/** A mail to one address. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/**
 * Sends mail in the background. `check` runs before any account is looked up. So neither a response nor its
 * timing reveals whether an address has an account.
 */
export interface Mailer {
  /** Throws `mail_unavailable` if mail cannot be sent at the moment. */
  check(): Promise<void>;
  /** Sends a mail, with retries, and logs a failure. */
  send(mail: Mail): void;
  /** Waits for pending mails. Those that wait for a retry are retried once, at once. */
  close(): Promise<void>;
}

/** Opens the mail server or folder. Throws if the folder isn't writable. */
export function openMailer(
  { from, to }: MailSettings,
  options: { log: Log; checkMs?: number; retriesMs?: readonly number[] },
): Mailer {
  const transport =
    "folder" in to ? createFolderTransport(to.folder) : createServerTransport(to.server);
  return new QueuedMailer(transport, { from, ...options });
}

/** A destination of mail: a server or a folder. */
interface Transport {
  check(): Promise<unknown>;
  send(message: MailMessage): Promise<unknown>;
}

interface MailMessage {
  from: MailSettings["from"];
  to: { name: string; address: string };
  subject: string;
  text: string;
}

/** The maximum number of pending mails. */
const pendingMax = 100;
/** The maximum number of concurrent deliveries: servers refuse more connections. */
const lanesMax = 5;

class QueuedMailer implements Mailer {
  readonly #transport: Transport;
  readonly #from: MailSettings["from"];
  readonly #log: Log;
  readonly #checkMs: number;
  readonly #retriesMs: readonly number[];
  readonly #pending = new Set<Promise<void>>();
  /** The last delivery of each lane. */
  readonly #lanes: Promise<unknown>[] = Array.from({ length: lanesMax }, () => Promise.resolve());
  #lane = 0;
  readonly #closing = Promise.withResolvers<void>();
  #isClosing = false;
  #checked: { at: number; result: Promise<unknown> } | undefined;

  constructor(
    transport: Transport,
    {
      from,
      log,
      checkMs = 5000,
      retriesMs = [5000, 30_000],
    }: {
      from: MailSettings["from"];
      log: Log;
      /** The cache time of a check's result, in ms. */
      checkMs?: number;
      /** The delay before each retry. */
      retriesMs?: readonly number[];
    },
  ) {
    this.#transport = transport;
    this.#from = from;
    this.#log = log;
    this.#checkMs = checkMs;
    this.#retriesMs = retriesMs;
  }

  async check(): Promise<void> {
    if (this.#pending.size >= pendingMax)
      throw createUnavailableError(`${this.#pending.size} mails are under way`);
    const now = performance.now();
    if (!this.#checked || now - this.#checked.at >= this.#checkMs)
      this.#checked = { at: now, result: this.#transport.check() };
    try {
      await this.#checked.result;
    } catch (error) {
      throw createUnavailableError(describeFailure(error));
    }
  }

  send({ to, subject, text }: Mail): void {
    const message = {
      from: this.#from,
      // An object is always one address. A string would be parsed as a list.
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

  #sendInTurn(message: MailMessage): Promise<unknown> {
    const lane = this.#lane++ % lanesMax;
    const sent = Promise.resolve(this.#lanes[lane]).then(() => this.#transport.send(message));
    this.#lanes[lane] = sent.catch(() => {});
    return sent;
  }

  async #deliver(message: MailMessage): Promise<void> {
    for (const waitMs of [...this.#retriesMs, undefined])
      try {
        await this.#sendInTurn(message);
        return;
      } catch (error) {
        // Doesn't log the recipient.
        const isLast = isFinal(error) || waitMs === undefined || this.#isClosing;
        this.#log.error(`Cannot send a mail${isLast ? "" : " yet"}: ${describeFailure(error)}`);
        if (isLast) return;
        await Promise.race([Bun.sleep(waitMs), this.#closing.promise]);
      }
  }
}

function createServerTransport(server: string): Transport {
  const { hostname, username, searchParams } = new URL(server);
  const transport = createTransport({
    url: server,
    // Requires TLS for passwords, unless the operator opted out.
    requireTLS: username !== "" && !isLoopback(hostname) && !searchParams.has("ignoreTLS"),
    connectionTimeout: 5000,
    greetingTimeout: 5000,
    socketTimeout: 10_000,
    dnsTimeout: 5000,
  });
  return { check: () => transport.verify(), send: (message) => transport.sendMail(message) };
}

/** Creates a transport for development and tests: each mail becomes a file that only its owner can read. */
function createFolderTransport(folder: string): Transport {
  const check = () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
  };
  try {
    check();
  } catch (cause) {
    throw new Error(
      `Cannot write to the folder "${folder}": make it writable or set HUB_MAIL_OUTBOX to another`,
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
      // Renames the file when it is complete, for programs that watch the folder.
      await rename(file, `${file}.eml`);
    },
  };
}

/** Returns whether the server has rejected the mail permanently. */
function isFinal(error: unknown): boolean {
  const { responseCode } = error as { responseCode?: number };
  return responseCode !== undefined && responseCode >= 500;
}

/**
 * Returns the reason of a failure, without the server's message, which may contain the address or the
 * password.
 */
function describeFailure(error: unknown): string {
  const { code, responseCode, message } = error as Error & { code?: string; responseCode?: number };
  if (code === undefined && responseCode === undefined) return message;
  return [code, responseCode].filter((part) => part !== undefined).join(" ");
}

function createUnavailableError(cause: string): HubError {
  return new HubError("mail_unavailable", "The hub cannot send mail at the moment", {
    cause: `Cannot send a mail: ${cause}`,
    headers: { "retry-after": "30" },
  });
}
