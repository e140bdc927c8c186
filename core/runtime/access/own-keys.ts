import type { Static, TObject } from "@sinclair/typebox";
import { HubError } from "../../contract/errors.ts";
import { parseBlock } from "../../lib/ip-address.ts";
import type { Call } from "../http/call.ts";
import type { Account, KeyRecord, KeyRestrictions, Records } from "../store/records.ts";
import type { AccountView, changedKeyFields, IssuedView, KeyView } from "./account-fields.ts";
import type { Accounts, Holder } from "./accounts.ts";
import type { Gate } from "./gate.ts";
import { dayMs } from "./meter.ts";
import { accountService, mayManage } from "./restrictions.ts";
import { isoDate, keyViewOf } from "./view.ts";

/** What whoever makes or changes a key says of it. What is left out stays; null: it goes. */
export type KeyWish = Static<TObject<typeof changedKeyFields>>;

/** Calls that were answered alike on a day, as their account is told. */
export interface UsageRow {
  /** The calendar day, UTC: `2026-01-31`. */
  day: string;
  /** Nothing in a sum of a month. */
  key_id: string | null;
  service: string;
  route: string | null;
  /** `2xx`, `4xx` … */
  status: string;
  calls: number;
  units: number;
}

/** How an account is told of what happens to it. */
export interface NoticesView {
  webhook_url: string | null;
  webhook_secret: string;
  mail: boolean;
}

/** How it is to be. */
export interface NoticesWish {
  webhook_url: string | null;
  mail: boolean;
  new_secret: boolean;
}

/** Which part of the usage history. The days are days since 1970. */
export interface UsagePeriod {
  from: number;
  to: number;
  keyId?: string | undefined;
}

/** What a hub serves, as far as keys can be for it. */
export interface ServedRoutes {
  services: readonly string[];
  /** The paths of the GETs that want a key, as the documentation has them. */
  gets: ReadonlySet<string>;
}

interface OwnKeysOptions {
  gate: Gate;
  accounts: Accounts;
  records: Records;
  /** Whether mail may go to accounts, whose addresses are then proved. */
  canMail: boolean;
  now(): number;
}

/** What the holders of keys may do with their own, and with those of their account. */
export class OwnKeys {
  readonly #options: OwnKeysOptions;

  constructor(options: OwnKeysOptions) {
    this.#options = options;
  }

