ALTER TABLE `drivers` ADD `suspended_at` integer;--> statement-breakpoint
ALTER TABLE `drivers` ADD `suspended_by` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `drivers` ADD `suspension_reason` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `drivers_vehicle` ON `drivers` (`vehicle_id`);--> statement-breakpoint
CREATE INDEX `reservations_vehicle` ON `reservations` (`vehicle_id`,`pickup_at`,`id`) WHERE vehicle_id IS NOT NULL;