CREATE TABLE `affiliates` (
	`id` text PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`name` text NOT NULL,
	`email` text,
	`phone` text,
	`language` text NOT NULL,
	`rate_kind` text NOT NULL,
	`rate_percent` real NOT NULL,
	`rate_minor` integer NOT NULL,
	`insurance_until` text,
	`zones` text DEFAULT '' NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`active` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `affiliates_name` ON `affiliates` (`name`,`id`);--> statement-breakpoint
CREATE TABLE `farm_out_positions` (
	`farm_out_id` text PRIMARY KEY NOT NULL,
	`latitude` real NOT NULL,
	`longitude` real NOT NULL,
	`accuracy_meters` real NOT NULL,
	`heading_degrees` real,
	`speed_mps` real,
	`recorded_at` integer NOT NULL,
	`received_at` integer NOT NULL,
	FOREIGN KEY (`farm_out_id`) REFERENCES `farm_outs`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `farm_outs` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`reservation_id` text NOT NULL,
	`affiliate_id` text NOT NULL,
	`state` text NOT NULL,
	`cost_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	`expires_at` integer NOT NULL,
	`opened_at` integer,
	`answered_at` integer,
	`ended_at` integer,
	`reason` text DEFAULT '' NOT NULL,
	`driver_name` text DEFAULT '' NOT NULL,
	`driver_phone` text DEFAULT '' NOT NULL,
	`plate` text DEFAULT '' NOT NULL,
	`model` text DEFAULT '' NOT NULL,
	`color` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`reservation_id`) REFERENCES `reservations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`affiliate_id`) REFERENCES `affiliates`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `farm_outs_token` ON `farm_outs` (`token_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `farm_outs_in_force` ON `farm_outs` (`reservation_id`) WHERE state in ('open', 'accepted');--> statement-breakpoint
CREATE INDEX `farm_outs_reservation` ON `farm_outs` (`reservation_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `farm_outs_affiliate` ON `farm_outs` (`affiliate_id`,`state`,`reservation_id`);--> statement-breakpoint
CREATE INDEX `farm_outs_due` ON `farm_outs` (`expires_at`) WHERE state = 'open';--> statement-breakpoint
ALTER TABLE `reservations` ADD `farm_out_id` text;