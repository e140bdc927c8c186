import type { KeyView, RevokedView } from "../../accounts/account-fields.ts";
import type { Accounts } from "../../accounts/accounts.ts";
import type { Call } from "../../accounts/call.ts";
import type { Eraser } from "../../accounts/eraser.ts";
import type { Gate } from "../../accounts/gate.ts";
import { isActive } from "../../accounts/made-keys.ts";
import type { Passkeys } from "../../accounts/passkeys.ts";
import type { Tier } from "../../accounts/tiers.ts";
import { buildKeyView, isoDate, toJsonLimit } from "../../accounts/view.ts";
import { HubError } from "../../contract/errors.ts";
import type { Meter } from "../../lib/rolling-window/meter.ts";
import { readEmail } from "../../platform/mail/email-address.ts";
import type {
  AccountChange,
  AccountFilter,
  KeyFilter,
  RecordsWithAdmin,
  UsagePart,
} from "../../platform/store/admin-records.ts";
import type { Account, KeyRecord } from "../../platform/store/records.ts";
import type { AuditLog, Operator } from "./audit-log.ts";

const dayMs = 86_400_000;

interface AdminAccountsOptions {
  accounts: Accounts;
  audit: AuditLog;
  eraser: Pick<Eraser, "erase">;
  gate: Gate;
  meter: Meter;
  passkeys: Pick<Passkeys, "remove">;
  records: RecordsWithAdmin;
  now(): number;
  getOperator(call: Call): Operator;
}

/** Changes to an account. Omitted fields stay unchanged; null resets a limit to the tier's. */
interface AccountChanges {
  tier?: string | undefined;
  per_minute?: number | null | undefined;
  per_day?: number | null | undefined;
  suspended?: boolean | undefined;
}

/** Options of a key that an operator issues. */
interface KeyRequest {
  email: string;
  name?: string | undefined;
  tier?: string | undefined;
  expires_in?: number | undefined;
}

/** The operator's actions on accounts and keys. */
export class AdminAccounts {
  readonly #options: AdminAccountsOptions;

  constructor(options: AdminAccountsOptions) {
    this.#options = options;
  }

  /** Lists the matching accounts in order of their ids. */
  async list(filter: Omit<AccountFilter, "now">) {
    const { records, now } = this.#options;
    const found = await records.admin.accounts({ ...filter, now: now() });
    return found.map(({ workingKeys, lastUsedAt, ...account }) => ({
      ...this.#buildSummary(account),
      working_keys: workingKeys,
      last_used_at: lastUsedAt === null ? null : isoDate(lastUsedAt),
    }));
  }

  /** Lists active keys by their last use. */
  async listKeys(filter: Omit<KeyFilter, "now">) {
    const { records, now } = this.#options;
    const found = await records.admin.keys({ ...filter, now: now() });
    return found.map(({ id, accountId, prefix, name, madeBy, createdAt, lastUsedAt }) => ({
      ...{ key_id: id, account_id: accountId, prefix, name, made_by: madeBy },
      created_at: isoDate(createdAt),
      last_used_at: lastUsedAt === null ? null : isoDate(lastUsedAt),
    }));
  }

  /** Lists the accounts with the most calls today. */
  async listBusiest(limit: number) {
    const { now } = this.#options;
    const today = Math.floor(now() / dayMs);
    const totals = await this.usage({ from: today, to: today, by: ["account"] });
    const found = totals.slice(0, limit).map(async ({ account_id: id, calls }) => {
      const [account] = await this.list({ text: String(id), after: 0, limit: 1 });
      return account ? [{ ...account, calls_today: calls }] : [];
    });
    return (await Promise.all(found)).flat();
  }

