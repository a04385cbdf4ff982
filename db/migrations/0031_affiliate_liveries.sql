ALTER TABLE `affiliates` ADD `peer_url` text;--> statement-breakpoint
ALTER TABLE `affiliates` ADD `peer_key` text;--> statement-breakpoint
ALTER TABLE `farm_outs` ADD `peer_due_at` integer;--> statement-breakpoint
ALTER TABLE `farm_outs` ADD `peer_request` text;--> statement-breakpoint
ALTER TABLE `farm_outs` ADD `peer_id` text;--> statement-breakpoint
ALTER TABLE `farm_outs` ADD `peer_number` integer;--> statement-breakpoint
ALTER TABLE `farm_outs` ADD `peer_facts` text;--> statement-breakpoint
ALTER TABLE `farm_outs` ADD `peer_away` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `farm_outs` ADD `peer_note` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `farm_outs_peer` ON `farm_outs` (`peer_due_at`) WHERE peer_due_at IS NOT NULL;