CREATE TABLE `driver_availability_changes` (
	`driver_id` text NOT NULL,
	`section` text NOT NULL,
	`version` integer NOT NULL,
	`at` integer NOT NULL,
	`actor_kind` text NOT NULL,
	`actor_id` text NOT NULL,
	`actor_name` text NOT NULL,
	`words` text NOT NULL,
	PRIMARY KEY(`driver_id`, `section`, `version`),
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `driver_days_off_until` ON `driver_days_off` (`until_day`,`from_day`);--> statement-breakpoint
-- The welcome of those who drive already leads to the screen too.
UPDATE `notifications` SET `href` = '/driver/dashboard/management' WHERE `audience` = 'driver' AND `title` = 'Share your availability' AND `href` IS NULL;
