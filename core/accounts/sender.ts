import type { Holder } from "./accounts.ts";

/** The rate limit of Idempotency-Key without an API key, because each one stores a response. */
export const keylessPace = {
  policy: "keyless-once",
  perHour: 60,
  what: "send an Idempotency-Key without an API key",
} as const;

/** The sender of a request to one of the hub's own endpoints, as far as its answer is stored for them. */
export interface Sender {
  /** The owner of stored answers. */
  readonly account: string;
  /** Separates requests with the same Idempotency-Key from different API keys of an account. */
  readonly keyId: string;
  /** The secret that came along, which the answer is encrypted under. */
  readonly secret: string;
  /** Whether the key was replaced by another: it may fetch the answer to that and do nothing else. */
  readonly isReplaced: boolean;
}

/** Whether a key ended by being replaced, and neither it nor its account was ended or suspended otherwise. */
export function wasReplaced({ key, account }: Holder): boolean {
  return (
    key.replacedBy !== null &&
    key.revokedAt === null &&
    key.suspendedAt === null &&
    account.suspendedAt === null
  );
}
