CREATE TABLE `trip_ratings` (
	`reservation_id` text PRIMARY KEY NOT NULL,
	`driver_id` text,
	`stars` integer NOT NULL,
	`chips` text NOT NULL,
	`words` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`seen_at` integer,
	`seen_by` text,
	FOREIGN KEY (`reservation_id`) REFERENCES `reservations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `trip_ratings_driver` ON `trip_ratings` (`driver_id`,`updated_at`,`reservation_id`);--> statement-breakpoint
CREATE INDEX `trip_ratings_unseen` ON `trip_ratings` (`seen_at`,`stars`,`updated_at`);