ALTER TABLE `reservations` ADD `collected_minor` integer;--> statement-breakpoint
ALTER TABLE `reservations` ADD `collected_due_minor` integer;