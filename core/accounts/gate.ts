import { PermissionError } from "../contract/doors.ts";
import { HubError } from "../contract/errors.ts";
import type { MaybePromise } from "../lib/maybe-promise.ts";
import { type Network, networksOfAddress } from "../lib/rolling-window/addresses.ts";
import { dayMs, dayOfTime, type Meter, type Take } from "../lib/rolling-window/meter.ts";
import { unitsMax } from "../lib/rolling-window/windows.ts";
import type { Target } from "../platform/metrics/answers.ts";
import type { Account, Records } from "../platform/store/records.ts";
import type { Access, KeptAdmission, Pace } from "./access.ts";
import type { AccountView, IssuedView } from "./account-fields.ts";
import type { Accounts, Holder } from "./accounts.ts";
import type { Call } from "./call.ts";
import type { CodeSent } from "./codes.ts";
import { challenge, faultOfKey, keyOf, refuseKey } from "./credentials.ts";
import { hasKeyForm, isMistyped } from "./keys.ts";
import { headersOf, LimitHeaders, type LimitSpelling } from "./limit-headers.ts";
import type { AddressShare, AddressWindow, Limiter, LimiterTake, SharedTake } from "./limiter.ts";
import { LocalLimiter } from "./local-limiter.ts";
import { findCostMax, findQuotaUses, type QuotaUse, refuseCost, refuseTake } from "./quotas.ts";
import { createSuspendedError, describeRight, findExcess, fullRights } from "./rights.ts";
import { keylessPace, type Sender, wasReplaced } from "./sender.ts";
import type { CodeDetails, SignUpDetails, SignUps } from "./sign-ups.ts";
import { readSignedAddress, type SignedAddress, signatureParameter } from "./signed-address.ts";
import { trialPerMinute } from "./tiers.ts";
import { UsageTally } from "./usage-tally.ts";
import { isoDate, viewOf } from "./view.ts";

/** How many keys that nobody has an address may try in 60 seconds. */
const unknownPerMinute = 20;
const guessPace = { policy: "unknown-key", perMinute: unknownPerMinute };
/** The limits of sign-ups that succeed, and of all requests to sign up. */
const signUpPace = { policy: "signup", perHour: 5, what: "sign up" } as const;
const questionPace = { policy: "signup-look", perHour: 30, what: "ask for keys" } as const;

/** How often an address may fail to prove in 60 seconds that it is the operator's. */
const wrongProofs = { policy: "operator", perMinute: 20 };

/** How long caches may keep at most what anybody may see: by then a key's end is to be seen. */
const publicSecondsMax = 86_400;

/** How long the addresses hold that services sign for their callers, in days from the last midnight. */
const signedDays = 366;

/** How often an address may have accounts changed, which costs the store, and ask about them. */
const changesPace = { policy: "account", perHour: 300, what: "change accounts" } as const;
const looksPace = { policy: "account-look", perMinute: 120, what: "ask about accounts" } as const;

/** How often an address may call, in whichever window. */
type AddressPace = (Pace | { policy: string; perHour: number }) & { what?: string };

interface GateOptions {
  accounts: Accounts;
  meter: Meter;
  /** What counts calls. Default: the meter. */
  limiter?: Limiter | undefined;
  /** How answers tell of limits. Default: in the standard's fields alone. */
  limitHeaders?: LimitSpelling | undefined;
  records: Records;
  /** The time, where `performance.now()` was just read by the moment of that. */
  now: (elapsed?: number) => number;
  signUps: SignUps;
  /** The caller's address, as far as the proxies before the hub are trusted. */
  addressOf: (call: { request: Request; peer: string }) => string;
}

/** The networks that a call was counted for, and how often each may call. */
interface Counted {
  pace: AddressPace;
  shares: readonly (AddressShare & Network)[];
  limit: number;
  windowMs: number;
}

/** When a key is used, and for which route. */
interface Use {
  readonly now: number;
  readonly target: Target | undefined;
}

/** A request that a key let in. */
interface KeyAdmission {
  readonly holder: Holder;
  readonly time: number;
  /** What it has taken of the day. */
  units: number;
  /** The limits that its answer reports. Absent in calls that were let in earlier. */
  take?: Take;
}

