import { HubError } from "../contract/errors.ts";
import { Meter, toDay } from "../lib/rolling-window/meter.ts";
import type { Health } from "../platform/health/health.ts";
import type { Log } from "../platform/log/log.ts";
import type { MailSettings } from "../platform/mail/mail-settings.ts";
import type { Mailer } from "../platform/mail/mailer.ts";
import type { RedisBroadcast } from "../platform/redis/redis-broadcast.ts";
import type { RedisLink } from "../platform/redis/redis-link.ts";
import type { RedisSettings } from "../platform/redis/redis-settings.ts";
import type { RecordsWithAdmin } from "../platform/store/admin-records.ts";
import type { ObjectSettings } from "../platform/store/object-settings.ts";
import { openBodies } from "../platform/store/open-bodies.ts";
import type { Records } from "../platform/store/records.ts";
import { Accounts } from "./accounts.ts";
import type { ForwardedHeader } from "./caller-address.ts";
import { callerAddress } from "./caller-address.ts";
import { codeMails } from "./codes.ts";
import { Eraser } from "./eraser.ts";
import { Gate } from "./gate.ts";
import type { LimitSpelling } from "./limit-headers.ts";
import type { Limiter } from "./limiter.ts";
import { LiveRules } from "./live-rules.ts";
import { LocalLimiter } from "./local-limiter.ts";
import { Logins } from "./logins.ts";
import type { OidcSettings } from "./oidc.ts";
import type { OpenRedis } from "./open-redis.ts";
import { OwnKeys } from "./own-keys.ts";
import { Passkeys } from "./passkeys.ts";
import { settlePepper } from "./pepper.ts";
import { SessionCookie } from "./session-cookie.ts";
import type { SignUpMode } from "./sign-ups.ts";
import { SignUps } from "./sign-ups.ts";
import { SteadyClock } from "./steady-clock.ts";
import { Tickets } from "./tickets.ts";
import type { Tier } from "./tiers.ts";
import { firstDetailedDay } from "./usage-period.ts";

const flushMs = 1000;
/** The interval of checks for changes by other processes. A revoked key stops working within a second. */
const refreshMs = 500;
/** The batch size of the usage roll-up, and the pause between batches. */
const rolledAtOnce = 200;
const rollPauseMs = 20;

/** Settings of accounts, keys and their limits. */
export interface AccountSettings {
  data: string;
  pepper: string | undefined;
  tiers: Tier[];
  /** The shared Redis limiter. Undefined if each machine counts its own requests. */
  redis: RedisSettings | undefined;
  /** The mail settings. Undefined if the hub sends no mail. */
  mail: MailSettings | undefined;
  /** Lifetime of a session in hours, and the time after which an unused one ends. */
  sessionHours: number;
  sessionIdleHours: number;
  /** The OpenID Connect provider. Contains a secret: never show it. */
  oidc: OidcSettings | undefined;
  /** The rate limit headers to send. */
  limitHeaders: LimitSpelling;
  signup: SignUpMode;
  /** The base URL including any base path, without a trailing slash. */
  baseUrl: string | undefined;
  trustedProxies: string[];
  /** The header in which trusted proxies send the caller's IP address. */
  forwardedHeader: ForwardedHeader;
  /** The bucket for bodies of jobs and stored responses, instead of a folder. Contains credentials: never show it. */
  objects: ObjectSettings | undefined;
}

/** An open gate with its resources. */
export interface OpenGate {
  gate: Gate;
  accounts: Accounts;
  pepper: Uint8Array;
  meter: Meter;
  keys: OwnKeys;
  /** Logs people in. */
  logins: Logins;
  passkeys: Passkeys;
  tickets: Tickets;
  /** The rules of operators. */
  rules: LiveRules;
  eraser: Eraser;
  /** Sends mail, if configured. */
  mailer: Mailer | undefined;
  /** Returns milliseconds since 1970. Never decreases. */
  now(): number;
  /** Returns why keys, usage or counters can't be read or written, if they can't. */
  storeFault(): string | undefined;
  /** Counts calls for all processes. */
  limiter: Limiter;
  /** The shared Redis limiter, if configured, and its current fault. */
  redis:
    | {
        fault(): string | undefined;
        since(): number;
        broadcast: RedisBroadcast;
        link: RedisLink;
      }
    | undefined;
  /** Removes data that was written after its account was deleted. */
  sweepErased(): void;
  /** Runs at 00:00 UTC. Clears old counters, which reset on their own. */
  startDay(): void;
  /** Flushes pending writes and stops. */
  close(): Promise<void>;
}

