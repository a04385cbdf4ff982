ALTER TABLE `reservations` ADD `return_of_id` text;--> statement-breakpoint
ALTER TABLE `reservations` ADD `will_call` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `reservations_return` ON `reservations` (`return_of_id`) WHERE return_of_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE `settings` ADD `lead_minutes` integer DEFAULT 30 NOT NULL;--> statement-breakpoint
ALTER TABLE `settings` ADD `lead_minutes_by_service` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `settings` ADD `furthest_days` integer DEFAULT 365 NOT NULL;