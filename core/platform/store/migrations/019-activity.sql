-- The requests of each hour and hub, as JSON. One row replaces many, so that the table grows with hours only.
CREATE TABLE activity (
  hour INTEGER NOT NULL,
  holder TEXT NOT NULL,
  content TEXT NOT NULL,
  PRIMARY KEY (hour, holder)
) WITHOUT ROWID;
