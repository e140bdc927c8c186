import { readEmail } from "../platform/mail/email-address.ts";
import type { Account, KeyRecord, Records } from "../platform/store/records.ts";

/** When the keys of tests are issued. */
export const issuedAt = Date.UTC(2026, 0, 2);

/** A key that works, and restricts nothing. */
export function keyOf(id: string, accountId: number): KeyRecord {
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
    lastUsedAt: null,
  };
}

/** Makes an account with its first key. */
export async function addAccount(
  records: Records,
  keyId: string,
  email = "a@example.com",
): Promise<Account> {
  const account = await records.addAccount(readEmail(email), keyOf(keyId, 0), { tier: "free" });
  if (!account) throw new Error(`"${email}" is known`);
  return account;
}
