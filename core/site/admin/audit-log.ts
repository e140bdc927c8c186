import type { AdminRecords, AuditEntry, AuditFilter } from "../../platform/store/admin-records.ts";

/** Who steers the hub: by the name that came along, and from where. */
export interface Operator {
  readonly name: string | null;
  readonly address: string;
}

/** What is done, without who does it and when. */
export type Act = Pick<AuditEntry, "action" | "subject" | "before" | "after">;

interface AuditLogOptions {
  records: Pick<AdminRecords, "addAudit" | "audit">;
  now(): number;
}

/** How many addresses with wrong tokens are told apart between two writes: the rest is one entry. */
const addressesMax = 20;

/** Writes down what operators do, and reads it to them. */
export class AuditLog {
  readonly #options: AuditLogOptions;
  /** Wrong tokens that are yet to be written, by the address they came from. */
  readonly #refused = new Map<string | null, { count: number; since: number }>();

  constructor(options: AuditLogOptions) {
    this.#options = options;
  }

  /**
   * Does what an operator asks for. It is written down before it is done, as what cannot be written down
   * must not be done; where it fails that is written as well.
   */
  async act<Result>(operator: Operator, act: Act, work: () => Promise<Result>): Promise<Result> {
    await this.note(operator, act);
    try {
      return await work();
    } catch (error) {
      const { action, subject } = act;
      const failure = error instanceof Error ? error.message : String(error);
      await this.note(operator, { action: `${action}.failed`, subject, after: { failure } });
      throw error;
    }
  }

  /** Writes one entry. */
  async note({ name, address }: Operator, act: Act): Promise<void> {
    const { records, now } = this.#options;
    await records.addAudit({ at: now(), actor: name, address, ...act });
  }

  /** Counts a wrong token. They are written together, so that guessing does not fill the log. */
  noteWrongToken(address: string): void {
    const isKnown = this.#refused.has(address) || this.#refused.size < addressesMax;
    const key = isKnown ? address : null;
    const { count, since } = this.#refused.get(key) ?? { count: 0, since: this.#options.now() };
    this.#refused.set(key, { count: count + 1, since });
  }

  /** Writes the wrong tokens that have come since it was done last. What cannot be written waits. */
  async flush(): Promise<void> {
    const { records, now } = this.#options;
    for (const [address, { count, since }] of [...this.#refused]) {
      // Before it is written, as others may come meanwhile, and go to the next entry.
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

  /** The entries that are asked for, the newest first. */
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
