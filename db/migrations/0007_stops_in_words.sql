ALTER TABLE `reservations` ADD `pickup_pinned` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `reservations` ADD `dropoff_pinned` integer DEFAULT true NOT NULL;