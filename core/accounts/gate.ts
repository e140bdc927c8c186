import { PermissionError } from "../contract/doors.ts";
import { HubError } from "../contract/errors.ts";
import type { MaybePromise } from "../lib/maybe-promise.ts";
import { listNetworks, type Network } from "../lib/rolling-window/addresses.ts";
import { dayMs, type Meter, type Take, toDay } from "../lib/rolling-window/meter.ts";
import { unitsMax } from "../lib/rolling-window/windows.ts";
import type { Target } from "../platform/metrics/answers.ts";
import type { Account, Records } from "../platform/store/records.ts";
import type { Access, KeptAdmission, Pace, PathOwner } from "./access.ts";
import type { AccountView, IssuedView } from "./account-fields.ts";
import type { Accounts, Holder } from "./accounts.ts";
import type { Call } from "./call.ts";
import type { CodeResponse } from "./codes.ts";
import { createMissingKeyError, findKeyFault, readApiKey, refuseKey } from "./credentials.ts";
import { KeyWatch, type WatchedWork } from "./key-watch.ts";
import { hasKeyForm, hasSessionForm, isMistyped } from "./keys.ts";
import { buildLimitHeaders, LimitHeaders, type LimitSpelling } from "./limit-headers.ts";
import type { AddressShare, AddressWindow, Limiter, LimiterTake, SharedTake } from "./limiter.ts";
import { createPausedError, type LiveRules, type Rule } from "./live-rules.ts";
import { LocalLimiter } from "./local-limiter.ts";
import { findCostMax, findQuotaUses, type QuotaUse, refuseCost, refuseTake } from "./quotas.ts";
import { describeRight, findExcess, fullRights } from "./rights.ts";
import { keylessPace, type Sender, wasReplaced } from "./sender.ts";
import type { SessionCookie } from "./session-cookie.ts";
import type { CodeDetails, SignUpDetails, SignUps } from "./sign-ups.ts";
import { readSignedAddress, type SignedAddress, signatureParameter } from "./signed-address.ts";
import { trialPerMinute } from "./tiers.ts";
import { type CountedUsage, UsageTally } from "./usage-tally.ts";
import { buildAccountView, isoDate } from "./view.ts";

/** The number of unknown keys that an IP address can try in 60 seconds. */
const unknownPerMinute = 20;
const guessPace = { policy: "unknown-key", perMinute: unknownPerMinute };
/** The rate limits of successful sign-ups and of all sign-up requests. */
const signUpPace = { policy: "signup", perHour: 5, what: "sign up" } as const;
const questionPace = { policy: "signup-look", perHour: 30, what: "ask for keys" } as const;

/** The number of invalid operator tokens that an IP address can send in 60 seconds. */
const wrongProofs = { policy: "operator", perMinute: 20 };

/** The maximum cache lifetime of public responses. It bounds the delay until a revoked key takes effect. */
const publicSecondsMax = 86_400;

/** The status of a response that reports a background job, in the usage history. */
const acceptedStatus = 202;

/** The lifetime of URLs that services sign for their callers, in days from the last midnight. */
const signedDays = 366;

/** The rate limits for account changes, which write to the store, and for account reads, per IP address. */
const changesPace = { policy: "account", perHour: 300, what: "change accounts" } as const;
const looksPace = { policy: "account-look", perMinute: 120, what: "ask about accounts" } as const;

/** The rate limit of bodies without a key. */
const bodyPace = { policy: "bodies", perMinute: 600 };

/** A rate limit per IP address, for any window. */
export type AddressPace = (Pace | { policy: string; perHour: number }) & { what?: string };

/** The namespace of the last uses of sessions, and the time after which a further use is recorded. */
const sessionUses = "/sessions";
const recordedMs = 60_000;

const loopback: readonly string[] = ["127.0.0.1", "::1"];

