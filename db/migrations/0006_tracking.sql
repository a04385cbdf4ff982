CREATE TABLE `driver_positions` (
	`driver_id` text PRIMARY KEY NOT NULL,
	`latitude` real NOT NULL,
	`longitude` real NOT NULL,
	`accuracy_meters` real NOT NULL,
	`heading_degrees` real,
	`speed_mps` real,
	`recorded_at` integer NOT NULL,
	`received_at` integer NOT NULL,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `driver_shifts` (
	`driver_id` text PRIMARY KEY NOT NULL,
	`started_at` integer NOT NULL,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `track_points` (
	`reservation_id` text NOT NULL,
	`recorded_at` integer NOT NULL,
	`latitude` real NOT NULL,
	`longitude` real NOT NULL,
	`heading_degrees` real,
	PRIMARY KEY(`reservation_id`, `recorded_at`),
	FOREIGN KEY (`reservation_id`) REFERENCES `reservations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `track_points_recorded` ON `track_points` (`recorded_at`);--> statement-breakpoint
CREATE TABLE `tracking_links` (
	`id` text PRIMARY KEY NOT NULL,
	`reservation_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	`revoked_at` integer,
	`revoked_by` text,
	FOREIGN KEY (`reservation_id`) REFERENCES `reservations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tracking_links_token` ON `tracking_links` (`token_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `tracking_links_in_force` ON `tracking_links` (`reservation_id`) WHERE revoked_at is null;--> statement-breakpoint
CREATE INDEX `tracking_links_reservation` ON `tracking_links` (`reservation_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `tracking_links_created` ON `tracking_links` (`created_at`);