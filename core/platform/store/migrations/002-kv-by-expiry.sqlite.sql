CREATE INDEX kvByExpiry ON kv (expiresAt) WHERE expiresAt IS NOT NULL;