  /** The key of a request, and what is left of its limits. */
  async show(call: Call): Promise<AccountView> {
    const { gate } = this.#options;
    return gate.view(await this.#secretHolder(call));
  }

  /** The keys of the account, the newest first. */
  async list(call: Call): Promise<KeyView[]> {
    const { records, gate } = this.#options;
    const { account } = await this.#manager(call);
    await gate.admitToAccounts(call, { isChange: false });
    const keys = await records.keysOf(account.id);
    return keys.toReversed().map((key) => keyViewOf(key, gate.lastUsed(key.id)));
  }

  /** Issues one more key of the account. */
  async create(
    call: Call,
    { kind, ...wish }: KeyWish & { kind: KeyRecord["kind"] },
    served: ServedRoutes,
  ): Promise<IssuedView> {
    const { accounts, gate, now } = this.#options;
    const { account } = await this.#manager(call);
    await gate.admitToAccounts(call, { isChange: true });
    const time = now();
    const details = await this.#apply(blankKey(kind), wish, { served, time });
    const { key, holder } = await accounts.issueTo(account, { ...details, kind, now: time });
    return { api_key: key, ...(await gate.view(holder)) };
  }

  /** Changes a key: that of the request, or another one of its account. */
  async change(
    call: Call,
    { keyId, ...wish }: KeyWish & { keyId?: string | undefined },
    served: ServedRoutes,
  ): Promise<KeyView> {
    const { accounts, records, gate, now } = this.#options;
    const { key: own } = await this.#manager(call);
    await gate.admitToAccounts(call, { isChange: true });
    const key = await this.#keyOf(call, keyId ?? own.id);
    if (!isWorking(key, now()))
      throw new HubError("not_found", "The key has ended, and cannot be changed any more");
    const changed = { ...key, ...(await this.#apply(key, wish, { served, time: now() })) };
    await records.changeKey(key.id, changed);
    await accounts.refresh();
    return keyViewOf(changed, gate.lastUsed(key.id));
  }

  /** Ends a key at once: that of the request, or another one of its account. */
  async revoke(call: Call, keyId?: string): Promise<KeyView> {
    const { accounts, records, gate, now } = this.#options;
    const key =
      keyId === undefined ? (await this.#secretHolder(call)).key : await this.#keyOf(call, keyId);
    await gate.admitToAccounts(call, { isChange: true });
    const revokedAt = key.revokedAt ?? now();
    await records.revokeKey(key.id, revokedAt);
    await accounts.refresh();
    return keyViewOf({ ...key, revokedAt }, gate.lastUsed(key.id));
  }

  /** Issues a key in place of the request's own, which works on for as long as is asked for. */
  async rotate(
    call: Call,
    { graceMs }: { graceMs: number },
  ): Promise<IssuedView & { old_key_expires_at: string }> {
    const { accounts, gate, now } = this.#options;
    const holder = await this.#secretHolder(call);
    await gate.admitToAccounts(call, { isChange: true });
    const time = now();
    const issued = await accounts.replace(holder, { graceMs, now: time });
    if (!issued)
      throw new HubError(
        "key_replaced",
        "The API key was revoked or replaced: the key that was issued in its place goes on",
      );
    const endsAt = Math.min(time + graceMs, holder.key.expiresAt ?? Number.POSITIVE_INFINITY);
    return {
      api_key: issued.key,
      ...(await gate.view(issued.holder)),
      old_key_expires_at: isoDate(endsAt),
    };
  }

  /** What was called, by day: by all keys of the account where the request's may manage them. */
  async usage(call: Call, { from, to, keyId }: UsagePeriod): Promise<UsageRow[]> {
    const { gate, records } = this.#options;
    const { account, key } = await this.#secretHolder(call);
    await gate.admitToAccounts(call, { isChange: false });
    const keys = mayManage(key) ? await records.keysOf(account.id) : [key];
    const ids = keys.map(({ id }) => id).filter((id) => keyId === undefined || id === keyId);
    if (ids.length === 0) throw noSuchKey(keyId);
    const daily = await records.usage(ids, { from, to });
    const isWhole = keyId === undefined && mayManage(key);
    const monthly = isWhole ? await records.monthlyUsage(account.id, { from, to }) : [];
    return [...daily, ...monthly.map((sum) => ({ ...sum, keyId: null, route: null }))]
      .map(({ day, keyId, service, route, statusClass, count, units }) => ({
        day: isoDate(day * dayMs).slice(0, 10),
        key_id: keyId,
        service,
        route,
        status: statusClass,
        calls: count,
        units,
      }))
      .toSorted(
        (a, b) =>
          b.day.localeCompare(a.day) ||
          b.calls - a.calls ||
          (a.route ?? "").localeCompare(b.route ?? ""),
      );
  }

  /** How the account is told of what happens to it. */
  async notices(call: Call): Promise<NoticesView> {
    return this.#noticesOf((await this.#manager(call)).account);
  }

  /** Changes that. What has a new secret is signed by that alone from now on. */
  async setNotices(
    call: Call,
    { webhook_url: webhookUrl, mail, new_secret }: NoticesWish,
  ): Promise<NoticesView> {
    const { accounts, gate, records, canMail } = this.#options;
    const { account } = await this.#manager(call);
    await gate.admitToAccounts(call, { isChange: true });
    if (mail && !canMail)
      throw new HubError(
        "capability_unavailable",
        "This hub sends mail to no address that it has not proved: HUB_SIGNUP must be verify for that",
      );
    const { webhookSecret: before } = account;
    const webhookSecret = new_secret ? makeSecret() : before;
    const settings = { webhookUrl, webhookSecret, mailNotices: mail ? 1 : 0 };
    await records.setNotices(account.id, settings);
    await accounts.refresh();
    return this.#noticesOf({ ...account, ...settings });
  }

  #noticesOf(account: Account): NoticesView {
    return {
      webhook_url: account.webhookUrl,
      webhook_secret: this.#options.accounts.webhookSecretOf(account),
      mail: account.mailNotices === 1,
    };
  }

  /** Signs a path, so that whoever has the address may fetch it for the account. */
  async sign(
    call: Call,
    { path, seconds }: { path: string; seconds: number },
    isServed: (pathname: string) => boolean,
  ): Promise<{ path: string; expires_at: string }> {
    const { accounts, gate, now } = this.#options;
    const holder = await this.#secretHolder(call);
    await gate.admitToAccounts(call, { isChange: false });
    const expiresAt = Math.floor(now() / 1000 + seconds) * 1000;
    const plain = readPath(path, isServed);
    return { path: accounts.sign(holder, plain, expiresAt), expires_at: isoDate(expiresAt) };
  }

  /** The holder of the request's key, which is secret. */
  async #secretHolder(call: Call): Promise<Holder> {
    const holder = await this.#options.gate.holderOf(call);
    if (holder.key.kind === "secret") return holder;
    throw new HubError(
      "key_restricted",
      "The API key is publishable, and says nothing of its account",
    );
  }

  async #manager(call: Call): Promise<Holder> {
    const holder = await this.#secretHolder(call);
    if (mayManage(holder.key)) return holder;
    throw new HubError(
      "key_restricted",
      `The API key may not manage the keys of its account: its services do not include "${accountService}"`,
    );
  }

  async #keyOf(call: Call, id: string): Promise<KeyRecord> {
    const { account } = await this.#manager(call);
    const key = (await this.#options.records.keysOf(account.id)).find((key) => key.id === id);
    if (!key) throw noSuchKey(id);
    return key;
  }

  /** A key as it is to be, with a counter of its own where it has limits of its own. */
  async #apply(
    key: Pick<KeyRecord, "kind" | "name" | "restrictions" | "expiresAt" | "counterId">,
    wish: KeyWish,
    { served, time }: { served: ServedRoutes; time: number },
  ): Promise<Pick<KeyRecord, "name" | "restrictions" | "expiresAt" | "counterId">> {
    const { name = key.name, expires_in, per_minute, per_day, ...lists } = wish;
    const before = key.restrictions;
    const restrictions: KeyRestrictions = {
      services: changed(before.services, lists.services),
      addresses: changed(before.addresses, lists.addresses),
      routes: changed(before.routes, lists.routes),
      referrers: changed(before.referrers, lists.referrers),
      perMinute: changed(before.perMinute, per_minute),
      perDay: changed(before.perDay, per_day),
    };
    checkRestrictions(key.kind, restrictions, served);
    const { perMinute, perDay } = restrictions;
    const isLimited = perMinute !== undefined || perDay !== undefined;
    return {
      name,
      restrictions: withoutGaps(restrictions),
      expiresAt: expires_in === undefined ? key.expiresAt : expires_in && time + expires_in * 1000,
      // Kept where the limits go: numbers are not given twice.
      counterId: key.counterId ?? (isLimited ? await this.#options.records.addCounter() : null),
    };
  }
}

function makeSecret(): string {
  return `whsec_${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64")}`;
}

function blankKey(kind: KeyRecord["kind"]) {
  return { kind, name: null, restrictions: {}, expiresAt: null, counterId: null };
}

function changed<Value>(before: Value | undefined, wish: Value | null | undefined) {
  return wish === undefined ? before : (wish ?? undefined);
}

function withoutGaps(restrictions: KeyRestrictions): KeyRestrictions {
  return Object.fromEntries(
    Object.entries(restrictions).filter(([, value]) => value !== undefined),
  );
}

function isWorking({ revokedAt, expiresAt }: KeyRecord, now: number): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > now);
}

