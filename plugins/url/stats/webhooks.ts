import type { Doors } from "../doors.ts";
import type { Link } from "../link/link.ts";
import { describeCounts } from "./report.ts";
import { addShard, createShard, type Shard } from "./shard.ts";

/** Pause after a failure, during which the hub repeats the message. Other links must not wait behind it. */
const pauseMs = 45 * 60_000;

/** A link whose owner wants to know of clicks. */
export type NotifiedLink = Pick<Link, "code"> & { webhook: NonNullable<Link["webhook"]> };

type WebhookDoors = Pick<Doors, "net" | "log" | "later" | "clock">;

/** Clicks on a link that its owner doesn't know of yet. */
interface Waiting {
  clicks: Shard;
  /** Time before which nothing is sent. */
  pausedUntil: number;
}

/** Sends the clicks on links to the programs of their owners, at most once a second for each link. */
export class ClickWebhooks {
  readonly #doors: WebhookDoors;
  readonly #waitMs: number;
  readonly #waiting = new Map<string, Waiting>();

  /** `waitMs`: clicks of this time are sent together. */
  constructor({ net, log, later, clock }: WebhookDoors, waitMs = 1000) {
    this.#doors = { net, log, later, clock };
    this.#waitMs = waitMs;
  }

  /** Adds the clicks on a link to its next webhook. */
  add(link: NotifiedLink, clicks: Shard): void {
    const { later, clock } = this.#doors;
    const waiting = this.#waiting.get(link.code) ?? { clicks: createShard(), pausedUntil: 0 };
    this.#waiting.set(link.code, waiting);
    addShard(waiting.clicks, clicks);
    if (clock() < waiting.pausedUntil) return;
    waiting.pausedUntil = Number.POSITIVE_INFINITY;
    later(this.#send(link, waiting));
  }

  async #send({ code, webhook }: NotifiedLink, waiting: Waiting): Promise<void> {
    const { net, clock, log } = this.#doors;
    while (waiting.clicks.clicks + waiting.clicks.bots > 0) {
      await Bun.sleep(this.#waitMs);
      const { last_click_at: _, ...counts } = describeCounts(waiting.clicks);
      waiting.clicks = createShard();
      const timestamp = new Date(clock()).toISOString();
      const body = { type: "link.clicked", timestamp, data: { code, ...counts } };
      const { delivered } = await net
        .webhook(webhook.url, { secret: webhook.secret, body })
        .catch((error) => {
          log.warn("Cannot send the webhook of a link", { code, error: `${error}` });
          return { delivered: false };
        });
      if (delivered) continue;
      waiting.pausedUntil = clock() + pauseMs;
      return;
    }
    this.#waiting.delete(code);
  }
}
