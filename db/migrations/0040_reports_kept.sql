-- When the drivers of the trips so far arrived, set out with their passengers, and ended the ride.
UPDATE reservations SET
  arrived_at = (SELECT max(at) FROM reservation_events e WHERE e.reservation_id = reservations.id
    AND e.from_state = 'en_route' AND e.to_state = 'on_location'),
  boarded_at = (SELECT max(at) FROM reservation_events e WHERE e.reservation_id = reservations.id
    AND e.from_state = 'on_location' AND e.to_state = 'passenger_on_board'),
  ended_at = (SELECT max(at) FROM reservation_events e WHERE e.reservation_id = reservations.id
    AND e.from_state = 'passenger_on_board' AND e.to_state = 'completed')
WHERE state IN ('on_location', 'passenger_on_board', 'completed', 'settled', 'no_show');
--> statement-breakpoint
INSERT INTO report_days (dimension, day, key, currency, driven, cancelled, late_cancelled, no_shows, arrived, on_time, driven_seconds, charged_minor, tax_minor, tips_minor, fees_minor)
SELECT d.value ->> 0 AS dimension, m.day, d.value ->> 1 AS key, m.currency,
    sum(m.driven) AS driven, sum(m.cancelled) AS cancelled, sum(m.late_cancelled) AS late_cancelled, sum(m.no_shows) AS no_shows, sum(m.arrived) AS arrived, sum(m.on_time) AS on_time, sum(m.driven_seconds) AS driven_seconds, sum(m.charged_minor) AS charged_minor, sum(m.tax_minor) AS tax_minor, sum(m.tips_minor) AS tips_minor, sum(m.fees_minor) AS fees_minor
  FROM (SELECT substr(r.pickup_local, 1, 10) AS day, r.currency AS currency,
    json_array(json_array('all', ''), json_array('driver', coalesce(r.driver_id, '')),
      json_array('vehicle_class', r.vehicle_class_id), json_array('source', r.source),
      json_array('service_type', r.service_type), json_array('company', coalesce(r.company_id, '')))
      AS dims,
    r.state IN ('completed', 'settled') AS driven, r.state = 'cancelled' AS cancelled,
    r.state = 'cancelled' AND r.late = 1 AS late_cancelled, r.state = 'no_show' AS no_shows,
    r.state <> 'cancelled' AND r.arrived_at IS NOT NULL AS arrived,
    r.state <> 'cancelled' AND coalesce(r.arrived_at <= r.pickup_at + 300000, 0) AS on_time,
    CASE WHEN r.state IN ('completed', 'settled') THEN max(0, coalesce((r.ended_at - r.boarded_at) / 1000, 0)) ELSE 0 END
      AS driven_seconds,
    CASE WHEN r.state IN ('completed', 'settled') THEN r.fare_minor ELSE coalesce(r.cancellation_fee_minor, 0) END AS charged_minor, coalesce((SELECT sum(l.value ->> '$.amountMinor') FROM json_each(CASE WHEN r.state IN ('completed', 'settled') THEN r.fare_lines
    WHEN coalesce(r.cancellation_fee_minor, 0) > 0 THEN coalesce(r.fee_lines, '[]') ELSE '[]' END) l
    WHERE l.value ->> '$.kind' IN ('tax')), 0) AS tax_minor,
    coalesce((SELECT sum(l.value ->> '$.amountMinor') FROM json_each(CASE WHEN r.state IN ('completed', 'settled') THEN r.fare_lines
    WHEN coalesce(r.cancellation_fee_minor, 0) > 0 THEN coalesce(r.fee_lines, '[]') ELSE '[]' END) l
    WHERE l.value ->> '$.kind' IN ('gratuity', 'tip')), 0) AS tips_minor,
    CASE WHEN r.state IN ('completed', 'settled') THEN 0 ELSE CASE WHEN r.state IN ('completed', 'settled') THEN r.fare_minor ELSE coalesce(r.cancellation_fee_minor, 0) END END AS fees_minor
    FROM reservations r WHERE r.state IN ('completed', 'settled', 'cancelled', 'no_show')) m
  CROSS JOIN json_each(m.dims) d
  GROUP BY 1, 2, 3, 4;
