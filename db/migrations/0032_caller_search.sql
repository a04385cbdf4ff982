-- Who is calling: riders by the words of their names and e-mail address, and by the end of their number.
-- Riders have no number of their own that could be the rowid: `rider` is searched for as a phrase.
CREATE VIRTUAL TABLE rider_search USING fts5(
  rider, names, email,
  tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
);
--> statement-breakpoint
-- An erased rider leaves its older segments too, at once.
INSERT INTO rider_search(rider_search, rank) VALUES('secure-delete', 1);
--> statement-breakpoint
INSERT INTO rider_search (rider, names, email)
SELECT id, coalesce(first_name, '') || ' ' || coalesce(last_name, ''), coalesce(email, '') FROM riders;
--> statement-breakpoint
CREATE TRIGGER rider_search_insert AFTER INSERT ON riders
BEGIN
  INSERT INTO rider_search (rider, names, email)
  VALUES (NEW.id, coalesce(NEW.first_name, '') || ' ' || coalesce(NEW.last_name, ''), coalesce(NEW.email, ''));
END;
--> statement-breakpoint
CREATE TRIGGER rider_search_update AFTER UPDATE OF first_name, last_name, email ON riders
BEGIN
  UPDATE rider_search SET names = coalesce(NEW.first_name, '') || ' ' || coalesce(NEW.last_name, ''),
    email = coalesce(NEW.email, '')
  WHERE rowid IN (SELECT rowid FROM rider_search WHERE rider_search MATCH 'rider : "' || NEW.id || '"');
END;
--> statement-breakpoint
CREATE TRIGGER rider_search_delete AFTER DELETE ON riders
BEGIN
  DELETE FROM rider_search
  WHERE rowid IN (SELECT rowid FROM rider_search WHERE rider_search MATCH 'rider : "' || OLD.id || '"');
END;
--> statement-breakpoint
-- A caller says the last figures of their number.
CREATE INDEX riders_phone_end ON riders (substr(phone, -4));
