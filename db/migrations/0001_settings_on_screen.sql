ALTER TABLE `settings` ADD `brand` text DEFAULT 'Livery' NOT NULL;--> statement-breakpoint
ALTER TABLE `settings` ADD `brand_slug` text DEFAULT 'livery' NOT NULL;--> statement-breakpoint
ALTER TABLE `settings` ADD `former_slugs` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `settings` ADD `payment` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `settings` ADD `rider_language` text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE `settings` ADD `services` text DEFAULT '["airport","hourly","care","roadside","interpreter","companies"]' NOT NULL;--> statement-breakpoint
ALTER TABLE `settings` ADD `setup_left` text DEFAULT '[]' NOT NULL;