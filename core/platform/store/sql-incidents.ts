import type { Database, Statements } from "./database.ts";
import type { Fault, Incident, IncidentRecords } from "./incident-records.ts";

/** A hub that hasn't reported for this long is gone. It reports four times in this period. */
const hubTimeoutMs = 60_000;

/** A problem that wasn't observed for this long has ended, even if its end wasn't observed. */
const problemTimeoutMs = 900_000;

/**
 * A problem that recurs within this period continues the same incident, so that flapping hosts don't fill
 * the list.
 */
const recurrenceMs = 300_000;

type IncidentRow = Omit<Incident, "isEndKnown"> & { isEndKnown: number };

/** Stores incidents in an SQL database. */
export class SqlIncidents implements IncidentRecords {
  constructor(private readonly db: Database) {}

  async recordFaults(faults: readonly Fault[], { holder, now }: { holder: string; now: number }) {
    const current = faults.filter(({ seenAt }) => seenAt > now - problemTimeoutMs);
    // Skips the write if there is nothing to report, which is the usual case.
    const isQuiet = current.length === 0;
    if (isQuiet && (await this.db.rows("SELECT 1 FROM sightings LIMIT 1")).length === 0) return;
    await this.db.atomically("incidents", async (tx) => {
      // The report may be late, but the hub is alive.
      await tx.run("UPDATE sightings SET aliveAt = ? WHERE holder = ?", now, holder);
      await endUnseen(tx, now);
      const seen: number[] = [];
      for (const fault of current) {
        const id = await findOrAddIncident(tx, fault, now);
        await tx.run(
          `INSERT INTO sightings VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (incidentId, holder) DO UPDATE SET seenAt = ?3, aliveAt = ?4`,
          id,
          holder,
          fault.seenAt,
          now,
        );
        seen.push(id);
      }
      await tx.run(
        `DELETE FROM sightings WHERE holder = ?
           AND incidentId NOT IN (SELECT CAST(value AS bigint) FROM json_each(?))`,
        holder,
        JSON.stringify(seen),
      );
      await tx.run(
        `UPDATE incidents SET endedAt = ? WHERE endedAt IS NULL
           AND id NOT IN (SELECT incidentId FROM sightings)`,
        now,
      );
    });
  }

  async add({ what, subject, beganAt, endedAt, isEndKnown }: Incident & { endedAt: number }) {
    await this.db.atomically("incidents", async (tx) => {
      const changes = await tx.run(
        `UPDATE incidents SET
           beganAt = CASE WHEN beganAt < ?3 THEN beganAt ELSE ?3 END,
           endedAt = CASE WHEN endedAt > ?4 THEN endedAt ELSE ?4 END
           WHERE what = ?1 AND subject = ?2 AND beganAt <= ?4 AND endedAt >= ?3`,
        what,
        subject,
        beganAt,
        endedAt,
      );
      if (changes > 0) return;
      await tx.run(
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
    const rows = await this.db.rows<IncidentRow>(
      `SELECT what, subject, beganAt, endedAt, isEndKnown FROM incidents
         WHERE endedAt IS NULL OR endedAt > ? ORDER BY beganAt DESC, id DESC LIMIT ?`,
      time,
      countMax,
    );
    return rows.map((row) => ({ ...row, isEndKnown: row.isEndKnown === 1 }));
  }

  async sweep(before: number) {
    await this.db.run("DELETE FROM incidents WHERE endedAt < ?", before);
  }
}

/** Ends incidents that only hubs observed which are gone, or that weren't observed for a long time. */
async function endUnseen(on: Statements, now: number): Promise<void> {
  const bounds = [now - hubTimeoutMs, now - problemTimeoutMs];
  // An unhandled error ends at once. The end of all other incidents is unknown.
  await on.run(
    `UPDATE incidents SET isEndKnown = CASE WHEN what = 'threw' THEN 1 ELSE 0 END,
         endedAt = (SELECT CASE WHEN max(seenAt) < beganAt THEN beganAt ELSE max(seenAt) END
           FROM sightings WHERE incidentId = incidents.id)
       WHERE endedAt IS NULL AND NOT EXISTS
         (SELECT 1 FROM sightings WHERE incidentId = incidents.id AND aliveAt > ?1 AND seenAt > ?2)`,
    ...bounds,
  );
  await on.run("DELETE FROM sightings WHERE aliveAt <= ?1 OR seenAt <= ?2", ...bounds);
}

/**
 * Returns the id of the current incident of a problem: an ongoing one, one that ended recently, or a new
 * one.
 */
async function findOrAddIncident(
  on: Statements,
  { what, subject, since, seenAt }: Fault,
  now: number,
): Promise<number> {
  const [known] = await on.rows<{ id: number; endedAt: number | null }>(
    `SELECT id, endedAt FROM incidents WHERE what = ? AND subject = ?
       AND (endedAt IS NULL OR endedAt > ?) ORDER BY endedAt IS NOT NULL, endedAt DESC LIMIT 1`,
    what,
    subject,
    Math.max(now - recurrenceMs, 0),
  );
  if (known) {
    if (known.endedAt !== null)
      await on.run("UPDATE incidents SET endedAt = NULL, isEndKnown = 1 WHERE id = ?", known.id);
    return known.id;
  }
  const [added] = await on.rows<{ id: number }>(
    "INSERT INTO incidents (what, subject, beganAt) VALUES (?, ?, ?) RETURNING id",
    what,
    subject,
    Math.min(since, seenAt),
  );
  if (!added) throw new Error("Cannot read the incident that was just added");
  return added.id;
}
