import { Cron } from "croner";

/** A schedule: a cron pattern of five fields in UTC. */
export class CronPattern {
  readonly #cron: Cron;

  constructor(pattern: string) {
    // A UTC offset avoids loading the tables of all time zones.
    this.#cron = new Cron(pattern, { utcOffset: 0, paused: true });
  }

  /** Returns the next time after the given one, in milliseconds since 1970. */
  next(after: number): number | undefined {
    return this.#cron.nextRun(new Date(after))?.getTime();
  }

  /** Returns the reason why a pattern is invalid, as the end of a sentence. */
  static findFault(pattern: unknown): string | undefined {
    const must = 'must have a pattern of five fields such as "30 4 * * 1-5"';
    if (typeof pattern !== "string") return `${must}: it has ${JSON.stringify(pattern) ?? "none"}`;
    const fields = pattern.split(" ").filter(Boolean);
    // Croner also accepts dates, a sixth field for seconds, and names such as "@daily".
    if (fields.length !== 5 || pattern.length > lengthMax)
      return `${must}: "${pattern.slice(0, lengthMax)}" has ${fields.length}`;
    try {
      const next = new CronPattern(pattern).next(Date.UTC(2000, 0, 1));
      return next === undefined ? `has the pattern "${pattern}", which never matches` : undefined;
    } catch (error) {
      const [why = ""] = (error as Error).message.replace(/^\w+: /, "").split("\n");
      return `has the pattern "${pattern}", which is invalid: ${why}`;
    }
  }
}

/** The maximum length of a pattern. One that lists every minute of an hour fits. */
const lengthMax = 300;
