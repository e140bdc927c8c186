import type { Fault, Incident, IncidentRecords } from "./incident-records.ts";
import { Statements } from "./statements.ts";

/** A hub that has not looked for so long is gone: it looks four times in it. */
const goneMs = 60_000;

/** What was not seen for so long has ended, though nobody saw it end. */
const quietMs = 900_000;

/** What comes back within it is the same incident: a host that flaps does not fill the list. */
const againMs = 300_000;

type Row = Omit<Incident, "isEndKnown"> & { isEndKnown: number };

/** Keeps them in SQLite. */
export class SqliteIncidents extends Statements implements IncidentRecords {
  async look(faults: readonly Fault[], { holder, now }: { holder: string; now: number }) {
    const current = faults.filter(({ seenAt }) => seenAt > now - quietMs);
    // Most hubs have nothing to tell most of the time, and write nothing then.
    if (current.length === 0 && this.rows("SELECT 1 FROM sightings LIMIT 1").length === 0) return;
    this.atomically(() => {
      // It was held up for longer, perhaps, but it is there.
      this.run("UPDATE sightings SET aliveAt = ? WHERE holder = ?", now, holder);
      this.#endUnseen(now);
      const seen = current.map((fault) => {
        const id = this.#idOf(fault, now);
        this.run(
          `INSERT INTO sightings VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT DO UPDATE SET seenAt = ?3, aliveAt = ?4`,
          id,
          holder,
          fault.seenAt,
          now,
        );
        return id;
      });
      this.run(
        `DELETE FROM sightings WHERE holder = ?
           AND incidentId NOT IN (SELECT value FROM json_each(?))`,
        holder,
        JSON.stringify(seen),
      );
      this.run(
        `UPDATE incidents SET endedAt = ? WHERE endedAt IS NULL
           AND id NOT IN (SELECT incidentId FROM sightings)`,
        now,
      );
    });
  }

  async add({ what, subject, beganAt, endedAt, isEndKnown }: Incident & { endedAt: number }) {
    this.atomically(() => {
      const { changes } = this.run(
        `UPDATE incidents SET beganAt = min(beganAt, ?3), endedAt = max(endedAt, ?4)
           WHERE what = ?1 AND subject = ?2 AND beganAt <= ?4 AND endedAt >= ?3`,
        what,
        subject,
        beganAt,
        endedAt,
      );
      if (changes > 0) return;
      this.run(
        "INSERT INTO incidents (what, subject, beganAt, endedAt, isEndKnown) VALUES (?, ?, ?, ?, ?)",
        what,
        subject,
        beganAt,
        endedAt,
        Number(isEndKnown),
      );
    });
  }

  async since(time: number, countMax: number) {
    return this.rows<Row>(
      `SELECT what, subject, beganAt, endedAt, isEndKnown FROM incidents
         WHERE endedAt IS NULL OR endedAt > ? ORDER BY beganAt DESC, id DESC LIMIT ?`,
      time,
      countMax,
    ).map((row) => ({ ...row, isEndKnown: row.isEndKnown === 1 }));
  }

  async sweep(before: number) {
    this.run("DELETE FROM incidents WHERE endedAt < ?", before);
  }

  /** Ends what only hubs have seen that are gone, or what nobody has seen for long. */
  #endUnseen(now: number): void {
    const bounds = [now - goneMs, now - quietMs];
    // A throw is over when it is thrown: of all else nobody knows how long it went on.
    this.run(
      `UPDATE incidents SET isEndKnown = (what = 'threw'),
           endedAt = max(beganAt, (SELECT max(seenAt) FROM sightings WHERE incidentId = id))
         WHERE endedAt IS NULL AND NOT EXISTS
           (SELECT 1 FROM sightings WHERE incidentId = id AND aliveAt > ?1 AND seenAt > ?2)`,
      ...bounds,
    );
    this.run("DELETE FROM sightings WHERE aliveAt <= ?1 OR seenAt <= ?2", ...bounds);
  }

  /** The incident that goes on of a fault: one there is, one that ended just now, or a new one. */
  #idOf({ what, subject, since, seenAt }: Fault, now: number): number {
    const [known] = this.rows<{ id: number; endedAt: number | null }>(
      `SELECT id, endedAt FROM incidents WHERE what = ? AND subject = ?
         AND (endedAt IS NULL OR endedAt > ?) ORDER BY endedAt IS NOT NULL, endedAt DESC LIMIT 1`,
      what,
      subject,
      Math.max(now - againMs, 0),
    );
    if (known) {
      if (known.endedAt !== null)
        this.run("UPDATE incidents SET endedAt = NULL, isEndKnown = 1 WHERE id = ?", known.id);
      return known.id;
    }
    const { lastInsertRowid } = this.run(
      "INSERT INTO incidents (what, subject, beganAt) VALUES (?, ?, ?)",
      what,
      subject,
      Math.min(since, seenAt),
    );
    return Number(lastInsertRowid);
  }
}
