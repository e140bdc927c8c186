import type { Reply } from "../reply.ts";
import type { RequestAddress } from "./address.ts";

const entriesMax = 1000;

/** Answers of a route that are given again to whoever asks the same within a moment. */
export class Repeats {
  readonly #forMs: number;
  readonly #kept = new Map<string, { reply: Reply; until: number }>();

  constructor(forMs: number) {
    this.#forMs = forMs;
  }

  find({ pathname, search }: RequestAddress): Reply | undefined {
    const kept = this.#kept.get(search === "" ? pathname : `${pathname}?${search}`);
    return kept && kept.until > performance.now() ? kept.reply : undefined;
  }

  keep({ pathname, search }: RequestAddress, reply: Reply): Reply {
    const isPlain = reply.status === 200 && !(reply.body instanceof ReadableStream);
    // No key is kept in memory for longer than its call.
    if (!isPlain || search.includes("api_key")) return reply;
    // All at once and not the oldest: it is a moment's worth of answers.
    if (this.#kept.size >= entriesMax) this.#kept.clear();
    const key = search === "" ? pathname : `${pathname}?${search}`;
    this.#kept.set(key, { reply, until: performance.now() + this.#forMs });
    if (reply.type === undefined) reply.text = JSON.stringify(reply.body);
    return reply;
  }
}
