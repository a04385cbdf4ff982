-- What lines of fares and of drivers' pay said in English becomes facts. Each line is read once, wherever it is
-- kept. What has no known words keeps them, as a line of kind other.
CREATE TABLE line_facts (
  line TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  label TEXT NOT NULL,
  detail TEXT NOT NULL,
  -- A surcharge's percentage is the last of its detail; what is before it says why it holds.
  percent REAL,
  reason TEXT NOT NULL,
  params TEXT
);
--> statement-breakpoint
INSERT OR IGNORE INTO line_facts
SELECT l.value, l.value ->> '$.kind', l.value ->> '$.label', l.value ->> '$.detail', NULL, l.value ->> '$.detail', NULL
FROM (SELECT fare_lines AS lines FROM reservations UNION ALL SELECT fee_lines FROM reservations
  UNION ALL SELECT pay_lines FROM reservations UNION ALL SELECT fare_lines FROM invoice_lines
  UNION ALL SELECT pay_lines FROM driver_statement_lines) kept, json_each(kept.lines) l
WHERE l.value ->> '$.label' IS NOT NULL;
--> statement-breakpoint
UPDATE line_facts SET percent = CAST(substr(detail, length(rtrim(substr(detail, 1, length(detail) - 2), '0123456789.')) + 1) AS REAL),
  reason = rtrim(substr(detail, 1, length(rtrim(substr(detail, 1, length(detail) - 2), '0123456789.'))), ', ')
WHERE detail LIKE '% \%' ESCAPE '\' AND kind IN ('night', 'weekday', 'holiday', 'airport', 'zone', 'lead_time');
--> statement-breakpoint
UPDATE line_facts SET params = json_object('name', substr(detail, 1, length(detail) - 15), 'otherWay', json('true'))
WHERE kind = 'flat' AND detail LIKE '%, the other way';
--> statement-breakpoint
UPDATE line_facts SET params = json_object('name', detail, 'otherWay', json('false'))
WHERE kind = 'flat' AND params IS NULL;
--> statement-breakpoint
UPDATE line_facts SET params = json_object()
WHERE kind = 'base' AND label = 'Base fare';
--> statement-breakpoint
UPDATE line_facts SET kind = 'agreed', params = json_object()
WHERE kind = 'base' AND label = 'Agreed';
--> statement-breakpoint
UPDATE line_facts SET params = json_object('tenths', CAST(round(CAST(detail AS REAL) * 10) AS INTEGER), 'fromTenths', CASE WHEN instr(detail, ' beyond ') > 0 THEN CAST(round(CAST(substr(detail, instr(detail, ' beyond ') + 8) AS REAL) * 10) AS INTEGER) ELSE 0 END,
  'unit', CASE WHEN instr(detail, ' mi') > 0 THEN 'mi' ELSE 'km' END, 'perDistanceMinor', CAST(replace(replace(substr(substr(detail, instr(detail, ' at ') + 4), 5), ',', ''), '.', '') AS INTEGER))
WHERE kind = 'distance' AND detail LIKE '% at %';
--> statement-breakpoint
UPDATE line_facts SET params = json_object('minutes', CAST(detail AS INTEGER), 'perMinuteMinor', CAST(replace(replace(substr(substr(detail, instr(detail, ' at ') + 4), 5), ',', ''), '.', '') AS INTEGER))
WHERE kind = 'minutes' AND detail LIKE '% min at %';
--> statement-breakpoint
UPDATE line_facts SET params = json_object('stops', CAST(detail AS INTEGER), 'perStopMinor', CAST(replace(replace(substr(substr(detail, instr(detail, ' at ') + 4), 5), ',', ''), '.', '') AS INTEGER))
WHERE kind = 'stops' AND detail LIKE '% at %';
--> statement-breakpoint
UPDATE line_facts SET params = json_object('minimumMinor', CAST(replace(replace(substr(substr(detail, 26), 5), ',', ''), '.', '') AS INTEGER))
WHERE kind = 'minimum' AND detail LIKE 'raised to the minimum of %';
--> statement-breakpoint
UPDATE line_facts SET params = json_object('hours', CAST(detail AS REAL), 'perHourMinor', CAST(replace(replace(substr(substr(detail, instr(detail, ' at ') + 4), 5), ',', ''), '.', '') AS INTEGER),
  'bookedHours', CASE WHEN instr(detail, '(') > 0 THEN CAST(substr(detail, instr(detail, '(') + 1) AS REAL) END)
