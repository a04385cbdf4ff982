CREATE TABLE `companies` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`billing_address` text NOT NULL,
	`billing_email` text NOT NULL,
	`tax_number` text NOT NULL,
	`payment_term_days` integer NOT NULL,
	`credit_limit_minor` integer,
	`currency` text NOT NULL,
	`requires_cost_centre` integer NOT NULL,
	`requires_reference` integer NOT NULL,
	`approves_members` integer NOT NULL,
	`state` text NOT NULL,
	`note` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `companies_name` ON `companies` ("name" COLLATE NOCASE);--> statement-breakpoint
CREATE INDEX `companies_list` ON `companies` (`name`,`id`);--> statement-breakpoint
CREATE TABLE `company_events` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`at` integer NOT NULL,
	`actor_kind` text NOT NULL,
	`actor_id` text,
	`actor_name` text NOT NULL,
	`act` text NOT NULL,
	`detail` text NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `company_events_company` ON `company_events` (`company_id`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `company_events_actor` ON `company_events` (`actor_id`);--> statement-breakpoint
CREATE TABLE `company_members` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`rider_id` text,
	`identifier` text NOT NULL,
	`role` text NOT NULL,
	`approved_at` integer,
	`invited_at` integer NOT NULL,
	`joined_at` integer,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`rider_id`) REFERENCES `riders`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `company_members_identifier` ON `company_members` (`company_id`,`identifier`);--> statement-breakpoint
CREATE UNIQUE INDEX `company_members_company_rider` ON `company_members` (`company_id`,`rider_id`);--> statement-breakpoint
CREATE INDEX `company_members_rider` ON `company_members` (`rider_id`);--> statement-breakpoint
CREATE INDEX `company_members_contact` ON `company_members` (`identifier`);--> statement-breakpoint
CREATE TABLE `cost_centres` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`name` text NOT NULL,
	`active` integer DEFAULT true NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `cost_centres_name` ON `cost_centres` (`company_id`,"name" COLLATE NOCASE);--> statement-breakpoint
CREATE TABLE `invoice_lines` (
	`id` text PRIMARY KEY NOT NULL,
	`invoice_id` text NOT NULL,
	`kind` text NOT NULL,
	`position` integer NOT NULL,
	`reservation_id` text NOT NULL,
	`reservation_number` integer NOT NULL,
	`pickup_local` text NOT NULL,
	`pickup_name` text NOT NULL,
	`dropoff_name` text NOT NULL,
	`ended` text NOT NULL,
	`cost_centre` text NOT NULL,
	`reference` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`fare_lines` text NOT NULL,
	FOREIGN KEY (`invoice_id`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`reservation_id`) REFERENCES `reservations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invoice_lines_position` ON `invoice_lines` (`invoice_id`,`position`);--> statement-breakpoint
CREATE UNIQUE INDEX `invoice_lines_once` ON `invoice_lines` (`reservation_id`) WHERE "invoice_lines"."kind" = 'invoice';--> statement-breakpoint
CREATE INDEX `invoice_lines_reservation` ON `invoice_lines` (`reservation_id`);--> statement-breakpoint
CREATE TABLE `invoice_payments` (
	`id` text PRIMARY KEY NOT NULL,
	`invoice_id` text NOT NULL,
	`paid_on` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`method` text NOT NULL,
	`reference` text NOT NULL,
	`reverses_id` text,
	`recorded_at` integer NOT NULL,
	`recorded_by` text NOT NULL,
	FOREIGN KEY (`invoice_id`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `invoice_payments_invoice` ON `invoice_payments` (`invoice_id`,`recorded_at`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `invoice_payments_reverses` ON `invoice_payments` (`reverses_id`);--> statement-breakpoint
CREATE TABLE `invoices` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`number` integer NOT NULL,
	`company_id` text NOT NULL,
	`credits_invoice_id` text,
	`parties` text NOT NULL,
	`currency` text NOT NULL,
	`total_minor` integer NOT NULL,
	`issued_on` text NOT NULL,
	`due_on` text NOT NULL,
	`time_zone` text NOT NULL,
	`reason` text NOT NULL,
	`issued_at` integer NOT NULL,
	`issued_by` text NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_number` ON `invoices` (`kind`,`number`);--> statement-breakpoint
CREATE INDEX `invoices_company` ON `invoices` (`company_id`,`issued_at`,`id`);--> statement-breakpoint
CREATE INDEX `invoices_credits` ON `invoices` (`credits_invoice_id`);--> statement-breakpoint
ALTER TABLE `reservations` ADD `company_id` text REFERENCES companies(id);--> statement-breakpoint
ALTER TABLE `reservations` ADD `cost_centre_id` text REFERENCES cost_centres(id);--> statement-breakpoint
ALTER TABLE `reservations` ADD `billing_reference` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `reservations` ADD `invoice_id` text;--> statement-breakpoint
CREATE INDEX `reservations_company` ON `reservations` (`company_id`,`pickup_at`,`id`);--> statement-breakpoint
CREATE INDEX `reservations_uninvoiced` ON `reservations` (`company_id`,`pickup_at`,`id`) WHERE "reservations"."company_id" IS NOT NULL AND "reservations"."invoice_id" IS NULL;