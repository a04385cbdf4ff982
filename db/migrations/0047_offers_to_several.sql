ALTER TABLE `offers` ADD `position` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `offers` ADD `seconds` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `offers` ADD `since_version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `offers` ADD `seen_at` integer;