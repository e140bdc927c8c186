import { HubError } from "../contract/errors.ts";
import type { MaybePromise } from "../lib/maybe-promise.ts";
import type { Counters, Meter } from "../lib/rolling-window/meter.ts";
import { type EmailAddress, readEmail } from "../platform/mail/email-address.ts";
import {
  type Account,
  type KeyHolder,
  type KeyRecord,
  type NewKey,
  type Records,
  rulesChange,
} from "../platform/store/records.ts";
import { codeAttemptsMax, codeLifeMs, codeMails, hashCode } from "./codes.ts";
import { HolderCache } from "./holder-cache.ts";
import { getKeyPrefix, type HashKey, hasKeyForm, isMistyped, keyHasher, makeKey } from "./keys.ts";
import { isActive, listMadeKeys } from "./made-keys.ts";
import { pepperProof } from "./pepper.ts";
import {
  createGuard,
  createSuspendedError,
  getRights,
  isLimited,
  type KeyGuard,
  type Rights,
} from "./rights.ts";
import { isSignedBy, type SignedAddress, signAddress } from "./signed-address.ts";
import { type Tier, type TierLimits, withLimits } from "./tiers.ts";
import type { KeyTally } from "./usage-tally.ts";

/** The maximum number of active keys per account. */
export const activeKeysMax = 20;

/** A known key with its account. */
export interface Holder {
  readonly key: KeyRecord;
  readonly account: Account;
  /** The rights of the key. */
  readonly rights: Rights;
  readonly tier: Tier;
  readonly counters: Counters;
  /** The key's own limits and counters, if it has any. */
  readonly own: { readonly tier: Tier; readonly counters: Counters } | undefined;
  /** The time from which the key is rejected. 0 if it or its account was revoked or suspended. */
  readonly endsAt: number;
  /** Checks each use against the rights of the key. */
  readonly guard: KeyGuard | undefined;
  /** Whether the account receives quota alerts. */
  readonly isTold: boolean;
  /** The usage tally of the key. Set with the first response. */
  tally: KeyTally | undefined;
}

/** A new key. The hub doesn't store its text. */
export interface IssuedKey {
  key: string;
  holder: Holder;
}

interface KeyDetails
  extends Partial<Pick<KeyRecord, "kind" | "restrictions" | "counterId" | "expiresAt" | "madeBy">> {
  name?: string | null | undefined;
  now: number;
}

interface AccountsOptions {
  records: Records;
  meter: Meter;
  tiers: readonly Tier[];
  pepper: Uint8Array;
  /** The maximum number of cached keys. */
  heldMax?: number;
}

/** The origin of a change. Changes of this hub are announced to the others. */
type Origin = "own" | "others";

/** The rights of a key that is issued without restrictions. */
const unrestricted: KeyRecord["restrictions"] = Object.freeze({ managesKeys: true });

/** The limits of a tier that no operator has changed. */
const unchanged: TierLimits = { perMinute: null, perDay: null };

/** The default size of the key cache. Each entry takes about two kilobytes. */
const heldKeysMax = 50_000;

/**
 * Finds, issues and replaces keys and their accounts. Keys in use are cached. All others are read from the
 * records on demand.
 */
export class Accounts {
  readonly #options: AccountsOptions;
  readonly #hash: HashKey;
  readonly #held: HolderCache<Holder>;
  /** The cached keys, by their text. The gate looks here first. */
  readonly keysInUse: Pick<HolderCache<Holder>, "byText">;
  /** The pending lookups by key hash. Concurrent calls with the same key share one lookup. */
  readonly #lookUps = new Map<string, Promise<Holder | undefined>>();
  #revision = -1;
  /** Notifies other hubs of a change. Without it they notice the change at their next check. */
  onChange: () => void = () => {};
  /** Called after each refresh, because keys may have changed or expired. */
  onRefresh: () => MaybePromise<void> = () => {};
  /** The number of cache invalidations. */
  #renewals = 0;
  #tiers: readonly Tier[];
  /** The limits of operators, by tier. */
  #limits: ReadonlyMap<string, TierLimits> = new Map();
  /** Called when an operator has changed the rules of the hub. */
  onRules: () => MaybePromise<void> = () => {};

  constructor(options: AccountsOptions) {
    this.#options = options;
    this.#tiers = options.tiers;
    this.#hash = keyHasher(options.pepper);
    this.#held = new HolderCache(options.heldMax ?? heldKeysMax);
    this.keysInUse = this.#held;
  }

