-- A closed week stands: what was wrong with it is put right in a later one.
CREATE TRIGGER driver_statements_no_update BEFORE UPDATE ON driver_statements
BEGIN
  SELECT RAISE(ABORT, 'statements are closed once');
END;
--> statement-breakpoint
CREATE TRIGGER driver_statements_no_delete BEFORE DELETE ON driver_statements
BEGIN
  SELECT RAISE(ABORT, 'statements are closed once');
END;
--> statement-breakpoint
CREATE TRIGGER driver_statement_lines_no_update BEFORE UPDATE ON driver_statement_lines
BEGIN
  SELECT RAISE(ABORT, 'statements are closed once');
END;
--> statement-breakpoint
CREATE TRIGGER driver_statement_lines_no_delete BEFORE DELETE ON driver_statement_lines
BEGIN
  SELECT RAISE(ABORT, 'statements are closed once');
END;
--> statement-breakpoint
-- Once, a statement takes an entry up. Nothing else of it ever changes.
CREATE TRIGGER driver_entries_no_update BEFORE UPDATE ON driver_entries
WHEN OLD.statement_id IS NOT NULL OR NEW.statement_id IS NULL OR NEW.id <> OLD.id
  OR NEW.driver_id <> OLD.driver_id OR NEW.kind <> OLD.kind OR NEW.currency <> OLD.currency
  OR NEW.amount_minor <> OLD.amount_minor OR NEW.reason <> OLD.reason
  OR NEW.reservation_id IS NOT OLD.reservation_id OR NEW.paid_on IS NOT OLD.paid_on
  OR NEW.method IS NOT OLD.method OR NEW.reference <> OLD.reference
  OR NEW.reverses_id IS NOT OLD.reverses_id OR NEW.recorded_at <> OLD.recorded_at
  OR NEW.recorded_by <> OLD.recorded_by
BEGIN
  SELECT RAISE(ABORT, 'driver_entries is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER driver_entries_no_delete BEFORE DELETE ON driver_entries
BEGIN
  SELECT RAISE(ABORT, 'driver_entries is append-only');
END;
--> statement-breakpoint
-- Trips that were over before there were statements were accounted for in some other way.
UPDATE reservations SET stated_version = -1
WHERE state IN ('completed', 'settled', 'cancelled', 'no_show', 'rejected');
