CREATE TABLE `driver_application_events` (
	`id` text PRIMARY KEY NOT NULL,
	`application_id` text NOT NULL,
	`at` integer NOT NULL,
	`actor_kind` text NOT NULL,
	`actor_id` text,
	`actor_name` text NOT NULL,
	`act` text NOT NULL,
	`words` text NOT NULL,
	`detail` text NOT NULL,
	FOREIGN KEY (`application_id`) REFERENCES `driver_applications`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `driver_application_events_application` ON `driver_application_events` (`application_id`,`at`,`id`);--> statement-breakpoint
CREATE TABLE `driver_application_files` (
	`id` text PRIMARY KEY NOT NULL,
	`application_id` text,
	`ticket_hash` text,
	`field` text NOT NULL,
	`name` text NOT NULL,
	`content_hash` text NOT NULL,
	`address` text NOT NULL,
	`created_at` integer NOT NULL,
	`state` text DEFAULT 'given' NOT NULL,
	`valid_until` text,
	`reason` text,
	FOREIGN KEY (`id`) REFERENCES `files`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`application_id`) REFERENCES `driver_applications`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `driver_application_files_field` ON `driver_application_files` (`application_id`,`field`);--> statement-breakpoint
CREATE UNIQUE INDEX `driver_application_files_ticket` ON `driver_application_files` (`ticket_hash`,`field`);--> statement-breakpoint
CREATE INDEX `driver_application_files_address` ON `driver_application_files` (`address`,`created_at`);--> statement-breakpoint
CREATE INDEX `driver_application_files_waiting` ON `driver_application_files` (`created_at`) WHERE application_id IS NULL;--> statement-breakpoint
CREATE TABLE `driver_application_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`application_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`application_id`) REFERENCES `driver_applications`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `driver_application_links_application` ON `driver_application_links` (`application_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `driver_application_links_expiry` ON `driver_application_links` (`expires_at`);--> statement-breakpoint
DROP INDEX `driver_applications_status`;--> statement-breakpoint
ALTER TABLE `driver_applications` ADD `ticket_hash` text;--> statement-breakpoint
ALTER TABLE `driver_applications` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `driver_applications` ADD `changed_at` integer;--> statement-breakpoint
ALTER TABLE `driver_applications` ADD `request` text;--> statement-breakpoint
ALTER TABLE `driver_applications` ADD `requested_at` integer;--> statement-breakpoint
ALTER TABLE `driver_applications` ADD `decided_at` integer;--> statement-breakpoint
ALTER TABLE `driver_applications` ADD `reason` text;--> statement-breakpoint
ALTER TABLE `driver_applications` ADD `driver_id` text REFERENCES drivers(id);--> statement-breakpoint
CREATE INDEX `driver_applications_created` ON `driver_applications` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `driver_applications_email` ON `driver_applications` (`email`,`created_at`);--> statement-breakpoint
CREATE INDEX `driver_applications_phone` ON `driver_applications` (`phone`,`created_at`);--> statement-breakpoint
CREATE INDEX `driver_applications_driver` ON `driver_applications` (`driver_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `driver_applications_ticket` ON `driver_applications` (`ticket_hash`);--> statement-breakpoint
CREATE INDEX `driver_applications_status` ON `driver_applications` (`status`,`created_at`,`id`);