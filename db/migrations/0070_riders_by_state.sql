DROP INDEX `reservations_rider`;--> statement-breakpoint
CREATE INDEX `reservations_rider` ON `reservations` (`rider_id`,`pickup_at`,`id`,`state`);