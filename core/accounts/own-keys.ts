import type { Static, TObject } from "@sinclair/typebox";
import { HubError } from "../contract/errors.ts";
import { parseBlock } from "../lib/ip-address.ts";
import { dayMs } from "../lib/rolling-window/meter.ts";
import { quoteValue } from "../platform/http/complaints.ts";
import { readEmail } from "../platform/mail/email-address.ts";
import type { Target } from "../platform/metrics/answers.ts";
import type { Account, KeyChange, KeyRecord, Records } from "../platform/store/records.ts";
import type {
  AccountView,
  changedKeyFields,
  IssuedView,
  KeyView,
  RevokedView,
} from "./account-fields.ts";
import type { Accounts, Holder } from "./accounts.ts";
import type { Call } from "./call.ts";
import { createSuspendedKeyError, findKeyFault } from "./credentials.ts";
import type { Eraser } from "./eraser.ts";
import type { Gate } from "./gate.ts";
import { isActive, listMadeKeys } from "./made-keys.ts";
import {
  buildRightsRecord,
  createExcessError,
  describeRight,
  findCallFault,
  findExcess,
  fullRights,
  getRights,
  isLimited,
  isUnrestricted,
  isWithin,
  type Rights,
} from "./rights.ts";
import { buildKeyView, isoDate } from "./view.ts";

/** The settings of a new or changed key. Omitted fields stay unchanged, and null removes a restriction. */
type KeyChanges = Static<TObject<typeof changedKeyFields>>;

/** A row of the usage history. */
interface UsageRow {
  /** The calendar day, UTC: `2026-01-31`. */
  day: string;
  /** Null in a monthly total. */
  key_id: string | null;
  service: string;
  route: string | null;
  /** `2xx`, `4xx` … */
  status: string;
  calls: number;
  units: number;
}

/** The quota alert settings of an account. */
interface NoticesView {
  webhook_url: string | null;
  webhook_secret: string;
  mail: boolean;
}

/** A change of the quota alert settings. */
interface QuotaAlertChanges {
  webhook_url: string | null;
  mail: boolean;
  new_secret: boolean;
}

/** A period of the usage history, in days since 1970. */
interface UsagePeriod {
  from: number;
  to: number;
  keyId?: string | undefined;
}

/** An endpoint that requires a key. */
interface ServedEndpoint extends Target {
  readonly method: string;
  /** The path as in the documentation. */
  readonly path: string;
}

/** The services and endpoints that a key can be restricted to. */
export interface ServedRoutes {
  services: readonly string[];
  endpoints: readonly ServedEndpoint[];
}

interface OwnKeysOptions {
  gate: Gate;
  accounts: Accounts;
  eraser: Pick<Eraser, "erase">;
  records: Records;
  /** Whether the hub can send mail to accounts, because their addresses are verified. */
  canMail: boolean;
  now(): number;
}

/** Self-service management of an account and its keys. */
export class OwnKeys {
  readonly #options: OwnKeysOptions;

  constructor(options: OwnKeysOptions) {
    this.#options = options;
  }

