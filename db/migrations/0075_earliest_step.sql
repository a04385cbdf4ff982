ALTER TABLE `reservations` ADD `early_start_for_pickup_at` integer;--> statement-breakpoint
ALTER TABLE `settings` ADD `set_off_minutes` integer DEFAULT 120 NOT NULL;