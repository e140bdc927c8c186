CREATE TABLE incidents (
  id INTEGER PRIMARY KEY,
  what TEXT NOT NULL,
  subject TEXT NOT NULL,
  beganAt INTEGER NOT NULL,
  endedAt INTEGER,
  isEndKnown INTEGER NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX incidentsThatGoOn ON incidents (what, subject) WHERE endedAt IS NULL;
CREATE INDEX incidentsByEnd ON incidents (endedAt);
CREATE TABLE sightings (
  incidentId INTEGER NOT NULL REFERENCES incidents (id),
  holder TEXT NOT NULL,
  seenAt INTEGER NOT NULL,
  aliveAt INTEGER NOT NULL,
  PRIMARY KEY (incidentId, holder)
) WITHOUT ROWID;
