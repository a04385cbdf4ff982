-- A rider into whom another was folded is found by the name of that one too.
DROP TRIGGER rider_search_update;
--> statement-breakpoint
CREATE TRIGGER rider_search_update AFTER UPDATE OF first_name, last_name, email ON riders
BEGIN
  UPDATE rider_search SET names = coalesce(NEW.first_name, '') || ' ' || coalesce(NEW.last_name, '')
      || coalesce((SELECT ' ' || group_concat(name, ' ') FROM rider_merges WHERE kept_id = NEW.id), ''),
    email = coalesce(NEW.email, '')
  WHERE rowid IN (SELECT rowid FROM rider_search WHERE rider_search MATCH 'rider : "' || NEW.id || '"');
END;
--> statement-breakpoint
-- The name is written again as it is: that updates the search.
CREATE TRIGGER rider_merges_found AFTER INSERT ON rider_merges
BEGIN
  UPDATE riders SET first_name = first_name WHERE id = NEW.kept_id;
END;
--> statement-breakpoint
CREATE TRIGGER rider_merges_moved AFTER UPDATE OF kept_id ON rider_merges
BEGIN
  UPDATE riders SET first_name = first_name WHERE id = NEW.kept_id;
END;
