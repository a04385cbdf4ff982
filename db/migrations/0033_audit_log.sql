CREATE TABLE `audit_head` (
	`id` integer PRIMARY KEY NOT NULL,
	`number` integer NOT NULL,
	`hash` text NOT NULL,
	`signature` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `audit_log` (
	`number` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`actor_kind` text NOT NULL,
	`actor_id` text,
	`actor_name` text NOT NULL,
	`action` text NOT NULL,
	`subject_kind` text NOT NULL,
	`subject_id` text,
	`summary` text NOT NULL,
	`detail` text NOT NULL,
	`previous` text NOT NULL,
	`hash` text NOT NULL,
	`address` text
);
--> statement-breakpoint
CREATE INDEX `audit_log_at` ON `audit_log` (`at`);--> statement-breakpoint
CREATE INDEX `audit_log_actor` ON `audit_log` (`actor_id`,`at`);--> statement-breakpoint
CREATE INDEX `audit_log_action` ON `audit_log` (`action`,`at`);--> statement-breakpoint
CREATE INDEX `audit_log_subject` ON `audit_log` (`subject_kind`,`subject_id`,`at`);--> statement-breakpoint
CREATE INDEX `audit_log_address` ON `audit_log` (`at`) WHERE "audit_log"."address" IS NOT NULL;