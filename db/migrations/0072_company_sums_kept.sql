-- How many trips a company has and what they come to: kept with every trip that is written.
DROP TRIGGER company_open_sums_insert;
--> statement-breakpoint
DROP TRIGGER company_open_sums_delete;
--> statement-breakpoint
DROP TRIGGER company_open_sums_update;
--> statement-breakpoint
DROP TABLE `company_open_sums`;
--> statement-breakpoint
INSERT INTO company_sums (company_id, currency, trips, amount_minor, open_trips, open_minor, ready_trips, ready_minor)
SELECT company_id, currency, count(*), sum(cost), sum(is_open), sum(is_open * cost), sum(is_ready), sum(is_ready * cost)
  FROM (SELECT r.company_id AS company_id, r.currency AS currency,
    CASE WHEN r.state IN ('cancelled', 'no_show', 'rejected') THEN coalesce(r.cancellation_fee_minor, 0) ELSE r.fare_minor END AS cost,
    r.invoice_id IS NULL AND NOT (r.state IN ('cancelled', 'no_show', 'rejected') AND coalesce(r.cancellation_fee_minor, 0) = 0) AS is_open,
    r.invoice_id IS NULL AND (r.state = 'settled'
      OR (r.state IN ('cancelled', 'no_show') AND coalesce(r.cancellation_fee_minor, 0) > 0)) AS is_ready
    FROM reservations r WHERE r.company_id IS NOT NULL)
  GROUP BY 1, 2;
--> statement-breakpoint
CREATE TRIGGER company_sums_insert AFTER INSERT ON reservations WHEN NEW.company_id IS NOT NULL
BEGIN
  INSERT INTO company_sums (company_id, currency, trips, amount_minor, open_trips, open_minor, ready_trips, ready_minor)
  SELECT company_id, currency, 1, cost, is_open, is_open * cost, is_ready, is_ready * cost
  FROM (SELECT NEW.company_id AS company_id, NEW.currency AS currency,
    CASE WHEN NEW.state IN ('cancelled', 'no_show', 'rejected') THEN coalesce(NEW.cancellation_fee_minor, 0) ELSE NEW.fare_minor END AS cost,
    NEW.invoice_id IS NULL AND NOT (NEW.state IN ('cancelled', 'no_show', 'rejected') AND coalesce(NEW.cancellation_fee_minor, 0) = 0) AS is_open,
    NEW.invoice_id IS NULL AND (NEW.state = 'settled'
      OR (NEW.state IN ('cancelled', 'no_show') AND coalesce(NEW.cancellation_fee_minor, 0) > 0)) AS is_ready)
  WHERE company_id IS NOT NULL
  ON CONFLICT (company_id, currency) DO UPDATE SET trips = trips + excluded.trips,
    amount_minor = amount_minor + excluded.amount_minor, open_trips = open_trips + excluded.open_trips,
    open_minor = open_minor + excluded.open_minor, ready_trips = ready_trips + excluded.ready_trips,
    ready_minor = ready_minor + excluded.ready_minor;
END;
--> statement-breakpoint
CREATE TRIGGER company_sums_delete AFTER DELETE ON reservations WHEN OLD.company_id IS NOT NULL
BEGIN
  INSERT INTO company_sums (company_id, currency, trips, amount_minor, open_trips, open_minor, ready_trips, ready_minor)
  SELECT company_id, currency, -1, -cost, -is_open, -is_open * cost, -is_ready, -is_ready * cost
  FROM (SELECT OLD.company_id AS company_id, OLD.currency AS currency,
    CASE WHEN OLD.state IN ('cancelled', 'no_show', 'rejected') THEN coalesce(OLD.cancellation_fee_minor, 0) ELSE OLD.fare_minor END AS cost,
    OLD.invoice_id IS NULL AND NOT (OLD.state IN ('cancelled', 'no_show', 'rejected') AND coalesce(OLD.cancellation_fee_minor, 0) = 0) AS is_open,
    OLD.invoice_id IS NULL AND (OLD.state = 'settled'
      OR (OLD.state IN ('cancelled', 'no_show') AND coalesce(OLD.cancellation_fee_minor, 0) > 0)) AS is_ready)
  WHERE company_id IS NOT NULL
  ON CONFLICT (company_id, currency) DO UPDATE SET trips = trips + excluded.trips,
    amount_minor = amount_minor + excluded.amount_minor, open_trips = open_trips + excluded.open_trips,
    open_minor = open_minor + excluded.open_minor, ready_trips = ready_trips + excluded.ready_trips,
    ready_minor = ready_minor + excluded.ready_minor;
END;
--> statement-breakpoint
CREATE TRIGGER company_sums_update AFTER UPDATE OF company_id, invoice_id, currency, state, fare_minor, cancellation_fee_minor
ON reservations WHEN OLD.company_id IS NOT NULL OR NEW.company_id IS NOT NULL
BEGIN
  INSERT INTO company_sums (company_id, currency, trips, amount_minor, open_trips, open_minor, ready_trips, ready_minor)
  SELECT company_id, currency, -1, -cost, -is_open, -is_open * cost, -is_ready, -is_ready * cost
  FROM (SELECT OLD.company_id AS company_id, OLD.currency AS currency,
    CASE WHEN OLD.state IN ('cancelled', 'no_show', 'rejected') THEN coalesce(OLD.cancellation_fee_minor, 0) ELSE OLD.fare_minor END AS cost,
    OLD.invoice_id IS NULL AND NOT (OLD.state IN ('cancelled', 'no_show', 'rejected') AND coalesce(OLD.cancellation_fee_minor, 0) = 0) AS is_open,
    OLD.invoice_id IS NULL AND (OLD.state = 'settled'
      OR (OLD.state IN ('cancelled', 'no_show') AND coalesce(OLD.cancellation_fee_minor, 0) > 0)) AS is_ready)
  WHERE company_id IS NOT NULL
  ON CONFLICT (company_id, currency) DO UPDATE SET trips = trips + excluded.trips,
    amount_minor = amount_minor + excluded.amount_minor, open_trips = open_trips + excluded.open_trips,
    open_minor = open_minor + excluded.open_minor, ready_trips = ready_trips + excluded.ready_trips,
    ready_minor = ready_minor + excluded.ready_minor;
  INSERT INTO company_sums (company_id, currency, trips, amount_minor, open_trips, open_minor, ready_trips, ready_minor)
  SELECT company_id, currency, 1, cost, is_open, is_open * cost, is_ready, is_ready * cost
  FROM (SELECT NEW.company_id AS company_id, NEW.currency AS currency,
    CASE WHEN NEW.state IN ('cancelled', 'no_show', 'rejected') THEN coalesce(NEW.cancellation_fee_minor, 0) ELSE NEW.fare_minor END AS cost,
    NEW.invoice_id IS NULL AND NOT (NEW.state IN ('cancelled', 'no_show', 'rejected') AND coalesce(NEW.cancellation_fee_minor, 0) = 0) AS is_open,
    NEW.invoice_id IS NULL AND (NEW.state = 'settled'
      OR (NEW.state IN ('cancelled', 'no_show') AND coalesce(NEW.cancellation_fee_minor, 0) > 0)) AS is_ready)
  WHERE company_id IS NOT NULL
  ON CONFLICT (company_id, currency) DO UPDATE SET trips = trips + excluded.trips,
    amount_minor = amount_minor + excluded.amount_minor, open_trips = open_trips + excluded.open_trips,
    open_minor = open_minor + excluded.open_minor, ready_trips = ready_trips + excluded.ready_trips,
    ready_minor = ready_minor + excluded.ready_minor;
END;
