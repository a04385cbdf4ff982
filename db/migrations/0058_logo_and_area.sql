ALTER TABLE `settings` ADD `logo` text;--> statement-breakpoint
ALTER TABLE `settings` ADD `dark_logo` text;--> statement-breakpoint
ALTER TABLE `settings` ADD `service_area` text;