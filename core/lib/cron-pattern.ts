import { Cron } from "croner";

/** When something is due, by a cron pattern of five fields in UTC. */
export class CronPattern {
  readonly #cron: Cron;

  constructor(pattern: string) {
    // By an offset: the name of a time zone would load the tables of all of them.
    this.#cron = new Cron(pattern, { utcOffset: 0, paused: true });
  }

  /** The first time after another, both in milliseconds since 1970. */
  next(after: number): number | undefined {
    return this.#cron.nextRun(new Date(after))?.getTime();
  }

  /** Why something is no such pattern, as the end of a sentence. */
  static faultOf(pattern: unknown): string | undefined {
    const must = 'must have a pattern of five fields such as "30 4 * * 1-5"';
    if (typeof pattern !== "string") return `${must}: it has ${JSON.stringify(pattern) ?? "none"}`;
    const fields = pattern.split(" ").filter(Boolean);
    // Croner reads a date, a sixth field for seconds, and names such as "@daily", too.
    if (fields.length !== 5 || pattern.length > lengthMax)
      return `${must}: "${pattern.slice(0, lengthMax)}" has ${fields.length}`;
    try {
      const next = new CronPattern(pattern).next(Date.UTC(2000, 0, 1));
      return next === undefined
        ? `has the pattern "${pattern}", which no day ever fits`
        : undefined;
    } catch (error) {
      const [why = ""] = (error as Error).message.replace(/^\w+: /, "").split("\n");
      return `has the pattern "${pattern}", which cannot be read: ${why}`;
    }
  }
}

/** Longest pattern: one that lists every minute of an hour still fits. */
const lengthMax = 300;
