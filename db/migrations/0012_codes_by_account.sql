CREATE INDEX `codes_account` ON `codes` (`account_id`);--> statement-breakpoint
CREATE INDEX `devices_account` ON `devices` (`audience`,`account_id`);--> statement-breakpoint
CREATE INDEX `provider_attempts_rider` ON `provider_attempts` (`rider_id`);