/** Opens the counters and reads the keys. */
export async function openAccounts(
  config: Pick<AccountSettings, "data" | "pepper" | "tiers">,
  records: Records,
  log: Log,
) {
  const meter = new Meter(config.data, {
    createError: (cause) =>
      new HubError("store_unavailable", "The hub cannot count requests at the moment", { cause }),
    onRebuilt: (file, reason) => log.warn(`Recreated the counter file "${file}": ${reason}`),
  });
  const clock = new SteadyClock({
    wall: () => Date.now() + records.aheadMs(),
    notBefore: meter.notedTime,
  });
  const pepper = await settlePepper(records, {
    dir: config.data,
    given: config.pepper,
    now: clock.now(),
  });
  const accounts = new Accounts({
    records,
    meter,
    tiers: config.tiers,
    pepper,
  });
  await accounts.refresh("others").catch((cause) => {
    // Damage to a large database may only show here, because it isn't read completely when it opens.
    throw new Error(records.fault() ?? `Cannot read the keys: ${cause.message}`, { cause });
  });
  const now = clock.now.bind(clock);
  const sweeping = new Attempts(log, "Cannot sweep the counters");
  void sweeping.make(meter.sweep(now()));
  if (meter.isNew) await restoreToday(meter, records, now());
  return { accounts, meter, now, pepper };
}

/** Creates the gate, and keeps counters and keys in sync with the records. */
export async function openGate(
  config: AccountSettings,
  { records, health, log }: { records: RecordsWithAdmin; health: Health; log: Log },
): Promise<OpenGate> {
  const { accounts, meter, now, pepper } = await openAccounts(config, records, log);
  // Loaded on demand: most hubs use neither Redis nor mail.
  const shared =
    config.redis &&
    (await (
      await import("./open-redis.ts")
    ).openRedis(config.redis, {
      ...{ meter, pepper, records, health },
    }));
  const mailer =
    config.mail && (await import("../platform/mail/mailer.ts")).openMailer(config.mail, { log });
  const { signup: mode, baseUrl, limitHeaders, sessionHours, oidc } = config;
  const tickets = new Tickets({ pepper, records, now });
  const passkeys = new Passkeys({ records, tickets, baseUrl, now });
  const cookie = new SessionCookie(baseUrl);
  const limiter = shared?.limiter ?? new LocalLimiter(meter);
  const useLimits = accounts.useLimits.bind(accounts);
  const rules = new LiveRules({ records, now, useLimits });
  accounts.onRules = () => rules.read();
  await rules.read();
  const gate = new Gate({
    ...{ accounts, meter, limiter, limitHeaders, records, rules, now, cookie },
    sessionIdleMs: config.sessionIdleHours * 3_600_000,
    signUps: new SignUps({ accounts, now, mode, mailer, baseUrl }),
    getCallerAddress: callerAddress(config.trustedProxies, { header: config.forwardedHeader, log }),
  });
  const eraser = openEraser(config, { accounts, health, meter, records, now });
  const sync = startSync(
    { gate, accounts, meter, eraser, rules, shared, now },
    { records, health, log },
  );
  return {
    ...{ gate, accounts, pepper, meter, limiter, mailer, eraser, passkeys, tickets, rules, now },
    keys: new OwnKeys({
      ...{ gate, accounts, eraser, records, now },
      // Other modes don't verify the addresses of accounts.
      canMail: mailer !== undefined && mode === "verify",
    }),
    logins: new Logins({
      ...{
        accounts,
        gate,
        cookie,
        tickets,
        passkeys,
        mode,
        mailer,
        baseUrl,
        sessionHours,
        oidc,
        now,
      },
    }),
    storeFault: () =>
      sync.fault() ?? (config.redis?.whenDown === "refuse" ? shared?.link.fault : undefined),
    redis: shared && {
      fault: () => shared.link.fault,
      since: () => now() - shared.link.downMs,
      broadcast: shared.broadcast,
      link: shared.link,
    },
    sweepErased: sync.sweepErased,
    startDay: sync.startDay,
    async close() {
      sync.stop();
      await mailer?.close();
      await gate.flush();
      shared?.broadcast.close();
      shared?.link.close();
      await shared?.restored();
    },
  };
}

interface SyncParts
  extends Pick<OpenGate, "gate" | "accounts" | "meter" | "eraser" | "rules" | "now"> {
  shared: OpenRedis | undefined;
}

