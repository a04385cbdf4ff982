CREATE TABLE `rider_merges` (
	`folded_id` text PRIMARY KEY NOT NULL,
	`kept_id` text NOT NULL,
	`name` text NOT NULL,
	`by_name` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`kept_id`) REFERENCES `riders`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `rider_merges_kept` ON `rider_merges` (`kept_id`);