import type { RedisLink } from "../../platform/redis/redis-link.ts";
import { UpstreamAnswer } from "./upstream-answer.ts";
import type { SharedAnswers } from "./upstreams.ts";

/**
 * Maximum size of a shared response. Larger ones are cached per hub, because Redis is busy with counting
 * calls.
 */
const bytesMax = 256 * 1024;

/**
 * Shares upstream responses between hubs through Redis, so that only one hub sends each request. Requests may
 * contain secrets, so their keys are keyed hashes.
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
      const packed = await this.#link.send("GET", [this.#getKey(request)]);
      return typeof packed === "string" ? UpstreamAnswer.unpack(packed) : undefined;
    } catch {
      // The response is gone or invalid, so the host is asked.
      return undefined;
    }
  }

  set(request: string, answer: UpstreamAnswer, ms: number): void {
    if (answer.size > bytesMax || ms < 1) return;
    this.#send("SET", this.#getKey(request), answer.pack(), "PX", String(Math.ceil(ms)));
  }

  remove(request: string): void {
    this.#send("DEL", this.#getKey(request));
  }

  #send(command: string, ...args: string[]): void {
    this.#link.send(command, args).catch(() => {});
  }

  #getKey(request: string): string {
    const hmac = new Bun.CryptoHasher("sha256", this.#secret);
    return `hub:answer:${hmac.update(request).digest("base64url")}`;
  }
}
