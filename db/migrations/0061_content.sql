CREATE TABLE `content_items` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`key` text NOT NULL,
	`value` text NOT NULL,
	`state` text NOT NULL,
	`position` integer NOT NULL,
	`published_at` integer,
	`removed_at` integer,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `content_items_key` ON `content_items` (`kind`,`key`);--> statement-breakpoint
CREATE INDEX `content_items_position` ON `content_items` (`kind`,`position`,`id`);--> statement-breakpoint
CREATE INDEX `content_items_published` ON `content_items` (`kind`,`published_at`,`id`);--> statement-breakpoint
CREATE TABLE `content_picture_files` (
	`name` text PRIMARY KEY NOT NULL,
	`picture_id` text NOT NULL,
	`file_id` text NOT NULL,
	`content_type` text NOT NULL,
	FOREIGN KEY (`picture_id`) REFERENCES `content_pictures`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `content_pictures` (
	`id` text PRIMARY KEY NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`sizes` text NOT NULL,
	`by_name` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `content_pictures_created` ON `content_pictures` (`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `content_versions` (
	`item_id` text NOT NULL,
	`version` integer NOT NULL,
	`value` text NOT NULL,
	`state` text NOT NULL,
	`published_at` integer,
	`removed` integer NOT NULL,
	`did` text NOT NULL,
	`admin_id` text,
	`by_name` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`item_id`) REFERENCES `content_items`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `content_versions_version` ON `content_versions` (`item_id`,`version`);