WHERE kind = 'hourly' AND detail LIKE '% h at %';
--> statement-breakpoint
UPDATE line_facts SET params = json_object('tenths', CAST(round(CAST(detail AS REAL) * 10) AS INTEGER), 'includedTenths', CAST(round(CAST(substr(detail, instr(detail, ' beyond the ') + 12) AS REAL) * 10) AS INTEGER),
  'unit', CASE WHEN instr(detail, ' mi') > 0 THEN 'mi' ELSE 'km' END, 'perDistanceMinor', CAST(replace(replace(substr(substr(detail, instr(detail, ' at ') + 4), 5), ',', ''), '.', '') AS INTEGER))
WHERE kind = 'extra_distance' AND detail LIKE '% beyond the % at %';
--> statement-breakpoint
UPDATE line_facts SET params = json_object('garage', substr(label, 10, length(label) - 9 - iif(label LIKE 'Way from % and back', 9, 0)), 'back', json(iif(label LIKE 'Way from % and back', 'true', 'false')),
  'tenths', CAST(round(CAST(detail AS REAL) * 10) AS INTEGER), 'fromTenths', CASE WHEN instr(detail, ' beyond ') > 0 THEN CAST(round(CAST(substr(detail, instr(detail, ' beyond ') + 8) AS REAL) * 10) AS INTEGER) ELSE 0 END, 'unit', CASE WHEN instr(detail, ' mi') > 0 THEN 'mi' ELSE 'km' END, 'perDistanceMinor', CAST(replace(replace(substr(substr(detail, instr(detail, ' at ') + 4), 5), ',', ''), '.', '') AS INTEGER))
WHERE kind = 'deadhead' AND label LIKE 'Way from %' AND detail LIKE '% at %';
--> statement-breakpoint
UPDATE line_facts SET params = json_object('name', label, 'percent', percent, 'from', substr(reason, 1, 5), 'to', substr(reason, 10, 5))
WHERE kind = 'night' AND reason LIKE '__:__ to __:__';
--> statement-breakpoint
UPDATE line_facts SET params = json_object('name', label, 'percent', percent, 'days', json((SELECT json_group_array(n ORDER BY n) FROM (SELECT 1 AS n, 'Monday' AS day UNION ALL SELECT 2, 'Tuesday'
    UNION ALL SELECT 3, 'Wednesday' UNION ALL SELECT 4, 'Thursday' UNION ALL SELECT 5, 'Friday'
    UNION ALL SELECT 6, 'Saturday' UNION ALL SELECT 7, 'Sunday')
    WHERE instr(named, day) > 0 OR (instr(named, ' to ') > 0
      AND n > (instr('MoTuWeThFrSaSu', substr(named, 1, 2)) + 1) / 2
      AND n < (instr('MoTuWeThFrSaSu', substr(named, instr(named, ' to ') + 4, 2)) + 1) / 2))),
  'from', iif(named <> reason, substr(reason, -14, 5), NULL), 'to', iif(named <> reason, substr(reason, -5), NULL))
FROM (SELECT line AS worded,
  iif(reason LIKE '%, __:__ to __:__', substr(reason, 1, length(reason) - 16), reason) AS named FROM line_facts)
WHERE worded = line AND kind = 'weekday' AND reason LIKE '%day%';
--> statement-breakpoint
UPDATE line_facts SET params = json_object('name', label, 'percent', percent, 'holiday', reason)
WHERE kind = 'holiday';
--> statement-breakpoint
UPDATE line_facts SET params = json_object('name', label, 'percent', percent, 'at', iif(reason LIKE 'drop-off %', 'dropoff', 'pickup'))
WHERE kind IN ('airport', 'zone');
--> statement-breakpoint
UPDATE line_facts SET params = json_object('name', label, 'percent', percent, 'underMinutes', CASE WHEN notice LIKE '% days%' THEN CAST(notice AS INTEGER) * 1440
      WHEN instr(notice, ' h') > 0 THEN CAST(notice AS INTEGER) * 60 + CAST(substr(notice, instr(notice, ' h') + 2) AS INTEGER)
      ELSE CAST(notice AS INTEGER) END)
