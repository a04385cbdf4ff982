CREATE TABLE `payments` (
	`id` text PRIMARY KEY NOT NULL,
	`reservation_id` text,
	`invoice_id` text,
	`kind` text NOT NULL,
	`method` text,
	`amount_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`state` text NOT NULL,
	`provider` text,
	`provider_ref` text,
	`fee_minor` integer,
	`parent_id` text,
	`reverses_id` text,
	`held_by_driver_id` text,
	`paid_on` text NOT NULL,
	`reference` text DEFAULT '' NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`idempotency_key` text,
	`recorded_by_kind` text NOT NULL,
	`recorded_by_id` text,
	`recorded_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`concluded_at` integer,
	FOREIGN KEY (`reservation_id`) REFERENCES `reservations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`invoice_id`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`parent_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`reverses_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`held_by_driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payments_one_subject" CHECK(("payments"."reservation_id" IS NULL) <> ("payments"."invoice_id" IS NULL)),
	CONSTRAINT "payments_method" CHECK(("payments"."kind" = 'waiver') = ("payments"."method" IS NULL)),
	CONSTRAINT "payments_manual_is_done" CHECK("payments"."provider" IS NOT NULL OR "payments"."state" = 'succeeded')
);
--> statement-breakpoint
CREATE INDEX `payments_reservation` ON `payments` (`reservation_id`,`created_at`,`id`) WHERE reservation_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `payments_invoice` ON `payments` (`invoice_id`,`created_at`,`id`) WHERE invoice_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `payments_provider` ON `payments` (`provider`,`provider_ref`) WHERE provider_ref IS NOT NULL;--> statement-breakpoint
CREATE INDEX `payments_pending` ON `payments` (`created_at`,`id`) WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX `payments_day` ON `payments` (`paid_on`,`id`);--> statement-breakpoint
CREATE INDEX `payments_parent` ON `payments` (`parent_id`) WHERE parent_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `payments_reverses` ON `payments` (`reverses_id`) WHERE reverses_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `payments_idempotency` ON `payments` (`idempotency_key`) WHERE idempotency_key IS NOT NULL;--> statement-breakpoint
-- What companies have paid moves over as it is.
INSERT INTO payments (id, invoice_id, kind, method, amount_minor, currency, state, reverses_id, paid_on, reference,
  recorded_by_kind, recorded_by, created_at)
SELECT p.id, p.invoice_id, 'manual', CASE p.method WHEN 'card' THEN 'card_terminal' ELSE p.method END,
  p.amount_minor, i.currency, 'succeeded', p.reverses_id, p.paid_on, p.reference, 'admin', p.recorded_by,
  p.recorded_at
FROM invoice_payments p JOIN invoices i ON i.id = p.invoice_id
ORDER BY p.reverses_id IS NOT NULL, p.recorded_at, p.id;
--> statement-breakpoint
DROP TABLE `invoice_payments`;--> statement-breakpoint
ALTER TABLE `reservations` ADD `paid_minor` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `reservations` ADD `waived_minor` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- What the stored state of trips meant until now. `closed` is what a trip was settled for, `later` what its price
-- changed by after its cash was confirmed, `held` what its driver's statements have as taken, `terminal` whose
-- card terminal it was: where its own statement does not tell, as on the newest of all statements.
CREATE TABLE ledger_facts AS
SELECT r.id, r.driver_id, r.payment, r.currency, substr(r.pickup_local, 1, 10) AS day, r.updated_at,
  CASE WHEN r.state = 'settled' THEN r.fare_minor ELSE r.settled_minor END AS closed,
  r.state = 'settled' AND r.settled_minor IS NOT NULL AS settled_again,
  r.collected_minor AS collected, r.fare_minor - r.collected_due_minor AS later, r.stated_version,
  r.fare_minor - (SELECT coalesce(sum(l.value ->> 'amountMinor'), 0) FROM json_each(r.fare_lines) l
    WHERE l.value ->> 'kind' = 'tip') AS untipped,
  (SELECT sum(s.held_minor) FROM driver_statement_lines s WHERE s.reservation_id = r.id) AS held,
  coalesce((SELECT max(s.terminal) FROM driver_statement_lines s WHERE s.reservation_id = r.id),
    (SELECT s.terminal FROM driver_statement_lines s ORDER BY s.id DESC LIMIT 1), 'operator') AS terminal,
  (SELECT e.id FROM reservation_events e WHERE e.reservation_id = r.id AND e.from_state = 'completed'
    AND e.to_state = 'settled' ORDER BY e.at DESC LIMIT 1) AS settled_event,
  (SELECT e.id FROM reservation_events e WHERE e.reservation_id = r.id AND e.kind = 'cash_collected'
    ORDER BY e.at DESC LIMIT 1) AS cash_event
