import type { Call } from "../call.ts";
import { HubError } from "../errors.ts";
import type { Records, Usage } from "../store/records.ts";
import type { Access, AccountView, Admission, Target } from "./access.ts";
import { type Accounts, type Holder, normaliseEmail } from "./accounts.ts";
import { AddressLimiter, prefixOfAddress } from "./addresses.ts";
import { addressHeaders, limitHeaders } from "./limit-headers.ts";
import { dayOfTime, type Meter } from "./meter.ts";
import { trialPerMinute } from "./tiers.ts";

interface GatekeeperOptions {
  accounts: Accounts;
  meter: Meter;
  records: Records;
  now: () => number;
  signup: "open" | "closed";
  /** The caller's address, as far as the proxies before the hub are trusted. */
  addressOf: (call: { request: Request; peer: string }) => string;
}

/** A request that a key let in. */
interface KeyAdmission extends Admission {
  readonly holder: Holder;
  readonly day: number;
}

const keySources = "X-API-Key or api_key";

/** Guards the paths: keys under `/api`, addresses under `/try`. */
export class Gatekeeper implements Access {
  readonly #options: GatekeeperOptions;
  readonly #trials = new AddressLimiter({ limit: trialPerMinute });
  readonly #strangers = new AddressLimiter({ limit: 20 });
  readonly #signups = new AddressLimiter({ limit: 5, windowMs: 3_600_000 });
  #usage = new Map<string, Usage>();
  #lastUsed = new Map<string, number>();

  constructor(options: GatekeeperOptions) {
    this.#options = options;
  }

  gate(call: Call): HubError | undefined {
    const { pathname } = call;
    if (call.request.method === "OPTIONS") return undefined;
    if (isBelow(pathname, "/api")) return this.#byKey(call);
    if (isBelow(pathname, "/try") && pathname.length > "/try/".length)
      return this.gateByAddress(call);
    return undefined;
  }

  gateByAddress(call: Call): HubError | undefined {
    return this.#byAddress(call, { limiter: this.#trials, policy: "trial" });
  }

  challenge(): HubError {
    return unauthorised(
      "missing_api_key",
      `This endpoint needs an API key: pass it as ${keySources}`,
    );
  }