function noSuchKey(id = ""): HubError {
  return new HubError("not_found", `The account has no key ${JSON.stringify(id)}`);
}

/** Throws where a key could never be used as it is restricted, or restricts what it is not asked for. */
function checkRestrictions(
  kind: KeyRecord["kind"],
  { services, addresses, routes, referrers }: KeyRestrictions,
  { services: known, gets }: ServedRoutes,
): void {
  const unknown = services?.findIndex((name) => name !== accountService && !known.includes(name));
  if (services && unknown !== undefined && unknown >= 0)
    throw wrong(
      `body.services.${unknown}`,
      `must be "${accountService}" or one of ${known.join(", ")}: it is ${JSON.stringify(services[unknown])}`,
    );
  const odd = addresses?.findIndex((text) => !parseBlock(text)) ?? -1;
  if (addresses && odd >= 0)
    throw wrong(
      `body.addresses.${odd}`,
      `must be an IP address or a network such as 192.0.2.0/24: it is ${JSON.stringify(addresses[odd])}`,
    );
  const lost = routes?.findIndex((path) => !gets.has(path)) ?? -1;
  if (routes && lost >= 0)
    throw wrong(
      `body.routes.${lost}`,
      `must be the path of a GET endpoint, as the documentation has it: it is ${JSON.stringify(routes[lost])}`,
    );
  const nowhere = referrers?.findIndex((host) => !isHostPattern(host)) ?? -1;
  if (referrers && nowhere >= 0)
    throw wrong(
      `body.referrers.${nowhere}`,
      `must be a host name such as example.com or *.example.com: it is ${JSON.stringify(referrers[nowhere])}`,
    );
  if (kind === "publishable" && !routes?.length)
    throw wrong("body.routes", "must name the GETs that a publishable key is for");
  if (kind === "publishable" && services)
    throw wrong(
      "body.services",
      "is for secret keys: what a publishable one is for stands in routes",
    );
  if (kind === "secret" && (routes || referrers))
    throw wrong(`body.${routes ? "routes" : "referrers"}`, "is for publishable keys");
}

function isHostPattern(text: string): boolean {
  const host = text.startsWith("*.") ? text.slice(2) : text;
  return URL.parse(`https://${host}/`)?.hostname === host;
}

function wrong(at: string, what: string): HubError {
  return new HubError("invalid_input", `${at} ${what}`, { at });
}

/** The path and query to sign: of an endpoint that wants a key, and with none in it. */
function readPath(given: string, isServed: (pathname: string) => boolean): string {
  const at = "body.path";
  const base = "http://hub.invalid";
  const url = given.startsWith("/") ? URL.parse(given, base) : null;
  if (url?.origin !== base || url.hash !== "")
    throw wrong(at, `must be a path of this hub, with its query: it is ${JSON.stringify(given)}`);
  const names = [...url.searchParams.keys()];
  const own = names.find((name) => name === "api_key" || name.startsWith("hub_"));
  if (own !== undefined) throw wrong(at, `must not have the parameter ${JSON.stringify(own)}`);
  if (!isServed(url.pathname))
    throw wrong(
      at,
      `must be that of a GET endpoint that wants a key: it is ${JSON.stringify(url.pathname)}`,
    );
  return url.pathname + url.search;
}