--> statement-breakpoint
-- What trips came to, by days: kept with every row that is written. A settled trip counts as it did before.
CREATE TRIGGER report_days_insert AFTER INSERT ON reservations WHEN NEW.state IN ('completed', 'settled', 'cancelled', 'no_show')
BEGIN
  INSERT INTO report_days (dimension, day, key, currency, driven, cancelled, late_cancelled, no_shows, arrived, on_time, driven_seconds, charged_minor, tax_minor, tips_minor, fees_minor)
  SELECT d.value ->> 0, m.day, d.value ->> 1, m.currency, m.driven, m.cancelled, m.late_cancelled, m.no_shows, m.arrived, m.on_time, m.driven_seconds, m.charged_minor, m.tax_minor, m.tips_minor, m.fees_minor
  FROM (SELECT substr(NEW.pickup_local, 1, 10) AS day, NEW.currency AS currency,
    json_array(json_array('all', ''), json_array('driver', coalesce(NEW.driver_id, '')),
      json_array('vehicle_class', NEW.vehicle_class_id), json_array('source', NEW.source),
      json_array('service_type', NEW.service_type), json_array('company', coalesce(NEW.company_id, '')))
      AS dims,
    NEW.state IN ('completed', 'settled') AS driven, NEW.state = 'cancelled' AS cancelled,
    NEW.state = 'cancelled' AND NEW.late = 1 AS late_cancelled, NEW.state = 'no_show' AS no_shows,
    NEW.state <> 'cancelled' AND NEW.arrived_at IS NOT NULL AS arrived,
    NEW.state <> 'cancelled' AND coalesce(NEW.arrived_at <= NEW.pickup_at + 300000, 0) AS on_time,
    CASE WHEN NEW.state IN ('completed', 'settled') THEN max(0, coalesce((NEW.ended_at - NEW.boarded_at) / 1000, 0)) ELSE 0 END
      AS driven_seconds,
    CASE WHEN NEW.state IN ('completed', 'settled') THEN NEW.fare_minor ELSE coalesce(NEW.cancellation_fee_minor, 0) END AS charged_minor, coalesce((SELECT sum(l.value ->> '$.amountMinor') FROM json_each(CASE WHEN NEW.state IN ('completed', 'settled') THEN NEW.fare_lines
    WHEN coalesce(NEW.cancellation_fee_minor, 0) > 0 THEN coalesce(NEW.fee_lines, '[]') ELSE '[]' END) l
    WHERE l.value ->> '$.kind' IN ('tax')), 0) AS tax_minor,
    coalesce((SELECT sum(l.value ->> '$.amountMinor') FROM json_each(CASE WHEN NEW.state IN ('completed', 'settled') THEN NEW.fare_lines
    WHEN coalesce(NEW.cancellation_fee_minor, 0) > 0 THEN coalesce(NEW.fee_lines, '[]') ELSE '[]' END) l
    WHERE l.value ->> '$.kind' IN ('gratuity', 'tip')), 0) AS tips_minor,
    CASE WHEN NEW.state IN ('completed', 'settled') THEN 0 ELSE CASE WHEN NEW.state IN ('completed', 'settled') THEN NEW.fare_minor ELSE coalesce(NEW.cancellation_fee_minor, 0) END END AS fees_minor
    WHERE NEW.state IN ('completed', 'settled', 'cancelled', 'no_show') LIMIT 1) m
  CROSS JOIN json_each(m.dims) d WHERE true
  ON CONFLICT (dimension, day, key, currency) DO UPDATE SET
    driven = driven + excluded.driven, cancelled = cancelled + excluded.cancelled, late_cancelled = late_cancelled + excluded.late_cancelled, no_shows = no_shows + excluded.no_shows, arrived = arrived + excluded.arrived, on_time = on_time + excluded.on_time, driven_seconds = driven_seconds + excluded.driven_seconds, charged_minor = charged_minor + excluded.charged_minor, tax_minor = tax_minor + excluded.tax_minor, tips_minor = tips_minor + excluded.tips_minor, fees_minor = fees_minor + excluded.fees_minor;