  settle(call: Call, { service, route }: Target, status: number): void {
    const admission = call.admission as KeyAdmission | undefined;
    if (!admission?.holder) return;
    const { holder, day } = admission;
    if (status >= 500) this.#options.meter.giveBack(holder.counters, day);
    const statusClass = `${Math.floor(status / 100)}xx`;
    const id = `${holder.key.id} ${day} ${route} ${statusClass}`;
    const known = this.#usage.get(id);
    this.#usage.set(id, {
      day,
      keyId: holder.key.id,
      service,
      route,
      statusClass,
      count: (known?.count ?? 0) + 1,
    });
    this.#lastUsed.set(holder.key.id, this.#options.now());
  }

  /** Writes the usage that has gathered. What cannot be written is kept for the next time. */
  async flush(): Promise<void> {
    const { meter, records, now } = this.#options;
    meter.noteTime(now());
    if (this.#usage.size === 0) return;
    const [usage, lastUsed] = [this.#usage, this.#lastUsed];
    [this.#usage, this.#lastUsed] = [new Map(), new Map()];
    try {
      await records.addUsage([...usage.values()], lastUsed);
    } catch (error) {
      for (const [id, entry] of usage) {
        const since = this.#usage.get(id);
        this.#usage.set(id, { ...entry, count: entry.count + (since?.count ?? 0) });
      }
      for (const [id, at] of lastUsed) if (!this.#lastUsed.has(id)) this.#lastUsed.set(id, at);
      throw error;
    }
  }

  /** Issues a key to whoever asks, where the operator lets the hub do so. */
  async signUp(
    call: Call,
    { email, name }: { email: string; name?: string },
  ): Promise<AccountView & { api_key: string }> {
    const { accounts, now, signup } = this.#options;
    if (signup === "closed")
      throw new HubError(
        "signup_closed",
        "This hub does not issue keys by itself: ask its operator for one",
      );
    const address = normaliseEmail(email);
    const refusal = this.#byAddress(call, { limiter: this.#signups, policy: "signup" });
    if (refusal) throw refusal;
    const { key, holder } = await accounts.issue(address, { now: now(), name: name ?? null });
    return { api_key: key, ...this.#view(holder) };
  }

  /** The holder of the request's key and what is left of its limits. */
  whoAmI(call: Call): AccountView {
    const found = this.#holderOf(call);
    if (found instanceof HubError) throw found;
    return this.#view(found);
  }

  #byKey(call: Call): HubError | undefined {
    const found = this.#holderOf(call);
    if (found instanceof HubError) return found;
    const { meter, now } = this.#options;
    const time = now();
    const take = meter.take(found.counters, found.tier, time);
    const admission: KeyAdmission = {
      headers: limitHeaders(found.tier, take, time),
      holder: found,
      day: dayOfTime(time),
    };
    call.headers = admission.headers;
    if (take.ok) {
      call.admission = admission;
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

  #byAddress(
    call: Call,
    { limiter, policy }: { limiter: AddressLimiter; policy: string },
  ): HubError | undefined {
    const take = limiter.take(this.#prefixOf(call), this.#options.now());
    const { limit, windowMs } = limiter;
    call.headers = addressHeaders(policy, { ...take, limit, windowMs });
    if (take.ok) return undefined;
    return new HubError(
      "rate_limited",
      `Without a key this address may call ${limit} times in ${windowMs / 1000} seconds`,
    );
  }

  #holderOf(call: Call): Holder | HubError {
    const key = keyOf(call.request);
    if (key instanceof HubError) return key;
    if (key === undefined) return this.challenge();
    const now = this.#options.now();
    const holder = this.#options.accounts.find(key);
    if (!holder) {
      // Guessing is slowed by address, before the answer says anything about the key.
      const refusal = this.#byAddress(call, { limiter: this.#strangers, policy: "unknown-key" });
      return (
        refusal ??
        unauthorised("invalid_api_key", "The API key is not known: check it for missing characters")
      );
    }
    const { revokedAt, expiresAt } = holder.key;
    if (revokedAt !== null)
      return unauthorised("key_revoked", `The API key was revoked on ${date(revokedAt)}`);
    if (expiresAt !== null && expiresAt <= now)
      return unauthorised("key_expired", `The API key expired on ${date(expiresAt)}`);
    return holder;
  }

  #view({ key, account, tier, counters }: Holder): AccountView {
    const { minute, usedToday } = this.#options.meter.look(counters, tier, this.#options.now());
    return {
      key_id: key.id,
      prefix: key.prefix,
      name: key.name,
      email: account.email,
      tier: tier.name,
      limits: { per_minute: tier.perMinute, per_day: tier.perDay, per_day_is_soft: tier.soft },
      remaining: { minute: minute.remaining, day: Math.max(0, tier.perDay - usedToday) },
      used_today: usedToday,
      created_at: date(key.createdAt),
      expires_at: key.expiresAt === null ? null : date(key.expiresAt),
      last_used_at: key.lastUsedAt === null ? null : date(key.lastUsedAt),
    };
  }

  #prefixOf(call: Call): string {
    return prefixOfAddress(this.#options.addressOf(call));
  }
}

/** The key of a request. More than one, or two that differ, is a fault of the caller's. */
function keyOf(request: Request): string | undefined | HubError {
  const header = request.headers.get("x-api-key");
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

function unauthorised(code: string, detail: string): HubError {
  return new HubError(code, detail, {
    headers: { "www-authenticate": 'ApiKey realm="hub", header="X-API-Key", query="api_key"' },
  });
}

function isBelow(pathname: string, prefix: string): boolean {
  return pathname === prefix || pathname.startsWith(`${prefix}/`);
}

function date(ms: number): string {
  return new Date(ms).toISOString();
}
