CREATE TABLE campaigns (
  id TEXT PRIMARY KEY,
  analyst TEXT NOT NULL,
  created INTEGER NOT NULL,
  closed INTEGER NOT NULL DEFAULT 0,
  settings TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX campaigns_of_analyst ON campaigns (analyst, created);

-- A token serves for one release: used_by is that release's digest.
CREATE TABLE invitations (
  token TEXT PRIMARY KEY,
  campaign TEXT NOT NULL,
  used_by TEXT
) WITHOUT ROWID;

CREATE TABLE releases (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  campaign TEXT NOT NULL,
  release_id TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  value_digest TEXT NOT NULL,
  token TEXT NOT NULL,
  setting TEXT NOT NULL,
  epsilon REAL NOT NULL,
  delta REAL NOT NULL,
  n INTEGER NOT NULL,
  rows_estimate REAL NOT NULL,
  received INTEGER NOT NULL,
  folded INTEGER NOT NULL DEFAULT 0, -- the version of the sum that it went into; 0: none yet, -1: it cannot be added
  body TEXT NOT NULL,
  UNIQUE (campaign, release_id),
  UNIQUE (campaign, value_digest)
);
CREATE INDEX releases_in_order ON releases (campaign, sequence);
CREATE INDEX releases_by_digest ON releases (campaign, setting, sha256);
CREATE INDEX releases_to_fold ON releases (sequence) WHERE folded = 0 AND setting <> '';

-- writer distinguishes the transaction that wrote a version from another one that tried to.
CREATE TABLE sums (
  campaign TEXT NOT NULL,
  setting TEXT NOT NULL,
  version INTEGER NOT NULL,
  releases INTEGER NOT NULL,
  state TEXT NOT NULL,
  writer TEXT NOT NULL,
  PRIMARY KEY (campaign, setting)
) WITHOUT ROWID;
