import { readEmail } from "../platform/mail/email-address.ts";
import type { Account, KeyRecord, Records } from "../platform/store/records.ts";

/** The issue time of test keys. */
export const issuedAt = Date.UTC(2026, 0, 2);

/** Creates an active, unrestricted key. */
export function createTestKey(id: string, accountId: number): KeyRecord {
  return {
    id,
    accountId,
    hash: `hash of ${id}`,
    prefix: "hub_abcdef",
    name: null,
    kind: "secret",
    restrictions: { managesKeys: true },
    counterId: null,
    replacedBy: null,
    createdAt: issuedAt,
    expiresAt: null,
    revokedAt: null,
    suspendedAt: null,
    suspendedBy: null,
    madeBy: null,
    lastUsedAt: null,
  };
}

/** Creates an account with its first key. */
export async function addAccount(
  records: Records,
  keyId: string,
  email = "a@example.com",
): Promise<Account> {
  const account = await records.addAccount(readEmail(email), createTestKey(keyId, 0), {
    tier: "free",
  });
  if (!account) throw new Error(`Cannot add "${email}": the account already exists`);
  return account;
}
