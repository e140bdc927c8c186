import { PermissionError } from "../../contract/doors.ts";
import { HubError, type SharedCode } from "../../contract/errors.ts";
import type { Call } from "../http/call.ts";
import type { QuotaUse } from "../notices/quota-notices.ts";
import type { Account, Records, Usage } from "../store/records.ts";
import type { Access, KeptAdmission, Pace, Target } from "./access.ts";
import type { AccountView, IssuedView } from "./account-fields.ts";
import type { Accounts, Holder } from "./accounts.ts";
import { type AddressLog, prefixOfAddress } from "./addresses.ts";
import type { CodeSent } from "./codes.ts";
import { hasKeyForm, isMistyped } from "./keys.ts";
import { headersOf, limitsOfAddress, limitsOfTier } from "./limit-headers.ts";
import { dayMs, dayOfTime, type Meter, type Take } from "./meter.ts";
import { mayManage } from "./restrictions.ts";
import type { CodeDetails, SignUpDetails, SignUps } from "./sign-ups.ts";
import { readSignedAddress, type SignedAddress } from "./signed-address.ts";
import { type Tier, trialPerMinute } from "./tiers.ts";
import { isoDate, viewOf } from "./view.ts";
import { unitsMax } from "./windows.ts";

const classes = 6;

/** How many entries are written at once. */
const sliceMax = 250;

/** How many keys that nobody has an address may try in 60 seconds. */
const unknownPerMinute = 20;
/** How many keys an address may ask for in an hour. */
const signupsPerHour = 5;

/** How often an address may fail to prove in 60 seconds that it is the operator's. */
const wrongProofs = { policy: "operator", perMinute: 20 };

/** How long caches may keep at most what anybody may see: by then a key's end is to be seen. */
const publicSecondsMax = 86_400;

/** How long the addresses hold that services sign for their callers, in days from the last midnight. */
const signedDays = 366;

/** At how many hundredths of its day an account is told, where it wants that. */
const toldPercents = [80, 100] as const;

/** How often an address may have accounts changed, which costs the store, and ask about them. */
const changesPace = { policy: "account", perHour: 300 } as const;
const looksPace = { policy: "account-look", perMinute: 120 } as const;

/** How often an address may call, in whichever window. */
type AddressPace = Pace | { policy: string; perHour: number };

interface GateOptions {
  accounts: Accounts;
  meter: Meter;
  records: Records;
  now: () => number;
  signUps: SignUps;
  /** The caller's address, as far as the proxies before the hub are trusted. */
  addressOf: (call: { request: Request; peer: string }) => string;
}

/** A request that a key let in. */
interface KeyAdmission {
  readonly holder: Holder;
  readonly time: number;
  /** What it has taken of the day. */
  units: number;
}

/** Guards the paths: by key what is under `/api`, by address what is under `/try`. */
export class Gate implements Access {
  readonly #options: GateOptions;
  readonly #tally = new Tally();
  #onQuota: (account: Account, use: QuotaUse) => void = () => {};

  constructor(options: GateOptions) {
    this.#options = options;
  }

  /** Has somebody told when a part of an account's day is used, where it wants to know. */
  onQuota(tell: (account: Account, use: QuotaUse) => void): void {
    this.#onQuota = tell;
  }

  gateByAddress(call: Call, pace?: Pace): HubError | undefined {
    return this.#byAddress(call, pace ?? { policy: "trial", perMinute: trialPerMinute });
  }

  gateByKey(call: Call, target: Target, { bearer = false } = {}): HubError | undefined {
    return this.#byKey(call, { target, bearer });
  }

  /**
   * Lets the operator in by a proof. Whoever has failed too often waits, also if the next proof were right:
   * else guessing would not be slowed.
   */
  gateByProof(call: Call, isProved: () => boolean): HubError | undefined {
    const { policy, perMinute } = wrongProofs;
    const { byMinute } = this.#options.meter;
    const tried = byMinute.count(`${this.#prefixOf(call)}\n${policy}`, perMinute);
    if (tried < perMinute && isProved()) return undefined;
    const refusal = this.#byAddress(call, wrongProofs);
    if (!refusal)
      return new HubError(
        "invalid_token",
        "The header Authorization must be Bearer and the token of the operator",
        { headers: { "www-authenticate": 'Bearer realm="operator"' } },
      );
    return new HubError(
      "rate_limited",
      `This address has sent ${perMinute} wrong tokens in 60 seconds: wait before the next one`,
      { headers: refusal.headers },
    );
  }

