import { HubError } from "../../contract/errors.ts";
import type { Account, KeyRecord, KeyRestrictions, NewKey, Records } from "../store/records.ts";
import { codeAttemptsMax, codeLifeMs, codeMails, hashCode } from "./codes.ts";
import { type EmailAddress, readEmail } from "./email-address.ts";
import { type HashKey, hasKeyForm, keyHasher, makeKey, prefixOf } from "./keys.ts";
import type { Counters, Meter } from "./meter.ts";
import { pepperProof } from "./pepper.ts";
import { guardOf, type KeyGuard } from "./restrictions.ts";
import { isSignedBy, type SignedAddress, signAddress } from "./signed-address.ts";
import type { Tier } from "./tiers.ts";

/** How many working keys one e-mail address may hold. */
export const activeKeysMax = 20;

/** A key that was recognised, with all that a request needs to know of its account. */
export interface Holder {
  readonly key: KeyRecord;
  readonly account: Account;
  readonly tier: Tier;
  readonly counters: Counters;
  /** Where the key has limits of its own: these, and where its calls are counted besides. */
  readonly own: { readonly tier: Tier; readonly counters: Counters } | undefined;
  /** Holds it to what it may be used for. */
  readonly guard: KeyGuard | undefined;
  /** Whether the account is to be told how much of its day is used. */
  readonly isTold: boolean;
}

/** A key that was just made, which only its holder keeps. */
export interface Issued {
  key: string;
  holder: Holder;
}