  /** Returns an account with its limits and keys, newest key first. Throws `not_found`. */
  async show(id: number) {
    const { meter, now, records } = this.#options;
    const account = await this.#getAccount(id);
    const tier = this.#options.accounts.resolveTier(account);
    const counters = meter.counters(account.counterId ?? id);
    const { usedToday, minute } = meter.measure(counters, tier, now());
    const keys = await records.listKeys(id);
    return {
      ...this.#buildSummary(account),
      limits: {
        per_minute: toJsonLimit(tier.perMinute),
        per_day: toJsonLimit(tier.perDay),
        per_day_is_soft: tier.soft,
      },
      used_today: usedToday,
      left_this_minute: toJsonLimit(minute.remaining),
      keys: keys.toReversed().map((key) => this.#keyView(key)),
    };
  }

  /** Changes the tier of an account and its own limits, suspends it or resumes it. */
  async change(call: Call, { id, ...changes }: AccountChanges & { id: number }) {
    const { audit, records, accounts, now } = this.#options;
    const account = await this.#getAccount(id);
    const {
      tier = account.tier,
      per_minute: perMinute = account.perMinute,
      per_day: perDay = account.perDay,
      suspended: isSuspended = account.suspendedAt !== null,
    } = changes;
    const suspendedAt = isSuspended ? (account.suspendedAt ?? now()) : null;
    this.#checkTier(tier);
    const act = {
      action: "account.change",
      subject: formatAuditSubject(account),
      before: toAuditLimits(account),
      after: toAuditLimits({ tier, perMinute, perDay, suspendedAt }),
    };
    await audit.act(this.#operator(call), act, async () => {
      await records.admin.changeAccount(id, { tier, perMinute, perDay, suspendedAt });
      await accounts.refresh();
    });
    return this.show(id);
  }

