-- What dispatch looks for beside trips and riders: contact messages, incidents, lost and found property and
-- invoices, by the beginnings of their words. Each has its id as a phrase, as riders have.
CREATE VIRTUAL TABLE desk_search USING fts5(
  ref, kind UNINDEXED, texts,
  tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3 4 5'
);
--> statement-breakpoint
-- What is erased leaves its older segments too, at once.
INSERT INTO desk_search(desk_search, rank) VALUES('secure-delete', 1);
--> statement-breakpoint
INSERT INTO desk_search (ref, kind, texts)
SELECT id, 'contact', name || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') FROM contact_messages ORDER BY created_at, id;
--> statement-breakpoint
CREATE TRIGGER desk_search_contact_messages_insert AFTER INSERT ON contact_messages
BEGIN
  INSERT INTO desk_search (ref, kind, texts) VALUES (NEW.id, 'contact', NEW.name || ' ' || coalesce(NEW.email, '') || ' ' || coalesce(NEW.phone, ''));
END;
--> statement-breakpoint
CREATE TRIGGER desk_search_contact_messages_update AFTER UPDATE OF name, email, phone ON contact_messages
BEGIN
  UPDATE desk_search SET texts = NEW.name || ' ' || coalesce(NEW.email, '') || ' ' || coalesce(NEW.phone, '')
  WHERE rowid IN (SELECT rowid FROM desk_search WHERE desk_search MATCH 'ref : "' || NEW.id || '"');
END;
--> statement-breakpoint
CREATE TRIGGER desk_search_contact_messages_delete AFTER DELETE ON contact_messages
BEGIN
  DELETE FROM desk_search
  WHERE rowid IN (SELECT rowid FROM desk_search WHERE desk_search MATCH 'ref : "' || OLD.id || '"');
END;
--> statement-breakpoint
INSERT INTO desk_search (ref, kind, texts)
SELECT id, 'incident', what || ' ' || place || ' ' || police_number FROM incidents ORDER BY created_at, id;
--> statement-breakpoint
CREATE TRIGGER desk_search_incidents_insert AFTER INSERT ON incidents
BEGIN
  INSERT INTO desk_search (ref, kind, texts) VALUES (NEW.id, 'incident', NEW.what || ' ' || NEW.place || ' ' || NEW.police_number);
END;
--> statement-breakpoint
CREATE TRIGGER desk_search_incidents_update AFTER UPDATE OF what, place, police_number ON incidents
BEGIN
  UPDATE desk_search SET texts = NEW.what || ' ' || NEW.place || ' ' || NEW.police_number
  WHERE rowid IN (SELECT rowid FROM desk_search WHERE desk_search MATCH 'ref : "' || NEW.id || '"');
END;
--> statement-breakpoint
CREATE TRIGGER desk_search_incidents_delete AFTER DELETE ON incidents
BEGIN
  DELETE FROM desk_search
  WHERE rowid IN (SELECT rowid FROM desk_search WHERE desk_search MATCH 'ref : "' || OLD.id || '"');
END;
--> statement-breakpoint
INSERT INTO desk_search (ref, kind, texts)
SELECT id, 'lost_report', what || ' ' || colour || ' ' || marks || ' ' || reporter_name || ' ' || contact FROM lost_reports ORDER BY created_at, id;
--> statement-breakpoint
CREATE TRIGGER desk_search_lost_reports_insert AFTER INSERT ON lost_reports
BEGIN
  INSERT INTO desk_search (ref, kind, texts) VALUES (NEW.id, 'lost_report', NEW.what || ' ' || NEW.colour || ' ' || NEW.marks || ' ' || NEW.reporter_name || ' ' || NEW.contact);
END;
--> statement-breakpoint
CREATE TRIGGER desk_search_lost_reports_update AFTER UPDATE OF what, colour, marks, reporter_name, contact ON lost_reports
BEGIN
  UPDATE desk_search SET texts = NEW.what || ' ' || NEW.colour || ' ' || NEW.marks || ' ' || NEW.reporter_name || ' ' || NEW.contact
  WHERE rowid IN (SELECT rowid FROM desk_search WHERE desk_search MATCH 'ref : "' || NEW.id || '"');
END;
--> statement-breakpoint
CREATE TRIGGER desk_search_lost_reports_delete AFTER DELETE ON lost_reports
BEGIN
  DELETE FROM desk_search
  WHERE rowid IN (SELECT rowid FROM desk_search WHERE desk_search MATCH 'ref : "' || OLD.id || '"');
END;
--> statement-breakpoint
INSERT INTO desk_search (ref, kind, texts)
SELECT id, 'found_item', what || ' ' || colour || ' ' || marks || ' ' || storage || ' ' || coalesce(handed_to, '') FROM found_items ORDER BY found_at, id;
--> statement-breakpoint
CREATE TRIGGER desk_search_found_items_insert AFTER INSERT ON found_items
BEGIN
  INSERT INTO desk_search (ref, kind, texts) VALUES (NEW.id, 'found_item', NEW.what || ' ' || NEW.colour || ' ' || NEW.marks || ' ' || NEW.storage || ' ' || coalesce(NEW.handed_to, ''));
END;
--> statement-breakpoint
CREATE TRIGGER desk_search_found_items_update AFTER UPDATE OF what, colour, marks, storage, handed_to ON found_items
BEGIN
  UPDATE desk_search SET texts = NEW.what || ' ' || NEW.colour || ' ' || NEW.marks || ' ' || NEW.storage || ' ' || coalesce(NEW.handed_to, '')
  WHERE rowid IN (SELECT rowid FROM desk_search WHERE desk_search MATCH 'ref : "' || NEW.id || '"');
END;
--> statement-breakpoint
CREATE TRIGGER desk_search_found_items_delete AFTER DELETE ON found_items
BEGIN
  DELETE FROM desk_search
  WHERE rowid IN (SELECT rowid FROM desk_search WHERE desk_search MATCH 'ref : "' || OLD.id || '"');
END;
--> statement-breakpoint
INSERT INTO desk_search (ref, kind, texts)
SELECT id, 'invoice', json_extract(parties, '$.to.name') FROM invoices ORDER BY issued_at, id;
--> statement-breakpoint
CREATE TRIGGER desk_search_invoices_insert AFTER INSERT ON invoices
BEGIN
  INSERT INTO desk_search (ref, kind, texts) VALUES (NEW.id, 'invoice', json_extract(NEW.parties, '$.to.name'));
END;