interface KeyDetails
  extends Partial<Pick<KeyRecord, "kind" | "restrictions" | "counterId" | "expiresAt">> {
  name?: string | null | undefined;
  now: number;
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
  #byId = new Map<string, Holder>();
  #revision = -1;
  #tiers: readonly Tier[];

  constructor(options: AccountsOptions) {
    this.#options = options;
    this.#tiers = options.tiers;
    this.#hash = keyHasher(options.pepper);
  }

  get tiers(): readonly Tier[] {
    return this.#tiers;
  }

  /** Holds all accounts to these tiers from now on. */
  async useTiers(tiers: readonly Tier[]): Promise<void> {
    this.#tiers = tiers;
    this.#revision = -1;
    await this.refresh();
  }

  /** Finds the holder of a key. Nothing: it was never issued. */
  find(key: string): Holder | undefined {
    return hasKeyForm(key) ? this.#holders.get(this.#hash(key)) : undefined;
  }

  /** Finds the holder of a key by what it is known by. */
  findById(id: string): Holder | undefined {
    return this.#byId.get(id);
  }

  /** The holder of the key that an address was signed by. Nothing: by none of the hub's. */
  signerOf(signed: SignedAddress): Holder | undefined {
    const holder = this.#byId.get(signed.keyId);
    const { pepper } = this.#options;
    return holder && isSignedBy(signed, { keyHash: holder.key.hash, pepper }) ? holder : undefined;
  }

  /** Signs a path of the hub, so that whoever has the address may fetch it for the holder of a key. */
  sign({ key }: Holder, path: string, expiresAt: number): string {
    const { pepper } = this.#options;
    return signAddress(path, { keyId: key.id, keyHash: key.hash, expiresAt, pepper });
  }

  /** Reads everything anew where this process, another one or the operator has changed it. */
  async refresh(): Promise<void> {
    const { records } = this.#options;
    const revision = await records.revision();
    if (revision === this.#revision) return;
    this.#revision = revision;
    const { accounts, keys } = await records.all();
    const byId = new Map(accounts.map((account) => [account.id, account]));
    const holders = keys.flatMap((key) => {
      const account = byId.get(key.accountId);
      return account ? [this.#holder(key, account)] : [];
    });
    this.#holders = new Map(holders.map((holder) => [holder.key.hash, holder]));
    this.#byId = new Map(holders.map((holder) => [holder.key.id, holder]));
  }

  /**
   * Issues a key to an e-mail address, which gets an account with its first one: the operator's way, who
   * need not ask whose the address is. An account that is there keeps its tier.
   */
  async issue(
    email: string,
    { tier = this.#firstTier, ...details }: KeyDetails & { tier?: string | undefined },
  ): Promise<Issued> {
    const address = readEmail(email);
    const opened = await this.#open(address, { tier, ...details });
    if (opened) return opened;
    const account = await this.#options.records.accountOf(address);
    if (!account) throw new Error("Cannot read the account of an address that has one");
    return this.issueTo(account, details);
  }

  /** Opens an account with its first key. Nothing: the address has one. */
  async open(address: EmailAddress, details: KeyDetails): Promise<Issued | undefined> {
    return this.#open(address, { tier: this.#firstTier, ...details });
  }

  /** Issues one more key to an account. */
  async issueTo(account: Account, details: KeyDetails): Promise<Issued> {
    await this.#checkPepper();
    const { key, record } = this.#make(details);
    const owned = { ...record, accountId: account.id };
    const limits = { activeMax: activeKeysMax, now: details.now };
    if (!(await this.#options.records.addKey(owned, limits)))
      throw new HubError(
        "too_many_keys",
        `This e-mail address already has ${activeKeysMax} keys: revoke one before asking for another`,
      );
    return { key, holder: this.#hold(owned, account) };
  }

  /** Issues a key in place of another, which works on for a while. Nothing: that was done, or it ended. */
  async replace(
    { key: old, account }: Holder,
    { graceMs, now }: { graceMs: number; now: number },
  ): Promise<Issued | undefined> {
    await this.#checkPepper();
    const { key, record } = this.#make({ ...old, now });
    const owned = { ...record, accountId: account.id };
    const times = { now, endsAt: now + graceMs };
    if (!(await this.#options.records.replaceKey(old.id, owned, times))) return undefined;
    const holder = this.#hold(owned, account);
    await this.refresh();
    return { key, holder };
  }

  /** Keeps a code for an address, and answers whom to mail it to. Nothing: it was sent many lately. */
  async addCode(
    { address, code }: { address: EmailAddress; code: string },
    now: number,
  ): Promise<string | undefined> {
    const { pepper, records } = this.#options;
    const hash = hashCode(code, { folded: address.folded, pepper });
    return records.addCode({ address, hash }, { ...codeMails, now });
  }

  /** Issues a key to whoever has the code that was mailed to an address. */
  async exchange(
    { address: { folded }, code }: { address: EmailAddress; code: string },
    { revokeOthers, ...details }: KeyDetails & { revokeOthers: boolean },
  ): Promise<Issued & { otherKeys: number }> {
    await this.#checkPepper();
    const { pepper, records } = this.#options;
    const { key, record } = this.#make(details);
    const hash = hashCode(code, { folded, pepper });
    const result = await records.useCode({ folded, hash }, record, {
      tier: this.#firstTier,
      now: details.now,
      lifeMs: codeLifeMs,
      attemptsMax: codeAttemptsMax,
      activeMax: activeKeysMax,
      revokeOthers,
    });
    if (result.outcome === "invalid")
      throw new HubError(
        "invalid_code",
        `The code is wrong, or older than ${codeLifeMs / 60_000} minutes, or was used, replaced by a newer one or tried ${codeAttemptsMax} times: ask for another by POST /api-key`,
        { at: "body.code" },
      );
    if (result.outcome === "full")
      throw new HubError(
        "too_many_keys",
        `This e-mail address already has ${activeKeysMax} keys: send "revoke_others": true along with the same code to end those`,
        { at: "body.revoke_others" },
      );
    const holder = this.#hold({ ...record, accountId: result.account.id }, result.account);
    // Those that have ended must not let anybody in for another second.
    if (revokeOthers) await this.refresh();
    return { key, holder, otherKeys: result.otherKeys };
  }

  /** What webhooks to an account are signed by: its own secret, or one that follows from the hub's. */
  webhookSecretOf({ id, webhookSecret }: Pick<Account, "id" | "webhookSecret">): string {
    if (webhookSecret !== null) return webhookSecret;
    const hmac = new Bun.CryptoHasher("sha256", this.#options.pepper);
    return `whsec_${hmac.update(`webhooks to account ${id}`).digest("base64")}`;
  }

  all(): Holder[] {
    return [...this.#holders.values()];
  }

  async #open(
    address: EmailAddress,
    { tier, ...details }: KeyDetails & { tier: string },
  ): Promise<Issued | undefined> {
    await this.#checkPepper();
    const { key, record } = this.#make(details);
    const account = await this.#options.records.addAccount(address, record, { tier });
    if (!account) return undefined;
    return { key, holder: this.#hold({ ...record, accountId: account.id }, account) };
  }

  #make({
    name = null,
    kind = "secret",
    restrictions = {},
    counterId = null,
    expiresAt = null,
    now,
  }: KeyDetails): { key: string; record: NewKey } {
    const key = makeKey(kind);
    const record = {
      id: `key_${Bun.randomUUIDv7("hex").replaceAll("-", "")}`,
      hash: this.#hash(key),
      prefix: prefixOf(key),
      name,
      kind,
      restrictions,
      counterId,
      replacedBy: null,
      createdAt: now,
      expiresAt,
      revokedAt: null,
      lastUsedAt: null,
    };
    return { key, record };
  }

  #hold(key: KeyRecord, account: Account): Holder {
    const holder = this.#holder(key, account);
    this.#holders.set(key.hash, holder);
    this.#byId.set(key.id, holder);
    return holder;
  }

  /** Issues nothing where another process has gone on with another pepper: no start would know the key. */
  async #checkPepper(): Promise<void> {
    const { pepper, records } = this.#options;
    const settled = await records.pepperProof();
    if (settled !== undefined && settled !== pepperProof(pepper))
      throw new HubError("store_unavailable", "The hub cannot issue keys at the moment", {
        cause: "The records are in use with another pepper than this process was started with",
      });
  }

  #holder(key: KeyRecord, account: Account): Holder {
    const { meter } = this.#options;
    const tier = this.tierOf(account);
    const { counterId, restrictions } = key;
    const { perMinute, perDay } = restrictions;
    const own =
      counterId === null || (perMinute === undefined && perDay === undefined)
        ? undefined
        : { tier: lowerTier(tier, restrictions), counters: meter.counters(counterId) };
    return {
      key,
      account,
      tier,
      counters: meter.counters(account.id),
      own,
      guard: guardOf(key),
      isTold: account.webhookUrl !== null || account.mailNotices === 1,
    };
  }

  /** The tier of whoever signs up. */
  get #firstTier(): string {
    return this.#tiers[0]?.name ?? "free";
  }

  /** The tier of an account, with what the operator has set for it alone. */
  tierOf({ tier: name, perMinute, perDay }: Account): Tier {
    const tier = this.#tiers.find((tier) => tier.name === name) ?? this.#tiers[0];
    if (!tier) throw new Error("There is no tier");
    if (perMinute === null && perDay === null) return tier;
    return { ...tier, perMinute: perMinute ?? tier.perMinute, perDay: perDay ?? tier.perDay };
  }
}

/** A tier as far as a key of it may use it. */
function lowerTier(tier: Tier, { perMinute, perDay }: KeyRestrictions): Tier {
  return {
    ...tier,
    perMinute: Math.min(tier.perMinute, perMinute ?? tier.perMinute),
    perDay: Math.min(tier.perDay, perDay ?? tier.perDay),
    soft: tier.soft && perDay === undefined,
  };
}
