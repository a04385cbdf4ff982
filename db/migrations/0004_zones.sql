CREATE TABLE `zone_uses` (
	`zone_id` text NOT NULL,
	`used_by` text NOT NULL,
	`label` text NOT NULL,
	PRIMARY KEY(`zone_id`, `used_by`),
	FOREIGN KEY (`zone_id`) REFERENCES `zones`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `zone_uses_by` ON `zone_uses` (`used_by`);--> statement-breakpoint
CREATE TABLE `zones` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`color` integer NOT NULL,
	`priority` integer NOT NULL,
	`shape` text NOT NULL,
	`area_square_meters` real NOT NULL,
	`active` integer NOT NULL,
	`note` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `zones_name` ON `zones` ("name" COLLATE NOCASE);