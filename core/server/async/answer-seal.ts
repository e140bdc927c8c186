import { createCipheriv, createDecipheriv, hkdfSync } from "node:crypto";
import type { KeptAnswer } from "./kept-answer.ts";

const nonceBytes = 12;
const tagBytes = 16;
const lengthBytes = 4;

/**
 * Encrypts stored responses that contain secrets with AES-256-GCM. The key is derived from what the caller
 * sent, so the store alone can't decrypt them.
 */
export class AnswerSeal {
  readonly #secret: string;
  readonly #pepper: Uint8Array;

  /** `secret` is the caller's API key or, without one, the Idempotency-Key. */
  constructor({ secret, pepper }: { secret: string; pepper: Uint8Array }) {
    this.#secret = secret;
    this.#pepper = pepper;
  }

  /** Encrypts the headers and body of a response. */
  close(run: string, { headers, body }: KeptAnswer): Uint8Array<ArrayBuffer> {
    const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes));
    const cipher = createCipheriv("aes-256-gcm", this.#deriveKey(run), nonce);
    const head = Buffer.from(JSON.stringify(headers));
    const length = Buffer.alloc(lengthBytes);
    length.writeUInt32BE(head.length);
    const parts = [length, head, body].map((part) => cipher.update(part));
    parts.push(cipher.final());
    return new Uint8Array(Buffer.concat([nonce, ...parts, cipher.getAuthTag()]));
  }

  /** Decrypts the result of `close` for the same run. Returns undefined if it was changed or belongs to another run. */
  open(run: string, sealed: Uint8Array): Pick<KeptAnswer, "headers" | "body"> | undefined {
    if (sealed.length < nonceBytes + tagBytes + lengthBytes) return undefined;
    const nonce = sealed.subarray(0, nonceBytes);
    const decipher = createDecipheriv("aes-256-gcm", this.#deriveKey(run), nonce);
    decipher.setAuthTag(sealed.subarray(-tagBytes));
    let plain: Buffer;
    try {
      const text = decipher.update(sealed.subarray(nonceBytes, -tagBytes));
      plain = Buffer.concat([text, decipher.final()]);
    } catch {
      return undefined;
    }
    const end = lengthBytes + plain.readUInt32BE();
    const headers = JSON.parse(plain.toString("utf8", lengthBytes, end));
    return { headers, body: new Uint8Array(plain.subarray(end)) };
  }

  #deriveKey(run: string): Uint8Array {
    const use = `utilhub: the stored answer ${run}`;
    return new Uint8Array(hkdfSync("sha256", this.#secret, this.#pepper, use, 32));
  }
}
