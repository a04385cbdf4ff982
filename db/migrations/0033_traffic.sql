ALTER TABLE `settings` ADD `traffic_percents` text;--> statement-breakpoint
ALTER TABLE `settings` ADD `traffic_changed_at` integer;