END;
--> statement-breakpoint
CREATE TRIGGER report_days_delete AFTER DELETE ON reservations WHEN OLD.state IN ('completed', 'settled', 'cancelled', 'no_show')
BEGIN
  INSERT INTO report_days (dimension, day, key, currency, driven, cancelled, late_cancelled, no_shows, arrived, on_time, driven_seconds, charged_minor, tax_minor, tips_minor, fees_minor)
  SELECT d.value ->> 0, m.day, d.value ->> 1, m.currency, -m.driven, -m.cancelled, -m.late_cancelled, -m.no_shows, -m.arrived, -m.on_time, -m.driven_seconds, -m.charged_minor, -m.tax_minor, -m.tips_minor, -m.fees_minor
  FROM (SELECT substr(OLD.pickup_local, 1, 10) AS day, OLD.currency AS currency,
    json_array(json_array('all', ''), json_array('driver', coalesce(OLD.driver_id, '')),
      json_array('vehicle_class', OLD.vehicle_class_id), json_array('source', OLD.source),
      json_array('service_type', OLD.service_type), json_array('company', coalesce(OLD.company_id, '')))
      AS dims,
    OLD.state IN ('completed', 'settled') AS driven, OLD.state = 'cancelled' AS cancelled,
    OLD.state = 'cancelled' AND OLD.late = 1 AS late_cancelled, OLD.state = 'no_show' AS no_shows,
    OLD.state <> 'cancelled' AND OLD.arrived_at IS NOT NULL AS arrived,
    OLD.state <> 'cancelled' AND coalesce(OLD.arrived_at <= OLD.pickup_at + 300000, 0) AS on_time,
    CASE WHEN OLD.state IN ('completed', 'settled') THEN max(0, coalesce((OLD.ended_at - OLD.boarded_at) / 1000, 0)) ELSE 0 END
      AS driven_seconds,
    CASE WHEN OLD.state IN ('completed', 'settled') THEN OLD.fare_minor ELSE coalesce(OLD.cancellation_fee_minor, 0) END AS charged_minor, coalesce((SELECT sum(l.value ->> '$.amountMinor') FROM json_each(CASE WHEN OLD.state IN ('completed', 'settled') THEN OLD.fare_lines
    WHEN coalesce(OLD.cancellation_fee_minor, 0) > 0 THEN coalesce(OLD.fee_lines, '[]') ELSE '[]' END) l
    WHERE l.value ->> '$.kind' IN ('tax')), 0) AS tax_minor,
    coalesce((SELECT sum(l.value ->> '$.amountMinor') FROM json_each(CASE WHEN OLD.state IN ('completed', 'settled') THEN OLD.fare_lines
    WHEN coalesce(OLD.cancellation_fee_minor, 0) > 0 THEN coalesce(OLD.fee_lines, '[]') ELSE '[]' END) l
    WHERE l.value ->> '$.kind' IN ('gratuity', 'tip')), 0) AS tips_minor,
    CASE WHEN OLD.state IN ('completed', 'settled') THEN 0 ELSE CASE WHEN OLD.state IN ('completed', 'settled') THEN OLD.fare_minor ELSE coalesce(OLD.cancellation_fee_minor, 0) END END AS fees_minor
    WHERE OLD.state IN ('completed', 'settled', 'cancelled', 'no_show') LIMIT 1) m
  CROSS JOIN json_each(m.dims) d WHERE true
  ON CONFLICT (dimension, day, key, currency) DO UPDATE SET
    driven = driven + excluded.driven, cancelled = cancelled + excluded.cancelled, late_cancelled = late_cancelled + excluded.late_cancelled, no_shows = no_shows + excluded.no_shows, arrived = arrived + excluded.arrived, on_time = on_time + excluded.on_time, driven_seconds = driven_seconds + excluded.driven_seconds, charged_minor = charged_minor + excluded.charged_minor, tax_minor = tax_minor + excluded.tax_minor, tips_minor = tips_minor + excluded.tips_minor, fees_minor = fees_minor + excluded.fees_minor;
END;
--> statement-breakpoint
CREATE TRIGGER report_days_update AFTER UPDATE OF state, late, pickup_at, pickup_local, currency, driver_id, vehicle_class_id, source, service_type,
  company_id, fare_minor, fare_lines, fee_lines, cancellation_fee_minor, arrived_at, boarded_at, ended_at ON reservations