  /** Returns the key of the request with its remaining limits. */
  async show(call: Call): Promise<AccountView> {
    const { gate } = this.#options;
    return gate.view(await this.#secretHolder(call));
  }

  /** Returns the keys that the request's key can manage, newest first. */
  async list(call: Call): Promise<KeyView[]> {
    const { gate } = this.#options;
    const manager = await this.#manager(call);
    await gate.admitToAccounts(call, { isChange: false });
    const keys = await this.#listManageableKeys(manager);
    return keys.toReversed().map((key) => buildKeyView(key, gate.lastUsed(key.id)));
  }

  /** Creates another key within the rights of the request's key, which omitted fields are copied from. */
  async create(
    call: Call,
    { kind, ...changes }: KeyChanges & { kind: KeyRecord["kind"] },
    served: ServedRoutes,
  ): Promise<IssuedView> {
    const { accounts, gate, now } = this.#options;
    await this.#manager(call);
    await gate.admitToAccounts(call, { isChange: true });
    const { account, rights: own, key: maker } = await this.#currentManager(call);
    const time = now();
    const requested = applyChanges(inheritRights(own, kind), changes, { served, time });
    const { may_manage_keys: managesKeys = hasNoRestriction(requested) } = changes;
    const rights = { ...requested, managesKeys };
    checkRights(rights, served);
    checkWithin(own, rights);
    const record = buildRightsRecord({ ...rights, ...(await this.#counterFor(rights)) });
    const details = { name: changes.name ?? null, ...record, kind, madeBy: maker.id, now: time };
    const { key, holder } = await accounts.issueTo(account, details);
    return { api_key: key, ...(await gate.view(holder)) };
  }

  /** Updates the request's key or another key of its account, within the rights of the request's key. */
  async change(
    call: Call,
    { keyId, ...changes }: KeyChanges & { keyId?: string | undefined },
    served: ServedRoutes,
  ): Promise<KeyView> {
    const { accounts, records, gate, now } = this.#options;
    await this.#manager(call);
    await gate.admitToAccounts(call, { isChange: true });
    const manager = await this.#currentManager(call);
    const { id, counterId } = await this.#getKey(manager, keyId ?? manager.key.id);
    const made = listMadeKeys(await records.listKeys(manager.account.id), id);
    const isMaker = made.some((key) => key.id === manager.key.id);
    const limits = { perMinute: changes.per_minute ?? null, perDay: changes.per_day ?? null };
    const counter = await this.#counterFor({ ...limits, counterId });
    const time = now();
    const changed = await records.changeKey(id, (key) => {
      if (!isActive(key, time))
        throw new HubError(
          "not_found",
          "The API key has expired or was revoked: it cannot be changed",
        );
      checkIsKey(key, "changed");
      const before = getRights(key);
      const isOwn = key.id === manager.key.id;
      // Another request may have restricted or suspended the key since this one was admitted.
      const own = isOwn ? before : manager.rights;
      checkManager({ rights: own });
      if (isOwn && key.suspendedAt !== null) throw createSuspendedKeyError();
      checkReach(own, key);
      if (isOwn && changes.suspended)
        throw createFieldError(
          "body.suspended",
          "must not be true for the key that sends the request: it could not resume itself",
        );
      const { may_manage_keys: managesKeys = before.managesKeys } = changes;
      const requested = { ...applyChanges(before, changes, { served, time }), managesKeys };
      const rights = { ...requested, counterId: key.counterId ?? counter.counterId };
      checkRights(rights, served);
      checkWithin(own, rights);
      const { name = key.name, suspended: isSuspended = key.suspendedAt !== null } = changes;
      if (isSuspended !== (key.suspendedAt !== null))
        checkSuspension(manager, key, { isMaker, isSuspended });
      const suspendedAt = isSuspended ? (key.suspendedAt ?? time) : null;
      const suspendedBy = isSuspended ? (key.suspendedBy ?? manager.key.id) : null;
      return { name, ...buildRightsRecord(rights), suspendedAt, suspendedBy } satisfies KeyChange;
    });
    await accounts.refresh();
    return buildKeyView(changed, gate.lastUsed(changed.id));
  }

  /** Revokes the request's key or another key of its account, and optionally the keys that it created. */
  async revoke(
    call: Call,
    { keyId, cascade }: { keyId?: string; cascade: boolean },
  ): Promise<RevokedView> {
    const { accounts, gate, now } = this.#options;
    await (keyId === undefined ? this.#secretHolder(call) : this.#manager(call));
    await gate.admitToAccounts(call, { isChange: true });
    const holder =
      keyId === undefined ? await this.#secretHolder(call) : await this.#currentManager(call);
    const key = keyId === undefined ? holder.key : await this.#getKey(holder, keyId);
    const time = now();
    const { managesKeys } = holder.rights;
    const includes = (made: KeyRecord) =>
      cascade && managesKeys && isWithin(getRights(made), holder.rights);
    const others = await accounts.revoke(key, { now: time, includes });
    const revoked = { ...key, revokedAt: key.revokedAt ?? time };
    return { ...buildKeyView(revoked, gate.lastUsed(key.id)), ...others };
  }

  /** Replaces the request's key. The old key stays active for the grace period. */
  async rotate(
    call: Call,
    { graceMs }: { graceMs: number },
  ): Promise<IssuedView & { old_key_expires_at: string }> {
    const { accounts, gate, now } = this.#options;
    await this.#secretHolder(call);
    await gate.admitToAccounts(call, { isChange: true });
    const holder = await this.#current(call);
    checkIsKey(holder.key, "rotated");
    const time = now();
    const issued = await accounts.replace(holder, { graceMs, now: time });
    if (!issued)
      throw new HubError(
        "key_replaced",
        "The API key was already revoked or replaced: use its replacement",
      );
    const endsAt = Math.min(time + graceMs, holder.key.expiresAt ?? Number.POSITIVE_INFINITY);
    return {
      api_key: issued.key,
      ...(await gate.view(issued.holder)),
      old_key_expires_at: isoDate(endsAt),
    };
  }

  /** Returns the daily usage of the request's key and of the keys that it can manage. */
  async usage(call: Call, { from, to, keyId }: UsagePeriod): Promise<UsageRow[]> {
    const { gate, records } = this.#options;
    const holder = await this.#secretHolder(call);
    await gate.admitToAccounts(call, { isChange: false });
    const keys = holder.rights.managesKeys ? await this.#listManageableKeys(holder) : [holder.key];
    const ids = keys.map(({ id }) => id).filter((id) => keyId === undefined || id === keyId);
    if (ids.length === 0) throw noSuchKey(keyId, "query.key_id");
    const daily = await records.usage(ids, { from, to });
    const isWhole = keyId === undefined && isUnrestricted(holder.rights);
    const monthly = isWhole ? await records.monthlyUsage(holder.account.id, { from, to }) : [];
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

  /** Deletes the account of the request's key. The email address confirms the deletion. */
  async erase(call: Call, { email }: { email: string }): Promise<void> {
    const { eraser, gate } = this.#options;
    await this.#owner(call);
    await gate.admitToAccounts(call, { isChange: true });
    const { account } = checkOwner(await this.#current(call));
    if (readEmail(email).folded !== account.folded)
      throw createFieldError("body.email", "must be the email address of the account");
    // Omits the caller's IP address, so that no personal data remains.
    await eraser.erase(account, { actor: "owner", address: null });
  }

  /** Returns the quota alert settings. */
  async notices(call: Call): Promise<NoticesView> {
    return this.#buildNoticesView((await this.#owner(call)).account);
  }

  /** Updates the quota alert settings. A new secret replaces the old one immediately. */
  async setNotices(
    call: Call,
    { webhook_url: webhookUrl, mail, new_secret }: QuotaAlertChanges,
  ): Promise<NoticesView> {
    const { accounts, gate, records, canMail } = this.#options;
    await this.#owner(call);
    await gate.admitToAccounts(call, { isChange: true });
    const { account } = checkOwner(await this.#current(call));
    if (mail && !canMail)
      throw new HubError(
        "capability_unavailable",
        "body.mail must be false: this hub does not verify email addresses (HUB_SIGNUP=verify)",
        { at: "body.mail" },
      );
    const { webhookSecret: before } = account;
    const webhookSecret = new_secret ? makeSecret() : before;
    const settings = { webhookUrl, webhookSecret, mailNotices: mail ? 1 : 0 };
    await records.setNotices(account.id, settings);
    await accounts.refresh();
    return this.#buildNoticesView({ ...account, ...settings });
  }

  #buildNoticesView(account: Account): NoticesView {
    return {
      webhook_url: account.webhookUrl,
      webhook_secret: this.#options.accounts.getWebhookSecret(account),
      mail: account.mailNotices === 1,
    };
  }

  /** Signs a path, so that anyone with the URL can call it on behalf of the account. */
  async sign(
    call: Call,
    { path, seconds }: { path: string; seconds: number },
    findGets: (pathname: string) => readonly Target[],
  ): Promise<{ path: string; expires_at: string }> {
    const { accounts, gate, now } = this.#options;
    const holder = await this.#secretHolder(call);
    await gate.admitToAccounts(call, { isChange: false });
    const { rights, key } = holder;
    const endsAt = Math.min(now() + seconds * 1000, key.expiresAt ?? Number.POSITIVE_INFINITY);
    const expiresAt = Math.floor(endsAt / 1000) * 1000;
    const plain = readPath(path, (pathname) => {
      const targets = findGets(pathname);
      const faults = targets.map((target) => findCallFault(rights, target));
      const [fault] = faults;
      if (fault !== undefined && !faults.includes(undefined))
        throw new HubError(
          "key_restricted",
          `body.path must be an endpoint that the API key can call: it is ${quoteValue(pathname)}, and the key ${fault}`,
          { at: "body.path" },
        );
      return targets.length > 0;
    });
    return { path: accounts.sign(holder, plain, expiresAt), expires_at: isoDate(expiresAt) };
  }

  /** Returns the holder of the request's key. Throws if the key is publishable. */
  async #secretHolder(call: Call): Promise<Holder> {
    const holder = await this.#options.gate.getHolder(call);
    if (holder.rights.kind === "secret") return holder;
    throw new HubError("key_restricted", "A publishable API key cannot read or change its account");
  }

  /** Returns the holder of the request's key. Throws if it can't manage keys. */
  async #manager(call: Call): Promise<Holder> {
    return checkManager(await this.#secretHolder(call));
  }

  /** Returns the holder of the request's key. Throws if the key is restricted. */
  async #owner(call: Call): Promise<Holder> {
    return checkOwner(await this.#secretHolder(call));
  }

  /** Reloads the holder, because another process may have changed the key within the last second. */
  async #current(call: Call): Promise<Holder> {
    const { accounts, now } = this.#options;
    const { key } = await this.#secretHolder(call);
    await accounts.refresh("others");
    const holder = await accounts.findById(key.id);
    if (!holder) throw noSuchKey(key.id);
    const fault = findKeyFault(holder, now());
    if (fault) throw fault;
    return holder;
  }

  async #currentManager(call: Call): Promise<Holder> {
    return checkManager(await this.#current(call));
  }

  /** Returns the keys of an account that one of its keys can manage. */
  async #listManageableKeys({ account, rights }: Holder): Promise<KeyRecord[]> {
    const keys = await this.#options.records.listKeys(account.id);
    return keys.filter((key) => isWithin(getRights(key), rights));
  }

  async #getKey({ account, rights }: Holder, id: string): Promise<KeyRecord> {
    const key = (await this.#options.records.listKeys(account.id)).find((key) => key.id === id);
    if (!key) throw noSuchKey(id, "path.key_id");
    checkReach(rights, key);
    return key;
  }

  /** Returns the counter of a key with its own limits. It survives their removal: ids aren't reused. */
  async #counterFor(
    rights: Pick<Rights, "perMinute" | "perDay" | "counterId">,
  ): Promise<Pick<Rights, "counterId">> {
    if (rights.counterId !== null || !isLimited(rights)) return { counterId: rights.counterId };
    return { counterId: await this.#options.records.addCounter() };
  }
}

/** Throws for a session, which can only be ended. */
function checkIsKey({ kind }: KeyRecord, verb: string): void {
  if (kind === "session")
    throw new HubError("key_restricted", `A session cannot be ${verb}: it can only be revoked`);
}

function checkManager<Manager extends Pick<Holder, "rights">>(holder: Manager): Manager {
  if (holder.rights.managesKeys) return holder;
  throw new HubError(
    "key_restricted",
    'The API key cannot manage keys: its "may_manage_keys" is false',
  );
}

/** Throws if a key cannot suspend or resume another one. `isMaker`: the other one created it. */
function checkSuspension(
  { key: own, rights }: Pick<Holder, "key" | "rights">,
  { id, suspendedBy }: KeyRecord,
  { isMaker, isSuspended }: { isMaker: boolean; isSuspended: boolean },
): void {
  const isMain = own.madeBy === null && isUnrestricted(rights);
  const mayResume = isMain || suspendedBy === null || suspendedBy === own.id;
  if (!isMaker && (isSuspended || mayResume)) return;
  const verb = isSuspended ? "suspend" : "resume";
  throw new HubError(
    "rights_exceeded",
    isMaker
      ? `The API key cannot ${verb} the key ${JSON.stringify(id)}, which created it`
      : `The API key cannot resume the key ${JSON.stringify(id)}: only the key ${JSON.stringify(suspendedBy)} that suspended it, or an unrestricted key that no other key created, can`,
    { at: "body.suspended" },
  );
}

function checkOwner(holder: Holder): Holder {
  const excess = findExcess(fullRights, holder.rights);
  if (!excess) return holder;
  throw new HubError(
    "key_restricted",
    `Only an unrestricted API key can delete the account or manage its quota alerts: ${describeRight(excess, holder.rights)}`,
  );
}

/** Throws if a key has more rights than the key that manages it. */
function checkReach(own: Rights, key: KeyRecord): void {
  const excess = findExcess(getRights(key), own);
  if (excess)
    throw new HubError(
      "rights_exceeded",
      `The API key cannot manage the key ${JSON.stringify(key.id)}, which has more rights: ${describeRight(excess, own)}`,
      { at: "path.key_id" },
    );
}

/** Throws if rights exceed those of the key that grants them. */
function checkWithin(own: Rights, rights: Rights): void {
  const excess = findExcess(rights, own);
  if (excess) throw createExcessError(excess, own);
}

/** Returns the default rights of a new key, copied from its issuer. */
function inheritRights(own: Rights, kind: KeyRecord["kind"]): Rights {
  const counterId = isLimited(own) ? own.counterId : null;
  const lists = kind === "publishable" && { services: null, routes: null, methods: ["GET"] };
  return { ...own, kind, counterId, managesKeys: false, ...lists };
}

/** Checks whether a key has no restrictions. Such a key manages keys by default. */
function hasNoRestriction(rights: Rights): boolean {
  return isUnrestricted({ ...rights, managesKeys: true });
}

/** Returns the rights after a change. The services of a publishable key follow from its routes. */
function applyChanges(
  before: Rights,
  { expires_in: seconds, per_minute, per_day, ...lists }: KeyChanges,
  { served, time }: { served: ServedRoutes; time: number },
): Rights {
  const isPublishable = before.kind === "publishable";
  const own = isPublishable ? (["services", "methods"] as const) : (["referrers"] as const);
  const odd = own.find((name) => lists[name]);
  if (odd)
    throw createFieldError(
      `body.${odd}`,
      `must be omitted for a ${before.kind} key: it is ${quoteValue(lists[odd])}. ${isPublishable ? "Use routes instead" : "Only publishable keys have referrers"}`,
    );
  const routes = changed(before.routes, lists.routes);
  const expiresAt = seconds === undefined ? before.expiresAt : seconds && time + seconds * 1000;
  return {
    ...before,
    services:
      isPublishable && routes
        ? findServices(routes, served)
        : changed(before.services, lists.services),
    routes,
    methods: changed(before.methods, lists.methods),
    addresses: changed(before.addresses, lists.addresses),
    referrers: changed(before.referrers, lists.referrers),
    perMinute: changed(before.perMinute, per_minute),
    perDay: changed(before.perDay, per_day),
    expiresAt,
  };
}

function changed<Value>(before: Value, change: Value | undefined): Value {
  return change === undefined ? before : change;
}

function findServices(routes: readonly string[], { endpoints }: ServedRoutes): string[] {
  const named = endpoints.filter(({ path }) => routes.includes(path));
  return [...new Set(named.map(({ service }) => service))];
}

function makeSecret(): string {
  return `whsec_${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64")}`;
}

function noSuchKey(id = "", at?: string): HubError {
  return new HubError(
    "not_found",
    `Unknown key ${JSON.stringify(id)}: GET /api-key/keys lists the keys of the account`,
    at === undefined ? {} : { at },
  );
}

/** Throws if no request could satisfy these rights, or if they don't apply to the kind of key. */
function checkRights(rights: Rights, served: ServedRoutes): void {
  const { kind, services, addresses, routes, referrers } = rights;
  const isPublishable = kind === "publishable";
  checkList("services", services, {
    isValid: (name) => served.services.includes(name),
    allowed: `one of ${served.services.join(", ")}`,
  });
  checkList("addresses", addresses, {
    isValid: (text) => parseBlock(text) !== undefined,
    allowed: "an IP address or a network such as 192.0.2.0/24",
  });
  const paths = served.endpoints.filter(({ method }) => !isPublishable || method === "GET");
  checkList("routes", routes, {
    isValid: (route) => paths.some(({ path }) => path === route),
    allowed: `the path of ${isPublishable ? "a GET" : "an"} endpoint, as in the documentation`,
  });
  checkList("referrers", referrers, {
    isValid: isHostPattern,
    allowed: "a host name such as example.com or *.example.com",
  });
  if (isPublishable && !routes?.length)
    throw createFieldError(
      "body.routes",
      "must list the GET endpoints that the publishable key can call",
    );
  if (isPublishable && rights.managesKeys)
    throw createFieldError("body.may_manage_keys", "must be false for a publishable key");
}

function checkList(
  name: string,
  given: readonly string[] | null,
  { isValid, allowed }: { isValid(text: string): boolean; allowed: string },
): void {
  const index = given?.findIndex((text) => !isValid(text)) ?? -1;
  if (given && index >= 0)
    throw createFieldError(
      `body.${name}.${index}`,
      `must be ${allowed}: it is ${quoteValue(given[index])}`,
    );
}

function isHostPattern(text: string): boolean {
  const host = text.startsWith("*.") ? text.slice(2) : text;
  return URL.parse(`https://${host}/`)?.hostname === host;
}

function createFieldError(at: string, what: string): HubError {
  return new HubError("invalid_input", `${at} ${what}`, { at });
}

/** Parses the path and query to sign. Throws unless it is an endpoint that requires a key, without a key in it. */
function readPath(given: string, isServed: (pathname: string) => boolean): string {
  const at = "body.path";
  const base = "http://hub.invalid";
  const url = given.startsWith("/") ? URL.parse(given, base) : null;
  if (url?.origin !== base || url.hash !== "")
    throw createFieldError(
      at,
      `must be a path of this hub with an optional query: it is ${quoteValue(given)}`,
    );
  const names = [...url.searchParams.keys()];
  const own = names.find((name) => name === "api_key" || name.startsWith("hub_"));
  if (own !== undefined)
    throw createFieldError(at, `must not contain the parameter ${quoteValue(own)}`);
  if (!isServed(url.pathname))
    throw createFieldError(
      at,
      `must be a GET endpoint that requires a key: it is ${quoteValue(url.pathname)}`,
    );
  return url.pathname + url.search;
}
