DROP INDEX `pay_links_open_trip`;--> statement-breakpoint
ALTER TABLE `pay_links` ADD `is_tip` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `pay_links_open_tip` ON `pay_links` (`reservation_id`) WHERE ended_at IS NULL AND is_tip = 1;--> statement-breakpoint
CREATE UNIQUE INDEX `pay_links_open_trip` ON `pay_links` (`reservation_id`) WHERE reservation_id IS NOT NULL AND ended_at IS NULL AND is_tip = 0;--> statement-breakpoint
ALTER TABLE `settings` ADD `show_fare_to_drivers` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `invoice_balances_due` ON `invoice_balances` (`due_on`);