FROM (SELECT line AS worded, substr(reason, 18) AS notice FROM line_facts)
WHERE worded = line AND kind = 'lead_time' AND reason LIKE 'booked less than % before the pickup';
--> statement-breakpoint
UPDATE line_facts SET params = json_object('name', label, 'quantity', CAST(detail AS INTEGER), 'eachMinor', CAST(replace(replace(substr(substr(detail, instr(detail, ' at ') + 4), 5), ',', ''), '.', '') AS INTEGER))
WHERE kind = 'extra' AND detail LIKE '% at %';
--> statement-breakpoint
UPDATE line_facts SET params = json_object('name', label, 'quantity', 1, 'eachMinor', line ->> '$.amountMinor')
WHERE kind = 'extra' AND detail = '';
--> statement-breakpoint
UPDATE line_facts SET params = json_object('name', label, 'percent', iif(instr(detail, ' %') > 0, CAST(substr(detail, length(rtrim(substr(detail, 1, instr(detail, ' %') - 1), '0123456789.')) + 1) AS REAL), NULL),
  'code', substr(detail, 6, instr(detail || ',', ',') - 6),
  'floorMinor', iif(instr(detail, ', down to ') > 0, CAST(replace(replace(substr(substr(detail, instr(detail, ', down to ') + 10), 5), ',', ''), '.', '') AS INTEGER), NULL),
  'mostMinor', iif(instr(detail, ', at most ') > 0, CAST(replace(replace(substr(substr(detail, instr(detail, ', at most ') + 10), 5), ',', ''), '.', '') AS INTEGER), NULL))
WHERE kind = 'promotion' AND detail LIKE 'code %';
--> statement-breakpoint
UPDATE line_facts SET params = json_object('name', label, 'percent', CAST(detail AS REAL), 'of', iif(detail LIKE '%of the wait time%', 'wait', 'fare'),
  'within', CASE WHEN line ->> '$.addsUp' THEN NULL WHEN detail LIKE '%included in the price' THEN 'price' ELSE 'line' END)
WHERE kind = 'tax';
--> statement-breakpoint
UPDATE line_facts SET params = json_object('percent', CAST(detail AS REAL), 'beforeTax', json(iif(detail LIKE '%before tax', 'true', 'false')))
WHERE kind = 'gratuity';
--> statement-breakpoint
UPDATE line_facts SET params = json_object('minutes', CAST(detail AS INTEGER), 'perMinuteMinor', CAST(replace(replace(substr(substr(detail, instr(detail, ' at ') + 4), 5), ',', ''), '.', '') AS INTEGER),
  'freeMinutes', CASE WHEN free LIKE '% days%' THEN CAST(free AS INTEGER) * 1440
      WHEN instr(free, ' h') > 0 THEN CAST(free AS INTEGER) * 60 + CAST(substr(free, instr(free, ' h') + 2) AS INTEGER)
      ELSE CAST(free AS INTEGER) END,
  'from', CASE WHEN detail LIKE '%from the landing' THEN 'landing' WHEN detail LIKE '%from the pickup time' THEN 'pickup' ELSE 'arrival' END)
FROM (SELECT line AS worded, substr(detail, instr(detail, ', after ') + 8, instr(detail, ' free from ') - instr(detail, ', after ') - 8) AS free
  FROM line_facts)