  /** The tiers with the limits of operators. */
  get tiers(): readonly Tier[] {
    if (this.#limits.size === 0) return this.#tiers;
    return this.#tiers.map((tier) => withLimits(tier, this.#limits.get(tier.name) ?? unchanged));
  }

  /** The number of cached keys. */
  get held(): number {
    return this.#held.size;
  }

  /** Applies new tiers to all accounts. */
  useTiers(tiers: readonly Tier[]): void {
    this.#tiers = tiers;
    this.#forgetAll();
  }

  /** Applies the limits of operators to tiers. */
  useLimits(limits: ReadonlyMap<string, TierLimits>): void {
    if (limits.size === 0 && this.#limits.size === 0) return;
    this.#limits = limits;
    this.#forgetAll();
  }

  /** Finds the holder of a cached key. */
  findHeld(key: string): Holder | undefined {
    const known = this.#held.byText(key);
    if (known || !hasKeyForm(key)) return known;
    return this.#held.byHash(this.#hash(key), key);
  }

  /** Finds the holder of a key. Returns undefined if the key is unknown. */
  find(key: string): MaybePromise<Holder | undefined> {
    if (!hasKeyForm(key)) return undefined;
    const hash = this.#hash(key);
    const held = this.#held.byHash(hash, key);
    if (held || isMistyped(key)) return held;
    const known = this.#lookUps.get(hash);
    if (known) return known;
    const lookUp = this.#lookUp(this.#options.records.holderByHash(hash)).finally(() => {
      if (this.#lookUps.get(hash) === lookUp) this.#lookUps.delete(hash);
    });
    this.#lookUps.set(hash, lookUp);
    return lookUp;
  }

  /** Finds the holder of a cached key by its ID. */
  findHeldById(id: string): Holder | undefined {
    return this.#held.byId(id);
  }

  /** Finds the holder of a key by its ID. */
  findById(id: string): MaybePromise<Holder | undefined> {
    return this.#held.byId(id) ?? this.#lookUp(this.#options.records.holderById(id));
  }

  /** Returns the holder of the key that signed a URL, or undefined if the signature is invalid. */
  async findSigner(signed: SignedAddress): Promise<Holder | undefined> {
    const { pepper } = this.#options;
    const holder = await this.findById(signed.keyId);
    if (!holder) return undefined;
    return isSignedBy(signed, { keyHash: holder.key.hash, pepper }) ? holder : undefined;
  }

  /** Signs a path of the hub, so that anyone with the URL can call it on behalf of the key's holder. */
  sign({ key }: Holder, path: string, expiresAt: number): string {
    const { pepper } = this.#options;
    return signAddress(path, { keyId: key.id, keyHash: key.hash, expiresAt, pepper });
  }

  /** Invalidates cached keys that this process, another process or the operator has changed. */
  async refresh(origin: Origin = "own"): Promise<void> {
    if (origin === "own") this.onChange();
    try {
      await this.#removeChanged();
    } finally {
      await this.onRefresh();
    }
  }

  async #removeChanged(): Promise<void> {
    const { records } = this.#options;
    const changes = await records.changesSince(this.#revision);
    if (changes === "too many") {
      // Reads the revision before clearing the cache, so that later changes are in the next list.
      const revision = await records.revision();
      await this.onRules();
      this.#revision = revision;
      this.#forgetAll();
      return;
    }
    // Before the revision, so that the change isn't lost if the rules can't be read.
    if (changes.accounts.includes(rulesChange)) await this.onRules();
    this.#revision = changes.revision;
    if (changes.keys.length === 0 && changes.accounts.length === 0) return;
    this.#renew();
    for (const id of changes.keys) this.#held.removeKey(id);
    for (const id of changes.accounts) this.#held.removeAccount(id);
  }

  /**
   * Issues a key on behalf of the operator, without verifying the email address. Creates the account if
   * needed. An existing account keeps its tier.
   */
  async issue(
    email: string,
    { tier = this.#firstTier, ...details }: KeyDetails & { tier?: string | undefined },
  ): Promise<IssuedKey> {
    const address = readEmail(email);
    const opened = await this.#open(address, { tier, ...details });
    if (opened) return opened;
    const account = await this.findByEmail(address);
    if (!account) throw new Error("Cannot read the account of an address that has one");
    return this.issueTo(account, details);
  }

  /** Checks whether an email address has an account. */
  async isKnown(address: EmailAddress): Promise<boolean> {
    return (await this.findByEmail(address)) !== undefined;
  }

  /** Finds the account of an email address. */
  async findByEmail(address: EmailAddress): Promise<Account | undefined> {
    return this.#options.records.findAccountByEmail(address);
  }

  /** Creates an account with its first key. Returns undefined if the address already has an account. */
  async open(address: EmailAddress, details: KeyDetails): Promise<IssuedKey | undefined> {
    return this.#open(address, { tier: this.#firstTier, ...details });
  }

  /** Issues another key to an account. */
  async issueTo(account: Account, details: KeyDetails): Promise<IssuedKey> {
    await this.#checkPepper();
    const { key, record } = this.#make(details);
    const owned = { ...record, accountId: account.id };
    const limits = { activeMax: activeKeysMax, now: details.now };
    if (!(await this.#options.records.addKey(owned, limits)))
      throw new HubError(
        "too_many_keys",
        `This email address already has ${activeKeysMax} active keys, which is the limit: revoke one first`,
      );
    return { key, holder: this.#holder({ key: owned, account }) };
  }

  /**
   * Revokes a key at once, and those keys that it created for which `includes` is true. Returns the IDs of
   * the latter, and of the active keys that it created and that remain.
   */
  async revoke(
    { id, accountId, revokedAt }: KeyRecord,
    { now, includes }: { now: number; includes: (made: KeyRecord) => boolean },
  ): Promise<{ revoked_keys: string[]; made_keys: string[] }> {
    const { records } = this.#options;
    await records.revokeKey(id, revokedAt ?? now);
    const revoked: string[] = [];
    for (;;) {
      const made = listMadeKeys(await records.listKeys(accountId), id).filter((key) =>
        isActive(key, now),
      );
      const next = made.filter(includes).map((key) => key.id);
      for (const key of next) await records.revokeKey(key, now);
      revoked.push(...next);
      // Those that were still active may have created others meanwhile.
      if (next.length > 0) continue;
      await this.refresh();
      return { revoked_keys: revoked, made_keys: made.map((key) => key.id) };
    }
  }

  /** Replaces a key, which stays active for the grace period. Returns undefined if it was already replaced or has ended. */
  async replace(
    { key: old, account }: Holder,
    { graceMs, now }: { graceMs: number; now: number },
  ): Promise<IssuedKey | undefined> {
    await this.#checkPepper();
    const { key, record } = this.#make({ ...old, now });
    const owned = { ...record, accountId: account.id };
    const times = { now, endsAt: now + graceMs };
    if (!(await this.#options.records.replaceKey(old.id, owned, times))) return undefined;
    await this.refresh();
    return { key, holder: this.#holder({ key: owned, account }) };
  }

  /** Stores a verification code. Returns the recipient, or undefined if too many codes were sent recently. */
  async addCode(
    { address, code }: { address: EmailAddress; code: string },
    now: number,
  ): Promise<string | undefined> {
    const { pepper, records } = this.#options;
    const hash = hashCode(code, { folded: address.folded, pepper });
    return records.addCode({ address, hash }, { ...codeMails, now });
  }

  /** Exchanges a verification code for a key. */
  async exchange(
    { address: { folded }, code }: { address: EmailAddress; code: string },
    { revokeOthers, ...details }: KeyDetails & { revokeOthers: boolean },
  ): Promise<IssuedKey & { otherKeys: number }> {
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
        `Invalid or expired verification code: a code works once, for ${codeLifeMs / 60_000} minutes, until a newer one replaces it or too many attempts fail. Request a new code`,
        { at: "body.code" },
      );
    if (result.outcome === "suspended") throw createSuspendedError();
    if (result.outcome === "full")
      throw new HubError(
        "too_many_keys",
        `This email address already has ${activeKeysMax} active keys, which is the limit: send "revoke_others": true with the same code to revoke them`,
        { at: "body.revoke_others" },
      );
    // Otherwise the revoked keys would work for up to another second.
    if (revokeOthers) await this.refresh();
    const { account, otherKeys } = result;
    const owned = { ...record, accountId: account.id };
    return { key, holder: this.#holder({ key: owned, account }), otherKeys };
  }

  /** Returns the webhook secret of an account: its own, or one derived from the hub's pepper. */
  getWebhookSecret({ id, webhookSecret }: Pick<Account, "id" | "webhookSecret">): string {
    if (webhookSecret !== null) return webhookSecret;
    const hmac = new Bun.CryptoHasher("sha256", this.#options.pepper);
    return `whsec_${hmac.update(`webhooks to account ${id}`).digest("base64")}`;
  }

  /** Returns the ID under which responses to sign-ups of an email address are stored. */
  computeSignUpScope({ folded }: Pick<EmailAddress, "folded">): string {
    const hmac = new Bun.CryptoHasher("sha256", this.#options.pepper);
    return `sign-up_${hmac.update(`sign-ups of ${folded}`).digest("base64url")}`;
  }

  async #open(
    address: EmailAddress,
    { tier, ...details }: KeyDetails & { tier: string },
  ): Promise<IssuedKey | undefined> {
    await this.#checkPepper();
    const { key, record } = this.#make(details);
    const account = await this.#options.records.addAccount(address, record, { tier });
    if (!account) return undefined;
    const owned = { ...record, accountId: account.id };
    return { key, holder: this.#holder({ key: owned, account }) };
  }

  #make({
    name = null,
    kind = "secret",
    restrictions = unrestricted,
    counterId = null,
    expiresAt = null,
    madeBy = null,
    now,
  }: KeyDetails): { key: string; record: NewKey } {
    const key = makeKey(kind);
    const record = {
      id: `key_${Bun.randomUUIDv7("hex").replaceAll("-", "")}`,
      hash: this.#hash(key),
      prefix: getKeyPrefix(key),
      name,
      kind,
      restrictions,
      counterId,
      replacedBy: null,
      createdAt: now,
      expiresAt,
      revokedAt: null,
      suspendedAt: null,
      suspendedBy: null,
      madeBy,
      lastUsedAt: null,
    };
    return { key, record };
  }

  async #lookUp(finding: Promise<KeyHolder | undefined>): Promise<Holder | undefined> {
    const before = this.#renewals;
    const found = await finding;
    if (!found) return undefined;
    const holder = this.#holder(found);
    // A lookup that started before a known change may be stale.
    if (before === this.#renewals) this.#held.add(holder);
    return holder;
  }

  #forgetAll(): void {
    this.#renew();
    this.#held.clear();
  }

  /** Invalidates pending lookups, so that later calls don't share them. */
  #renew(): void {
    this.#renewals++;
    this.#lookUps.clear();
  }

  /** Throws if the stored pepper has changed, because keys hashed with the old one would be unusable. */
  async #checkPepper(): Promise<void> {
    const { pepper, records } = this.#options;
    const settled = await records.pepperProof();
    if (settled !== undefined && settled !== pepperProof(pepper))
      throw new HubError("store_unavailable", "The hub cannot issue keys at the moment", {
        cause: "The pepper of this process does not match the pepper of the stored keys",
      });
  }

  #holder({ key, account }: KeyHolder): Holder {
    const { meter } = this.#options;
    const tier = this.resolveTier(account);
    const rights = getRights(key);
    const { counterId } = rights;
    const own =
      counterId === null || !isLimited(rights)
        ? undefined
        : { tier: lowerTier(tier, rights), counters: meter.counters(counterId) };
    const isStopped =
      key.revokedAt !== null || key.suspendedAt !== null || account.suspendedAt !== null;
    return {
      key,
      account,
      rights,
      tier,
      counters: meter.counters(account.counterId ?? account.id),
      own,
      endsAt: isStopped ? 0 : (key.expiresAt ?? Number.POSITIVE_INFINITY),
      guard: createGuard(rights),
      isTold: account.webhookUrl !== null || account.mailNotices === 1,
      tally: undefined,
    };
  }

  /** The tier of new accounts. */
  get #firstTier(): string {
    return this.#tiers[0]?.name ?? "free";
  }

  /** Returns the tier of an account with its custom limits. */
  resolveTier({ tier: name, perMinute, perDay }: Account): Tier {
    const { tiers } = this;
    const tier = tiers.find((tier) => tier.name === name) ?? tiers[0];
    if (!tier) throw new Error("There is no tier");
    return withLimits(tier, { perMinute, perDay });
  }
}

/** Lowers the limits of a tier to those of a key. */
function lowerTier(tier: Tier, { perMinute, perDay }: Rights): Tier {
  return {
    ...tier,
    perMinute: Math.min(tier.perMinute, perMinute ?? tier.perMinute),
    perDay: Math.min(tier.perDay, perDay ?? tier.perDay),
    soft: tier.soft && perDay === null,
  };
}
