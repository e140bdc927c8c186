import { parseArgs } from "node:util";
import type { Accounts, Holder } from "../core/accounts/accounts.ts";
import { openAccounts, openEraser } from "../core/accounts/open-gate.ts";
import { buildAccountView, isoDate } from "../core/accounts/view.ts";
import { type Config, loadConfig } from "../core/app/config.ts";
import type { Meter } from "../core/lib/rolling-window/meter.ts";
import { Health } from "../core/platform/health/health.ts";
import { scriptLog } from "../core/platform/log/output.ts";
import { readEmail } from "../core/platform/mail/email-address.ts";
import type { RecordsWithAdmin } from "../core/platform/store/admin-records.ts";
import { openRecords } from "../core/platform/store/open-records.ts";
import type { Account, KeyHolder } from "../core/platform/store/records.ts";
import { formatAuditSubject, keyFacts } from "../core/site/admin/admin-accounts.ts";
import type { Act } from "../core/site/admin/audit-log.ts";
import { exitOnHelp } from "./help.ts";

const usage = `Usage: bun run keys <command>
  list [--tier NAME]                                  list all keys, one per line
  show KEY                                            show a key and the rest of its limits
  create EMAIL [--tier NAME] [--name TEXT] [--days N] issue a key and print it once
  set-tier EMAIL NAME                                 change the tier of an account
  suspend EMAIL                                       suspend an account and all its keys
  resume EMAIL                                        resume a suspended account
  reset-counters EMAIL                                reset the usage counters of an account
  erase EMAIL                                         delete an account and all its data permanently
  revoke KEY [--cascade]                              revoke a key immediately, and the keys that it created
  revoke-all                                          revoke all keys, for example after losing the pepper

KEY is a key's id, its prefix (as in list) or the full key. Keys are stored in HUB_DATA (default ./data).
A running hub applies changes within a second.`;

const dayMs = 86_400_000;

/** The environment of a command. */
interface CommandContext {
  env: Readonly<Record<string, string | undefined>>;
  print(line: string): void;
}

interface Open {
  print: CommandContext["print"];
  config: Config;
  records: RecordsWithAdmin;
  accounts: Accounts;
  meter: Meter;
  now: number;
  viewOf(holder: Holder): ReturnType<typeof buildAccountView>;
}

type Command = (
  open: Open,
  values: string[],
  options: { tier?: string; name?: string; days?: string; cascade?: boolean },
) => Promise<string | undefined>;

const commands: Record<string, Command> = {
  async list({ records, print }, _, { tier }) {
    let count = 0;
    // Printed page by page: there may be millions.
    for await (const holder of walk(records, tier)) {
      const { key, account } = holder;
      print([key.prefix, key.id, account.tier, state(holder), account.email].join("  "));
      count++;
    }
    return count === 0 ? "No keys found" : undefined;
  },

  async show({ accounts, records, viewOf }, [given]) {
    const { key } = await findKey(records, given);
    const holder = await accounts.findById(key.id);
    if (!holder) throw new Error(`Unknown key "${key.id}"`);
    return JSON.stringify({ ...viewOf(holder), state: state(holder) }, null, 2);
  },

  async create({ accounts, config, records, now }, [email], { tier, name, days }) {
    if (tier !== undefined) checkTier(config, tier);
    const lifetime = days === undefined ? undefined : Number(days);
    if (
      lifetime !== undefined &&
      !(Number.isInteger(lifetime) && lifetime >= 1 && lifetime <= 3650)
    )
      throw new Error(`--days must be a whole number from 1 to 3650: it is "${days}"`);
    const { key, holder } = await accounts.issue(need(email, "EMAIL"), {
      tier,
      name,
      expiresAt: lifetime === undefined ? null : now + lifetime * dayMs,
      now,
    });
    await recordAction(records, {
      action: "key.issue",
      subject: formatAuditSubject(holder.account),
      after: { ...keyFacts(holder.key), tier: holder.account.tier },
    });
    return key;
  },

  async "set-tier"({ config, records }, [email, tier]) {
    checkTier(config, need(tier, "NAME"));
    const account = await findAccount(records, email);
    await recordAction(records, {
      action: "account.change",
      subject: formatAuditSubject(account),
      before: { tier: account.tier },
      after: { tier },
    });
    await records.setTier(account.id, need(tier, "NAME"));
    return `${account.email} now has the tier "${tier}"`;
  },

  async suspend({ records, now }, [email]) {
    const account = await suspend(records, email, now);
    return `Suspended ${account.email}`;
  },

  async resume({ records }, [email]) {
    const account = await suspend(records, email, null);
    return `Resumed ${account.email}`;
  },

  async "reset-counters"({ records }, [email]) {
    const account = await findAccount(records, email);
    await recordAction(records, {
      action: "account.reset_counters",
      subject: formatAuditSubject(account),
    });
    await records.admin.resetCounters(account.id);
    return `Reset the usage counters of ${account.email}`;
  },

  async erase({ config, records, accounts, meter, now }, [email]) {
    const account = await findAccount(records, email);
    const health = new Health(scriptLog());
    const eraser = openEraser(config, { accounts, health, meter, records, now: () => now });
    await eraser.erase(account, { actor: "shell", address: null });
    return `Erased the account of ${account.email}`;
  },

  async revoke({ accounts, records, now }, [given], { cascade = false }) {
    const { key, account } = await findKey(records, given);
    await recordAction(records, {
      action: "key.revoke",
      subject: formatAuditSubject(account),
      before: keyFacts(key),
      after: {
        ...keyFacts({ ...key, revokedAt: key.revokedAt ?? now }),
        ...(cascade && { cascade }),
      },
    });
    const others = await accounts.revoke(key, { now, includes: () => cascade });
    const left = others.made_keys.join(" ");
    return [
      `Revoked ${[`${key.prefix}…`, ...others.revoked_keys].join(" ")}`,
      ...(left ? [`Still active keys that it created: ${left}`] : []),
    ].join("\n");
  },
};

