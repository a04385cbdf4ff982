CREATE TABLE `import_mappings` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`columns` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `import_mappings_name` ON `import_mappings` (`kind`,"name" COLLATE NOCASE);--> statement-breakpoint
CREATE TABLE `import_rows` (
	`import_id` text NOT NULL,
	`line` integer NOT NULL,
	`row_id` text NOT NULL,
	`source_number` text,
	`before` text,
	`print` text NOT NULL,
	PRIMARY KEY(`import_id`, `line`),
	FOREIGN KEY (`import_id`) REFERENCES `imports`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `import_rows_row` ON `import_rows` (`row_id`);--> statement-breakpoint
CREATE INDEX `import_rows_source` ON `import_rows` (`source_number`) WHERE source_number IS NOT NULL;--> statement-breakpoint
CREATE TABLE `imports` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`file_name` text NOT NULL,
	`state` text NOT NULL,
	`lines` integer NOT NULL,
	`counts` text,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	`applied_at` integer,
	`undone_at` integer
);
--> statement-breakpoint
CREATE INDEX `imports_created` ON `imports` (`created_at`,`id`);--> statement-breakpoint
-- The log and the ledger lose rows only where the import that wrote them, or their trip, is undone.
DROP TRIGGER `reservation_events_no_delete`;
--> statement-breakpoint
CREATE TRIGGER reservation_events_no_delete BEFORE DELETE ON reservation_events
WHEN NOT EXISTS (SELECT 1 FROM import_rows r JOIN imports i ON i.id = r.import_id
  WHERE i.state = 'undoing' AND (r.row_id = OLD.reservation_id
    OR r.row_id IN (SELECT id FROM payments WHERE reservation_id = OLD.reservation_id)))
BEGIN
  SELECT RAISE(ABORT, 'reservation_events is append-only');
END;
--> statement-breakpoint
DROP TRIGGER `payments_no_delete`;
--> statement-breakpoint
CREATE TRIGGER payments_no_delete BEFORE DELETE ON payments
WHEN NOT EXISTS (SELECT 1 FROM import_rows r JOIN imports i ON i.id = r.import_id
  WHERE r.row_id IN (OLD.id, OLD.reservation_id) AND i.state = 'undoing')
BEGIN
  SELECT RAISE(ABORT, 'payments is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER payments_sums_delete AFTER DELETE ON payments
WHEN OLD.reservation_id IS NOT NULL AND OLD.state = 'succeeded'
BEGIN
  UPDATE reservations SET
    paid_minor = (SELECT coalesce(sum(amount_minor), 0) FROM payments WHERE reservation_id = OLD.reservation_id
      AND state = 'succeeded' AND kind IN ('charge', 'capture', 'manual', 'refund')),
    waived_minor = (SELECT coalesce(sum(amount_minor), 0) FROM payments WHERE reservation_id = OLD.reservation_id
      AND state = 'succeeded' AND kind = 'waiver')
  WHERE id = OLD.reservation_id;
END;
--> statement-breakpoint
CREATE TRIGGER reservation_search_delete AFTER DELETE ON reservations
BEGIN
  DELETE FROM reservation_search WHERE rowid = ((OLD.pickup_at / 60000) << 26) | OLD.number;
END;
