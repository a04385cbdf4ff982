CREATE TABLE `company_open_sums` (
	`company_id` text NOT NULL,
	`currency` text NOT NULL,
	`sum_minor` integer NOT NULL,
	PRIMARY KEY(`company_id`, `currency`),
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `report_months` (
	`dimension` text NOT NULL,
	`month` text NOT NULL,
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
	PRIMARY KEY(`dimension`, `month`, `key`, `currency`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `driver_shift_months` (
	`month` text NOT NULL,
	`driver_id` text NOT NULL,
	`seconds` integer NOT NULL,
	PRIMARY KEY(`month`, `driver_id`),
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `shift_days` (
	`day` text PRIMARY KEY NOT NULL,
	`seconds` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
DROP INDEX `reservations_state`;--> statement-breakpoint
DROP INDEX `reservations_company`;--> statement-breakpoint
DROP INDEX `reservations_over_driver`;--> statement-breakpoint
DROP INDEX `reservations_over_company`;--> statement-breakpoint
DROP INDEX `reservations_over_class`;--> statement-breakpoint
DROP INDEX `reservations_over_source`;--> statement-breakpoint
DROP INDEX `reservations_uninvoiced`;--> statement-breakpoint
CREATE INDEX `reservations_found` ON `reservations` (`number`,`pickup_at`,`created_at`,`state`,`id`);--> statement-breakpoint
CREATE INDEX `reservations_state` ON `reservations` (`state`,`pickup_at`,`id`,`number`);--> statement-breakpoint
CREATE INDEX `reservations_company` ON `reservations` (`company_id`,`pickup_at`,`id`,`currency`,`state`,`invoice_id`,`fare_minor`,`cancellation_fee_minor`) WHERE company_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `reservations_over_driver` ON `reservations` (`driver_id`,`state`,`pickup_at`,`id`,`created_at`) WHERE state IN ('completed', 'settled', 'cancelled', 'no_show');--> statement-breakpoint
CREATE INDEX `reservations_over_company` ON `reservations` (`company_id`,`state`,`pickup_at`,`id`,`created_at`) WHERE state IN ('completed', 'settled', 'cancelled', 'no_show');--> statement-breakpoint
CREATE INDEX `reservations_over_class` ON `reservations` (`vehicle_class_id`,`state`,`pickup_at`,`id`,`created_at`) WHERE state IN ('completed', 'settled', 'cancelled', 'no_show');--> statement-breakpoint
CREATE INDEX `reservations_over_source` ON `reservations` (`source`,`state`,`pickup_at`,`id`,`created_at`) WHERE state IN ('completed', 'settled', 'cancelled', 'no_show');--> statement-breakpoint
CREATE INDEX `reservations_uninvoiced` ON `reservations` (`company_id`,`pickup_at`,`id`,`currency`,`state`,`invoice_id`,`fare_minor`,`cancellation_fee_minor`) WHERE "reservations"."company_id" IS NOT NULL AND "reservations"."invoice_id" IS NULL;