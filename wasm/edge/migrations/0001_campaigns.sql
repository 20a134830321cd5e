-- All times are Unix milliseconds.
CREATE TABLE campaigns (
  id TEXT PRIMARY KEY,
  analyst TEXT NOT NULL,
  created INTEGER NOT NULL,
  closed INTEGER NOT NULL DEFAULT 0,
  settings TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX campaigns_of_analyst ON campaigns (analyst, created);

-- A token serves for one release: used_by is that release's digest. Name is the operator's word for whom it is.
CREATE TABLE invitations (
  token TEXT PRIMARY KEY,
  campaign TEXT NOT NULL,
  used_by TEXT,
  created INTEGER NOT NULL,
  expires INTEGER NOT NULL, -- 0: never
  revoked INTEGER NOT NULL DEFAULT 0,
  name TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX invitations_of_campaign ON invitations (campaign, token);

CREATE TABLE releases (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  campaign TEXT NOT NULL,
  release_id TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  value_digest TEXT NOT NULL,
  token TEXT NOT NULL,
  epsilon REAL NOT NULL,
  delta REAL NOT NULL,
  n INTEGER NOT NULL,
  rows_estimate REAL NOT NULL,
  received INTEGER NOT NULL,
  body TEXT NOT NULL,
  UNIQUE (campaign, release_id),
  UNIQUE (campaign, value_digest)
);
CREATE INDEX releases_in_order ON releases (campaign, sequence);
CREATE INDEX releases_of_token ON releases (token);

CREATE TABLE samples (
  analyst TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  name TEXT NOT NULL,
  source TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  created INTEGER NOT NULL,
  PRIMARY KEY (analyst, sha256, name)
) WITHOUT ROWID;
