-- What a release adds to a sum, from its arrival until it is folded. It is empty of releases that arrived before, and they are added from
-- their bodies.
ALTER TABLE releases ADD COLUMN addend TEXT NOT NULL DEFAULT '';
