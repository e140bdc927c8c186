import type { Reply } from "../../contract/reply.ts";
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

  find(address: RequestAddress): Reply | undefined {
    const kept = this.#kept.get(keyOf(address));
    return kept && kept.until > performance.now() ? kept.reply : undefined;
  }

  keep(address: RequestAddress, reply: Reply): Reply {
    if (reply.status !== 200 || reply.body instanceof ReadableStream) return reply;
    // No key is kept in memory for longer than its call.
    if (address.search.includes("api_key")) return reply;
    if (reply.type === undefined) reply.text = JSON.stringify(reply.body);
    const written = reply.text ?? (reply.body as string | Uint8Array);
    if (written.length > lengthMax) return reply;
    // All at once and not the oldest: it is a moment's worth of answers.
    if (this.#kept.size >= entriesMax) this.#kept.clear();
    this.#kept.set(keyOf(address), { reply, until: performance.now() + this.#forMs });
    return reply;
  }
}

function keyOf({ pathname, search }: RequestAddress): string {
  return search === "" ? pathname : `${pathname}?${search}`;
}
