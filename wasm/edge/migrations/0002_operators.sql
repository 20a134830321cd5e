-- Expiry and withdrawal of invitations; 0 where it was not noted or never happens. Times are Unix milliseconds.
ALTER TABLE invitations ADD COLUMN created INTEGER NOT NULL DEFAULT 0;
ALTER TABLE invitations ADD COLUMN expires INTEGER NOT NULL DEFAULT 0;
ALTER TABLE invitations ADD COLUMN revoked INTEGER NOT NULL DEFAULT 0;
CREATE INDEX invitations_of_campaign ON invitations (campaign, token);

-- A release that is excluded is in no sum, and folded is 0.
ALTER TABLE releases ADD COLUMN excluded INTEGER NOT NULL DEFAULT 0;
DROP INDEX releases_to_fold;
CREATE INDEX releases_to_fold ON releases (sequence) WHERE folded = 0 AND excluded = 0 AND setting <> '';

-- Arrivals by invitations that were refused, without their bodies.
CREATE TABLE refusals (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  campaign TEXT NOT NULL,
  invitation TEXT NOT NULL,
  time INTEGER NOT NULL,
  status INTEGER NOT NULL,
  code TEXT NOT NULL,
  message TEXT NOT NULL
);
CREATE INDEX refusals_of_invitation ON refusals (campaign, invitation, sequence);

CREATE TABLE samples (
  analyst TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  name TEXT NOT NULL,
  source TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  created INTEGER NOT NULL,
  PRIMARY KEY (analyst, sha256, name)
) WITHOUT ROWID;
