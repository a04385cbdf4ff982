CREATE TABLE `removals` (
	`day` text NOT NULL,
	`kind` text NOT NULL,
	`removed` integer NOT NULL,
	PRIMARY KEY(`day`, `kind`)
);
--> statement-breakpoint
ALTER TABLE `settings` ADD `kept_days` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX `sessions_addresses` ON `sessions` (`created_at`) WHERE address <> '';