/** Guards the paths: by key what is under `/api`, by address what is under `/try`. */
export class Gate implements Access {
  readonly #options: GateOptions;
  readonly #tally = new UsageTally();
  readonly #limiter: Limiter;
  /** The limiter, if it counts in this machine's memory alone. */
  readonly #local: LocalLimiter | undefined;
  #onQuota: (account: Account, use: QuotaUse) => void = () => {};
  readonly #limits: LimitHeaders;

  constructor(options: GateOptions) {
    this.#options = options;
    const limiter = options.limiter ?? new LocalLimiter(options.meter);
    this.#limiter = limiter;
    this.#local = limiter instanceof LocalLimiter ? limiter : undefined;
    this.#limits = new LimitHeaders(options.limitHeaders ?? "standard");
  }

  /** Has somebody told when a part of an account's day is used, where it wants to know. */
  onQuota(tell: (account: Account, use: QuotaUse) => void): void {
    this.#onQuota = tell;
  }

  admitFromMemory(call: Call, target: Target): HubError | undefined | "not in memory" {
    const local = this.#local;
    if (!local || call.address.search.includes(signatureParameter)) return "not in memory";
    const key = keyOf(call.request);
    const holder = typeof key === "string" ? this.#options.accounts.findHeld(key) : undefined;
    const time = this.#options.now(call.begunAt);
    if (!holder || holder.endsAt <= time) return "not in memory";
    const refusal = holder.guard && this.#holdToRights(call, holder, target);
    return refusal ?? this.#letIn(call, holder, { take: local.take(holder, time), time });
  }

  async gateByKey(call: Call, target?: Target): Promise<HubError | undefined> {
    const time = this.#options.now(call.begunAt);
    const holder = await this.#findAdmitted(call, { now: time, target });
    if (holder instanceof HubError) return holder;
    return this.#letIn(call, holder, { take: await this.#limiter.take(holder, time), time });
  }

  /** By default as part of the trial. */
  gateByAddress(
    call: Call,
    pace: AddressPace = { policy: "trial", perMinute: trialPerMinute },
  ): MaybePromise<HubError | undefined> {
    const [window, limit]: [AddressWindow, number] =
      "perHour" in pace ? ["hour", pace.perHour] : ["minute", pace.perMinute];
    const windowMs = this.#limiter.windowMsOf(window);
    const shares = this.#sharesOf(call, pace.policy, limit);
    const counted = { pace, shares, limit, windowMs };
    const take = this.#limiter.takeByAddress(window, shares);
    return take instanceof Promise
      ? take.then((take) => this.#letInByAddress(call, take, counted))
      : this.#letInByAddress(call, take, counted);
  }

  /** Answers a call by what was taken for its address. */
  #letInByAddress(
    call: Call,
    take: SharedTake,
    { pace, shares, limit, windowMs }: Counted,
  ): HubError | undefined {
    call.limits = this.#limits.ofAddress(pace.policy, { ...take, limit, windowMs });
    if (take.ok) return undefined;
    const share = shares[take.by];
    const who = take.by === 0 || !share ? "this address" : `the network ${share.prefix}`;
    const most = `${share?.limit ?? limit} times in ${windowMs / 1000} seconds`;
    return new HubError(
      "rate_limited",
      take.isCrowded
        ? "Too many clients without an API key: try again later"
        : pace.what
          ? `${who.replace(/^t/, "T")} may ${pace.what} ${most}`
          : `Without a key ${who} may call ${most}`,
      // A sign-up is counted on a call of its own, whose headers no answer carries.
      { headers: headersOf(call.limits) },
    );
  }

  /**
   * Lets the operator in by a proof. Whoever has failed too often waits, also if the next proof were right:
   * else guessing would not be slowed.
   */
  async gateByProof(call: Call, isProved: () => boolean): Promise<HubError | undefined> {
    const { policy, perMinute } = wrongProofs;
    const shares = this.#sharesOf(call, policy, perMinute);
    const mayTry = await this.#limiter.hasLeftByAddress("minute", shares);
    if (mayTry && isProved()) return undefined;
    const refusal = await this.gateByAddress(call, wrongProofs);
    return refusal
      ? new HubError(
          "rate_limited",
          `Too many invalid tokens from this IP address: the limit is ${perMinute} in 60 seconds`,
          { headers: refusal.headers },
        )
      : new HubError(
          "invalid_token",
          "The header Authorization must be Bearer and the operator token",
          { headers: { "www-authenticate": 'Bearer realm="operator"' } },
        );
  }

