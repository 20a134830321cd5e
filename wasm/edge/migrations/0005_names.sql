-- The operator's word for an invitation, which is in no link and no release, and the way from an invitation to its release.
ALTER TABLE invitations ADD COLUMN name TEXT NOT NULL DEFAULT '';
CREATE INDEX releases_of_token ON releases (token);