  gateUnknown(call: Call): HubError | undefined {
    if (isBelow(call.pathname, "/api")) return this.#byKey(call);
    return isBelow(call.pathname, "/try") ? this.gateByAddress(call) : undefined;
  }

  identify(call: Call) {
    const admission = call.admission as KeyAdmission | undefined;
    const address = this.#options.addressOf(call);
    if (!admission) return { id: undefined, address };
    const { account, tier } = admission.holder;
    const { name, isPaid } = tier;
    return { id: `account_${account.id}`, address, tier: { name, isPaid } };
  }

  sign(call: Call, service: string, path: string): string {
    if (!path.startsWith(`/api/${service}/`))
      throw new PermissionError(`The service "${service}" may not sign ${JSON.stringify(path)}`);
    const admission = call.admission as KeyAdmission | undefined;
    // What may be seen by everybody must not give rise to more of that.
    if (!admission?.holder || call.publicSeconds !== undefined) return path;
    const { accounts } = this.#options;
    return accounts.sign(admission.holder, path, (dayOfTime(admission.time) + signedDays) * dayMs);
  }

  settle(call: Call, target: Target, status: number): void {
    const admission = call.admission as KeyAdmission | undefined;
    if (!admission?.holder) return;
    const { holder, time } = admission;
    const day = dayOfTime(time);
    // What failed here costs nothing, and what was refused no more than a call.
    if (status >= 500) this.#giveBack(admission, 0);
    else if (status >= 400 && admission.units > 1) this.#giveBack(admission, 1);
    this.#tally.add(holder.key.id, target, { day, status, now: time, units: admission.units });
  }

  keepAdmission(call: Call): KeptAdmission | undefined {
    const admission = call.admission as KeyAdmission | undefined;
    if (!admission?.holder) return undefined;
    const { holder, time, units } = admission;
    return { keyId: holder.key.id, time, units };
  }

  readmit(call: Call, { keyId, time, units }: KeptAdmission): boolean {
    const holder = this.#options.accounts.findById(keyId);
    if (holder) call.admission = { holder, time, units } satisfies KeyAdmission;
    return holder !== undefined;
  }

  /** What webhooks to an account are signed by; nothing where it has no key any more. */
  readonly webhookSecretOf = (account: string): string | undefined => {
    const { accounts } = this.#options;
    const holder = accounts.all().find((holder) => `account_${holder.account.id}` === account);
    return holder && accounts.webhookSecretOf(holder.account);
  };

  giveBack(call: Call): void {
    const admission = call.admission as KeyAdmission | undefined;
    if (!admission?.holder) return;
    this.#giveBack(admission, 0);
    const { holder, time } = admission;
    const left = { ok: true, ...this.#left(holder) };
    call.limits = limitsOfTier(holder.own?.tier ?? holder.tier, left, time);
  }

  charge(call: Call, units: number): HubError | undefined {
    const admission = call.admission as KeyAdmission | undefined;
    // Samples and pages are counted by address, and each as one.
    if (!admission?.holder) return undefined;
    const { holder, time: now } = admission;
    const tier = holder.own?.tier ?? holder.tier;
    const take =
      units > unitsMax ? undefined : this.#charge(holder, { units: units - admission.units, now });
    if (take?.ok) {
      admission.units = units;
      call.limits = limitsOfTier(tier, take, now);
      return undefined;
    }
    this.#giveBack(admission, 0);
    const left = this.#left(holder);
    call.limits = limitsOfTier(tier, { ...left, ok: false, refusedBy: "day" }, now);
    const remaining = Math.max(0, tier.perDay - left.usedToday);
    return new HubError(
      "quota_exceeded",
      take
        ? `The call costs ${units} units, and of the ${tier.perDay} a day of ${ownerOf(holder)} ${remaining} are left: the day ends at 00:00 UTC`
        : `The call costs ${units} units, and one call may cost ${unitsMax}: ask for less at a time`,
    );
  }

  #charge(holder: Holder, wish: { units: number; now: number }): Take {
    const { counters, tier, own } = holder;
    const { meter } = this.#options;
    const ofAccount = meter.charge(counters, tier, wish);
    if (!ofAccount.ok) return ofAccount;
    if (!own) return this.#note(holder, ofAccount, wish);
    const ofKey = meter.charge(own.counters, own.tier, wish);
    if (!ofKey.ok) {
      meter.giveBack(counters, dayOfTime(wish.now), wish.units);
      return ofKey;
    }
    this.#note(holder, ofAccount, wish);
    return tighter(ofKey, own.tier, { take: ofAccount, tier });
  }