  async gateUnknown(call: Call): Promise<HubError | undefined> {
    if (isBelow(call.pathname, "/api")) return this.gateByKey(call);
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
      throw new PermissionError(`The service "${service}" cannot sign ${JSON.stringify(path)}`);
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
    this.refund(call, status);
    this.#tally.add(holder, target, { day, status, now: time, units: admission.units });
  }

  refund(call: Call, status: number): void {
    const admission = call.admission as KeyAdmission | undefined;
    if (!admission?.holder || status < 400) return;
    // A failure of the hub costs nothing, and a refusal one unit at most.
    const cost = status >= 500 ? 0 : Math.min(1, admission.units);
    if (admission.units !== cost) this.#giveBack(call, admission, cost);
  }

  keepAdmission(call: Call): KeptAdmission | undefined {
    const admission = call.admission as KeyAdmission | undefined;
    if (!admission?.holder) return undefined;
    const { holder, time, units } = admission;
    return { keyId: holder.key.id, time, units };
  }

  async readmit(call: Call, { keyId, time, units }: KeptAdmission): Promise<boolean> {
    const holder = await this.#options.accounts.findById(keyId);
    if (holder && holder.account.suspendedAt !== null) throw createSuspendedError();
    if (holder) call.admission = { holder, time, units } satisfies KeyAdmission;
    return holder !== undefined;
  }

  /** What webhooks to an account are signed by; nothing where there is none. */
  readonly webhookSecretOf = async (account: string): Promise<string | undefined> => {
    const { accounts, records } = this.#options;
    const found = await records.account(Number(account.replace("account_", "")));
    return found && accounts.webhookSecretOf(found);
  };

  async giveBack(call: Call): Promise<void> {
    const admission = call.admission as KeyAdmission | undefined;
    if (!admission?.holder) return;
    this.#giveBack(call, admission, 0);
    if (admission.take) return;
    const { holder, time } = admission;
    const left = await this.#limiter.look(holder, time);
    call.limits = this.#limits.ofTier(holder.own?.tier ?? holder.tier, { ok: true, ...left }, time);
  }

  charge(call: Call, units: number): MaybePromise<HubError | undefined> {
    const admission = call.admission as KeyAdmission | undefined;
    // Samples and pages are counted by address, and each as one.
    if (!admission?.holder) return undefined;
    if (units > unitsMax) return this.#refuseCost(call, admission, units);
    const { holder, time: now } = admission;
    const wish = { units: units - admission.units, now };
    const take = this.#limiter.charge(holder, wish);
    return take instanceof Promise
      ? take.then((take) => this.#chargeFor(call, admission, { take, units }))
      : this.#chargeFor(call, admission, { take, units });
  }

  /** Answers a call by the further units that were taken for it. */
  #chargeFor(
    call: Call,
    admission: KeyAdmission,
    { take, units }: { take: LimiterTake; units: number },
  ): MaybePromise<HubError | undefined> {
    if (!take.ok) return this.#refuseCost(call, admission, units);
    const { holder, time: now } = admission;
    if (holder.isTold) this.#reportUse(holder, take, { units: units - admission.units, now });
    admission.units = units;
    admission.take = take;
    call.limits = this.#limits.ofTier(holder.own?.tier ?? holder.tier, take, now);
    return undefined;
  }