FROM reservations r
WHERE r.state IN ('completed', 'settled') AND r.payment <> 'account' AND r.driver_id IS NOT NULL;
--> statement-breakpoint
-- A driver confirmed what they took.
INSERT INTO payments (id, reservation_id, kind, method, amount_minor, currency, state, held_by_driver_id, paid_on,
  reason, recorded_by_kind, recorded_by_id, recorded_by, created_at)
SELECT f.id || '-cash', f.id, 'manual', 'cash', f.collected, f.currency, 'succeeded', f.driver_id, f.day,
  coalesce(e.reason, ''), coalesce(e.actor_kind, 'driver'), coalesce(e.actor_id, f.driver_id),
  coalesce(e.actor_name, ''), coalesce(e.at, f.updated_at)
FROM ledger_facts f LEFT JOIN reservation_events e ON e.id = f.cash_event
WHERE f.payment = 'cash' AND f.collected IS NOT NULL;
--> statement-breakpoint
-- After that its price changed: what was given back to the passenger at once, and all of it once it was settled.
INSERT INTO payments (id, reservation_id, kind, method, amount_minor, currency, state, held_by_driver_id, paid_on,
  recorded_by_kind, recorded_by, created_at)
SELECT id || '-later', id, CASE WHEN later > 0 THEN 'manual' ELSE 'refund' END, 'cash', later, currency, 'succeeded',
  driver_id, day, 'system', 'Livery', updated_at
FROM ledger_facts
WHERE payment = 'cash' AND collected IS NOT NULL AND (later < 0 OR (later > 0 AND closed IS NOT NULL));
--> statement-breakpoint
-- It was settled for another amount than the driver took. One that was reopened and settled again was evened out by
-- the office; of any other the rest was given up. Who took too much owes it still.
INSERT INTO payments (id, reservation_id, kind, method, amount_minor, currency, state, paid_on, reason,
  recorded_by_kind, recorded_by_id, recorded_by, created_at)
SELECT f.id || '-rest', f.id,
  CASE WHEN NOT f.settled_again THEN 'waiver' WHEN f.closed > f.collected + f.later THEN 'manual' ELSE 'refund' END,
  CASE WHEN f.settled_again THEN 'other' END, f.closed - f.collected - f.later, f.currency, 'succeeded', f.day,
  'Settled before payments were recorded', coalesce(e.actor_kind, 'system'), e.actor_id,
  coalesce(e.actor_name, 'Livery'), coalesce(e.at, f.updated_at)
FROM ledger_facts f LEFT JOIN reservation_events e ON e.id = f.settled_event
WHERE f.payment = 'cash' AND f.collected IS NOT NULL AND f.closed IS NOT NULL
  AND (f.closed > f.collected + f.later OR (f.settled_again AND f.closed < f.collected + f.later));
--> statement-breakpoint
-- Settled without the driver's word: in cash the driver took it, by card it was paid at the terminal.
INSERT INTO payments (id, reservation_id, kind, method, amount_minor, currency, state, held_by_driver_id, paid_on,
  recorded_by_kind, recorded_by_id, recorded_by, created_at)
SELECT f.id || '-paid', f.id, 'manual', CASE f.payment WHEN 'cash' THEN 'cash' ELSE 'card_terminal' END, f.closed,
  f.currency, 'succeeded', CASE WHEN f.payment = 'cash' OR f.terminal = 'driver' THEN f.driver_id END, f.day,
  coalesce(e.actor_kind, 'system'), e.actor_id, coalesce(e.actor_name, 'Livery'), coalesce(e.at, f.updated_at)
FROM ledger_facts f LEFT JOIN reservation_events e ON e.id = f.settled_event
WHERE NOT (f.payment = 'cash' AND f.collected IS NOT NULL) AND f.closed > 0;
--> statement-breakpoint
-- Not settled, but accounted for to the driver as taken. Of all others nobody knows that they were paid.
INSERT INTO payments (id, reservation_id, kind, method, amount_minor, currency, state, held_by_driver_id, paid_on,
  recorded_by_kind, recorded_by, created_at)
SELECT id || '-paid', id, 'manual', CASE payment WHEN 'cash' THEN 'cash' ELSE 'card_terminal' END,
  coalesce(held, untipped), currency, 'succeeded', driver_id, day, 'system', 'Livery', updated_at
FROM ledger_facts
WHERE collected IS NULL AND closed IS NULL AND stated_version IS NOT NULL
  AND (payment = 'cash' OR terminal = 'driver') AND coalesce(held, untipped) > 0;
--> statement-breakpoint
DROP TABLE ledger_facts;
--> statement-breakpoint
UPDATE reservations SET
  paid_minor = p.paid, waived_minor = p.waived
