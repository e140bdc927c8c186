import type { RedisLink } from "../../platform/redis/redis-link.ts";
import { UpstreamAnswer } from "./upstream-answer.ts";
import type { SharedAnswers } from "./upstreams.ts";

/** A larger one is each hub's own: the server counts calls, and must not be kept busy by it. */
const bytesMax = 256 * 1024;

/**
 * Answers of upstreams in the Redis server, so that of several hubs one asks. Requests may hold secrets:
 * they are known there by a keyed hash.
 */
export class RedisAnswers implements SharedAnswers {
  readonly #link: RedisLink;
  readonly #secret: Uint8Array;

  constructor({ link, secret }: { link: RedisLink; secret: Uint8Array }) {
    this.#link = link;
    this.#secret = secret;
  }

  async get(request: string): Promise<UpstreamAnswer | undefined> {
    try {
      const packed = await this.#link.send("GET", [this.#nameOf(request)]);
      return typeof packed === "string" ? UpstreamAnswer.unpack(packed) : undefined;
    } catch {
      // It is gone, or has something else there: the host is asked.
      return undefined;
    }
  }

  set(request: string, answer: UpstreamAnswer, ms: number): void {
    if (answer.size > bytesMax || ms < 1) return;
    this.#tell("SET", this.#nameOf(request), answer.pack(), "PX", String(Math.ceil(ms)));
  }

  remove(request: string): void {
    this.#tell("DEL", this.#nameOf(request));
  }

  #tell(command: string, ...args: string[]): void {
    this.#link.send(command, args).catch(() => {});
  }

  #nameOf(request: string): string {
    const hmac = new Bun.CryptoHasher("sha256", this.#secret);
    return `hub:answer:${hmac.update(request).digest("base64url")}`;
  }
}