  /** Resets the usage counters of an account. */
  async resetCounters(call: Call, id: number) {
    const { accounts, audit, records } = this.#options;
    const { used_today } = await this.show(id);
    const act = {
      action: "account.reset_counters",
      subject: formatAuditSubject({ id }),
      before: { used_today },
    };
    await audit.act(this.#operator(call), act, async () => {
      await records.admin.resetCounters(id);
      await accounts.refresh();
    });
    return this.show(id);
  }

  /** Issues a key to an email address. Creates the account if needed. */
  async issue(call: Call, { email, tier, name, expires_in: seconds }: KeyRequest) {
    const { accounts, audit, gate, now, records } = this.#options;
    if (tier !== undefined) this.#checkTier(tier);
    const address = readEmail(email);
    const known = await records.findAccountByEmail(address);
    if (known && tier !== undefined && tier !== known.tier)
      throw new HubError(
        "email_taken",
        `The address already has an account in the tier "${known.tier}": use PATCH to change the tier`,
        { at: "body.tier" },
      );
    const time = now();
    const expiresAt = seconds === undefined ? null : time + seconds * 1000;
    const { key, holder } = await accounts.issue(email, { tier, name, expiresAt, now: time });
    const { account, key: record } = holder;
    try {
      await audit.recordAction(this.#operator(call), {
        action: "key.issue",
        subject: formatAuditSubject(account),
        after: { ...keyFacts(record), tier: account.tier },
      });
    } catch (cause) {
      // Every issued key must be in the audit log.
      await records.revokeKey(record.id, time);
      throw cause;
    }
    return { api_key: key, ...(await gate.view(holder)), account_id: account.id };
  }

  /** Revokes a key immediately, and optionally the keys that it created. */
  async revoke(
    call: Call,
    { keyId, cascade }: { keyId: string; cascade: boolean },
  ): Promise<RevokedView> {
    const { accounts, audit, now } = this.#options;
    await accounts.refresh();
    const holder = await accounts.findById(keyId);
    if (!holder) throw new HubError("not_found", `There is no key ${JSON.stringify(keyId)}`);
    const { key, account } = holder;
    const time = now();
    const revoked = { ...key, revokedAt: key.revokedAt ?? time };
    const act = {
      action: "key.revoke",
      subject: formatAuditSubject(account),
      before: keyFacts(key),
      after: { ...keyFacts(revoked), ...(cascade && { cascade }) },
    };
    const others = await audit.act(this.#operator(call), act, () =>
      accounts.revoke(key, { now: time, includes: () => cascade }),
    );
    return { ...this.#keyView(revoked), ...others };
  }

  /** Revokes all keys and sessions of an account and removes its passkeys. Returns the number of keys and sessions. */
  async revokeAll(call: Call, id: number): Promise<number> {
    const { accounts, audit, passkeys, records, now } = this.#options;
    const account = await this.#getAccount(id);
    const time = now();
    const working = (await records.listKeys(id)).filter((key) => isActive(key, time));
    const act = {
      action: "account.revoke_keys",
      subject: formatAuditSubject(account),
      before: { working_keys: working.map((key) => key.id) },
      after: { working_keys: [] },
    };
    return audit.act(this.#operator(call), act, async () => {
      const count = await records.admin.revokeAccountKeys(id, time);
      await passkeys.remove(id);
      await accounts.refresh();
      return count;
    });
  }

  /** Deletes an account with all its data. */
  async erase(call: Call, id: number): Promise<void> {
    const { name: actor, address } = this.#operator(call);
    await this.#options.eraser.erase(await this.#getAccount(id), { actor, address });
  }

  /** Returns the usage of all accounts or of one. */
  async usage({
    accountId,
    by,
    ...days
  }: {
    from: number;
    to: number;
    by: readonly UsagePart[];
    accountId?: number | undefined;
  }) {
    const { records } = this.#options;
    if (accountId !== undefined) await this.#getAccount(accountId);
    const totals = await records.admin.usageTotals(days, { by, accountId });
    return totals.map(({ accountId, day, service, route, statusClass, count, units }) => ({
      ...(accountId !== null && { account_id: accountId }),
      day: day === null ? null : isoDate(day * dayMs).slice(0, 10),
      service,
      route,
      status: statusClass,
      calls: count,
      units,
    }));
  }

  /** Lists the tiers. */
  tiers() {
    return this.#tiers.map(({ name, isPaid, perMinute, perDay, soft, price, description }) => ({
      name,
      paid: isPaid,
      per_minute: toJsonLimit(perMinute),
      per_day: toJsonLimit(perDay),
      per_day_is_soft: soft,
      price: price ?? null,
      description: description ?? null,
    }));
  }

  get #tiers(): readonly Tier[] {
    return this.#options.accounts.tiers;
  }

  #operator(call: Call): Operator {
    return this.#options.getOperator(call);
  }

  async #getAccount(id: number): Promise<Account> {
    const account = await this.#options.records.account(id);
    if (!account) throw new HubError("not_found", `There is no account ${id}`);
    return account;
  }

  #checkTier(name: string): void {
    const names = this.#tiers.map((tier) => tier.name);
    if (!names.includes(name))
      throw new HubError(
        "invalid_input",
        `body.tier must be ${names.join(", ")}: it is ${JSON.stringify(name)}`,
        { at: "body.tier" },
      );
  }

  #buildSummary({ id, email, tier, perMinute, perDay, createdAt, suspendedAt }: Account) {
    return {
      id,
      email,
      tier,
      overrides: { per_minute: perMinute, per_day: perDay },
      created_at: isoDate(createdAt),
      suspended_at: suspendedAt === null ? null : isoDate(suspendedAt),
    };
  }

  #keyView(key: KeyRecord): KeyView {
    return buildKeyView(key, this.#options.gate.lastUsed(key.id));
  }
}

/** Returns the name of an account in the audit log. */
export function formatAuditSubject({ id }: Pick<Account, "id">): string {
  return `account_${id}`;
}

/** Returns the fields of a key that the audit log records. */
export function keyFacts({ id, prefix, name, expiresAt, revokedAt }: KeyRecord) {
  return {
    key_id: id,
    prefix,
    name,
    expires_at: expiresAt === null ? null : isoDate(expiresAt),
    revoked_at: revokedAt === null ? null : isoDate(revokedAt),
  };
}

function toAuditLimits({ tier, perMinute, perDay, suspendedAt }: AccountChange) {
  return {
    tier,
    per_minute: perMinute,
    per_day: perDay,
    ...(suspendedAt !== null && { suspended_at: isoDate(suspendedAt) }),
  };
}
