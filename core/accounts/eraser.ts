import type { Meter } from "../lib/rolling-window/meter.ts";
import type { AuditEntry, RecordsWithAdmin } from "../platform/store/admin-records.ts";
import type { Bodies } from "../platform/store/bodies.ts";
import { getRequestName, getResultName } from "../platform/store/job-bodies.ts";
import type { Account, KeyRecord } from "../platform/store/records.ts";
import type { Accounts } from "./accounts.ts";

interface EraserOptions {
  accounts: Accounts;
  meter: Meter;
  records: RecordsWithAdmin;
  bodies: { answers: Bodies; jobs: Bodies };
  now(): number;
}

/** Erases accounts with all that belongs to them. */
export class Eraser {
  readonly #options: EraserOptions;

  constructor(options: EraserOptions) {
    this.#options = options;
  }

  /** Erases an account. The audit log has an entry of it, without its address. */
  async erase(account: Account, by: Pick<AuditEntry, "actor" | "address">): Promise<void> {
    const { records, now } = this.#options;
    const keys = await records.listKeys(account.id);
    const entry = { ...by, action: "account.erase", subject: `account_${account.id}` };
    const before = { tier: account.tier, keys: keys.length };
    await records.admin.addAudit({ at: now(), ...entry, before });
    try {
      await this.#erase(account, keys);
    } catch (error) {
      const after = { failure: error instanceof Error ? error.message : String(error) };
      await records.admin.addAudit({
        at: now(),
        ...entry,
        action: `${entry.action}.failed`,
        after,
      });
      throw error;
    }
  }

  async #erase(account: Account, keys: readonly KeyRecord[]): Promise<void> {
    const { accounts, meter, records, now } = this.#options;
    await records.eraseAccount(account.id, now());
    await accounts.refresh();
    const counterIds = [account.id, account.counterId, ...keys.map((key) => key.counterId)];
    for (const id of new Set(counterIds)) if (id !== null) meter.clear(meter.counters(id), now());
    await this.#removeRest([accounts.computeSignUpScope(account)]);
  }

  /** Removes what hubs have written since for accounts that were erased. */
  async sweep(): Promise<void> {
    await this.#removeRest([]);
  }

  async #removeRest(answersOf: readonly string[]): Promise<void> {
    const { bodies, records, now } = this.#options;
    const { answers, jobs } = await records.sweepErased(now(), answersOf);
    await bodies.answers.remove(...answers);
    await bodies.jobs.remove(...jobs.flatMap((id) => [getRequestName(id), getResultName(id)]));
  }
}
