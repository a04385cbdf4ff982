CREATE TABLE `confirmation_rules` (
	`id` integer PRIMARY KEY NOT NULL,
	`rules` text NOT NULL,
	`since` integer,
	`version` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `settings` ADD `reminder` text DEFAULT '{"hours":3,"to":["passenger"]}' NOT NULL;--> statement-breakpoint
ALTER TABLE `settings` ADD `reminder_by_service` text DEFAULT '{}' NOT NULL;