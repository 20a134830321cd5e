-- The records of a sample; 0 where they were not counted.
ALTER TABLE samples ADD COLUMN rows INTEGER NOT NULL DEFAULT 0;
