CREATE TABLE `provider_attempts` (
	`id` text PRIMARY KEY NOT NULL,
	`state_hash` text NOT NULL,
	`provider` text NOT NULL,
	`browser_hash` text NOT NULL,
	`rider_id` text,
	`session_id` text,
	`answer` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `provider_attempts_state` ON `provider_attempts` (`state_hash`);--> statement-breakpoint
CREATE INDEX `provider_attempts_expiry` ON `provider_attempts` (`expires_at`);--> statement-breakpoint
CREATE TABLE `rider_identities` (
	`id` text PRIMARY KEY NOT NULL,
	`rider_id` text NOT NULL,
	`provider` text NOT NULL,
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`email` text,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	FOREIGN KEY (`rider_id`) REFERENCES `riders`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `rider_identities_subject` ON `rider_identities` (`issuer`,`subject`);--> statement-breakpoint
CREATE UNIQUE INDEX `rider_identities_rider` ON `rider_identities` (`rider_id`,`issuer`);--> statement-breakpoint
CREATE TABLE `rider_sign_ins` (
	`id` text PRIMARY KEY NOT NULL,
	`rider_id` text NOT NULL,
	`method` text NOT NULL,
	`user_agent` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`rider_id`) REFERENCES `riders`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `rider_sign_ins_rider` ON `rider_sign_ins` (`rider_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `rider_sign_ins_created` ON `rider_sign_ins` (`created_at`);