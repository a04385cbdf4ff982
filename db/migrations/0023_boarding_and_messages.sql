CREATE TABLE `boardings` (
	`reservation_id` text PRIMARY KEY NOT NULL,
	`only_with_code` integer DEFAULT false NOT NULL,
	`wrong_codes` integer DEFAULT 0 NOT NULL,
	`asked_at` integer,
	`asked_reason` text DEFAULT '' NOT NULL,
	`confirmed_at` integer,
	FOREIGN KEY (`reservation_id`) REFERENCES `reservations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `trip_messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`reservation_id` text NOT NULL,
	`sender` text NOT NULL,
	`sender_id` text NOT NULL,
	`sender_name` text NOT NULL,
	`recipient` text NOT NULL,
	`driver_id` text NOT NULL,
	`body` text NOT NULL,
	`send_key` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`reservation_id`) REFERENCES `reservations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `trip_messages_reservation` ON `trip_messages` (`reservation_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `trip_messages_key` ON `trip_messages` (`reservation_id`,`sender`,`sender_id`,`send_key`);--> statement-breakpoint
CREATE INDEX `trip_messages_created` ON `trip_messages` (`created_at`);--> statement-breakpoint
CREATE TABLE `trip_threads` (
	`reservation_id` text PRIMARY KEY NOT NULL,
	`rider_read_id` integer DEFAULT 0 NOT NULL,
	`driver_read_id` integer DEFAULT 0 NOT NULL,
	`dispatch_read_id` integer DEFAULT 0 NOT NULL,
	`rider_unread` integer DEFAULT 0 NOT NULL,
	`driver_unread` integer DEFAULT 0 NOT NULL,
	`dispatch_unread` integer DEFAULT 0 NOT NULL,
	`rider_tell_at` integer,
	`driver_tell_at` integer,
	`rider_told_at` integer,
	`driver_told_at` integer,
	`closed_at` integer,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`reservation_id`) REFERENCES `reservations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `trip_threads_dispatch` ON `trip_threads` (`updated_at`) WHERE dispatch_unread > 0;--> statement-breakpoint
CREATE INDEX `trip_threads_updated` ON `trip_threads` (`updated_at`);--> statement-breakpoint
CREATE INDEX `trip_threads_rider_tell` ON `trip_threads` (`rider_tell_at`) WHERE rider_tell_at is not null;--> statement-breakpoint
CREATE INDEX `trip_threads_driver_tell` ON `trip_threads` (`driver_tell_at`) WHERE driver_tell_at is not null;--> statement-breakpoint
ALTER TABLE `settings` ADD `boarding_codes` text DEFAULT 'offered' NOT NULL;--> statement-breakpoint
ALTER TABLE `settings` ADD `show_driver_phone` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `settings` ADD `show_rider_phone` integer DEFAULT false NOT NULL;