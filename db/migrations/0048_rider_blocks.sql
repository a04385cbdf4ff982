CREATE TABLE `rider_blocks` (
	`rider_id` text PRIMARY KEY NOT NULL,
	`reason` text NOT NULL,
	`by_name` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`rider_id`) REFERENCES `riders`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `riders_created` ON `riders` (`created_at`,`id`);