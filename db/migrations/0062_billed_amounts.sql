ALTER TABLE `reservations` ADD `billed_minor` integer;--> statement-breakpoint
ALTER TABLE `reservations` ADD `credited_minor` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `reservations` ADD `settled_minor` integer;--> statement-breakpoint
CREATE INDEX `reservations_misbilled` ON `reservations` (`company_id`,`pickup_at`,`id`) WHERE billed_minor IS NOT NULL AND state IN ('completed', 'settled') AND (fare_minor > billed_minor OR fare_minor < billed_minor - credited_minor);