WHEN (OLD.state IN ('completed', 'settled', 'cancelled', 'no_show') OR NEW.state IN ('completed', 'settled', 'cancelled', 'no_show'))
  AND (replace(OLD.state, 'settled', 'completed') <> replace(NEW.state, 'settled', 'completed')
    OR OLD.late IS NOT NEW.late OR OLD.pickup_at IS NOT NEW.pickup_at OR OLD.pickup_local IS NOT NEW.pickup_local OR OLD.currency IS NOT NEW.currency OR OLD.driver_id IS NOT NEW.driver_id OR OLD.vehicle_class_id IS NOT NEW.vehicle_class_id OR OLD.source IS NOT NEW.source OR OLD.service_type IS NOT NEW.service_type OR OLD.company_id IS NOT NEW.company_id OR OLD.fare_minor IS NOT NEW.fare_minor OR OLD.fare_lines IS NOT NEW.fare_lines OR OLD.fee_lines IS NOT NEW.fee_lines OR OLD.cancellation_fee_minor IS NOT NEW.cancellation_fee_minor OR OLD.arrived_at IS NOT NEW.arrived_at OR OLD.boarded_at IS NOT NEW.boarded_at OR OLD.ended_at IS NOT NEW.ended_at)
BEGIN
  INSERT INTO report_days (dimension, day, key, currency, driven, cancelled, late_cancelled, no_shows, arrived, on_time, driven_seconds, charged_minor, tax_minor, tips_minor, fees_minor)
  SELECT d.value ->> 0, m.day, d.value ->> 1, m.currency, -m.driven, -m.cancelled, -m.late_cancelled, -m.no_shows, -m.arrived, -m.on_time, -m.driven_seconds, -m.charged_minor, -m.tax_minor, -m.tips_minor, -m.fees_minor
  FROM (SELECT substr(OLD.pickup_local, 1, 10) AS day, OLD.currency AS currency,
    json_array(json_array('all', ''), json_array('driver', coalesce(OLD.driver_id, '')),
      json_array('vehicle_class', OLD.vehicle_class_id), json_array('source', OLD.source),
      json_array('service_type', OLD.service_type), json_array('company', coalesce(OLD.company_id, '')))
      AS dims,
    OLD.state IN ('completed', 'settled') AS driven, OLD.state = 'cancelled' AS cancelled,
    OLD.state = 'cancelled' AND OLD.late = 1 AS late_cancelled, OLD.state = 'no_show' AS no_shows,
    OLD.state <> 'cancelled' AND OLD.arrived_at IS NOT NULL AS arrived,
    OLD.state <> 'cancelled' AND coalesce(OLD.arrived_at <= OLD.pickup_at + 300000, 0) AS on_time,
    CASE WHEN OLD.state IN ('completed', 'settled') THEN max(0, coalesce((OLD.ended_at - OLD.boarded_at) / 1000, 0)) ELSE 0 END
      AS driven_seconds,
    CASE WHEN OLD.state IN ('completed', 'settled') THEN OLD.fare_minor ELSE coalesce(OLD.cancellation_fee_minor, 0) END AS charged_minor, coalesce((SELECT sum(l.value ->> '$.amountMinor') FROM json_each(CASE WHEN OLD.state IN ('completed', 'settled') THEN OLD.fare_lines
    WHEN coalesce(OLD.cancellation_fee_minor, 0) > 0 THEN coalesce(OLD.fee_lines, '[]') ELSE '[]' END) l
    WHERE l.value ->> '$.kind' IN ('tax')), 0) AS tax_minor,
    coalesce((SELECT sum(l.value ->> '$.amountMinor') FROM json_each(CASE WHEN OLD.state IN ('completed', 'settled') THEN OLD.fare_lines
    WHEN coalesce(OLD.cancellation_fee_minor, 0) > 0 THEN coalesce(OLD.fee_lines, '[]') ELSE '[]' END) l
    WHERE l.value ->> '$.kind' IN ('gratuity', 'tip')), 0) AS tips_minor,
    CASE WHEN OLD.state IN ('completed', 'settled') THEN 0 ELSE CASE WHEN OLD.state IN ('completed', 'settled') THEN OLD.fare_minor ELSE coalesce(OLD.cancellation_fee_minor, 0) END END AS fees_minor
    WHERE OLD.state IN ('completed', 'settled', 'cancelled', 'no_show') LIMIT 1) m
  CROSS JOIN json_each(m.dims) d WHERE true
  ON CONFLICT (dimension, day, key, currency) DO UPDATE SET
    driven = driven + excluded.driven, cancelled = cancelled + excluded.cancelled, late_cancelled = late_cancelled + excluded.late_cancelled, no_shows = no_shows + excluded.no_shows, arrived = arrived + excluded.arrived, on_time = on_time + excluded.on_time, driven_seconds = driven_seconds + excluded.driven_seconds, charged_minor = charged_minor + excluded.charged_minor, tax_minor = tax_minor + excluded.tax_minor, tips_minor = tips_minor + excluded.tips_minor, fees_minor = fees_minor + excluded.fees_minor;
  INSERT INTO report_days (dimension, day, key, currency, driven, cancelled, late_cancelled, no_shows, arrived, on_time, driven_seconds, charged_minor, tax_minor, tips_minor, fees_minor)
  SELECT d.value ->> 0, m.day, d.value ->> 1, m.currency, m.driven, m.cancelled, m.late_cancelled, m.no_shows, m.arrived, m.on_time, m.driven_seconds, m.charged_minor, m.tax_minor, m.tips_minor, m.fees_minor
  FROM (SELECT substr(NEW.pickup_local, 1, 10) AS day, NEW.currency AS currency,
    json_array(json_array('all', ''), json_array('driver', coalesce(NEW.driver_id, '')),
      json_array('vehicle_class', NEW.vehicle_class_id), json_array('source', NEW.source),
      json_array('service_type', NEW.service_type), json_array('company', coalesce(NEW.company_id, '')))
      AS dims,
    NEW.state IN ('completed', 'settled') AS driven, NEW.state = 'cancelled' AS cancelled,
    NEW.state = 'cancelled' AND NEW.late = 1 AS late_cancelled, NEW.state = 'no_show' AS no_shows,
    NEW.state <> 'cancelled' AND NEW.arrived_at IS NOT NULL AS arrived,
    NEW.state <> 'cancelled' AND coalesce(NEW.arrived_at <= NEW.pickup_at + 300000, 0) AS on_time,
    CASE WHEN NEW.state IN ('completed', 'settled') THEN max(0, coalesce((NEW.ended_at - NEW.boarded_at) / 1000, 0)) ELSE 0 END
      AS driven_seconds,
    CASE WHEN NEW.state IN ('completed', 'settled') THEN NEW.fare_minor ELSE coalesce(NEW.cancellation_fee_minor, 0) END AS charged_minor, coalesce((SELECT sum(l.value ->> '$.amountMinor') FROM json_each(CASE WHEN NEW.state IN ('completed', 'settled') THEN NEW.fare_lines
    WHEN coalesce(NEW.cancellation_fee_minor, 0) > 0 THEN coalesce(NEW.fee_lines, '[]') ELSE '[]' END) l
    WHERE l.value ->> '$.kind' IN ('tax')), 0) AS tax_minor,
    coalesce((SELECT sum(l.value ->> '$.amountMinor') FROM json_each(CASE WHEN NEW.state IN ('completed', 'settled') THEN NEW.fare_lines
    WHEN coalesce(NEW.cancellation_fee_minor, 0) > 0 THEN coalesce(NEW.fee_lines, '[]') ELSE '[]' END) l
    WHERE l.value ->> '$.kind' IN ('gratuity', 'tip')), 0) AS tips_minor,
    CASE WHEN NEW.state IN ('completed', 'settled') THEN 0 ELSE CASE WHEN NEW.state IN ('completed', 'settled') THEN NEW.fare_minor ELSE coalesce(NEW.cancellation_fee_minor, 0) END END AS fees_minor
    WHERE NEW.state IN ('completed', 'settled', 'cancelled', 'no_show') LIMIT 1) m
  CROSS JOIN json_each(m.dims) d WHERE true
  ON CONFLICT (dimension, day, key, currency) DO UPDATE SET
    driven = driven + excluded.driven, cancelled = cancelled + excluded.cancelled, late_cancelled = late_cancelled + excluded.late_cancelled, no_shows = no_shows + excluded.no_shows, arrived = arrived + excluded.arrived, on_time = on_time + excluded.on_time, driven_seconds = driven_seconds + excluded.driven_seconds, charged_minor = charged_minor + excluded.charged_minor, tax_minor = tax_minor + excluded.tax_minor, tips_minor = tips_minor + excluded.tips_minor, fees_minor = fees_minor + excluded.fees_minor;
END;
