ALTER TABLE `settings` ADD `address` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `settings` ADD `tax_number` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `settings` ADD `opening_hours` text;--> statement-breakpoint
ALTER TABLE `settings` ADD `booking_open` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `settings` ADD `booking_closed_text` text DEFAULT '' NOT NULL;