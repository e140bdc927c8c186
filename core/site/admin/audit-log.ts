import type { AdminRecords, AuditEntry, AuditFilter } from "../../platform/store/admin-records.ts";

/** An operator: the name they gave, and their IP address. */
export interface Operator {
  readonly name: string | null;
  readonly address: string;
}

/** An action, without its operator and time. */
export type Act = Pick<AuditEntry, "action" | "subject" | "before" | "after">;

interface AuditLogOptions {
  records: Pick<AdminRecords, "addAudit" | "audit">;
  now(): number;
}

/** Maximum number of addresses with wrong tokens per write. The others share one entry. */
const addressesMax = 20;

/** Records and lists the actions of operators. */
export class AuditLog {
  readonly #options: AuditLogOptions;
  /** Wrong tokens that aren't recorded yet, by IP address. */
  readonly #refused = new Map<string | null, { count: number; since: number }>();

  constructor(options: AuditLogOptions) {
    this.#options = options;
  }

  /**
   * Runs an operator's action. It is recorded first, since actions that can't be recorded must not run. A failure
   * is recorded as well.
   */
  async act<Result>(operator: Operator, act: Act, work: () => Promise<Result>): Promise<Result> {
    await this.recordAction(operator, act);
    try {
      return await work();
    } catch (error) {
      const { action, subject } = act;
      const failure = error instanceof Error ? error.message : String(error);
      await this.recordAction(operator, {
        action: `${action}.failed`,
        subject,
        after: { failure },
      });
      throw error;
    }
  }

  /** Adds an entry. */
  async recordAction({ name, address }: Operator, act: Act): Promise<void> {
    const { records, now } = this.#options;
    await records.addAudit({ at: now(), actor: name, address, ...act });
  }

  /** Counts a wrong token. Wrong tokens are recorded together, so that guessing doesn't fill the log. */
  recordWrongToken(address: string): void {
    const isKnown = this.#refused.has(address) || this.#refused.size < addressesMax;
    const key = isKnown ? address : null;
    const { count, since } = this.#refused.get(key) ?? { count: 0, since: this.#options.now() };
    this.#refused.set(key, { count: count + 1, since });
  }

  /** Records the wrong tokens since the last flush. Keeps them if that fails. */
  async flush(): Promise<void> {
    const { records, now } = this.#options;
    for (const [address, { count, since }] of [...this.#refused]) {
      // Deleted first: tokens that arrive during the write belong to the next entry.
      this.#refused.delete(address);
      const entry = {
        at: now(),
        actor: null,
        address,
        action: "token.refuse",
        subject: address ?? "other addresses",
        after: { count, since: new Date(since).toISOString() },
      };
      await records.addAudit(entry).catch((error) => {
        const more = this.#refused.get(address)?.count ?? 0;
        this.#refused.set(address, { count: count + more, since });
        throw error;
      });
    }
  }

  /** Lists the matching entries, newest first. */
  async list(filter: AuditFilter) {
    await this.flush();
    const entries = await this.#options.records.audit(filter);
    return entries.map(({ id, at, actor, address, action, subject, before, after }) => ({
      id,
      at: new Date(at).toISOString(),
      actor,
      address,
      action,
      subject,
      before,
      after,
    }));
  }
}
