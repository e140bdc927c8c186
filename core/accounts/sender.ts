import type { Holder } from "./accounts.ts";

/** The rate limit of Idempotency-Key without an API key, because each one stores a response. */
export const keylessPace = {
  policy: "keyless-once",
  perHour: 60,
  what: "send an Idempotency-Key without an API key",
} as const;

/** The sender of a request to one of the hub's own endpoints, for whom its response is stored. */
export interface Sender {
  /** The owner of stored responses. */
  readonly account: string;
  /** Separates requests with the same Idempotency-Key from different API keys of an account. */
  readonly keyId: string;
  /** The secret of the request, which encrypts the response. */
  readonly secret: string;
  /** Whether the key was replaced by another. It may only fetch the response to that request. */
  readonly isReplaced: boolean;
}

/** Returns whether a key was replaced, and neither revoked nor suspended with its account. */
export function wasReplaced({ key, account }: Holder): boolean {
  return (
    key.replacedBy !== null &&
    key.revokedAt === null &&
    key.suspendedAt === null &&
    account.suspendedAt === null
  );
}
