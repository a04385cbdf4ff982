ALTER TABLE `admins` ADD `has_one_name` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `login_failures` ADD `audit` text DEFAULT 'never' NOT NULL;--> statement-breakpoint
CREATE INDEX `login_failures_due` ON `login_failures` (`created_at`) WHERE "login_failures"."audit" = 'due';--> statement-breakpoint
ALTER TABLE `riders` ADD `has_one_name` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `driver_applications` ADD `has_one_name` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `drivers` ADD `has_one_name` integer DEFAULT false NOT NULL;