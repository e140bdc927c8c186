-- Without them, statements would read or sort whole tables that grow with the number of accounts.
CREATE INDEX keysByPrefix ON keys (prefix);
CREATE INDEX accountsByOlder ON accounts (olderId) WHERE olderId IS NOT NULL;
CREATE INDEX asyncJobsByEnd ON asyncJobs (endedAt) WHERE endedAt IS NOT NULL;
CREATE INDEX asyncJobsInLine ON asyncJobs (state, id);
CREATE INDEX usageByDayAndKey ON usage (day, keyId);
DROP INDEX usageByDay;
