-- The edge adds nothing up any more: releases are combined where they are exported to.
DROP TABLE sums;
DROP INDEX releases_to_fold;
DROP INDEX releases_by_digest;
ALTER TABLE releases DROP COLUMN setting;
ALTER TABLE releases DROP COLUMN folded;
ALTER TABLE releases DROP COLUMN excluded;
ALTER TABLE releases DROP COLUMN addend;
