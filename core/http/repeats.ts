import type { Reply } from "../reply.ts";
import type { RequestAddress } from "./address.ts";

const entriesMax = 1000;
/** What is longer is seldom asked for twice in a moment, and a thousand of it would be much. */
const lengthMax = 32_768;

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
    if (reply.status !== 200 || reply.body instanceof ReadableStream) return reply;
    // No key is kept in memory for longer than its call.
    if (search.includes("api_key")) return reply;
    if (reply.type === undefined) reply.text = JSON.stringify(reply.body);
    const written = reply.text ?? (reply.body as string | Uint8Array);
    if (written.length > lengthMax) return reply;
    // All at once and not the oldest: it is a moment's worth of answers.
    if (this.#kept.size >= entriesMax) this.#kept.clear();
    const key = search === "" ? pathname : `${pathname}?${search}`;
    this.#kept.set(key, { reply, until: performance.now() + this.#forMs });
    return reply;
  }
}
