-- What the days of a report came to, by months: kept with every row of a day that is written.
INSERT INTO report_months (dimension, month, key, currency, driven, cancelled, late_cancelled, no_shows, arrived, on_time, driven_seconds, charged_minor, tax_minor, tips_minor, fees_minor)
SELECT dimension, substr(day, 1, 7), key, currency,
    sum(driven), sum(cancelled), sum(late_cancelled),
    sum(no_shows), sum(arrived), sum(on_time),
    sum(driven_seconds), sum(charged_minor), sum(tax_minor),
    sum(tips_minor), sum(fees_minor)
  FROM report_days GROUP BY 1, 2, 3, 4;
--> statement-breakpoint
CREATE TRIGGER report_months_insert AFTER INSERT ON report_days
BEGIN
  INSERT INTO report_months (dimension, month, key, currency, driven, cancelled, late_cancelled, no_shows, arrived, on_time, driven_seconds, charged_minor, tax_minor, tips_minor, fees_minor)
  VALUES (NEW.dimension, substr(NEW.day, 1, 7), NEW.key, NEW.currency,
    NEW.driven, NEW.cancelled, NEW.late_cancelled,
    NEW.no_shows, NEW.arrived, NEW.on_time,
    NEW.driven_seconds, NEW.charged_minor, NEW.tax_minor,
    NEW.tips_minor, NEW.fees_minor)
  ON CONFLICT (dimension, month, key, currency) DO UPDATE SET
    driven = driven + excluded.driven, cancelled = cancelled + excluded.cancelled, late_cancelled = late_cancelled + excluded.late_cancelled,
    no_shows = no_shows + excluded.no_shows, arrived = arrived + excluded.arrived, on_time = on_time + excluded.on_time,
    driven_seconds = driven_seconds + excluded.driven_seconds, charged_minor = charged_minor + excluded.charged_minor, tax_minor = tax_minor + excluded.tax_minor,
    tips_minor = tips_minor + excluded.tips_minor, fees_minor = fees_minor + excluded.fees_minor;
END;
--> statement-breakpoint
CREATE TRIGGER report_months_update AFTER UPDATE ON report_days
BEGIN
  UPDATE report_months SET
    driven = driven + NEW.driven - OLD.driven, cancelled = cancelled + NEW.cancelled - OLD.cancelled, late_cancelled = late_cancelled + NEW.late_cancelled - OLD.late_cancelled,
    no_shows = no_shows + NEW.no_shows - OLD.no_shows, arrived = arrived + NEW.arrived - OLD.arrived, on_time = on_time + NEW.on_time - OLD.on_time,
    driven_seconds = driven_seconds + NEW.driven_seconds - OLD.driven_seconds, charged_minor = charged_minor + NEW.charged_minor - OLD.charged_minor, tax_minor = tax_minor + NEW.tax_minor - OLD.tax_minor,
    tips_minor = tips_minor + NEW.tips_minor - OLD.tips_minor, fees_minor = fees_minor + NEW.fees_minor - OLD.fees_minor
  WHERE dimension = NEW.dimension AND month = substr(NEW.day, 1, 7) AND key = NEW.key AND currency = NEW.currency;
END;
--> statement-breakpoint
CREATE TRIGGER report_months_delete AFTER DELETE ON report_days
BEGIN
  UPDATE report_months SET
    driven = driven - OLD.driven, cancelled = cancelled - OLD.cancelled, late_cancelled = late_cancelled - OLD.late_cancelled,
    no_shows = no_shows - OLD.no_shows, arrived = arrived - OLD.arrived, on_time = on_time - OLD.on_time,
    driven_seconds = driven_seconds - OLD.driven_seconds, charged_minor = charged_minor - OLD.charged_minor, tax_minor = tax_minor - OLD.tax_minor,
    tips_minor = tips_minor - OLD.tips_minor, fees_minor = fees_minor - OLD.fees_minor
  WHERE dimension = OLD.dimension AND month = substr(OLD.day, 1, 7) AND key = OLD.key AND currency = OLD.currency;
END;
--> statement-breakpoint
-- What a company's trips come to that are on no invoice: kept with every trip that is written.
INSERT INTO company_open_sums (company_id, currency, sum_minor)
SELECT r.company_id, r.currency, sum(CASE WHEN r.state IN ('cancelled', 'no_show', 'rejected') THEN coalesce(r.cancellation_fee_minor, 0) ELSE r.fare_minor END)
  FROM reservations r WHERE r.company_id IS NOT NULL AND r.invoice_id IS NULL GROUP BY 1, 2;
