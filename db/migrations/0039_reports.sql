CREATE TABLE `report_days` (
	`dimension` text NOT NULL,
	`day` text NOT NULL,
	`key` text NOT NULL,
	`currency` text NOT NULL,
	`driven` integer NOT NULL,
	`cancelled` integer NOT NULL,
	`late_cancelled` integer NOT NULL,
	`no_shows` integer NOT NULL,
	`arrived` integer NOT NULL,
	`on_time` integer NOT NULL,
	`driven_seconds` integer NOT NULL,
	`charged_minor` integer NOT NULL,
	`tax_minor` integer NOT NULL,
	`tips_minor` integer NOT NULL,
	`fees_minor` integer NOT NULL,
	PRIMARY KEY(`dimension`, `day`, `key`, `currency`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `driver_shift_days` (
	`day` text NOT NULL,
	`driver_id` text NOT NULL,
	`seconds` integer NOT NULL,
	PRIMARY KEY(`day`, `driver_id`),
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `reservations` ADD `arrived_at` integer;--> statement-breakpoint
ALTER TABLE `reservations` ADD `boarded_at` integer;--> statement-breakpoint
ALTER TABLE `reservations` ADD `ended_at` integer;