interface GateOptions {
  accounts: Accounts;
  meter: Meter;
  /** The rate limiter. Default: the meter. */
  limiter?: Limiter | undefined;
  /** The rate limit headers to send. Default: only the standard ones. */
  limitHeaders?: LimitSpelling | undefined;
  records: Records;
  /** Returns milliseconds since 1970. `elapsed` is a `performance.now()` that was just read. */
  now: (elapsed?: number) => number;
  signUps: SignUps;
  /** The rules of operators. Default: none. */
  rules?: LiveRules | undefined;
  /** The cookie of people. Default: sessions are not accepted. */
  cookie?: SessionCookie | undefined;
  /** Time after which an unused session ends. Default: none. */
  sessionIdleMs?: number | undefined;
  /** Returns the caller's IP address, according to the trusted proxies. */
  getCallerAddress: (call: { request: Request; peer: string }) => string;
}

/** The networks that a call was counted for, with their limits. */
interface NetworkLimits {
  pace: AddressPace;
  shares: readonly (AddressShare & Network)[];
  limit: number;
  windowMs: number;
}

/** The time and route of a key's use. */
interface Use {
  readonly now: number;
  readonly target: Target | undefined;
}

/** An admission by API key. */
interface KeyAdmission {
  readonly holder: Holder;
  readonly time: number;
  /** The units charged to the daily quota. */
  units: number;
  /** The limits to report in the response. Absent if the call was admitted earlier. */
  take?: Take;
  /** Set if the key has ended since. */
  isVoid?: boolean;
  /** The response in the usage history, whose units a later refund corrects. */
  counted?: { target: Target; status: number };
  watch?: WatchedWork | undefined;
}

/** Controls access: by API key under `/api`, and by IP address under `/try`. */
export class Gate implements Access {
  readonly #options: GateOptions;
  readonly #tally = new UsageTally();
  readonly #limiter: Limiter;
  /** The limiter, if it counts in this machine's memory alone. */
  readonly #local: LocalLimiter | undefined;
  #onQuota: (account: Account, use: QuotaUse) => void = () => {};
  readonly #limits: LimitHeaders;
  /** The work that ends with its key. */
  readonly watches: KeyWatch;

  constructor(options: GateOptions) {
    this.#options = options;
    const limiter = options.limiter ?? new LocalLimiter(options.meter);
    this.#limiter = limiter;
    this.#local = limiter instanceof LocalLimiter ? limiter : undefined;
    this.#limits = new LimitHeaders(options.limitHeaders ?? "standard");
    this.watches = new KeyWatch(options);
  }

  get refuseBlocked(): Access["refuseBlocked"] {
    return this.#options.rules?.blocks && this.#refuseBlocked;
  }

  readonly #refuseBlocked = (call: Call): HubError | undefined =>
    this.#options.rules?.findBlock(this.#options.getCallerAddress(call));

  /** Registers the receiver of usage, which gets it with each flush. */
  onUsage(receive: (usage: readonly CountedUsage[]) => void): void {
    this.#tally.onCollect = receive;
  }

  /** Registers the callback for quota alerts. */
  onQuota(tell: (account: Account, use: QuotaUse) => void): void {
    this.#onQuota = tell;
  }

