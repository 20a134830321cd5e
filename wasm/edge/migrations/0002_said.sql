-- The main numbers of a report or an estimate, in words for lists; '' of other kinds.
ALTER TABLE releases ADD COLUMN said TEXT NOT NULL DEFAULT '';
