-- No vehicle is given to a trip that reaches into a time in which it is out of service.
CREATE TRIGGER assignments_no_outage_insert BEFORE INSERT ON assignments WHEN NEW.active = 1
BEGIN
  SELECT RAISE(ABORT, 'outage.vehicle') WHERE EXISTS (
    SELECT 1 FROM vehicle_outages WHERE vehicle_id = NEW.vehicle_id AND lifted_at IS NULL
      AND ends_at > NEW.starts_at AND starts_at < NEW.ends_at);
END;
--> statement-breakpoint
CREATE TRIGGER assignments_no_outage_update
BEFORE UPDATE OF vehicle_id, starts_at, ends_at, active ON assignments WHEN NEW.active = 1
BEGIN
  SELECT RAISE(ABORT, 'outage.vehicle') WHERE EXISTS (
    SELECT 1 FROM vehicle_outages WHERE vehicle_id = NEW.vehicle_id AND lifted_at IS NULL
      AND ends_at > NEW.starts_at AND starts_at < NEW.ends_at);
END;
--> statement-breakpoint
CREATE TRIGGER vehicle_outages_forward_insert BEFORE INSERT ON vehicle_outages
WHEN NEW.ends_at <= NEW.starts_at
BEGIN
  SELECT RAISE(ABORT, 'vehicle_outages: ends before it starts');
END;
--> statement-breakpoint
CREATE TRIGGER vehicle_outages_forward_update BEFORE UPDATE ON vehicle_outages
WHEN NEW.ends_at <= NEW.starts_at
BEGIN
  SELECT RAISE(ABORT, 'vehicle_outages: ends before it starts');
END;
