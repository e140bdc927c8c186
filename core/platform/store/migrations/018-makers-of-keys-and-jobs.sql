-- The key that created a key or a job, and the key that suspended a key.
ALTER TABLE keys ADD COLUMN madeBy text;
ALTER TABLE keys ADD COLUMN suspendedBy text;
ALTER TABLE asyncJobs ADD COLUMN keyId text;
CREATE INDEX asyncJobsByKey ON asyncJobs (keyId) WHERE endedAt IS NULL;
