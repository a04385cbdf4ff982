CREATE TABLE `staff_views` (
	`id` text PRIMARY KEY NOT NULL,
	`admin_id` text NOT NULL,
	`name` text NOT NULL,
	`search` text NOT NULL,
	`position` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`admin_id`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `staff_views_admin` ON `staff_views` (`admin_id`,`position`,`id`);--> statement-breakpoint
CREATE INDEX `reservations_service` ON `reservations` (`service_type`,`state`,`pickup_at`,`id`);