/** What can be wrong, and of what. */
export const incidentKinds = {
  left_out: "service",
  threw: "service",
  failing: "upstream",
  not_writable: "store",
} as const;

/** `left_out`: a service could not be loaded; `threw`: it did so where no call waited for it. */
type IncidentWhat = keyof typeof incidentKinds;

/** Something that one hub finds wrong at the moment. Times are milliseconds since 1970. */
export interface Fault {
  readonly what: IncidentWhat;
  /** The name of the service or of the host. */
  readonly subject: string;
  readonly since: number;
  /** When it was last seen: it may be that nobody has looked for a while. */
  readonly seenAt: number;
}

/** A time in which something was wrong, for one hub of the store or for several. */
export interface Incident {
  readonly what: IncidentWhat;
  readonly subject: string;
  readonly beganAt: number;
  /** Nothing while it goes on. */
  readonly endedAt: number | null;
  /** Whether it was seen to end. Else `endedAt` is when it was last seen. */
  readonly isEndKnown: boolean;
}

/** What was wrong, over all hubs of a store and over their restarts. */
export interface IncidentRecords {
  /**
   * Takes in all that one hub finds wrong. What it found before and finds no more has ended, unless
   * another hub still does. What was found by hubs that are gone ended when it was last seen.
   */
  look(faults: readonly Fault[], by: { holder: string; now: number }): Promise<void>;
  /** Adds one that could not be written while it went on; of several hubs' equal ones it makes one. */
  add(incident: Incident & { endedAt: number }): Promise<void>;
  /** Those that go on or ended after a time, the newest first. */
  since(time: number, countMax: number): Promise<Incident[]>;
  /** Removes those that ended before a time. */
  sweep(before: number): Promise<void>;
}
