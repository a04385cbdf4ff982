-- What the database refuses by itself, whatever the code does.

-- No driver and no vehicle in two places at once: [starts_at, ends_at) of active rows.
CREATE TRIGGER assignments_no_overlap_insert BEFORE INSERT ON assignments WHEN NEW.active = 1
BEGIN
  SELECT RAISE(ABORT, 'overlap.driver') WHERE EXISTS (
    SELECT 1 FROM assignments WHERE driver_id = NEW.driver_id AND active = 1
      AND starts_at < NEW.ends_at AND ends_at > NEW.starts_at);
  SELECT RAISE(ABORT, 'overlap.vehicle') WHERE EXISTS (
    SELECT 1 FROM assignments WHERE vehicle_id = NEW.vehicle_id AND active = 1
      AND starts_at < NEW.ends_at AND ends_at > NEW.starts_at);
  SELECT RAISE(ABORT, 'overlap.reservation') WHERE EXISTS (
    SELECT 1 FROM assignments WHERE reservation_id = NEW.reservation_id AND active = 1);
END;
--> statement-breakpoint
CREATE TRIGGER assignments_no_overlap_update BEFORE UPDATE ON assignments WHEN NEW.active = 1
BEGIN
  SELECT RAISE(ABORT, 'overlap.driver') WHERE EXISTS (
    SELECT 1 FROM assignments WHERE driver_id = NEW.driver_id AND active = 1 AND id <> NEW.id
      AND starts_at < NEW.ends_at AND ends_at > NEW.starts_at);
  SELECT RAISE(ABORT, 'overlap.vehicle') WHERE EXISTS (
    SELECT 1 FROM assignments WHERE vehicle_id = NEW.vehicle_id AND active = 1 AND id <> NEW.id
      AND starts_at < NEW.ends_at AND ends_at > NEW.starts_at);
  SELECT RAISE(ABORT, 'overlap.reservation') WHERE EXISTS (
    SELECT 1 FROM assignments WHERE reservation_id = NEW.reservation_id AND active = 1 AND id <> NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER assignments_forward_time_insert BEFORE INSERT ON assignments WHEN NEW.ends_at <= NEW.starts_at
BEGIN
  SELECT RAISE(ABORT, 'assignments: ends before it starts');
END;
--> statement-breakpoint

-- The log is append-only.
CREATE TRIGGER reservation_events_no_update BEFORE UPDATE ON reservation_events
BEGIN
  SELECT RAISE(ABORT, 'reservation_events is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER reservation_events_no_delete BEFORE DELETE ON reservation_events
BEGIN
  SELECT RAISE(ABORT, 'reservation_events is append-only');
END;
--> statement-breakpoint

-- Search over what a dispatcher types: number, names, places, plate. Its rowid is the reservation's number.
CREATE VIRTUAL TABLE reservation_search USING fts5(
  number, passenger, phone, pickup, dropoff, driver, plate,
  tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
);
--> statement-breakpoint
CREATE TRIGGER reservation_search_insert AFTER INSERT ON reservations
BEGIN
  INSERT INTO reservation_search (rowid, number, passenger, phone, pickup, dropoff, driver, plate)
  VALUES (NEW.number, NEW.number, NEW.passenger_name, coalesce(NEW.passenger_phone, ''), NEW.pickup_name, NEW.dropoff_name,
    coalesce((SELECT first_name || ' ' || last_name FROM drivers WHERE id = NEW.driver_id), ''),
    coalesce((SELECT plate FROM vehicles WHERE id = NEW.vehicle_id), ''));
END;
--> statement-breakpoint
CREATE TRIGGER reservation_search_update
AFTER UPDATE OF passenger_name, passenger_phone, pickup_name, dropoff_name, driver_id, vehicle_id ON reservations
BEGIN
  UPDATE reservation_search SET passenger = NEW.passenger_name, phone = coalesce(NEW.passenger_phone, ''),
    pickup = NEW.pickup_name, dropoff = NEW.dropoff_name,
    driver = coalesce((SELECT first_name || ' ' || last_name FROM drivers WHERE id = NEW.driver_id), ''),
    plate = coalesce((SELECT plate FROM vehicles WHERE id = NEW.vehicle_id), '')
  WHERE rowid = NEW.number;
END;