if (import.meta.main) {
  exitOnHelp(usage);
  const print = (line: string) => console.log(line);
  try {
    const line = await runKeysCommand(process.argv.slice(2), { env: process.env, print });
    if (line !== undefined) print(line);
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}

/** Runs a command of `bun run keys`. Returns its last line, and throws an error if it fails. */
export async function runKeysCommand(
  args: readonly string[],
  { env, print }: CommandContext,
): Promise<string | undefined> {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      tier: { type: "string" },
      name: { type: "string" },
      days: { type: "string" },
      cascade: { type: "boolean" },
    },
  });
  const [name = "", ...rest] = positionals;
  const command = commands[name];
  if (!command && name !== "revoke-all") throw new Error(usage);
  const config = loadConfig(env);
  const records = await openRecords(config);
  try {
    // Before the other commands, because accounts can't be opened without their pepper.
    if (!command) {
      await recordAction(records, { action: "key.revoke_all", subject: "all keys" });
      return `Revoked ${await records.revokeAllKeys(Date.now())} keys`;
    }
    const { accounts, meter, now } = await openAccounts(config, records, scriptLog());
    const view = (holder: Holder) =>
      buildAccountView(holder, { left: meter.peek(holder.counters, holder.tier, now()) });
    return await command(
      { print, config, records, accounts, meter, now: now(), viewOf: view },
      rest,
      values,
    );
  } finally {
    await records.close();
  }
}

/** Writes an action to the audit log, before it is carried out. */
function recordAction(records: RecordsWithAdmin, act: Act): Promise<void> {
  return records.admin.addAudit({ at: Date.now(), actor: "shell", address: null, ...act });
}

/** All keys, in the order in which they were issued. */
async function* walk(records: RecordsWithAdmin, tier?: string): AsyncGenerator<KeyHolder> {
  let after = "";
  for (;;) {
    const page = await records.holders({ after, limit: 1000, tier });
    yield* page;
    const last = page.at(-1);
    if (!last) return;
    after = last.key.id;
  }
}

async function findKey(records: RecordsWithAdmin, given: string | undefined): Promise<KeyHolder> {
  const text = need(given, "KEY");
  const known = await records.holderById(text);
  if (known) return known;
  const found: KeyHolder[] = [];
  if (text.startsWith("hub_"))
    for await (const holder of walk(records))
      if (text.startsWith(holder.key.prefix)) found.push(holder);
  if (found.length > 1) throw new Error(`"${text}" matches ${found.length} keys: use the key's id`);
  if (!found[0]) throw new Error(`Unknown key "${text}"`);
  return found[0];
}

async function findAccount(records: RecordsWithAdmin, email: string | undefined): Promise<Account> {
  const address = readEmail(need(email, "EMAIL"));
  const account = await records.findAccountByEmail(address);
  if (!account) throw new Error(`There is no account for "${address.email}"`);
  return account;
}

/** Suspends an account, or resumes it if the time is null. */
async function suspend(
  records: RecordsWithAdmin,
  email: string | undefined,
  time: number | null,
): Promise<Account> {
  const account = await findAccount(records, email);
  const suspendedAt = time && (account.suspendedAt ?? time);
  const fact = (at: number | null) => ({ suspended_at: at === null ? null : isoDate(at) });
  await recordAction(records, {
    action: "account.change",
    subject: formatAuditSubject(account),
    before: fact(account.suspendedAt),
    after: fact(suspendedAt),
  });
  await records.admin.changeAccount(account.id, { ...account, suspendedAt });
  return account;
}

function state({ key, account }: KeyHolder): string {
  if (key.revokedAt !== null) return "revoked";
  if (key.expiresAt !== null && key.expiresAt <= Date.now()) return "expired";
  return key.suspendedAt !== null || account.suspendedAt !== null ? "suspended" : "active";
}

function checkTier({ tiers }: Config, tier: string): void {
  if (!tiers.some(({ name }) => name === tier))
    throw new Error(
      `The tier must be ${tiers.map(({ name }) => name).join(", ")}: it is "${tier}"`,
    );
}

function need(value: string | undefined, what: string): string {
  if (value === undefined) throw new Error(`${what} is missing\n\n${usage}`);
  return value;
}
