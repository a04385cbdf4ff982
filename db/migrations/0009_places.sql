CREATE TABLE `saved_places` (
	`id` text PRIMARY KEY NOT NULL,
	`rider_id` text NOT NULL,
	`label` text NOT NULL,
	`name` text NOT NULL,
	`detail` text NOT NULL,
	`kind` text NOT NULL,
	`latitude` real NOT NULL,
	`longitude` real NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`rider_id`) REFERENCES `riders`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `saved_places_rider` ON `saved_places` (`rider_id`,`label`);--> statement-breakpoint
ALTER TABLE `places` ADD `zone_id` text REFERENCES zones(id) ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE `places` ADD `entrance_notes` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `places` ADD `pickup_instructions` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `places` ADD `updated_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `places` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX `places_name` ON `places` (`name`,`id`);--> statement-breakpoint
CREATE INDEX `places_point` ON `places` (`latitude`,`longitude`);