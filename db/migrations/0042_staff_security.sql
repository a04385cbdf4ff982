CREATE TABLE `admin_recovery_codes` (
	`id` text PRIMARY KEY NOT NULL,
	`admin_id` text NOT NULL,
	`code_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`admin_id`) REFERENCES `admins`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `admin_recovery_codes_code` ON `admin_recovery_codes` (`admin_id`,`code_hash`);--> statement-breakpoint
ALTER TABLE `admins` ADD `totp_offered` text;--> statement-breakpoint
ALTER TABLE `admins` ADD `totp_offered_at` integer;--> statement-breakpoint
ALTER TABLE `admins` ADD `totp_since` integer;--> statement-breakpoint
ALTER TABLE `admins` ADD `deactivated_at` integer;--> statement-breakpoint
ALTER TABLE `admins` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `settings` ADD `second_factor_required` integer DEFAULT false NOT NULL;