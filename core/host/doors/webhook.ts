import type { CommonDoors, Random } from "../../contract/doors.ts";
import { HubError } from "../../contract/errors.ts";
import type { NetInit, Webhook, WebhookDelivery } from "../../contract/net-door.ts";
import { retryAfterMs } from "../../platform/http/retry-after.ts";

interface WebhookOptions {
  clock(): number;
  random: Random;
  /** Runs work after a delay, unless the hub has stopped by then. */
  after(ms: number, work: () => void): void;
  /** Registers work that the hub waits for before it stops. */
  later: CommonDoors["later"];
}

/** The plugin that a webhook belongs to, and how it is sent. */
export interface WebhookSender {
  plugin: string;
  log: CommonDoors["log"];
  send(init: NetInit): Promise<Response>;
  /** Called with the final outcome, except if `deliver` throws. */
  onEnd?(result: WebhookResult): void;
  /** Called after an attempt that is retried later. */
  onRetry?(result: WebhookResult): void;
}

/** The outcome of the attempts so far. `reason`: why the last attempt failed. */
export interface WebhookResult {
  isDelivered: boolean;
  tries: number;
  reason: string | null;
}

/** Delays of the retries, plus a random part. */
const pausesMs = [5_000, 30_000, 120_000, 600_000, 1_800_000];
/**
 * Maximum number of pending webhooks of a plugin, including those that wait for a retry. They are kept in
 * memory.
 */
const pendingMax = 100;
const bodyBytesMax = 256 * 1024;
/** Maximum number of signing secrets per webhook. */
const secretsMax = 8;

/**
 * Delivers webhooks, signed according to the Standard Webhooks specification. Retries failed deliveries for
 * three quarters of an hour. Pending retries are lost when the hub stops.
 */
export class Webhooks {
  readonly #options: WebhookOptions;
  /** Number of pending webhooks by plugin. */
  readonly #pending = new Map<string, number>();

  constructor(options: WebhookOptions) {
    this.#options = options;
  }

