CREATE TABLE `step_reminders` (
	`reservation_id` text NOT NULL,
	`driver_id` text NOT NULL,
	`step` text NOT NULL,
	`reminded_at` integer NOT NULL,
	PRIMARY KEY(`reservation_id`, `driver_id`, `step`),
	FOREIGN KEY (`reservation_id`) REFERENCES `reservations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `document_reminders` (
	`document_id` text NOT NULL,
	`expires_at` integer NOT NULL,
	`days_before` integer NOT NULL,
	`told_at` integer NOT NULL,
	PRIMARY KEY(`document_id`, `expires_at`, `days_before`),
	FOREIGN KEY (`document_id`) REFERENCES `documents`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `documents` (
	`id` text PRIMARY KEY NOT NULL,
	`driver_id` text,
	`vehicle_id` text,
	`kind` text NOT NULL,
	`number` text DEFAULT '' NOT NULL,
	`issued_at` integer,
	`expires_at` integer,
	`file_id` text,
	`state` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`sent_by_id` text,
	`created_at` integer NOT NULL,
	`decided_at` integer,
	`decided_by` text DEFAULT '' NOT NULL,
	`replaced_by_id` text,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`vehicle_id`) REFERENCES `vehicles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`file_id`) REFERENCES `files`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`sent_by_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "documents_owner" CHECK((driver_id IS NULL) <> (vehicle_id IS NULL))
);
--> statement-breakpoint
CREATE INDEX `documents_driver` ON `documents` (`driver_id`,`kind`,`state`);--> statement-breakpoint
CREATE INDEX `documents_vehicle` ON `documents` (`vehicle_id`,`kind`,`state`);--> statement-breakpoint
CREATE UNIQUE INDEX `documents_driver_in_force` ON `documents` (`driver_id`,`kind`) WHERE state = 'valid' AND replaced_by_id IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `documents_vehicle_in_force` ON `documents` (`vehicle_id`,`kind`) WHERE state = 'valid' AND replaced_by_id IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `documents_driver_waiting` ON `documents` (`driver_id`,`kind`) WHERE state = 'pending_review';--> statement-breakpoint
CREATE UNIQUE INDEX `documents_vehicle_waiting` ON `documents` (`vehicle_id`,`kind`) WHERE state = 'pending_review';--> statement-breakpoint
CREATE INDEX `documents_expiry` ON `documents` (`expires_at`) WHERE state = 'valid' AND replaced_by_id IS NULL;--> statement-breakpoint
CREATE INDEX `documents_waiting` ON `documents` (`created_at`,`id`) WHERE state = 'pending_review';--> statement-breakpoint
CREATE INDEX `documents_file` ON `documents` (`file_id`);--> statement-breakpoint
CREATE TABLE `driver_days_off` (
	`id` text PRIMARY KEY NOT NULL,
	`driver_id` text NOT NULL,
	`from_day` text NOT NULL,
	`until_day` text NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `driver_days_off_driver` ON `driver_days_off` (`driver_id`,`until_day`);--> statement-breakpoint
CREATE TABLE `driver_hours` (
	`driver_id` text NOT NULL,
	`weekday` integer NOT NULL,
	`from_minute` integer NOT NULL,
	`until_minute` integer NOT NULL,
	PRIMARY KEY(`driver_id`, `weekday`, `from_minute`),
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `driver_preferences` (
	`driver_id` text PRIMARY KEY NOT NULL,
	`service_types` text NOT NULL,
	`zone_ids` text NOT NULL,
	`mobility` text NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `settings` ADD `required_documents` text DEFAULT '["driving_licence","vehicle_insurance","vehicle_registration"]' NOT NULL;--> statement-breakpoint
INSERT INTO `documents` (`id`, `driver_id`, `kind`, `number`, `expires_at`, `state`, `created_at`, `decided_at`)
SELECT lower(hex(randomblob(16))), `id`, 'driving_licence', `license_id`, `license_expires_at`, 'valid', `created_at`, `created_at` FROM `drivers`;--> statement-breakpoint
INSERT INTO `documents` (`id`, `vehicle_id`, `kind`, `expires_at`, `state`, `created_at`, `decided_at`)
SELECT lower(hex(randomblob(16))), `id`, 'vehicle_insurance', `insurance_expires_at`, 'valid', `created_at`, `created_at` FROM `vehicles` WHERE `insurance_expires_at` IS NOT NULL;--> statement-breakpoint
INSERT INTO `documents` (`id`, `vehicle_id`, `kind`, `expires_at`, `state`, `created_at`, `decided_at`)
SELECT lower(hex(randomblob(16))), `id`, 'vehicle_registration', `registration_expires_at`, 'valid', `created_at`, `created_at` FROM `vehicles` WHERE `registration_expires_at` IS NOT NULL;--> statement-breakpoint
ALTER TABLE `drivers` DROP COLUMN `license_id`;--> statement-breakpoint
ALTER TABLE `drivers` DROP COLUMN `license_expires_at`;--> statement-breakpoint
ALTER TABLE `vehicles` DROP COLUMN `insurance_expires_at`;--> statement-breakpoint
ALTER TABLE `vehicles` DROP COLUMN `registration_expires_at`;