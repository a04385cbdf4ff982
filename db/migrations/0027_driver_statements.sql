CREATE TABLE `driver_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`driver_id` text NOT NULL,
	`kind` text NOT NULL,
	`currency` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`reason` text NOT NULL,
	`reservation_id` text,
	`paid_on` text,
	`method` text,
	`reference` text NOT NULL,
	`reverses_id` text,
	`recorded_at` integer NOT NULL,
	`recorded_by` text NOT NULL,
	`statement_id` text,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`reservation_id`) REFERENCES `reservations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`statement_id`) REFERENCES `driver_statements`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `driver_entries_driver` ON `driver_entries` (`driver_id`,`recorded_at`,`id`);--> statement-breakpoint
CREATE INDEX `driver_entries_statement` ON `driver_entries` (`statement_id`,`recorded_at`,`id`);--> statement-breakpoint
CREATE INDEX `driver_entries_open` ON `driver_entries` (`driver_id`,`recorded_at`,`id`) WHERE statement_id IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `driver_entries_reverses` ON `driver_entries` (`reverses_id`);--> statement-breakpoint
CREATE INDEX `driver_entries_reservation` ON `driver_entries` (`reservation_id`);--> statement-breakpoint
CREATE TABLE `driver_statement_lines` (
	`id` text PRIMARY KEY NOT NULL,
	`statement_id` text NOT NULL,
	`position` integer NOT NULL,
	`kind` text NOT NULL,
	`reservation_id` text NOT NULL,
	`reservation_number` integer NOT NULL,
	`pickup_local` text NOT NULL,
	`ended` text NOT NULL,
	`payment` text NOT NULL,
	`terminal` text NOT NULL,
	`charged_minor` integer NOT NULL,
	`pay_minor` integer NOT NULL,
	`held_minor` integer NOT NULL,
	`pay_lines` text NOT NULL,
	FOREIGN KEY (`statement_id`) REFERENCES `driver_statements`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`reservation_id`) REFERENCES `reservations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `driver_statement_lines_position` ON `driver_statement_lines` (`statement_id`,`position`);--> statement-breakpoint
CREATE INDEX `driver_statement_lines_reservation` ON `driver_statement_lines` (`reservation_id`);--> statement-breakpoint
CREATE TABLE `driver_statements` (
	`id` text PRIMARY KEY NOT NULL,
	`number` integer NOT NULL,
	`driver_id` text NOT NULL,
	`currency` text NOT NULL,
	`monday` text NOT NULL,
	`time_zone` text NOT NULL,
	`parties` text NOT NULL,
	`opening_minor` integer NOT NULL,
	`pay_minor` integer NOT NULL,
	`held_minor` integer NOT NULL,
	`corrections_minor` integer NOT NULL,
	`adjustments_minor` integer NOT NULL,
	`payments_minor` integer NOT NULL,
	`closing_minor` integer NOT NULL,
	`closed_at` integer NOT NULL,
	`closed_by` text NOT NULL,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `driver_statements_number` ON `driver_statements` (`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `driver_statements_week` ON `driver_statements` (`driver_id`,`currency`,`monday`);--> statement-breakpoint
CREATE INDEX `driver_statements_driver` ON `driver_statements` (`driver_id`,`monday`,`id`);--> statement-breakpoint
CREATE INDEX `driver_statements_monday` ON `driver_statements` (`monday`,`id`);--> statement-breakpoint
ALTER TABLE `reservations` ADD `stated_version` integer;--> statement-breakpoint
CREATE INDEX `reservations_unstated` ON `reservations` (`driver_id`,`pickup_at`,`id`) WHERE driver_id IS NOT NULL AND stated_version IS NOT version AND stated_version IS NOT -1;