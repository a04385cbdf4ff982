ALTER TABLE `farm_outs` ADD `fee_minor` integer;--> statement-breakpoint
ALTER TABLE `farm_outs` ADD `peer_minor` integer;