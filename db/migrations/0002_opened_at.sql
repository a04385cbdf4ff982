ALTER TABLE `settings` ADD `opened_at` integer;--> statement-breakpoint
-- Whoever has worked with it before was open all along.
UPDATE `settings` SET `opened_at` = `updated_at`;