/** Writes usage, reads keys that others changed, and removes expired records, until it is stopped. */
function startSync(
  { gate, accounts, meter, eraser, rules, shared, now }: SyncParts,
  { records, health, log }: { records: RecordsWithAdmin; health: Health; log: Log },
) {
  const flushing = new Attempts(log, "Cannot write the usage history");
  const reading = new Attempts(log, "Cannot read the keys");
  const ending = new Attempts(log, "Cannot end the work of keys that have ended");
  const sweeping = new Attempts(log, "Cannot remove what has expired");
  const flusher = setInterval(() => void flushing.make(gate.flush()), flushMs);
  const readKeys = () =>
    void reading.make(Promise.all([accounts.refresh("others"), rules.readIfEnded()]));
  const reader = setInterval(readKeys, refreshMs);
  let isOpen = true;
  accounts.onRefresh = () => (isOpen ? ending.make(gate.watches.check()) : undefined);
  if (shared) {
    accounts.onChange = () => shared.broadcast.publish("keys");
    shared.broadcast.on("keys", readKeys);
    void shared.broadcast.open();
  }
  const probed = cacheResult(health.checkMs, () => records.fault() ?? meter.fault());
  const failing = () => flushing.fault ?? reading.fault;
  const sweepRecords = () => {
    const swept = [
      records.kvSweep(now()),
      records.sweepCodes(now() - codeMails.windowMs),
      rollUpUsage(records, { before: firstDetailedDay(now()), isWanted: () => isOpen }),
    ];
    void sweeping.make(Promise.all(swept));
  };
  sweepRecords();
  return {
    /** Returns why keys, usage or counters can't be read or written. A diagnosis is more specific than a failed write. */
    fault: () => probed() ?? (failing() && (records.fault() ?? failing())),
    sweepErased: () => void sweeping.make(eraser.sweep()),
    startDay() {
      void sweeping.make(meter.sweep(now()));
      sweepRecords();
    },
    stop() {
      isOpen = false;
      clearInterval(flusher);
      clearInterval(reader);
    },
  };
}

/** Creates the eraser of accounts, which also erases the bodies of their jobs and responses. */
export function openEraser(
  { data, objects }: Pick<AccountSettings, "data" | "objects">,
  {
    health,
    ...parts
  }: {
    accounts: Accounts;
    health: Health;
    meter: Meter;
    records: RecordsWithAdmin;
    now(): number;
  },
): Eraser {
  const storage = { data, objects, health };
  const bodies = { answers: openBodies("answers", storage), jobs: openBodies("jobs", storage) };
  return new Eraser({ ...parts, bodies });
}

/** Recurring work. Logs when it starts to fail and when it recovers. */
class Attempts {
  readonly #log: Log;
  readonly #sentence: string;
  #failing = false;

  constructor(log: Log, sentence: string) {
    this.#log = log;
    this.#sentence = sentence;
  }

  /** The current failure. The cause is only in the operator's log. */
  get fault(): string | undefined {
    return this.#failing ? this.#sentence : undefined;
  }

  async make(work: Promise<unknown>): Promise<void> {
    try {
      await work;
      if (this.#failing) this.#log.info(`Recovered: ${this.#sentence}`);
      this.#failing = false;
    } catch (cause) {
      if (!this.#failing) this.#log.error(this.#sentence, { cause });
      this.#failing = true;
    }
  }
}

/** Returns a function that caches its result for `ms` milliseconds. */
function cacheResult<Value>(ms: number, compute: () => Value): () => Value {
  let cached: { value: Value; until: number } | undefined;
  return () => {
    const time = performance.now();
    if (!cached || time >= cached.until) cached = { value: compute(), until: time + ms };
    return cached.value;
  };
}

/** Rolls up the usage before a day in batches, because the first run may have millions of entries. */
async function rollUpUsage(
  records: Records,
  { before, isWanted }: { before: number; isWanted: () => boolean },
): Promise<void> {
  while (isWanted()) {
    if ((await records.rollUpUsage(before, rolledAtOnce)) < rolledAtOnce) return;
    await Bun.sleep(rollPauseMs);
  }
}

/** Initialises recreated counters with today's units from the usage history. */
async function restoreToday(meter: Meter, records: Records, now: number): Promise<void> {
  await records.unitsOfDay(toDay(now), (counterId, units) => {
    meter.restore(meter.counters(counterId), now, units);
  });
}
