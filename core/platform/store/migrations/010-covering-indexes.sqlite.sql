-- Covering indexes for frequent sums and counts.
CREATE INDEX idempotencyBySize ON idempotency (account, bytes);
CREATE INDEX asyncJobsBySize ON asyncJobs (account, requestBytes, resultBytes);
CREATE INDEX asyncJobsByTurn ON asyncJobs (state, account, notBefore);
CREATE INDEX asyncJobsByHolder ON asyncJobs (holder) WHERE holder IS NOT NULL;
