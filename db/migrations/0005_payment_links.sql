CREATE TABLE `pay_links` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`reservation_id` text,
	`invoice_id` text,
	`amount_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by_kind` text NOT NULL,
	`created_by_id` text,
	`created_by` text NOT NULL,
	`expires_at` integer NOT NULL,
	`sent_at` integer,
	`opened_at` integer,
	`end` text,
	`ended_at` integer,
	FOREIGN KEY (`reservation_id`) REFERENCES `reservations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`invoice_id`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "pay_links_one_subject" CHECK(("pay_links"."reservation_id" IS NULL) <> ("pay_links"."invoice_id" IS NULL)),
	CONSTRAINT "pay_links_amount" CHECK("pay_links"."amount_minor" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `pay_links_tokenHash_unique` ON `pay_links` (`token_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `pay_links_open_trip` ON `pay_links` (`reservation_id`) WHERE reservation_id IS NOT NULL AND ended_at IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `pay_links_open_invoice` ON `pay_links` (`invoice_id`) WHERE invoice_id IS NOT NULL AND ended_at IS NULL;--> statement-breakpoint
CREATE INDEX `pay_links_trip` ON `pay_links` (`reservation_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `pay_links_invoice` ON `pay_links` (`invoice_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `payment_attempts` (
	`id` text PRIMARY KEY NOT NULL,
	`link_id` text NOT NULL,
	`provider` text NOT NULL,
	`method` text NOT NULL,
	`is_live` integer NOT NULL,
	`amount_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`phone` text,
	`state` text NOT NULL,
	`provider_ref` text,
	`money_ref` text,
	`url` text,
	`failure` text,
	`payment_id` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`checked_at` integer,
	FOREIGN KEY (`link_id`) REFERENCES `pay_links`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_attempts_live` ON `payment_attempts` (`link_id`) WHERE state IN ('starting', 'open');--> statement-breakpoint
CREATE INDEX `payment_attempts_link` ON `payment_attempts` (`link_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `payment_attempts_given_up` ON `payment_attempts` (`created_at`) WHERE state IN ('failed', 'expired');--> statement-breakpoint
CREATE INDEX `payment_attempts_money` ON `payment_attempts` (`provider`,`money_ref`);--> statement-breakpoint
CREATE INDEX `payment_attempts_payment` ON `payment_attempts` (`payment_id`);--> statement-breakpoint
CREATE TABLE `payment_differences` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`provider` text NOT NULL,
	`ref` text NOT NULL,
	`attempt_id` text,
	`reservation_id` text,
	`invoice_id` text,
	`expected_minor` integer,
	`expected_currency` text,
	`found_minor` integer DEFAULT 0 NOT NULL,
	`found_currency` text,
	`found_at` integer NOT NULL,
	`resolved_at` integer,
	`resolved_by` text,
	`note` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`attempt_id`) REFERENCES `payment_attempts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`reservation_id`) REFERENCES `reservations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`invoice_id`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_differences_once` ON `payment_differences` (`provider`,`ref`,`kind`,`found_minor`);--> statement-breakpoint
CREATE INDEX `payment_differences_open` ON `payment_differences` (`found_at`,`id`) WHERE resolved_at IS NULL;--> statement-breakpoint
CREATE TABLE `payment_webhooks` (
	`id` text PRIMARY KEY NOT NULL,
	`provider` text NOT NULL,
	`event_id` text NOT NULL,
	`type` text NOT NULL,
	`attempt_id` text,
	`ref` text,
	`body` text NOT NULL,
	`received_at` integer NOT NULL,
	`processed_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_webhooks_event` ON `payment_webhooks` (`provider`,`event_id`);--> statement-breakpoint
CREATE INDEX `payment_webhooks_received` ON `payment_webhooks` (`received_at`);--> statement-breakpoint
CREATE INDEX `payment_webhooks_attempt` ON `payment_webhooks` (`attempt_id`);--> statement-breakpoint
CREATE INDEX `payment_webhooks_waiting` ON `payment_webhooks` (`received_at`) WHERE processed_at IS NULL;