  admitFromMemory(call: Call, target: Target): HubError | undefined | "not in memory" {
    const local = this.#local;
    if (!local || call.address.search.includes(signatureParameter)) return "not in memory";
    if (this.#findRouteRule(target)) return "not in memory";
    const key = readApiKey(call);
    const { accounts, meter } = this.#options;
    const holder =
      typeof key === "string"
        ? (accounts.keysInUse.byText(key) ?? accounts.findHeld(key))
        : undefined;
    const time = this.#options.now(call.begunAt);
    // A session is no API key.
    if (!holder || holder.endsAt <= time || holder.key.kind === "session") return "not in memory";
    const refusal = holder.guard && this.#holdToRights(call, holder, target);
    if (refusal) return refusal;
    // A key without limits of its own counts for its account alone.
    const take = holder.own
      ? local.take(holder, time)
      : meter.take(holder.counters, holder.tier, time);
    return this.#letIn(call, holder, { take, time });
  }

  async gateByKey(call: Call, target?: Target): Promise<HubError | undefined> {
    const time = this.#options.now(call.begunAt);
    const holder = await this.#findAdmitted(call, { now: time, target });
    if (holder instanceof HubError) return holder;
    const rule = this.#findRouteRule(target);
    const refusal = rule && (await this.#holdToRule(call, holder, rule));
    if (refusal) return refusal;
    return this.#letIn(call, holder, { take: await this.#limiter.take(holder, time), time });
  }

  /** Counts a call by IP address. Default: the rate limit of the samples. */
  gateByAddress(
    call: Call,
    pace: AddressPace = { policy: "trial", perMinute: trialPerMinute },
    target?: Target,
  ): MaybePromise<HubError | undefined> {
    const rule = this.#findRouteRule(target);
    if (rule?.perMinute === 0) return createPausedError(rule);
    const perMinute = rule?.perMinute ?? Number.POSITIVE_INFINITY;
    if (rule && "perMinute" in pace && perMinute < pace.perMinute)
      return this.gateByAddress(call, { policy: rule.subject, perMinute });
    const [window, limit]: [AddressWindow, number] =
      "perHour" in pace ? ["hour", pace.perHour] : ["minute", pace.perMinute];
    const windowMs = this.#limiter.getWindowMs(window);
    const shares = this.#listShares(call, pace.policy, limit);
    const counted = { pace, shares, limit, windowMs };
    const take = this.#limiter.takeByAddress(window, shares);
    return take instanceof Promise
      ? take.then((take) => this.#letInByAddress(call, take, counted))
      : this.#letInByAddress(call, take, counted);
  }

  /** Finds the rule of operators for a route or its service. */
  #findRouteRule(target: Target | undefined): Rule | undefined {
    const routes = this.#options.rules?.routes;
    return routes && target && (routes.get(target.route) ?? routes.get(target.service));
  }

  /** Counts a call of an account for a rule. Returns an error if it was refused, which costs nothing. */
  async #holdToRule(call: Call, { account }: Holder, rule: Rule): Promise<HubError | undefined> {
    const { subject, perMinute: limit } = rule;
    if (limit === 0 || limit === null) return createPausedError(rule);
    const share = { subject: `account_${account.id}\n${subject}`, limit };
    const take = await this.#limiter.takeByAddress("minute", [share]);
    if (take.ok) return undefined;
    const windowMs = this.#limiter.getWindowMs("minute");
    call.limits = this.#limits.forAddress(subject, { ...take, limit, windowMs });
    return new HubError(
      "rate_limited",
      `The operator of this hub allows ${limit} calls of ${subject} in ${windowMs / 1000} seconds`,
      { headers: buildLimitHeaders(call.limits) },
    );
  }

  /** Sets the limit headers of a call that was counted by IP address. Returns an error if it was refused. */
  #letInByAddress(
    call: Call,
    take: SharedTake,
    { pace, shares, limit, windowMs }: NetworkLimits,
  ): HubError | undefined {
    call.limits = this.#limits.forAddress(pace.policy, { ...take, limit, windowMs });
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
      // Sign-ups are counted on a separate call, whose headers aren't sent.
      { headers: buildLimitHeaders(call.limits) },
    );
  }

  /**
   * Admits the operator by a proof. After too many failures, even a correct proof is refused, because
   * guessing would not be slowed otherwise.
   */
  async gateByProof(call: Call, isProved: () => boolean): Promise<HubError | undefined> {
    const { policy, perMinute } = wrongProofs;
    const shares = this.#listShares(call, policy, perMinute);
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

  async gateBody(call: Call, needsKey: boolean): Promise<HubError | undefined> {
    const hasKey = (readApiKey(call) ?? this.#readSession(call)) !== undefined;
    const found =
      hasKey || needsKey ? await this.#findHolder(call, this.#options.now()) : undefined;
    const refusal = found && (found instanceof HubError ? found : this.#refuseUse(call, found));
    call.isKeyed = found !== undefined && !refusal;
    if (call.isKeyed) return undefined;
    // A retry of a rotation has the key that it replaced. Its stored response is looked up first.
    const mayBeReplayed =
      isBelow(call.pathname, "/api-key") && call.request.headers.has("idempotency-key");
    if (needsKey && !mayBeReplayed) return refusal;
    const crowded = await this.gateByAddress(call, bodyPace);
    // Endpoints report limits of their own.
    if (!crowded) call.limits = undefined;
    return crowded;
  }

  async gateUnknown(call: Call): Promise<HubError | undefined> {
    if (isBelow(call.pathname, "/api")) return this.gateByKey(call);
    return isBelow(call.pathname, "/try") ? this.gateByAddress(call) : undefined;
  }

  identify(call: Call) {
    const admission = call.admission as KeyAdmission | undefined;
    const address = this.#options.getCallerAddress(call);
    if (!admission) return { id: call.visitor, address };
    const { account, tier } = admission.holder;
    const { name, isPaid } = tier;
    return { id: `account_${account.id}`, address, tier: { name, isPaid } };
  }

  sign(call: Call, { service, openPaths }: PathOwner, path: string): string {
    const [pathname = ""] = path.split("?");
    if (!path.startsWith(`/api/${service}/`) && !openPaths.includes(pathname))
      throw new PermissionError(`The service "${service}" cannot sign ${JSON.stringify(path)}`);
    const admission = call.admission as KeyAdmission | undefined;
    // Signed URLs and publishable keys must not create more signed URLs.
    if (!admission?.holder || call.publicSeconds !== undefined) return path;
    const { accounts } = this.#options;
    return accounts.sign(admission.holder, path, (toDay(admission.time) + signedDays) * dayMs);
  }

  settle(call: Call, target: Target, status: number): void {
    const admission = call.admission as KeyAdmission | undefined;
    if (!admission?.holder) return;
    const { holder, time } = admission;
    const day = toDay(time);
    this.refund(call, status);
    if (call.sent instanceof ReadableStream) admission.counted = { target, status };
    else admission.watch?.stop();
    this.#tally.add(holder, target, { day, status, now: time, units: admission.units });
  }

  refund(call: Call, status: number): void {
    const admission = call.admission as KeyAdmission | undefined;
    if (!admission?.holder || status < 400) return;
    // Server errors and calls of ended keys cost nothing, and client errors at most one unit.
    const cost = status >= 500 || admission.isVoid ? 0 : Math.min(1, admission.units);
    if (admission.units !== cost) this.#refund(call, admission, cost);
  }

  getStoredAdmission(call: Call): KeptAdmission | undefined {
    const admission = call.admission as KeyAdmission | undefined;
    if (!admission?.holder) return undefined;
    const { holder, time, units } = admission;
    const { perDay } = holder.own?.tier ?? holder.tier;
    return { keyId: holder.key.id, time, units, perDay };
  }

  async readmit(call: Call, kept: KeptAdmission, target: Target): Promise<void> {
    const holder = await this.watches.findHeir(kept.keyId);
    if (holder instanceof HubError) throw holder;
    const { time, units } = kept;
    const counted = { target, status: acceptedStatus };
    const admission: KeyAdmission = { holder, time, units, counted };
    call.admission = admission;
    const fault =
      this.#refuseUse(call, holder, target) ?? (await this.#findQuotaFault(holder, kept));
    admission.isVoid = fault !== undefined;
    if (fault) throw fault;
  }

  /** Returns an error if the daily quota was lowered since an admission, and is exceeded. */
  async #findQuotaFault(holder: Holder, { perDay }: KeptAdmission): Promise<HubError | undefined> {
    const tier = holder.own?.tier ?? holder.tier;
    const isLowered = perDay !== undefined && tier.perDay < (perDay ?? Number.POSITIVE_INFINITY);
    if (!isLowered || tier.soft) return undefined;
    const { usedToday } = await this.#limiter.peek(holder, this.#options.now());
    if (usedToday <= tier.perDay) return undefined;
    return refuseTake(holder, { refusedBy: "day", isLocal: false });
  }

  recheck(call: Call, target: Target): MaybePromise<HubError | undefined> {
    const admission = call.admission as KeyAdmission | undefined;
    if (!admission?.holder) return undefined;
    const fault = this.watches.findFault(admission.holder, (heir) =>
      this.#refuseUse(call, heir, target),
    );
    if (!(fault instanceof Promise)) return fault;
    return fault.then(
      (fault) => {
        admission.isVoid = fault !== undefined;
        return fault;
      },
      // Known keys keep working while the store is down.
      () => undefined,
    );
  }

  watch(call: Call, target: Target): AbortSignal {
    const { signal } = call.request;
    const admission = call.admission as KeyAdmission | undefined;
    if (!admission?.holder) return signal;
    admission.watch ??= this.watches.watch(() => this.recheck(call, target));
    return AbortSignal.any([signal, admission.watch.signal]);
  }

  unwatch(call: Call): void {
    const admission = call.admission as KeyAdmission | undefined;
    admission?.watch?.stop();
  }

  /** Returns whether what a key has started must end. */
  async hasEnded(keyId: string): Promise<boolean> {
    return (await this.watches.findHeir(keyId)) instanceof HubError;
  }

  /** Refunds a stored admission in full. */
  async refundStored({ keyId, time: now, units }: KeptAdmission, target: Target): Promise<void> {
    const holder = await this.#options.accounts.findById(keyId);
    if (!holder) return;
    this.#limiter.refundUnits(holder, { units, now });
    this.#correctUsage(holder, { target, status: acceptedStatus }, { now, units: -units });
  }

  /** Corrects the units of a response in the usage history. */
  #correctUsage(
    holder: Holder,
    { target, status }: { target: Target; status: number },
    { now, units }: { now: number; units: number },
  ): void {
    this.#tally.add(holder, target, { day: toDay(now), status, now, units, count: 0 });
  }

  /**
   * Returns the webhook secret of an account, or undefined if the account is suspended or erased, or the key
   * that asked for the webhook has ended.
   */
  readonly getWebhookSecret = async (
    account: string,
    keyId?: string | null,
  ): Promise<string | undefined> => {
    const { accounts, records } = this.#options;
    if (keyId && (await this.hasEnded(keyId))) return undefined;
    const found = await records.account(Number(account.replace("account_", "")));
    return found && found.suspendedAt === null ? accounts.getWebhookSecret(found) : undefined;
  };

  async refundInFull(call: Call): Promise<void> {
    const admission = call.admission as KeyAdmission | undefined;
    if (!admission?.holder) return;
    this.#refund(call, admission, 0);
    if (admission.take) return;
    const { holder, time } = admission;
    const left = await this.#limiter.peek(holder, time);
    call.limits = this.#limits.forTier(
      holder.own?.tier ?? holder.tier,
      { ok: true, ...left },
      time,
    );
  }

  charge(call: Call, units: number): MaybePromise<HubError | undefined> {
    const admission = call.admission as KeyAdmission | undefined;
    // Samples and pages are counted by IP address, as one unit each.
    if (!admission?.holder) return undefined;
    if (units > unitsMax) return this.#refuseCost(call, admission, units);
    const { holder, time: now } = admission;
    const charge = { units: units - admission.units, now };
    const take = this.#limiter.charge(holder, charge);
    return take instanceof Promise
      ? take.then((take) => this.#chargeFor(call, admission, { take, units }))
      : this.#chargeFor(call, admission, { take, units });
  }

  /** Records the additional units of a call and updates its limit headers. */
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
    call.limits = this.#limits.forTier(holder.own?.tier ?? holder.tier, take, now);
    return undefined;
  }

  /** Creates the error for a call that exceeds the remaining or maximum units. Refunds the call. */
  async #refuseCost(call: Call, admission: KeyAdmission, units: number): Promise<HubError> {
    const { holder, time: now } = admission;
    const tier = holder.own?.tier ?? holder.tier;
    this.#refund(call, admission, 0);
    const left = await this.#limiter.peek(holder, now);
    const refusedBy = units > findCostMax(tier) ? "cost" : "day";
    // Every response reports the minute's limit at the time of admission.
    const { minute } = admission.take ?? left;
    call.limits = this.#limits.forTier(tier, { ...left, minute, ok: false, refusedBy }, now);
    return refuseCost(holder, { units, usedToday: left.usedToday });
  }

  /** Refunds the daily units of a call except `cost`, and updates its limit headers. */
  #refund(call: Call, admission: KeyAdmission, cost: number): void {
    const { holder, time, units, take, counted } = admission;
    this.#limiter.refundUnits(holder, { units: units - cost, now: time });
    if (counted) this.#correctUsage(holder, counted, { now: time, units: cost - units });
    admission.units = cost;
    if (!take) return;
    admission.take = { ...take, usedToday: take.usedToday - (units - cost) };
    call.limits = this.#limits.forTier(holder.own?.tier ?? holder.tier, admission.take, time);
  }

  /** Writes the collected usage. Keeps what cannot be written for the next flush. */
  async flush(): Promise<void> {
    const { meter, records, now } = this.#options;
    meter.recordTime(now());
    await this.#tally.write(records);
  }

  /** Issues a key or mails a verification code, depending on the sign-up mode. */
  async signUp(
    call: Call,
    { api_key, ...details }: SignUpDetails & { api_key?: string | undefined },
  ): Promise<IssuedView | CodeResponse> {
    const own = api_key ?? readApiKey(call);
    if (own instanceof HubError) throw own;
    const result = await this.#options.signUps.begin(details, {
      key: own,
      admitQuestion: () => this.#admit(call, questionPace),
      admit: () => this.#admit(call, signUpPace),
      checkIssuer: (holder) => this.#checkIssuer(call, holder),
    });
    return "key" in result ? { api_key: result.key, ...(await this.view(result.holder)) } : result;
  }

  /** Throws if a key can't issue an unrestricted key. */
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
      // The same rate limit as for guessing keys.
      admit: () => this.#admit(call, guessPace),
    });
    return { api_key: key, ...(await this.view(holder)), other_keys: otherKeys };
  }

  /** Returns the holder of the request's key. Throws if the key can't be used by this caller. */
  async getHolder(call: Call): Promise<Holder> {
    const found = await this.#findHolder(call, this.#options.now());
    if (found instanceof HubError) throw found;
    const refusal = this.#refuseUse(call, found);
    if (refusal) throw refusal;
    return found;
  }

  /**
   * Finds the sender of a POST to one of the hub's own endpoints. Returns `keyless` if there is no key, and
   * undefined if the key can't be used, which the endpoint reports. Throws `rate_limited` before any lookup of
   * stored responses.
   */
  async findSender(call: Call): Promise<Sender | "keyless" | undefined> {
    const key = readApiKey(call);
    // Responses to sessions aren't stored: a browser doesn't retry, and a stored one would be open to keyless calls.
    if (key instanceof HubError || this.#readSession(call) !== undefined) return undefined;
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

  /** Throws if the caller exceeds the rate limit for account reads or changes. */
  admitToAccounts(call: Call, { isChange }: { isChange: boolean }): Promise<void> {
    return this.#admit(call, isChange ? changesPace : looksPace);
  }

  /** Returns when this process last admitted a call with a key. */
  lastUsed(keyId: string): number | undefined {
    return this.#tally.lastUsed(keyId);
  }

  /** Builds the response for a key with its account and remaining limits. */
  async view(holder: Holder): Promise<AccountView> {
    const left = await this.#limiter.peek(holder, this.#options.now());
    return buildAccountView(holder, { left, lastUsedAt: this.#tally.lastUsed(holder.key.id) });
  }

  /** Records the admission of a call and sets its limit headers. Returns an error if it was refused. */
  #letIn(
    call: Call,
    holder: Holder,
    { take, time }: { take: LimiterTake; time: number },
  ): HubError | undefined {
    call.limits = this.#limits.forTier(holder.own?.tier ?? holder.tier, take, time);
    if (!take.ok) return refuseTake(holder, { ...take, isLocal: this.#isLocal(call) });
    if (holder.isTold) this.#reportUse(holder, take, { units: 1, now: time });
    call.admission = { holder, time, units: 1, take } satisfies KeyAdmission;
    return undefined;
  }

  /** Returns whether a call comes from the hub's own machine, and not through a proxy or tunnel there. */
  #isLocal(call: Call): boolean {
    const { headers } = call.request;
    const isForwarded = ["forwarded", "x-forwarded-for", "via"].some((name) => headers.has(name));
    return !isForwarded && loopback.includes(this.#options.getCallerAddress(call));
  }

  /** Sends quota alerts for the thresholds that a call has reached. */
  #reportUse(holder: Holder, take: LimiterTake, by: { units: number; now: number }): void {
    for (const use of findQuotaUses(holder, take, by)) this.#onQuota(holder.account, use);
  }

  /** Returns the holder of the request's key or of the key that signed the URL, or an error. */
  async #findAdmitted(call: Call, by: Use): Promise<Holder | HubError> {
    const signed = readSignedAddress(call.address);
    if (signed instanceof HubError) return signed;
    if (signed) return this.#findSigner(call, signed, by);
    const found = await this.#findHolder(call, by.now);
    if (found instanceof HubError) return found;
    return this.#holdToRights(call, found, by.target) ?? found;
  }

  /** Returns an error if the rights of a key don't allow the call. Otherwise sets the cache lifetime. */
  #holdToRights(call: Call, holder: Holder, target: Target | undefined): HubError | undefined {
    const refusal = this.#refuseUse(call, holder, target);
    if (!refusal && holder.rights.kind === "publishable") call.publicSeconds = publicSecondsMax;
    return refusal;
  }

  /** Returns an error if the rights of a key don't allow the call. */
  #refuseUse(call: Call, { guard }: Holder, target?: Target): HubError | undefined {
    const address = () => this.#options.getCallerAddress(call);
    return guard?.({ request: call.request, target, address });
  }

  /** Returns the holder of the key that signed the URL, or an error. */
  async #findSigner(call: Call, signed: SignedAddress, by: Use): Promise<Holder | HubError> {
    const { accounts } = this.#options;
    const isHeld = accounts.findHeldById(signed.keyId) !== undefined;
    const mayAsk = isHeld || (await this.#mayGuess(call));
    const holder = mayAsk ? await accounts.findSigner(signed) : undefined;
    if (holder) return this.#checkSigned(call, signed, { holder, ...by });
    const refusal = await this.gateByAddress(call, guessPace);
    return (
      refusal ??
      new HubError(
        "invalid_signature",
        "Invalid signature: the URL was changed after it was signed",
      )
    );
  }

  /** Checks a verified signed URL against its expiry and the rights of its key. Returns the holder or an error. */
  #checkSigned(
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
    const refusal = findKeyFault(holder, now) ?? this.#refuseUse(call, holder, target);
    if (refusal) return refusal;
    // A shared cache would also serve callers from other IP addresses.
    const secondsMax = holder.rights.addresses ? 0 : publicSecondsMax;
    call.publicSeconds = Math.min(secondsMax, Math.ceil((signed.expiresAt - now) / 1000));
    return holder;
  }

  /** Checks whether the caller can look up an uncached key. Blocks callers that have guessed too often. */
  #mayGuess(call: Call): MaybePromise<boolean> {
    const shares = this.#listShares(call, guessPace.policy, unknownPerMinute);
    return this.#limiter.hasLeftByAddress("minute", shares);
  }

  /** Throws if an IP address exceeds a rate limit, or that of guessing secrets. */
  async admitTo(call: Call, pace: AddressPace | "guess"): Promise<void> {
    await this.#admit(call, pace === "guess" ? guessPace : pace);
  }

  async #admit(call: Call, pace: AddressPace): Promise<void> {
    const refusal = await this.gateByAddress(call, pace);
    if (refusal) throw refusal;
  }

  /** Returns the holder of a request's session. Only with `isProved` it has the token of a page of the hub. */
  async findSession({ request }: Call, { isProved = false } = {}): Promise<Holder | undefined> {
    const { accounts, cookie, now } = this.#options;
    const session = isProved ? cookie?.readProved(request) : cookie?.read(request);
    if (session === undefined || !hasSessionForm(session)) return undefined;
    const holder = await accounts.find(session);
    if (!holder || holder.endsAt <= now()) return undefined;
    return (await this.#isIdle(holder)) ? undefined : holder;
  }

  /** Returns whether a session has ended for lack of use. Otherwise records its use, at most once a minute. */
  async #isIdle({ key, account }: Holder): Promise<boolean> {
    const { records, now, sessionIdleMs = Number.POSITIVE_INFINITY } = this.#options;
    const time = now();
    const entry = await records.kvGet(sessionUses, key.id);
    const unusedMs = time - (entry ? Number(entry.value) : key.createdAt);
    if (unusedMs >= sessionIdleMs) return true;
    if (unusedMs < recordedMs) return false;
    const use = { expiresAt: key.expiresAt, account: `account_${account.id}` };
    await records.kvSet(sessionUses, key.id, { value: String(time), ...use });
    return false;
  }

  /** Returns the session of a request to an endpoint for account holders. Services take keys only. */
  #readSession({ pathname, request }: Call): string | undefined {
    return isBelow(pathname, "/api-key") ? this.#options.cookie?.readProved(request) : undefined;
  }

  async #findHolder(call: Call, now: number): Promise<Holder | HubError> {
    const given = readApiKey(call);
    if (given instanceof HubError) return given;
    const key = given ?? this.#readSession(call);
    if (given !== undefined && hasSessionForm(given))
      return refuseKey("invalid_api_key", "A session is not an API key: it only works as a cookie");
    if (key === undefined) return createMissingKeyError(call);
    const { accounts } = this.#options;
    const held = accounts.findHeld(key);
    const holder = held ?? ((await this.#mayGuess(call)) ? await accounts.find(key) : undefined);
    // Without a key it is a session.
    if (holder && given === undefined && (await this.#isIdle(holder)))
      return refuseKey("key_expired", "The login has ended because it was not used: log in again");
    if (holder) return findKeyFault(holder, now) ?? holder;
    // Rate-limits guessing by IP address before the response reveals anything about the key.
    const refusal = await this.gateByAddress(call, guessPace);
    if (refusal) return refusal;
    return refuseKey(
      "invalid_api_key",
      hasKeyForm(key) && !isMistyped(key)
        ? "Unknown API key"
        : "Invalid API key: it must be hub_ or hubp_ followed by 38 letters and digits, exactly as issued",
    );
  }

  /** Returns the networks that a call is counted for under a policy, with their limits. */
  #listShares(call: Call, policy: string, limit: number): (AddressShare & Network)[] {
    return listNetworks(this.#options.getCallerAddress(call)).map((network) => ({
      ...network,
      subject: `${network.prefix}\n${policy}`,
      limit: limit * network.factor,
    }));
  }
}

function isBelow(pathname: string, prefix: string): boolean {
  return pathname === prefix || pathname.startsWith(`${prefix}/`);
}
