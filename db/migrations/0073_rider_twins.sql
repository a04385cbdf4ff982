CREATE TABLE `rider_twins` (
	`rider_id` text NOT NULL,
	`twin_id` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`rider_id`, `twin_id`),
	FOREIGN KEY (`rider_id`) REFERENCES `riders`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`twin_id`) REFERENCES `riders`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "rider_twins_two" CHECK("rider_twins"."rider_id" <> "rider_twins"."twin_id")
);
--> statement-breakpoint
CREATE INDEX `rider_twins_twin` ON `rider_twins` (`twin_id`);