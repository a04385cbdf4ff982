CREATE TABLE `approval_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`request_id` text NOT NULL,
	`member_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `company_members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `approval_links_request` ON `approval_links` (`request_id`);--> statement-breakpoint
CREATE INDEX `approval_links_member` ON `approval_links` (`member_id`);--> statement-breakpoint
CREATE TABLE `trip_approvals` (
	`reservation_id` text PRIMARY KEY NOT NULL,
	`request_id` text NOT NULL,
	`company_id` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`state` text NOT NULL,
	`deadline_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`answered_at` integer,
	FOREIGN KEY (`reservation_id`) REFERENCES `reservations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `trip_approvals_request` ON `trip_approvals` (`request_id`);--> statement-breakpoint
CREATE INDEX `trip_approvals_company` ON `trip_approvals` (`company_id`,`deadline_at`) WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX `trip_approvals_due` ON `trip_approvals` (`deadline_at`) WHERE state = 'waiting';--> statement-breakpoint
ALTER TABLE `companies` ADD `approval` text DEFAULT 'never' NOT NULL;--> statement-breakpoint
ALTER TABLE `companies` ADD `approval_above_minor` integer;--> statement-breakpoint
ALTER TABLE `companies` ADD `approval_within_hours` integer DEFAULT 24 NOT NULL;--> statement-breakpoint
ALTER TABLE `companies` ADD `approval_before_hours` integer DEFAULT 2 NOT NULL;--> statement-breakpoint
ALTER TABLE `companies` ADD `approval_unanswered` text DEFAULT 'cancel' NOT NULL;