  /**
   * Signs and sends a webhook, and returns the result of the first try. Throws if a retry would be useless.
   */
  async deliver(webhook: Webhook, sender: WebhookSender): Promise<WebhookDelivery> {
    const secrets = [webhook.secret].flat();
    if (secrets.length < 1 || secrets.length > secretsMax)
      throw new TypeError(
        `Cannot sign a webhook: it must have 1 to ${secretsMax} secrets, and has ${secrets.length}`,
      );
    const keys = secrets.map(readSecret);
    const { id = `msg_${Buffer.from(this.#options.random.bytes(16)).toString("hex")}` } = webhook;
    if (!/^[\w-]{1,64}$/.test(id))
      throw new TypeError(
        `Cannot send a webhook: its id "${id}" must be a word of at most 64 letters, digits, "-" and "_"`,
      );
    const body = JSON.stringify(webhook.body) ?? "null";
    if (Buffer.byteLength(body) > bodyBytesMax)
      throw new TypeError(`Cannot send a webhook: its body has more than ${bodyBytesMax} bytes`);
    const pending = this.#pending.get(sender.plugin) ?? 0;
    if (pending >= pendingMax)
      throw new HubError(
        "busy",
        `Cannot send a webhook: ${pendingMax} are already waiting for a retry`,
      );
    this.#pending.set(sender.plugin, pending + 1);
    const signed = { id, body, keys };
    const failure = await this.#attempt(signed, sender).catch((error) => {
      this.#decrementPending(sender);
      throw error;
    });
    if (failure) this.#retryLater({ ...signed, failure, tries: 1 }, sender);
    else this.#finish(sender, { isDelivered: true, tries: 1, reason: null });
    return { id, delivered: failure === undefined };
  }

  /** Sends a webhook once. Returns the failure if a retry may help, and throws otherwise. */
  async #attempt(
    { id, body, keys }: SignedWebhook,
    { send }: WebhookSender,
  ): Promise<WebhookFailure | undefined> {
    const now = this.#options.clock();
    const timestamp = Math.floor(now / 1000);
    const signatures = keys.map((key) => signWebhook(key, { id, timestamp, body }));
    try {
      const response = await send({
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
        // A signature for one host must not be sent to another.
        redirectsMax: 0,
      });
      if (response.ok) return undefined;
      const waitMs = retryAfterMs(response.headers, now);
      const isFinal = response.status === 410;
      return { reason: `It responded with ${response.status}`, isFinal, waitMs };
    } catch (error) {
      if (!(error instanceof HubError && transientCodes.has(error.code))) throw error;
      return { reason: error.message, isFinal: false, waitMs: undefined };
    }
  }

  #retryLater(
    { failure, tries, ...signed }: SignedWebhook & FailedAttempt,
    sender: WebhookSender,
  ): void {
    const { random, after, later } = this.#options;
    const pauseMs = pausesMs[tries - 1];
    if (failure.isFinal || pauseMs === undefined) {
      // Logs the reason without the URL, whose path may be a secret.
      const { reason } = failure;
      sender.log.warn("Webhook could not be delivered", { id: signed.id, tries, reason });
      this.#finish(sender, { isDelivered: false, tries, reason });
      return;
    }
    sender.onRetry?.({ isDelivered: false, tries, reason: failure.reason });
    const waitMs = Math.max(failure.waitMs ?? 0, pauseMs) + random.integer(pauseMs / 5);
    after(waitMs, () => later(this.#tryAgain(signed, tries, sender)));
  }

  async #tryAgain(signed: SignedWebhook, tries: number, sender: WebhookSender): Promise<void> {
    const failure = await this.#attempt(signed, sender).catch((error: Error) => ({
      reason: error.message,
      isFinal: true,
      waitMs: undefined,
    }));
    if (failure) this.#retryLater({ ...signed, failure, tries: tries + 1 }, sender);
    else this.#finish(sender, { isDelivered: true, tries: tries + 1, reason: null });
  }

  #finish(sender: WebhookSender, result: WebhookResult): void {
    this.#decrementPending(sender);
    sender.onEnd?.(result);
  }

  #decrementPending({ plugin }: WebhookSender): void {
    this.#pending.set(plugin, (this.#pending.get(plugin) ?? 0) - 1);
  }
}

/** A webhook with its signing keys. */
interface SignedWebhook {
  id: string;
  body: string;
  keys: readonly Uint8Array[];
}

interface FailedAttempt {
  failure: WebhookFailure;
  tries: number;
}

/** A failed try: its reason, whether a retry is useless, and the requested wait. */
interface WebhookFailure {
  reason: string;
  isFinal: boolean;
  waitMs: number | undefined;
}

/** Connection errors that may not recur on a retry. */
const transientCodes = new Set([
  "address_failed",
  "address_timeout",
  "upstream_failed",
  "upstream_timeout",
  "upstream_unavailable",
]);

/** Creates a signature for `webhook-signature`: the version, and HMAC-SHA-256 of id, timestamp and body. */
function signWebhook(
  key: Uint8Array,
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
): string {
  const signature = new Bun.CryptoHasher("sha256", key).update(`${id}.${timestamp}.${body}`);
  return `v1,${signature.digest("base64")}`;
}

/** Decodes a secret: 24 to 64 bytes as Base64, prefixed with `whsec_`. */
function readSecret(secret: string): Uint8Array {
  const base64 = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1] ?? "";
  const key = Buffer.from(base64, "base64");
  // The message must not contain the secret, which may be almost right.
  if (key.length < 24 || key.length > 64 || key.toString("base64") !== base64)
    throw new HubError(
      "invalid_input",
      'Cannot sign a webhook: its secret must be "whsec_" and 24 to 64 bytes in Base64',
    );
  return key;
}
