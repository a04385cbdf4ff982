CREATE TABLE `staff_listeners` (
	`admin_id` text PRIMARY KEY NOT NULL,
	`channels` text,
	`only_when_away` integer DEFAULT true NOT NULL,
	`quiet_from_minute` integer,
	`quiet_until_minute` integer,
	`phone` text,
	`news_id` integer NOT NULL,
	`told_at` integer,
	FOREIGN KEY (`admin_id`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `staff_news` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`topic` text NOT NULL,
	`subject_id` text NOT NULL,
	`number` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `staff_news_created` ON `staff_news` (`created_at`);