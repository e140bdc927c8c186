-- The number of the oldest migration whose hubs can still read and write this database.
CREATE TABLE schemaReaders (oldest INTEGER NOT NULL);
INSERT INTO schemaReaders VALUES (20);
