import type { Database, Statements } from "./database.ts";
import type { Fault, Incident, IncidentRecords } from "./incident-records.ts";

/** A hub that has not looked for so long is gone: it looks four times in it. */
const goneMs = 60_000;

/** What was not seen for so long has ended, though nobody saw it end. */
const quietMs = 900_000;

/** What comes back within it is the same incident: a host that flaps does not fill the list. */
const againMs = 300_000;

type Row = Omit<Incident, "isEndKnown"> & { isEndKnown: number };

/** Keeps them in a database that speaks SQL. */
export class SqlIncidents implements IncidentRecords {
  constructor(private readonly db: Database) {}

  async look(faults: readonly Fault[], { holder, now }: { holder: string; now: number }) {
    const current = faults.filter(({ seenAt }) => seenAt > now - quietMs);
    // Most hubs have nothing to tell most of the time, and write nothing then.
    const isQuiet = current.length === 0;
    if (isQuiet && (await this.db.rows("SELECT 1 FROM sightings LIMIT 1")).length === 0) return;
    await this.db.atomically("incidents", async (tx) => {
      // It was held up for longer, perhaps, but it is there.
      await tx.run("UPDATE sightings SET aliveAt = ? WHERE holder = ?", now, holder);
      await endUnseen(tx, now);
      const seen: number[] = [];
      for (const fault of current) {
        const id = await idOf(tx, fault, now);
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
    const rows = await this.db.rows<Row>(
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

/** Ends what only hubs have seen that are gone, or what nobody has seen for long. */
async function endUnseen(on: Statements, now: number): Promise<void> {
  const bounds = [now - goneMs, now - quietMs];
  // A throw is over when it is thrown: of all else nobody knows how long it went on.
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

/** The incident that goes on of a fault: one there is, one that ended just now, or a new one. */
async function idOf(
  on: Statements,
  { what, subject, since, seenAt }: Fault,
  now: number,
): Promise<number> {
  const [known] = await on.rows<{ id: number; endedAt: number | null }>(
    `SELECT id, endedAt FROM incidents WHERE what = ? AND subject = ?
       AND (endedAt IS NULL OR endedAt > ?) ORDER BY endedAt IS NOT NULL, endedAt DESC LIMIT 1`,
    what,
    subject,
    Math.max(now - againMs, 0),
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
  if (!added) throw new Error("An incident was added and is not there");
  return added.id;
}