FROM (SELECT reservation_id, sum(CASE WHEN kind <> 'waiver' THEN amount_minor ELSE 0 END) AS paid,
    sum(CASE WHEN kind = 'waiver' THEN amount_minor ELSE 0 END) AS waived
  FROM payments WHERE reservation_id IS NOT NULL GROUP BY reservation_id) p
WHERE reservations.id = p.reservation_id;
--> statement-breakpoint
CREATE INDEX `reservations_unpaid` ON `reservations` (`pickup_at`,`id`) WHERE payment <> 'account' AND state IN ('completed', 'settled', 'cancelled', 'no_show') AND CASE WHEN state IN ('completed', 'settled') THEN fare_minor ELSE coalesce(cancellation_fee_minor, 0) END > paid_minor + waived_minor;--> statement-breakpoint
CREATE INDEX `reservations_overpaid` ON `reservations` (`pickup_at`,`id`) WHERE paid_minor > 0 AND state IN ('completed', 'settled', 'cancelled', 'no_show', 'rejected') AND paid_minor > CASE WHEN state IN ('completed', 'settled') THEN fare_minor ELSE coalesce(cancellation_fee_minor, 0) END;--> statement-breakpoint
ALTER TABLE `reservations` DROP COLUMN `settled_minor`;--> statement-breakpoint
ALTER TABLE `reservations` DROP COLUMN `collected_minor`;--> statement-breakpoint
ALTER TABLE `reservations` DROP COLUMN `collected_due_minor`;--> statement-breakpoint
-- What happened to money stands: a wrong row is reversed by another. What a provider tells of a pending row is
-- written once; its fee may come later, and words go with a rider who is erased.
CREATE TRIGGER payments_no_update BEFORE UPDATE ON payments
WHEN NOT (
  NEW.id = OLD.id AND NEW.reservation_id IS OLD.reservation_id AND NEW.invoice_id IS OLD.invoice_id
  AND NEW.kind = OLD.kind AND NEW.amount_minor = OLD.amount_minor AND NEW.currency = OLD.currency
  AND NEW.provider IS OLD.provider AND NEW.parent_id IS OLD.parent_id AND NEW.reverses_id IS OLD.reverses_id
  AND NEW.held_by_driver_id IS OLD.held_by_driver_id AND NEW.idempotency_key IS OLD.idempotency_key
  AND NEW.recorded_by_kind = OLD.recorded_by_kind AND NEW.recorded_by_id IS OLD.recorded_by_id
  AND NEW.recorded_by = OLD.recorded_by AND NEW.created_at = OLD.created_at
  AND NEW.reference IN (OLD.reference, '') AND NEW.reason IN (OLD.reason, '')
  AND (OLD.fee_minor IS NULL OR NEW.fee_minor IS OLD.fee_minor)
  AND (OLD.state = 'pending' OR (
    NEW.state = OLD.state AND NEW.method IS OLD.method AND NEW.provider_ref IS OLD.provider_ref
    AND NEW.paid_on = OLD.paid_on AND NEW.concluded_at IS OLD.concluded_at))
)
BEGIN
  SELECT RAISE(ABORT, 'payments is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER payments_no_delete BEFORE DELETE ON payments
BEGIN
  SELECT RAISE(ABORT, 'payments is append-only');
END;
--> statement-breakpoint
-- What a reservation's columns say of its payments is what the rows come to, whoever wrote them.
CREATE TRIGGER payments_sums_insert AFTER INSERT ON payments
WHEN NEW.reservation_id IS NOT NULL AND NEW.state = 'succeeded'
BEGIN
  UPDATE reservations SET
    paid_minor = (SELECT coalesce(sum(amount_minor), 0) FROM payments WHERE reservation_id = NEW.reservation_id
      AND state = 'succeeded' AND kind IN ('charge', 'capture', 'manual', 'refund')),
    waived_minor = (SELECT coalesce(sum(amount_minor), 0) FROM payments WHERE reservation_id = NEW.reservation_id
      AND state = 'succeeded' AND kind = 'waiver')
  WHERE id = NEW.reservation_id;
END;
--> statement-breakpoint
CREATE TRIGGER payments_sums_update AFTER UPDATE OF state ON payments
WHEN NEW.reservation_id IS NOT NULL AND NEW.state = 'succeeded' AND OLD.state <> 'succeeded'
BEGIN
  UPDATE reservations SET
    paid_minor = (SELECT coalesce(sum(amount_minor), 0) FROM payments WHERE reservation_id = NEW.reservation_id
      AND state = 'succeeded' AND kind IN ('charge', 'capture', 'manual', 'refund'))
  WHERE id = NEW.reservation_id;
END;