--> statement-breakpoint
CREATE TRIGGER company_open_sums_insert AFTER INSERT ON reservations WHEN NEW.company_id IS NOT NULL AND NEW.invoice_id IS NULL
BEGIN
  INSERT INTO company_open_sums (company_id, currency, sum_minor)
  VALUES (NEW.company_id, NEW.currency, CASE WHEN NEW.state IN ('cancelled', 'no_show', 'rejected') THEN coalesce(NEW.cancellation_fee_minor, 0) ELSE NEW.fare_minor END)
  ON CONFLICT (company_id, currency) DO UPDATE SET sum_minor = sum_minor + excluded.sum_minor;
END;
--> statement-breakpoint
CREATE TRIGGER company_open_sums_delete AFTER DELETE ON reservations WHEN OLD.company_id IS NOT NULL AND OLD.invoice_id IS NULL
BEGIN
  UPDATE company_open_sums SET sum_minor = sum_minor - CASE WHEN OLD.state IN ('cancelled', 'no_show', 'rejected') THEN coalesce(OLD.cancellation_fee_minor, 0) ELSE OLD.fare_minor END
  WHERE company_id = OLD.company_id AND currency = OLD.currency;
END;
--> statement-breakpoint
CREATE TRIGGER company_open_sums_update AFTER UPDATE OF company_id, invoice_id, currency, state, fare_minor, cancellation_fee_minor
ON reservations WHEN OLD.company_id IS NOT NULL OR NEW.company_id IS NOT NULL
BEGIN
  UPDATE company_open_sums SET sum_minor = sum_minor - CASE WHEN OLD.state IN ('cancelled', 'no_show', 'rejected') THEN coalesce(OLD.cancellation_fee_minor, 0) ELSE OLD.fare_minor END
  WHERE OLD.invoice_id IS NULL AND company_id = OLD.company_id AND currency = OLD.currency;
  INSERT INTO company_open_sums (company_id, currency, sum_minor)
  SELECT NEW.company_id, NEW.currency, CASE WHEN NEW.state IN ('cancelled', 'no_show', 'rejected') THEN coalesce(NEW.cancellation_fee_minor, 0) ELSE NEW.fare_minor END
  WHERE NEW.company_id IS NOT NULL AND NEW.invoice_id IS NULL
  ON CONFLICT (company_id, currency) DO UPDATE SET sum_minor = sum_minor + excluded.sum_minor;
END;
--> statement-breakpoint
-- How long drivers were on shift: all of them by days, each by months, kept with every day that is written.
INSERT INTO shift_days (day, seconds) SELECT day, sum(seconds) FROM driver_shift_days GROUP BY day;
--> statement-breakpoint
INSERT INTO driver_shift_months (month, driver_id, seconds)
SELECT substr(day, 1, 7), driver_id, sum(seconds) FROM driver_shift_days GROUP BY 1, 2;
--> statement-breakpoint
CREATE TRIGGER driver_shift_sums_insert AFTER INSERT ON driver_shift_days
BEGIN
  INSERT INTO shift_days (day, seconds) VALUES (NEW.day, NEW.seconds)
  ON CONFLICT (day) DO UPDATE SET seconds = seconds + excluded.seconds;
  INSERT INTO driver_shift_months (month, driver_id, seconds) VALUES (substr(NEW.day, 1, 7), NEW.driver_id, NEW.seconds)
  ON CONFLICT (month, driver_id) DO UPDATE SET seconds = seconds + excluded.seconds;
END;
--> statement-breakpoint
CREATE TRIGGER driver_shift_sums_update AFTER UPDATE OF seconds ON driver_shift_days
BEGIN
  UPDATE shift_days SET seconds = seconds + NEW.seconds - OLD.seconds WHERE day = NEW.day;
  UPDATE driver_shift_months SET seconds = seconds + NEW.seconds - OLD.seconds
  WHERE month = substr(NEW.day, 1, 7) AND driver_id = NEW.driver_id;
END;
--> statement-breakpoint
CREATE TRIGGER driver_shift_sums_delete AFTER DELETE ON driver_shift_days
BEGIN
  UPDATE shift_days SET seconds = seconds - OLD.seconds WHERE day = OLD.day;
  UPDATE driver_shift_months SET seconds = seconds - OLD.seconds
  WHERE month = substr(OLD.day, 1, 7) AND driver_id = OLD.driver_id;
END;