  /** The failure of a call that costs more than is left, or than one may cost: it costs nothing. */
  async #refuseCost(call: Call, admission: KeyAdmission, units: number): Promise<HubError> {
    const { holder, time: now } = admission;
    const tier = holder.own?.tier ?? holder.tier;
    this.#giveBack(call, admission, 0);
    const left = await this.#limiter.look(holder, now);
    const refusedBy = units > findCostMax(tier) ? "cost" : "day";
    // Of the minute it reports what the call found, as every answer does.
    const { minute } = admission.take ?? left;
    call.limits = this.#limits.ofTier(tier, { ...left, minute, ok: false, refusedBy }, now);
    return refuseCost(holder, { units, usedToday: left.usedToday });
  }

  /** Gives the day's units back but for those that a call is to cost, and reports them in its limits. */
  #giveBack(call: Call, admission: KeyAdmission, cost: number): void {
    const { holder, time, units, take } = admission;
    this.#limiter.giveBack(holder, { units: units - cost, now: time });
    admission.units = cost;
    if (!take) return;
    admission.take = { ...take, usedToday: take.usedToday - (units - cost) };
    call.limits = this.#limits.ofTier(holder.own?.tier ?? holder.tier, admission.take, time);
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
      admitQuestion: () => this.#admit(call, questionPace),
      admit: () => this.#admit(call, signUpPace),
      checkIssuer: (holder) => this.#checkIssuer(call, holder),
    });
    return "key" in begun ? { api_key: begun.key, ...(await this.view(begun.holder)) } : begun;
  }

  /** Throws if a key may not issue an unrestricted one. */
  #checkIssuer(call: Call, holder: Holder): void {
    const refusal = this.#refuseUse(call, holder);
    if (refusal) throw refusal;
    const excess = findExcess(fullRights, holder.rights);
    if (excess)
      throw new HubError(
        "rights_exceeded",
        `The API key cannot issue an unrestricted key: ${describeRight(excess, holder.rights)}. POST /api-key/keys issues keys within its rights`,
      );
  }

  /** Exchanges a code for a key. */
  async exchangeCode(
    call: Call,
    details: CodeDetails,
  ): Promise<IssuedView & { other_keys: number }> {
    const { key, holder, otherKeys } = await this.#options.signUps.exchange(details, {
      // As slow as guessing keys.
      admit: () => this.#admit(call, guessPace),
    });
    return { api_key: key, ...(await this.view(holder)), other_keys: otherKeys };
  }

  /** The holder of the request's key, which may be used from where the caller is. */
  async holderOf(call: Call): Promise<Holder> {
    const found = await this.#findHolder(call, this.#options.now());
    if (found instanceof HubError) throw found;
    const refusal = this.#refuseUse(call, found);
    if (refusal) throw refusal;
    return found;
  }

  /**
   * Finds who sent a POST to one of the hub's own endpoints. `keyless`: nobody; nothing: by a key that may
   * not be used, which the endpoint refuses. Throws `rate_limited` before the store is asked for answers.
   */
  async findSender(call: Call): Promise<Sender | "keyless" | undefined> {
    const key = keyOf(call.request);
    if (key instanceof HubError) return undefined;
    if (key === undefined) {
      await this.#admit(call, keylessPace);
      return "keyless";
    }
    await this.#admit(call, looksPace);
    const { accounts, now } = this.#options;
    const known = accounts.findHeld(key);
    const holder = known ?? ((await this.#mayGuess(call)) ? await accounts.find(key) : undefined);
    if (!holder || this.#refuseUse(call, holder)) return undefined;
    const isEnded = holder.endsAt <= now();
    if (isEnded && !wasReplaced(holder)) return undefined;
    const account = `account_${holder.account.id}`;
    return { account, keyId: holder.key.id, secret: key, isReplaced: isEnded };
  }

  /** Throws where the caller has asked about accounts, or changed them, too often. */
  admitToAccounts(call: Call, { isChange }: { isChange: boolean }): Promise<void> {
    return this.#admit(call, isChange ? changesPace : looksPace);
  }

  /** When a key last let a call in, as far as this process knows. */
  lastUsed(keyId: string): number | undefined {
    return this.#tally.lastUsed(keyId);
  }

  /** What the holder of a key may know: also what is left of its limits. */
  async view(holder: Holder): Promise<AccountView> {
    const left = await this.#limiter.look(holder, this.#options.now());
    return viewOf(holder, { left, lastUsedAt: this.#tally.lastUsed(holder.key.id) });
  }

  /** Answers a call by what was taken for the holder of its key. */
  #letIn(
    call: Call,
    holder: Holder,
    { take, time }: { take: LimiterTake; time: number },
  ): HubError | undefined {
    call.limits = this.#limits.ofTier(holder.own?.tier ?? holder.tier, take, time);
    if (!take.ok) return refuseTake(holder, take);
    if (holder.isTold) this.#reportUse(holder, take, { units: 1, now: time });
    call.admission = { holder, time, units: 1, take } satisfies KeyAdmission;
    return undefined;
  }

  /** Reports which shares of its day an account has used, if it wants to be told. */
  #reportUse(holder: Holder, take: LimiterTake, by: { units: number; now: number }): void {
    for (const use of findQuotaUses(holder, take, by)) this.#onQuota(holder.account, use);
  }

  /** The holder of a key that may be used so, or of the one that the address is signed by. */
  async #findAdmitted(call: Call, by: Use): Promise<Holder | HubError> {
    const signed = readSignedAddress(call.address);
    if (signed instanceof HubError) return signed;
    if (signed) return this.#findSigner(call, signed, by);
    const found = await this.#findHolder(call, by.now);
    if (found instanceof HubError) return found;
    return this.#holdToRights(call, found, by.target) ?? found;
  }

  /** Returns why a key may not be used for this. Sets for how long caches may keep the answer if it may. */
  #holdToRights(call: Call, holder: Holder, target: Target | undefined): HubError | undefined {
    const refusal = this.#refuseUse(call, holder, target);
    if (!refusal && holder.rights.kind === "publishable") call.publicSeconds = publicSecondsMax;
    return refusal;
  }

  /** Why a key may not be used for this. */
  #refuseUse(call: Call, { guard }: Holder, target?: Target): HubError | undefined {
    const address = () => this.#options.addressOf(call);
    return guard?.({ request: call.request, target, address });
  }

  /** The holder of the key that an address is signed by. */
  async #findSigner(call: Call, signed: SignedAddress, by: Use): Promise<Holder | HubError> {
    const { accounts } = this.#options;
    const isHeld = accounts.findHeldById(signed.keyId) !== undefined;
    const mayAsk = isHeld || (await this.#mayGuess(call));
    const holder = mayAsk ? await accounts.signerOf(signed) : undefined;
    if (holder) return this.#takeSigned(call, signed, { holder, ...by });
    const refusal = await this.gateByAddress(call, guessPace);
    return (
      refusal ??
      new HubError(
        "invalid_signature",
        "Invalid signature: the URL was changed after it was signed",
      )
    );
  }

  /** The holder of the key that an address was signed by, held to its rights. */
  #takeSigned(
    call: Call,
    signed: SignedAddress,
    { holder, now, target }: Use & { holder: Holder },
  ): Holder | HubError {
    const { method } = call.request;
    if (method !== "GET" && method !== "HEAD")
      return new HubError(
        "invalid_signature",
        `A signed URL allows only GET and HEAD: the method is ${method}`,
      );
    if (signed.expiresAt <= now)
      return new HubError(
        "signature_expired",
        `The signed URL expired on ${isoDate(signed.expiresAt)}`,
      );
    const refusal = faultOfKey(holder, now) ?? this.#refuseUse(call, holder, target);
    if (refusal) return refusal;
    // A cache would answer callers of other addresses, too.
    const secondsMax = holder.rights.addresses ? 0 : publicSecondsMax;
    call.publicSeconds = Math.min(secondsMax, Math.ceil((signed.expiresAt - now) / 1000));
    return holder;
  }

  /**
   * Whether a key that is not held in memory may be asked the records for: whoever has guessed too often
   * costs them nothing more.
   */
  #mayGuess(call: Call): MaybePromise<boolean> {
    const shares = this.#sharesOf(call, guessPace.policy, unknownPerMinute);
    return this.#limiter.hasLeftByAddress("minute", shares);
  }

  /** Throws where an address has asked too often. */
  async #admit(call: Call, pace: AddressPace): Promise<void> {
    const refusal = await this.gateByAddress(call, pace);
    if (refusal) throw refusal;
  }

  async #findHolder(call: Call, now: number): Promise<Holder | HubError> {
    const key = keyOf(call.request);
    if (key instanceof HubError) return key;
    if (key === undefined) return challenge();
    const { accounts } = this.#options;
    const held = accounts.findHeld(key);
    if (held) return faultOfKey(held, now) ?? held;
    const holder = (await this.#mayGuess(call)) ? await accounts.find(key) : undefined;
    if (holder) return faultOfKey(holder, now) ?? holder;
    // Guessing is slowed by address, before the answer says anything about what was guessed.
    const refusal = await this.gateByAddress(call, guessPace);
    if (refusal) return refusal;
    return refuseKey(
      "invalid_api_key",
      hasKeyForm(key) && !isMistyped(key)
        ? "Unknown API key"
        : "Invalid API key: it must be hub_ or hubp_ followed by 38 letters and digits, exactly as issued",
    );
  }

  /** The networks that a call is counted for under a policy, and their limits. */
  #sharesOf(call: Call, policy: string, limit: number): (AddressShare & Network)[] {
    return networksOfAddress(this.#options.addressOf(call)).map((network) => ({
      ...network,
      subject: `${network.prefix}\n${policy}`,
      limit: limit * network.factor,
    }));
  }
}

function isBelow(pathname: string, prefix: string): boolean {
  return pathname === prefix || pathname.startsWith(`${prefix}/`);
}
