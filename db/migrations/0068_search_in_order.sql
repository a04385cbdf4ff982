-- The search's rowid is the time of the pickup, in minutes, and the reservation's number below it (`search-key.ts`):
-- what it finds comes in the order of the lists, as far as a page goes, and nothing is put into order. It holds
-- the first letter of words too. The words are those it held.
CREATE VIRTUAL TABLE reservation_search_next USING fts5(
  number, passenger, phone, pickup, dropoff, driver, plate,
  tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
);
--> statement-breakpoint
INSERT INTO reservation_search_next (rowid, number, passenger, phone, pickup, dropoff, driver, plate)
SELECT ((r.pickup_at / 60000) << 26) | r.number AS key,
  s.number, s.passenger, s.phone, s.pickup, s.dropoff, s.driver, s.plate
FROM reservations r JOIN reservation_search s ON s.rowid = r.number
ORDER BY key;
--> statement-breakpoint
DROP TRIGGER reservation_search_insert;
--> statement-breakpoint
DROP TRIGGER reservation_search_update;
--> statement-breakpoint
DROP TABLE reservation_search;
--> statement-breakpoint
ALTER TABLE reservation_search_next RENAME TO reservation_search;
--> statement-breakpoint
-- Words that leave the search leave its older segments too, at once.
INSERT INTO reservation_search(reservation_search, rank) VALUES('secure-delete', 1);
--> statement-breakpoint
CREATE TRIGGER reservation_search_insert AFTER INSERT ON reservations
BEGIN
  INSERT INTO reservation_search (rowid, number, passenger, phone, pickup, dropoff, driver, plate)
  VALUES (((NEW.pickup_at / 60000) << 26) | NEW.number, NEW.number, NEW.passenger_name,
    coalesce(NEW.passenger_phone, ''), NEW.pickup_name, NEW.dropoff_name,
    coalesce((SELECT first_name || ' ' || last_name FROM drivers WHERE id = NEW.driver_id), ''),
    coalesce((SELECT plate FROM vehicles WHERE id = NEW.vehicle_id), ''));
END;
--> statement-breakpoint
CREATE TRIGGER reservation_search_update
AFTER UPDATE OF passenger_name, passenger_phone, pickup_name, dropoff_name, driver_id, vehicle_id ON reservations
WHEN NEW.pickup_at = OLD.pickup_at
BEGIN
  UPDATE reservation_search SET passenger = NEW.passenger_name, phone = coalesce(NEW.passenger_phone, ''),
    pickup = NEW.pickup_name, dropoff = NEW.dropoff_name,
    driver = coalesce((SELECT first_name || ' ' || last_name FROM drivers WHERE id = NEW.driver_id), ''),
    plate = coalesce((SELECT plate FROM vehicles WHERE id = NEW.vehicle_id), '')
  WHERE rowid = ((NEW.pickup_at / 60000) << 26) | NEW.number;
END;
--> statement-breakpoint
-- What is picked up at another time stands at another place.
CREATE TRIGGER reservation_search_move AFTER UPDATE OF pickup_at ON reservations
WHEN NEW.pickup_at <> OLD.pickup_at
BEGIN
  DELETE FROM reservation_search WHERE rowid = ((OLD.pickup_at / 60000) << 26) | OLD.number;
  INSERT INTO reservation_search (rowid, number, passenger, phone, pickup, dropoff, driver, plate)
  VALUES (((NEW.pickup_at / 60000) << 26) | NEW.number, NEW.number, NEW.passenger_name,
    coalesce(NEW.passenger_phone, ''), NEW.pickup_name, NEW.dropoff_name,
    coalesce((SELECT first_name || ' ' || last_name FROM drivers WHERE id = NEW.driver_id), ''),
    coalesce((SELECT plate FROM vehicles WHERE id = NEW.vehicle_id), ''));
END;
