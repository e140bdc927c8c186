import type { Records } from "../../platform/store/records.ts";

/** A webhook to an account, and its result. */
export interface Delivery {
  /** The time of the first attempt, and the ID of the webhook. */
  readonly id: string;
  readonly at: number;
  readonly account: string;
  /** The event, such as `job.succeeded`. */
  readonly type: string;
  /** The host of the URL. Its path may be a secret. */
  readonly host: string;
  readonly state: "sending" | "delivered" | "failed";
  readonly tries: number;
  /** Why the last attempt failed. */
  readonly reason: string | null;
  /** The data for another attempt. Null once the webhook is delivered. */
  readonly content: { to: WebhookTarget; body: unknown } | null;
}

/** The receiver of a webhook. */
export interface WebhookTarget {
  readonly id: string;
  readonly account: string;
  readonly webhookUrl: string | null;
  readonly keyId?: string | null;
}

type Result = Pick<Delivery, "state" | "tries" | "reason">;

/** The namespace of deliveries. No plugin can have this name. */
const namespace = "/deliveries";
const retentionMs = 7 * 86_400_000;
/** Time after which a delivery can't be in progress: longer than all retries. */
const sendingMsMax = 3_600_000;

/** Stores the results of webhooks for operators. */
export class Deliveries {
  readonly #records: Pick<Records, "kvGet" | "kvSet" | "kvDelete" | "kvKeys">;
  readonly #now: () => number;

  constructor(
    records: Pick<Records, "kvGet" | "kvSet" | "kvDelete" | "kvKeys">,
    now: () => number,
  ) {
    this.#records = records;
    this.#now = now;
  }

  /** Stores a webhook that is about to be sent. Returns a function that stores its result. */
  async begin(to: WebhookTarget, body: unknown): Promise<(result: Result) => Promise<void>> {
    const at = this.#now();
    const type = String((body as { type?: unknown }).type);
    const delivery: Delivery = {
      ...{ id: `${new Date(at).toISOString()}_${to.id}`, at, account: to.account, type },
      host: URL.parse(to.webhookUrl ?? "")?.host ?? "",
      ...{ state: "sending", tries: 0, reason: null, content: { to, body } },
    };
    await this.#save(delivery);
    return (result) => {
      const isDelivered = result.state === "delivered";
      return this.#save({ ...delivery, ...result, ...(isDelivered && { content: null }) });
    };
  }

  /** Lists deliveries, newest first, before the ID of one. */
  async list({ limit, before }: { limit: number; before?: string | undefined }) {
    const keys = await this.#records.kvKeys(namespace, "", { now: this.#now(), limit, before });
    const found = await Promise.all(keys.map((key) => this.find(key)));
    return found.flatMap((delivery) => delivery ?? []).reverse();
  }

  async find(id: string): Promise<Delivery | undefined> {
    const entry = await this.#records.kvGet(namespace, id);
    if (!entry) return undefined;
    const delivery = JSON.parse(entry.value) as Delivery;
    if (delivery.state !== "sending" || delivery.at > this.#now() - sendingMsMax) return delivery;
    return { ...delivery, state: "failed", reason: "The hub stopped before it was delivered" };
  }

  /** Removes a delivery that another one replaces. */
  async remove(id: string): Promise<void> {
    await this.#records.kvDelete(namespace, id);
  }

  async #save(delivery: Delivery): Promise<void> {
    const { id, at, account } = delivery;
    const entry = { value: JSON.stringify(delivery), expiresAt: at + retentionMs, account };
    await this.#records.kvSet(namespace, id, entry);
  }
}