  /** Has the account told where these units were those by which a part of its day was used. */
  #note(
    { account, tier, isTold }: Holder,
    take: Take,
    { units, now }: { units: number; now: number },
  ): Take {
    if (!isTold || !take.ok || !Number.isFinite(tier.perDay)) return take;
    const { usedToday: used } = take;
    const { perDay: limit } = tier;
    for (const percent of toldPercents) {
      const mark = Math.ceil((limit * percent) / 100);
      if (used >= mark && used - units < mark)
        this.#onQuota(account, { percent, used, limit, day: dayOfTime(now) });
    }
    return take;
  }

  /** What is left of the limits of a key and its account. */
  #left({ counters, tier, own }: Holder): Omit<Take, "ok"> {
    const { meter, now } = this.#options;
    const ofAccount = meter.look(counters, tier, now());
    if (!own) return ofAccount;
    const ofKey = meter.look(own.counters, own.tier, now());
    return tighter({ ok: true, ...ofKey }, own.tier, { take: { ok: true, ...ofAccount }, tier });
  }

  /** Gives the day's units back but for those that a call is to cost. */
  #giveBack(admission: KeyAdmission, cost: number): void {
    const { holder, time, units } = admission;
    for (const { counters } of [holder, ...(holder.own ? [holder.own] : [])])
      this.#options.meter.giveBack(counters, dayOfTime(time), units - cost);
    admission.units = cost;
  }

  /** Writes the usage that has gathered. What cannot be written is kept for the next time. */
  async flush(): Promise<void> {
    const { meter, records, now } = this.#options;
    meter.noteTime(now());
    await this.#tally.write(records);
  }

  /** Issues a key to whoever asks, or mails a code for one, as far as the hub does so. */
  async signUp(
    call: Call,
    { api_key, ...details }: SignUpDetails & { api_key?: string | undefined },
  ): Promise<IssuedView | CodeSent> {
    const own = api_key ?? keyOf(call.request);
    if (own instanceof HubError) throw own;
    const begun = await this.#options.signUps.begin(details, {
      key: own,
      admit: () => this.#admit(call, { policy: "signup", perHour: signupsPerHour }),
      mayManage: (holder) => mayManage(holder.key) && !this.#refuseUse(call, holder),
    });
    return "key" in begun ? { api_key: begun.key, ...this.view(begun.holder) } : begun;
  }

  /** Exchanges a code for a key. */
  async exchangeCode(
    call: Call,
    details: CodeDetails,
  ): Promise<IssuedView & { other_keys: number }> {
    const { key, holder, otherKeys } = await this.#options.signUps.exchange(details, {
      // As slow as guessing keys.
      admit: () => this.#admit(call, { policy: "unknown-key", perMinute: unknownPerMinute }),
    });
    return { api_key: key, ...this.view(holder), other_keys: otherKeys };
  }

  /** The holder of the request's key, which may be used from where the caller is. */
  holderOf(call: Call): Holder {
    const found = this.#holderOf(call);
    if (found instanceof HubError) throw found;
    const refusal = this.#refuseUse(call, found);
    if (refusal) throw refusal;
    return found;
  }

  /** Throws where the caller has asked about accounts, or changed them, too often. */
  admitToAccounts(call: Call, { isChange }: { isChange: boolean }): void {
    this.#admit(call, isChange ? changesPace : looksPace);
  }

  /** When a key last let a call in, as far as this process knows. */
  lastUsed(keyId: string): number | undefined {
    return this.#tally.lastUsed(keyId);
  }

  /** What the holder of a key may know: also what is left of its limits. */
  view(holder: Holder): AccountView {
    return viewOf(holder, {
      left: this.#left(holder),
      lastUsedAt: this.#tally.lastUsed(holder.key.id),
    });
  }

  #byKey(
    call: Call,
    { target, bearer = false }: { target?: Target; bearer?: boolean } = {},
  ): HubError | undefined {
    const time = this.#options.now();
    const found = this.#admitted(call, { now: time, target, bearer });
    if (found instanceof HubError) return found;
    const tier = found.own?.tier ?? found.tier;
    const take = this.#take(found, time);
    call.limits = limitsOfTier(tier, take, time);
    if (!take.ok) return refuseTake(found, take);
    call.admission = { holder: found, time, units: 1 } satisfies KeyAdmission;
    return undefined;
  }

  /** The holder of a key that may be used so, or of the one that the address is signed by. */
  #admitted(
    call: Call,
    { now, target, bearer }: { now: number; target: Target | undefined; bearer: boolean },
  ): Holder | HubError {
    const signed = readSignedAddress(call.address);
    if (signed)
      return signed instanceof HubError ? signed : this.#signer(call, signed, { now, target });
    const found = this.#holderOf(call, { now, bearer });
    if (found instanceof HubError || !found.guard) return found;
    const refusal = this.#refuseUse(call, found, target);
    if (refusal) return refusal;
    if (found.key.kind === "publishable") call.publicSeconds = publicSecondsMax;
    return found;
  }

  /** Why a key may not be used for this. */
  #refuseUse(call: Call, { guard }: Holder, target?: Target): HubError | undefined {
    const address = () => this.#options.addressOf(call);
    return guard?.({ request: call.request, target, address });
  }

  /** The holder of the key that an address is signed by. */
  #signer(
    call: Call,
    signed: SignedAddress,
    { now, target }: { now: number; target: Target | undefined },
  ): Holder | HubError {
    const holder = this.#options.accounts.signerOf(signed);
    if (!holder)
      return (
        this.#byAddress(call, { policy: "unknown-key", perMinute: unknownPerMinute }) ??
        new HubError("invalid_signature", "The address was changed after it was signed")
      );
    const { method } = call.request;
    if (method !== "GET" && method !== "HEAD")
      return new HubError(
        "invalid_signature",
        `A signed address is for GET, and not for ${method}`,
      );
    if (signed.expiresAt <= now)
      return new HubError(
        "signature_expired",
        `The signature of the address expired on ${isoDate(signed.expiresAt)}`,
      );
    const { services } = holder.key.restrictions;
    if (target && services && !services.includes(target.service))
      return new HubError("key_restricted", `The API key may not call ${target.service}`);
    call.publicSeconds = Math.min(publicSecondsMax, Math.ceil((signed.expiresAt - now) / 1000));
    return faultOfKey(holder, now) ?? holder;
  }

  /** Takes a call from the minute and the day of the account, and of the key where it has its own. */
  #take(holder: Holder, now: number): Take {
    const { counters, tier, own } = holder;
    const { meter } = this.#options;
    if (!own) return this.#note(holder, meter.take(counters, tier, now), { units: 1, now });
    // A look first: what the key refuses must cost its account nothing.
    const left = meter.look(own.counters, own.tier, now);
    const refusedBy = refusalIn(left, own.tier);
    if (refusedBy) return { ok: false, refusedBy, ...left };
    const ofAccount = meter.take(counters, tier, now);
    if (!ofAccount.ok) return ofAccount;
    const ofKey = meter.take(own.counters, own.tier, now);
    if (!ofKey.ok) {
      meter.giveBack(counters, dayOfTime(now));
      return ofKey;
    }
    this.#note(holder, ofAccount, { units: 1, now });
    return tighter(ofKey, own.tier, { take: ofAccount, tier });
  }

  /** Throws where an address has asked too often. */
  #admit(call: Call, pace: AddressPace): void {
    const refusal = this.#byAddress(call, pace);
    if (refusal) throw refusal;
  }

  #byAddress(call: Call, pace: AddressPace): HubError | undefined {
    const { byMinute, byHour } = this.#options.meter;
    const [log, limit]: [AddressLog, number] =
      "perHour" in pace ? [byHour, pace.perHour] : [byMinute, pace.perMinute];
    const { windowMs } = log;
    const take = log.take(`${this.#prefixOf(call)}\n${pace.policy}`, limit);
    call.limits = limitsOfAddress(pace.policy, { ...take, limit, windowMs });
    if (take.ok) return undefined;
    return new HubError(
      "rate_limited",
      take.isCrowded
        ? "More callers without a key come than this hub can count: try again later"
        : `Without a key this address may call ${limit} times in ${windowMs / 1000} seconds`,
      // A sign-up is counted on a call of its own, whose headers no answer carries.
      { headers: headersOf(call.limits) },
    );
  }

  #holderOf(call: Call, { now = this.#options.now(), bearer = false } = {}): Holder | HubError {
    const key = keyOf(call.request, { bearer });
    if (key instanceof HubError) return key;
    if (key === undefined) return challenge({ bearer });
    const holder = this.#options.accounts.find(key);
    if (!holder) {
      // Guessing is slowed by address, before the answer says anything about the key.
      const refusal = this.#byAddress(call, { policy: "unknown-key", perMinute: unknownPerMinute });
      return (
        refusal ??
        refuseKey(
          "invalid_api_key",
          hasKeyForm(key) && !isMistyped(key)
            ? "The API key is not known to this hub"
            : "The API key is mistyped: it must be hub_ or hubp_ and 38 letters and digits, as it was issued",
        )
      );
    }
    return faultOfKey(holder, now) ?? holder;
  }

  #prefixOf(call: Call): string {
    return prefixOfAddress(this.#options.addressOf(call));
  }
}

