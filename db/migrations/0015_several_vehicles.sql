ALTER TABLE `reservations` ADD `order_id` text;--> statement-breakpoint
CREATE INDEX `reservations_order` ON `reservations` (`order_id`,`number`) WHERE order_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE `trip_quotes` ADD `vehicles` text DEFAULT '[]' NOT NULL;