WHERE worded = line AND kind = 'wait';
--> statement-breakpoint
UPDATE line_facts SET params = json_object('payment', CASE detail WHEN 'by card' THEN 'card' WHEN 'on the account' THEN 'account' ELSE 'cash' END)
WHERE kind = 'tip';
--> statement-breakpoint
UPDATE line_facts SET params = json_object('onTheWay', json(iif(detail LIKE 'the driver was on the way%', 'true', 'false')),
  'underMinutes', CASE WHEN detail LIKE 'less than %' THEN CASE WHEN notice LIKE '% days%' THEN CAST(notice AS INTEGER) * 1440
      WHEN instr(notice, ' h') > 0 THEN CAST(notice AS INTEGER) * 60 + CAST(substr(notice, instr(notice, ' h') + 2) AS INTEGER)
      ELSE CAST(notice AS INTEGER) END END,
  'percent', iif(detail LIKE '%\% of the fare' ESCAPE '\', CAST(substr(detail, length(rtrim(substr(detail, 1, instr(detail, ' %') - 1), '0123456789.')) + 1) AS REAL), NULL), 'capped', json(iif(detail LIKE '%at most the fare', 'true', 'false')))
FROM (SELECT line AS worded, substr(detail, 11, instr(detail, ' before the pickup') - 11) AS notice FROM line_facts)
WHERE worded = line AND kind = 'cancellation';
--> statement-breakpoint
UPDATE line_facts SET params = json_object('percent', iif(detail LIKE '%\% of the fare' ESCAPE '\', CAST(substr(detail, length(rtrim(substr(detail, 1, instr(detail, ' %') - 1), '0123456789.')) + 1) AS REAL), NULL), 'capped', json(iif(detail LIKE '%at most the fare', 'true', 'false')))
WHERE kind = 'no_show';
--> statement-breakpoint
UPDATE line_facts SET kind = 'agreed_price', params = json_object()
WHERE kind = 'adjustment' AND label = 'Agreed price';
--> statement-breakpoint
UPDATE line_facts SET kind = 'credited', params = json_object()
WHERE kind = 'adjustment' AND label = 'Credited';
--> statement-breakpoint
UPDATE line_facts SET kind = 'correction', params = json_object('invoiceNumber', iif(detail = '', NULL, CAST(substr(detail, 12) AS INTEGER)))
WHERE kind = 'adjustment' AND label = 'Correction';
--> statement-breakpoint
UPDATE line_facts SET params = json_object('percent', CAST(detail AS REAL), 'ofMinor', CAST(replace(replace(substr(substr(detail, instr(detail, ' of ') + 4), 5), ',', ''), '.', '') AS INTEGER))
WHERE kind IN ('fare_share', 'gratuity_share') AND (kind = 'fare_share' OR detail <> '');
--> statement-breakpoint
UPDATE line_facts SET kind = 'gratuity_part', params = json_object()
WHERE kind = 'gratuity_share' AND detail = '';
--> statement-breakpoint
UPDATE line_facts SET params = json_object()
WHERE kind = 'per_trip';
--> statement-breakpoint
UPDATE line_facts SET params = json_object('tenths', CAST(round(CAST(detail AS REAL) * 10) AS INTEGER), 'unit', CASE WHEN instr(detail, ' mi') > 0 THEN 'mi' ELSE 'km' END, 'perDistanceMinor', CAST(replace(replace(substr(substr(detail, instr(detail, ' at ') + 4), 5), ',', ''), '.', '') AS INTEGER))
WHERE kind = 'per_distance';
--> statement-breakpoint
UPDATE line_facts SET kind = iif(label LIKE '%no-show%', 'no_show_share', 'cancellation_share'),
  params = json_object('ofMinor', CAST(replace(replace(substr(substr(detail, 4), 5), ',', ''), '.', '') AS INTEGER))
WHERE kind = 'fee_share';
--> statement-breakpoint
UPDATE line_facts SET kind = 'other', params = json_object('name', label, 'detail', detail) WHERE params IS NULL;
--> statement-breakpoint
-- Papers stand as they were issued: what they say is the same, only otherwise written.
DROP TRIGGER invoice_lines_no_update;
--> statement-breakpoint
DROP TRIGGER driver_statement_lines_no_update;
--> statement-breakpoint
UPDATE reservations SET fare_lines = (SELECT json_group_array(json_object('kind', f.kind, 'params', json(f.params),
  'amountMinor', l.value ->> '$.amountMinor') ORDER BY l.key) FROM json_each(fare_lines) l JOIN line_facts f ON f.line = l.value)
WHERE fare_lines <> '[]';
--> statement-breakpoint
UPDATE reservations SET fee_lines = (SELECT json_group_array(json_object('kind', f.kind, 'params', json(f.params),
  'amountMinor', l.value ->> '$.amountMinor') ORDER BY l.key) FROM json_each(fee_lines) l JOIN line_facts f ON f.line = l.value)
WHERE fee_lines IS NOT NULL AND fee_lines <> '[]';
--> statement-breakpoint
UPDATE reservations SET pay_lines = (SELECT json_group_array(json_object('kind', f.kind, 'params', json(f.params),
  'amountMinor', l.value ->> '$.amountMinor') ORDER BY l.key) FROM json_each(pay_lines) l JOIN line_facts f ON f.line = l.value)
WHERE pay_lines IS NOT NULL AND pay_lines <> '[]';
--> statement-breakpoint
UPDATE invoice_lines SET fare_lines = (SELECT json_group_array(json_object('kind', f.kind, 'params', json(f.params),
  'amountMinor', l.value ->> '$.amountMinor') ORDER BY l.key) FROM json_each(fare_lines) l JOIN line_facts f ON f.line = l.value)
WHERE fare_lines <> '[]';
--> statement-breakpoint
UPDATE driver_statement_lines SET pay_lines = (SELECT json_group_array(json_object('kind', f.kind, 'params', json(f.params),
  'amountMinor', l.value ->> '$.amountMinor') ORDER BY l.key) FROM json_each(pay_lines) l JOIN line_facts f ON f.line = l.value)
WHERE pay_lines <> '[]';
--> statement-breakpoint
CREATE TRIGGER invoice_lines_no_update BEFORE UPDATE ON invoice_lines
BEGIN
  SELECT RAISE(ABORT, 'invoices are issued once');
END;
--> statement-breakpoint
CREATE TRIGGER driver_statement_lines_no_update BEFORE UPDATE ON driver_statement_lines
BEGIN
  SELECT RAISE(ABORT, 'statements are closed once');
END;
--> statement-breakpoint
DROP TABLE line_facts;
