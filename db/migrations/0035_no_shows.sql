CREATE TABLE `no_shows` (
	`reservation_id` text PRIMARY KEY NOT NULL,
	`driver_id` text NOT NULL,
	`declared_at` integer NOT NULL,
	`latitude` real,
	`longitude` real,
	`accuracy_meters` real,
	`distance_meters` integer,
	`called` integer NOT NULL,
	`messages` integer NOT NULL,
	`photo_file_id` text,
	FOREIGN KEY (`reservation_id`) REFERENCES `reservations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `no_shows_declared` ON `no_shows` (`declared_at`);--> statement-breakpoint
ALTER TABLE `settings` ADD `no_show_minutes_by_service` text DEFAULT '{}' NOT NULL;