/** Which window has no room for one more call. */
function refusalIn(
  { minute, usedToday }: Omit<Take, "ok">,
  { perDay, soft }: Tier,
): Take["refusedBy"] {
  if (minute.remaining < 1) return "minute";
  return !soft && usedToday >= perDay ? "day" : undefined;
}

/** What is left to a key where its account has less left than its own limits do. */
function tighter(ofKey: Take, { perDay }: Tier, { take, tier }: { take: Take; tier: Tier }): Take {
  const left = Math.min(perDay - ofKey.usedToday, tier.perDay - take.usedToday);
  return {
    ...ofKey,
    minute: take.minute.remaining < ofKey.minute.remaining ? take.minute : ofKey.minute,
    usedToday: Number.isFinite(perDay) ? perDay - left : take.usedToday,
  };
}

function refuseTake({ own, tier, ...holder }: Holder, { refusedBy }: Take): HubError {
  const { perMinute, perDay } = own?.tier ?? tier;
  const owner = ownerOf({ own, tier, ...holder });
  return refusedBy === "day"
    ? new HubError(
        "quota_exceeded",
        `The ${perDay} units a day of ${owner} are used up: the day ends at 00:00 UTC`,
      )
    : new HubError(
        "rate_limited",
        `${capitalize(owner)} may call ${perMinute} times in 60 seconds`,
      );
}

