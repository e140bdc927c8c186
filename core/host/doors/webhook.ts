import type { CommonDoors, Random } from "../../contract/doors.ts";
import { HubError } from "../../contract/errors.ts";
import type { NetInit, Webhook, WebhookDelivery } from "../../contract/net-door.ts";
import { retryAfterMs } from "../../platform/http/retry-after.ts";

interface WebhookOptions {
  clock(): number;
  random: Random;
  /** Does something after a time, unless the hub has stopped by then. */
  after(ms: number, work: () => void): void;
  /** What the hub waits for before it stops. */
  later: CommonDoors["later"];
}

/** Whose webhook it is, and how it is sent. */
export interface WebhookSender {
  plugin: string;
  log: CommonDoors["log"];
  send(init: NetInit): Promise<Response>;
  /** Is told at last whether it arrived; not where `deliver` throws. */
  onEnd?(isDelivered: boolean): void;
}

/** How long after each failure there is another try, and a little more at random. */
const pausesMs = [5_000, 30_000, 120_000, 600_000, 1_800_000];
/** Most webhooks of a plugin that are under way or wait for another try: they are kept in memory. */
const pendingMax = 100;
const bodyBytesMax = 256 * 1024;
/** Most secrets that one is signed by. */
const secretsMax = 8;

/**
 * Delivers webhooks, signed as the Standard Webhooks specification has it, and tries again for three
 * quarters of an hour where they do not arrive. What waits when the hub stops is not sent.
 */
export class Webhooks {
  readonly #options: WebhookOptions;
  /** How many of each plugin are under way or wait. */
  readonly #pending = new Map<string, number>();

  constructor(options: WebhookOptions) {
    this.#options = options;
  }

  /** Signs and sends one, and answers how the first try went. Throws where another try would be no use. */
  async deliver(webhook: Webhook, sender: WebhookSender): Promise<WebhookDelivery> {
    const secrets = [webhook.secret].flat();
    if (secrets.length < 1 || secrets.length > secretsMax)
      throw new TypeError(`Cannot sign a webhook: it has ${secrets.length} secrets`);
    const keys = secrets.map(readSecret);
    const { id = `msg_${Buffer.from(this.#options.random.bytes(16)).toString("hex")}` } = webhook;
    if (!/^[\w-]{1,64}$/.test(id))
      throw new TypeError(
        `Cannot send a webhook: its id "${id}" must be a word of 64 letters at most`,
      );
    const body = JSON.stringify(webhook.body) ?? "null";
    if (Buffer.byteLength(body) > bodyBytesMax)
      throw new TypeError(`Cannot send a webhook: its body has more than ${bodyBytesMax} bytes`);
    const pending = this.#pending.get(sender.plugin) ?? 0;
    if (pending >= pendingMax)
      throw new HubError("busy", `Cannot send a webhook: ${pendingMax} wait for another try`);
    this.#pending.set(sender.plugin, pending + 1);
    const signed = { id, body, keys };
    const failure = await this.#attempt(signed, sender).catch((error) => {
      this.#forget(sender);
      throw error;
    });
    if (failure) this.#retryLater({ ...signed, failure, tries: 1 }, sender);
    else this.#end(sender, true);
    return { id, delivered: failure === undefined };
  }

  /** Sends it once, and tells what went wrong. Throws what would go wrong again. */
  async #attempt({ id, body, keys }: Signed, { send }: WebhookSender): Promise<Failed | undefined> {
    const now = this.#options.clock();
    const timestamp = Math.floor(now / 1000);
    const signatures = keys.map((key) => signWebhook(key, { id, timestamp, body }));
    try {
      const answer = await send({
        method: "POST",
        headers: {
          "content-type": "application/json",
          "webhook-id": id,
          "webhook-timestamp": String(timestamp),
          "webhook-signature": signatures.join(" "),
        },
        body,
        bodyBytesMax: 65_536,
        tooLarge: "cut",
        // What is signed for one place is not for another.
        redirectsMax: 0,
      });
      if (answer.ok) return undefined;
      const waitMs = retryAfterMs(answer.headers, now);
      const isFinal = answer.status === 410;
      return { reason: `It responded with ${answer.status}`, isFinal, waitMs };
    } catch (error) {
      if (!(error instanceof HubError && mayPass.has(error.code))) throw error;
      return { reason: error.message, isFinal: false, waitMs: undefined };
    }
  }

  #retryLater({ failure, tries, ...signed }: Signed & Attempted, sender: WebhookSender): void {
    const { random, after, later } = this.#options;
    const pauseMs = pausesMs[tries - 1];
    if (failure.isFinal || pauseMs === undefined) {
      // Not the address: what is behind its host may be a secret.
      const { reason } = failure;
      sender.log.warn("A webhook was not delivered", { id: signed.id, tries, reason });
      this.#end(sender, false);
      return;
    }
    const waitMs = Math.max(failure.waitMs ?? 0, pauseMs) + random.integer(pauseMs / 5);
    after(waitMs, () => later(this.#tryAgain(signed, tries, sender)));
  }

  async #tryAgain(signed: Signed, tries: number, sender: WebhookSender): Promise<void> {
    const failure = await this.#attempt(signed, sender).catch((error: Error) => ({
      reason: error.message,
      isFinal: true,
      waitMs: undefined,
    }));
    if (failure) this.#retryLater({ ...signed, failure, tries: tries + 1 }, sender);
    else this.#end(sender, true);
  }

  #end(sender: WebhookSender, isDelivered: boolean): void {
    this.#forget(sender);
    sender.onEnd?.(isDelivered);
  }

  #forget({ plugin }: WebhookSender): void {
    this.#pending.set(plugin, (this.#pending.get(plugin) ?? 0) - 1);
  }
}

/** A webhook that is to be sent, with the keys that it is signed by. */
interface Signed {
  id: string;
  body: string;
  keys: readonly Uint8Array[];
}

interface Attempted {
  failure: Failed;
  tries: number;
}

/** Why a try failed, whether there is no use in another, and how long the host wants to be left alone. */
interface Failed {
  reason: string;
  isFinal: boolean;
  waitMs: number | undefined;
}

/** The failures of a connection that may be gone at the next try. */
const mayPass = new Set([
  "address_failed",
  "address_timeout",
  "upstream_failed",
  "upstream_timeout",
  "upstream_unavailable",
]);

/** Signs as `webhook-signature` has it: the version, and HMAC-SHA-256 over id, timestamp and body. */
function signWebhook(
  key: Uint8Array,
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
): string {
  const signature = new Bun.CryptoHasher("sha256", key).update(`${id}.${timestamp}.${body}`);
  return `v1,${signature.digest("base64")}`;
}

/** Reads a secret: 24 to 64 bytes in base64, behind `whsec_`. */
function readSecret(secret: string): Uint8Array {
  const base64 = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1] ?? "";
  const key = Buffer.from(base64, "base64");
  // Never the secret itself, which may be almost right.
  if (key.length < 24 || key.length > 64 || key.toString("base64") !== base64)
    throw new HubError(
      "invalid_input",
      'Cannot sign a webhook: its secret must be "whsec_" and 24 to 64 bytes in base64',
    );
  return key;
}
