CREATE TABLE `found_items` (
	`id` text PRIMARY KEY NOT NULL,
	`number` integer NOT NULL,
	`state` text NOT NULL,
	`version` integer NOT NULL,
	`report_id` text,
	`reservation_id` text,
	`vehicle_id` text,
	`driver_id` text,
	`finder_name` text NOT NULL,
	`category` text NOT NULL,
	`what` text NOT NULL,
	`colour` text NOT NULL,
	`marks` text NOT NULL,
	`place` text NOT NULL,
	`photo_file_id` text,
	`found_at` integer NOT NULL,
	`storage` text NOT NULL,
	`keep_until` integer NOT NULL,
	`handed_to` text,
	`identified_by` text,
	`signature` text,
	`disposal` text,
	`disposal_reason` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`closed_at` integer,
	`erased_at` integer,
	FOREIGN KEY (`report_id`) REFERENCES `lost_reports`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`reservation_id`) REFERENCES `reservations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`vehicle_id`) REFERENCES `vehicles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `found_items_number` ON `found_items` (`number`);--> statement-breakpoint
CREATE INDEX `found_items_found` ON `found_items` (`found_at`,`id`);--> statement-breakpoint
CREATE INDEX `found_items_state` ON `found_items` (`state`,`found_at`,`id`);--> statement-breakpoint
CREATE INDEX `found_items_due` ON `found_items` (`state`,`keep_until`,`id`);--> statement-breakpoint
CREATE INDEX `found_items_report` ON `found_items` (`report_id`);--> statement-breakpoint
CREATE INDEX `found_items_driver` ON `found_items` (`driver_id`,`found_at`,`id`);--> statement-breakpoint
CREATE INDEX `found_items_reservation` ON `found_items` (`reservation_id`);--> statement-breakpoint
CREATE INDEX `found_items_closed` ON `found_items` (`erased_at`,`closed_at`);--> statement-breakpoint
CREATE TABLE `lost_reports` (
	`id` text PRIMARY KEY NOT NULL,
	`number` integer NOT NULL,
	`state` text NOT NULL,
	`version` integer NOT NULL,
	`source` text NOT NULL,
	`rider_id` text,
	`reservation_id` text,
	`vehicle_id` text,
	`driver_id` text,
	`reporter_name` text NOT NULL,
	`contact` text NOT NULL,
	`category` text NOT NULL,
	`what` text NOT NULL,
	`colour` text NOT NULL,
	`marks` text NOT NULL,
	`place` text NOT NULL,
	`wish` text NOT NULL,
	`wish_note` text NOT NULL,
	`photo_file_id` text,
	`lost_at` integer NOT NULL,
	`searched_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`closed_at` integer,
	`erased_at` integer,
	FOREIGN KEY (`rider_id`) REFERENCES `riders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`reservation_id`) REFERENCES `reservations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`vehicle_id`) REFERENCES `vehicles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `lost_reports_number` ON `lost_reports` (`number`);--> statement-breakpoint
CREATE INDEX `lost_reports_created` ON `lost_reports` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `lost_reports_state` ON `lost_reports` (`state`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `lost_reports_lost` ON `lost_reports` (`state`,`lost_at`);--> statement-breakpoint
CREATE INDEX `lost_reports_rider` ON `lost_reports` (`rider_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `lost_reports_reservation` ON `lost_reports` (`reservation_id`);--> statement-breakpoint
CREATE INDEX `lost_reports_contact` ON `lost_reports` (`contact`);--> statement-breakpoint
CREATE INDEX `lost_reports_closed` ON `lost_reports` (`erased_at`,`closed_at`);--> statement-breakpoint
CREATE TABLE `property_events` (
	`id` text PRIMARY KEY NOT NULL,
	`subject_id` text NOT NULL,
	`at` integer NOT NULL,
	`actor_kind` text NOT NULL,
	`actor_id` text,
	`actor_name` text NOT NULL,
	`act` text NOT NULL,
	`words` text NOT NULL,
	`detail` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `property_events_subject` ON `property_events` (`subject_id`,`at`,`id`);