/** Whose limits are the lowest. */
function ownerOf({ own, tier, key }: Holder): string {
  return own ? `the key "${key.prefix}…"` : `the tier "${tier.name}"`;
}

function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Why a key lets nobody in any more. */
function faultOfKey({ key: { revokedAt, expiresAt } }: Holder, now: number): HubError | undefined {
  if (revokedAt !== null)
    return refuseKey("key_revoked", `The API key was revoked on ${isoDate(revokedAt)}`);
  if (expiresAt !== null && expiresAt <= now)
    return refuseKey("key_expired", `The API key expired on ${isoDate(expiresAt)}`);
  return undefined;
}

function isBelow(pathname: string, prefix: string): boolean {
  return pathname === prefix || pathname.startsWith(`${prefix}/`);
}

/**
 * The key of a request, where `bearer` says so also one in Authorization (RFC 6750). More than one, or
 * two that differ, is a fault of the caller's.
 */
function keyOf(
  request: Request,
  { bearer = false }: { bearer?: boolean } = {},
): string | undefined | HubError {
  const named = request.headers.get("x-api-key");
  const token = bearer ? tokenOf(request) : null;
  if (named !== null && token !== null && named !== token)
    return new HubError(
      "conflicting_credentials",
      "The keys in X-API-Key and Authorization differ: give one of them",
    );
  const header = named ?? token;
  if (!request.url.includes("api_key")) return header ?? undefined;
  const given = new URL(request.url).searchParams.getAll("api_key");
  if (given.length > 1)
    return new HubError("conflicting_credentials", "query.api_key must be given once", {
      at: "query.api_key",
    });
  const [query] = given;
  if (header !== null && query !== undefined && header !== query)
    return new HubError(
      "conflicting_credentials",
      `The keys in X-API-Key and api_key differ: give one of them`,
    );
  return header ?? query;
}

