CREATE TABLE `trip_quote_questions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`reservation_id` text NOT NULL,
	`sender` text NOT NULL,
	`sender_name` text NOT NULL,
	`body` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`reservation_id`) REFERENCES `reservations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `trip_quote_questions_reservation` ON `trip_quote_questions` (`reservation_id`,`id`);--> statement-breakpoint
CREATE TABLE `trip_quotes` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`reservation_id` text NOT NULL,
	`version` integer NOT NULL,
	`items` text NOT NULL,
	`total_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`text` text NOT NULL,
	`terms` text NOT NULL,
	`valid_until` integer NOT NULL,
	`created_at` integer NOT NULL,
	`created_by_id` text,
	`created_by` text NOT NULL,
	`opened_at` integer,
	`state` text NOT NULL,
	`ended_at` integer,
	`accepted_by` text,
	`reason` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`reservation_id`) REFERENCES `reservations`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "trip_quotes_total" CHECK("trip_quotes"."total_minor" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `trip_quotes_tokenHash_unique` ON `trip_quotes` (`token_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `trip_quotes_version` ON `trip_quotes` (`reservation_id`,`version`);--> statement-breakpoint
CREATE UNIQUE INDEX `trip_quotes_open` ON `trip_quotes` (`reservation_id`) WHERE state = 'open';--> statement-breakpoint
CREATE INDEX `trip_quotes_expiry` ON `trip_quotes` (`valid_until`) WHERE state = 'open';--> statement-breakpoint
CREATE INDEX `trip_quotes_created` ON `trip_quotes` (`created_at`);