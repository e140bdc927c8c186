/** The kinds of incidents, and the type of their subject. */
export const incidentKinds = {
  left_out: "service",
  threw: "service",
  failing: "upstream",
  not_writable: "store",
} as const;

/** A kind of incident. `left_out`: a service failed to load. `threw`: a service had an unhandled error. */
type IncidentWhat = keyof typeof incidentKinds;

/** A problem that one hub currently observes. Times are milliseconds since 1970. */
export interface Fault {
  readonly what: IncidentWhat;
  /** The name of the service or host. */
  readonly subject: string;
  readonly since: number;
  /** The time of the last observation. There may have been no check since. */
  readonly seenAt: number;
}

/** A period in which something was wrong, on one or several hubs of the store. */
export interface Incident {
  readonly what: IncidentWhat;
  readonly subject: string;
  readonly beganAt: number;
  /** Null while the incident lasts. */
  readonly endedAt: number | null;
  /** Whether its end was observed. Otherwise `endedAt` is the time of the last observation. */
  readonly isEndKnown: boolean;
}

/** The incidents of all hubs of a store. They survive restarts. */
export interface IncidentRecords {
  /**
   * Reports all current problems of one hub. Earlier ones that are missing have ended, unless another hub
   * still observes them. Problems of hubs that are gone ended with their last observation.
   */
  recordFaults(faults: readonly Fault[], by: { holder: string; now: number }): Promise<void>;
  /** Adds an incident that could not be written while it lasted. Merges equal ones of several hubs. */
  add(incident: Incident & { endedAt: number }): Promise<void>;
  /** Returns incidents that last or that ended after a time, newest first. */
  since(time: number, countMax: number): Promise<Incident[]>;
  /** Removes incidents that ended before a time. */
  sweep(before: number): Promise<void>;
}
