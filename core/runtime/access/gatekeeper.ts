import { HubError } from "../../contract/errors.ts";
import type { Call } from "../http/call.ts";
import type { Records } from "../store/records.ts";
import type { Access, AccountView, IssuedView, Pace, Target } from "./access.ts";
import type { Accounts, Holder } from "./accounts.ts";
import { type AddressLog, prefixOfAddress } from "./addresses.ts";
import type { CodeSent } from "./codes.ts";
import { challenge, keyOf, unauthorised } from "./credentials.ts";
import { hasKeyForm, isMistyped } from "./keys.ts";
import { headersOf, limitsOfAddress, limitsOfTier } from "./limit-headers.ts";
import { dayOfTime, type Meter } from "./meter.ts";
import type { CodeDetails, SignUpDetails, SignUps } from "./sign-ups.ts";
import { Tally } from "./tally.ts";
import { trialPerMinute } from "./tiers.ts";
import { isoDate, viewOf } from "./view.ts";

/** How many keys that nobody has an address may try in 60 seconds. */
const unknownPerMinute = 20;
/** How many keys an address may ask for in an hour. */
const signupsPerHour = 5;

/** How often an address may call, in whichever window. */
type AddressPace = Pace | { policy: string; perHour: number };

interface GatekeeperOptions {
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
}

/** Guards the paths: by key what is under `/api`, by address what is under `/try`. */
export class Gatekeeper implements Access {
  readonly #options: GatekeeperOptions;
  readonly #tally = new Tally();

  constructor(options: GatekeeperOptions) {
    this.#options = options;
  }

  gateByAddress(call: Call, pace?: Pace): HubError | undefined {
    return this.#byAddress(call, pace ?? { policy: "trial", perMinute: trialPerMinute });
  }

  gateByKey(call: Call, { bearer = false } = {}): HubError | undefined {
    return this.#byKey(call, { bearer });
  }

  gateUnknown(call: Call): HubError | undefined {
    if (isBelow(call.pathname, "/api")) return this.#byKey(call);
    return isBelow(call.pathname, "/try") ? this.gateByAddress(call) : undefined;
  }

  identify(call: Call) {
    const admission = call.admission as KeyAdmission | undefined;
    return {
      id: admission && `account_${admission.holder.account.id}`,
      address: this.#options.addressOf(call),
    };
  }

  settle(call: Call, target: Target, status: number): void {
    const admission = call.admission as KeyAdmission | undefined;
    if (!admission?.holder) return;
    const { holder, time } = admission;
    const day = dayOfTime(time);
    if (status >= 500) this.#options.meter.giveBack(holder.counters, day);
    this.#tally.add(holder.key.id, target, { day, status, now: time });
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
    });
    return "key" in begun ? { api_key: begun.key, ...this.#view(begun.holder) } : begun;
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
    return { api_key: key, ...this.#view(holder), other_keys: otherKeys };
  }

  /** The holder of the request's key and what is left of its limits. */
  whoAmI(call: Call): AccountView {
    const found = this.#holderOf(call);
    if (found instanceof HubError) throw found;
    return this.#view(found);
  }

  #byKey(call: Call, { bearer = false } = {}): HubError | undefined {
    const time = this.#options.now();
    const found = this.#holderOf(call, { now: time, bearer });
    if (found instanceof HubError) return found;
    const take = this.#options.meter.take(found.counters, found.tier, time);
    call.limits = limitsOfTier(found.tier, take, time);
    if (take.ok) {
      call.admission = { holder: found, time } satisfies KeyAdmission;
      return undefined;
    }
    const { perMinute, perDay, name } = found.tier;
    return take.refusedBy === "day"
      ? new HubError(
          "quota_exceeded",
          `The ${perDay} calls a day of the tier "${name}" are used up: the day ends at 00:00 UTC`,
        )
      : new HubError(
          "rate_limited",
          `The tier "${name}" may call ${perMinute} times in 60 seconds`,
        );
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
        unauthorised(
          "invalid_api_key",
          hasKeyForm(key) && !isMistyped(key)
            ? "The API key is not known to this hub"
            : "The API key is mistyped: it must be hub_ and 38 letters and digits, as it was issued",
        )
      );
    }
    const { revokedAt, expiresAt } = holder.key;
    if (revokedAt !== null)
      return unauthorised("key_revoked", `The API key was revoked on ${isoDate(revokedAt)}`);
    if (expiresAt !== null && expiresAt <= now)
      return unauthorised("key_expired", `The API key expired on ${isoDate(expiresAt)}`);
    return holder;
  }

  #view(holder: Holder): AccountView {
    const { meter, now } = this.#options;
    return viewOf(holder, {
      left: meter.look(holder.counters, holder.tier, now()),
      lastUsedAt: this.#tally.lastUsed(holder.key.id),
    });
  }

  #prefixOf(call: Call): string {
    return prefixOfAddress(this.#options.addressOf(call));
  }
}

function isBelow(pathname: string, prefix: string): boolean {
  return pathname === prefix || pathname.startsWith(`${prefix}/`);
}