function tokenOf({ headers }: Request): string | null {
  const [scheme = "", token = ""] = (headers.get("authorization") ?? "").split(" ", 2);
  return scheme.toLowerCase() === "bearer" && token !== "" ? token : null;
}

/** The failure of a request without a key. */
function challenge({ bearer = false }: { bearer?: boolean } = {}): HubError {
  return refuseKey(
    "missing_api_key",
    `This endpoint needs an API key: pass it as ${bearer ? "a bearer token, " : ""}X-API-Key or api_key`,
  );
}

/** A failure that says, as HTTP wants, how a key is passed. */
function refuseKey(code: SharedCode, detail: string): HubError {
  return new HubError(code, detail, {
    headers: { "www-authenticate": 'ApiKey realm="hub", header="X-API-Key", query="api_key"' },
  });
}

/**
 * Answers that were given, by status class: the first digit of the status. Behind them stand the units
 * that these cost.
 */
type Counts = Float64Array;

/** What is known of a key. */
interface KeyTally {
  lastUsed: number;
  readonly counts: Map<Target, Counts>;
}

/** The usage that has gathered since it was last written. */
class Tally {
  #day = 0;
  readonly #keys = new Map<string, KeyTally>();
  /** What belongs to a day gone by, or could not be written. */
  #waiting: Usage[] = [];

  /** Counts one answer. */
  add(
    keyId: string,
    target: Target,
    answer: { day: number; status: number; now: number; units: number },
  ): void {
    if (answer.day !== this.#day) this.#turn(answer.day);
    const key = this.#keys.get(keyId) ?? this.#begin(keyId);
    key.lastUsed = answer.now;
    let counts = key.counts.get(target);
    if (!counts) {
      counts = new Float64Array(2 * classes);
      key.counts.set(target, counts);
    }
    const statusClass = Math.floor(answer.status / 100);
    counts[statusClass] = (counts[statusClass] ?? 0) + 1;
    counts[classes + statusClass] = (counts[classes + statusClass] ?? 0) + answer.units;
  }

  /** When a key last let a call in, as far as this process knows. */
  lastUsed(keyId: string): number | undefined {
    return this.#keys.get(keyId)?.lastUsed;
  }

  /** Writes what has gathered. What cannot be written is kept for the next time. */
  async write(records: Pick<Records, "addUsage">): Promise<void> {
    this.#turn(this.#day);
    const usage = this.#waiting;
    this.#waiting = [];
    // In slices, so that no write keeps calls waiting for long.
    for (let written = 0; written < usage.length; written += sliceMax) {
      const slice = usage.slice(written, written + sliceMax);
      try {
        await records.addUsage(slice, this.#lastUsedOf(slice));
      } catch (error) {
        this.#waiting.push(...usage.slice(written));
        throw error;
      }
      if (written + sliceMax < usage.length) await Bun.sleep(0);
    }
  }

  #lastUsedOf(usage: readonly Usage[]): Map<string, number> {
    return new Map(
      usage.flatMap(({ keyId }) => {
        const at = this.lastUsed(keyId);
        return at === undefined ? [] : [[keyId, at]];
      }),
    );
  }

  #begin(keyId: string): KeyTally {
    const key = { lastUsed: 0, counts: new Map<Target, Counts>() };
    this.#keys.set(keyId, key);
    return key;
  }

  #turn(day: number): void {
    for (const [keyId, { counts }] of this.#keys) {
      for (const [{ service, route }, byClass] of counts)
        for (const [digit, count] of byClass.subarray(0, classes).entries())
          if (count > 0) {
            const statusClass = `${digit}xx`;
            const units = byClass[classes + digit] ?? 0;
            this.#waiting.push({
              day: this.#day,
              keyId,
              service,
              route,
              statusClass,
              count,
              units,
            });
          }
      counts.clear();
    }
    this.#day = day;
  }
}
