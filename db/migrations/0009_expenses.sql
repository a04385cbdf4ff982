CREATE TABLE `expenses` (
	`id` text PRIMARY KEY NOT NULL,
	`reservation_id` text NOT NULL,
	`driver_id` text,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`claimed_minor` integer NOT NULL,
	`amount_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`photo_file_id` text,
	`state` text NOT NULL,
	`charges_customer` integer NOT NULL,
	`pays_driver` integer NOT NULL,
	`reason` text NOT NULL,
	`created_at` integer NOT NULL,
	`added_by` text NOT NULL,
	`decided_at` integer,
	`decided_by` text,
	FOREIGN KEY (`reservation_id`) REFERENCES `reservations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "expenses_amounts" CHECK("expenses"."claimed_minor" > 0 AND "expenses"."amount_minor" > 0),
	CONSTRAINT "expenses_only_approved_count" CHECK("expenses"."state" = 'approved' OR ("expenses"."charges_customer" = 0 AND "expenses"."pays_driver" = 0))
);
--> statement-breakpoint
CREATE INDEX `expenses_reservation` ON `expenses` (`reservation_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `expenses_waiting` ON `expenses` (`created_at`,`id`) WHERE state = 'proposed';