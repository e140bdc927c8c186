import { HubError } from "../errors.ts";
import type { Account, KeyRecord, Records } from "../store/records.ts";
import { type HashKey, hasKeyForm, keyHasher, makeKey, prefixOf } from "./keys.ts";
import type { Counters, Meter } from "./meter.ts";
import type { Tier } from "./tiers.ts";

/** How many working keys one e-mail address may hold. */
export const activeKeysMax = 3;

/** A key that was recognised, with all that a request needs to know of its account. */
export interface Holder {
  readonly key: KeyRecord;
  readonly account: Account;
  readonly tier: Tier;
  readonly counters: Counters;
}

interface AccountsOptions {
  records: Records;
  meter: Meter;
  tiers: readonly Tier[];
  pepper: Uint8Array;
}

/** The keys and accounts in memory, and the only way to new ones. */
export class Accounts {
  readonly #options: AccountsOptions;
  readonly #hash: HashKey;
  #holders = new Map<string, Holder>();
  #revision = -1;

  constructor(options: AccountsOptions) {
    this.#options = options;
    this.#hash = keyHasher(options.pepper);
  }

  /** Finds the holder of a key. Nothing: it was never issued. */
  find(key: string): Holder | undefined {
    return hasKeyForm(key) ? this.#holders.get(this.#hash(key)) : undefined;
  }

  /** Reads everything anew where this process, another one or the operator has changed it. */
  async refresh(): Promise<void> {
    const { records } = this.#options;
    const revision = await records.revision();
    if (revision === this.#revision) return;
    this.#revision = revision;
    const { accounts, keys } = await records.all();
    const byId = new Map(accounts.map((account) => [account.id, account]));
    this.#holders = new Map(
      keys.flatMap((key) => {
        const account = byId.get(key.accountId);
        return account ? [[key.hash, this.#holder(key, account)]] : [];
      }),
    );
  }

  /** Issues a key to an e-mail address, which gets an account with its first one. */
  async issue(
    email: string,
    {
      tier = "free",
      name = null,
      expiresAt = null,
      now,
    }: {
      /** Of a new account. One that is there keeps its own. */
      tier?: string | undefined;
      name?: string | null | undefined;
      expiresAt?: number | null;
      now: number;
    },
  ): Promise<{ key: string; holder: Holder }> {
    const { records } = this.#options;
    const account = await records.account(email, { tier, now });
    const key = makeKey();
    const record: KeyRecord = {
      id: `key_${Bun.randomUUIDv7("hex").replaceAll("-", "")}`,
      accountId: account.id,
      hash: this.#hash(key),
      prefix: prefixOf(key),
      name,
      createdAt: now,
      expiresAt,
      revokedAt: null,
      lastUsedAt: null,
    };
    if (!(await records.addKey(record, { activeMax: activeKeysMax, now })))
      throw new HubError(
        "too_many_keys",
        `This e-mail address already has ${activeKeysMax} keys: revoke one before asking for another`,
      );
    const holder = this.#holder(record, account);
    this.#holders.set(record.hash, holder);
    return { key, holder };
  }

  all(): Holder[] {
    return [...this.#holders.values()];
  }

  #holder(key: KeyRecord, account: Account): Holder {
    const { tiers, meter } = this.#options;
    const tier = tiers.find(({ name }) => name === account.tier) ?? tiers[0];
    if (!tier) throw new Error("There is no tier");
    return { key, account, tier, counters: meter.counters(account.id, tier) };
  }
}

/** Reads an e-mail address into the form that accounts go by. Throws `invalid_email`. */
export function normaliseEmail(given: string): string {
  const email = given.trim();
  const at = email.lastIndexOf("@");
  const local = email.slice(0, at);
  const domain = email.slice(at + 1).toLowerCase();
  const labels = domain.split(".");
  const fits =
    at > 0 &&
    email.length <= 254 &&
    local.length <= 64 &&
    /^[^\s@"(),:;<>[\\\]\p{Cc}]+$/u.test(local) &&
    !local.startsWith(".") &&
    !local.endsWith(".") &&
    !local.includes("..") &&
    labels.length > 1 &&
    labels.every(
      (label) =>
        /^[\p{L}\p{N}-]{1,63}$/u.test(label) && !label.startsWith("-") && !label.endsWith("-"),
    );
  if (!fits)
    throw new HubError(
      "invalid_email",
      `body.email must be an e-mail address: it is ${JSON.stringify(given.slice(0, 80))}`,
      {
        at: "body.email",
      },
    );
  return `${local}@${domain}`;
}
