CREATE TABLE `payment_rules` (
	`id` integer PRIMARY KEY NOT NULL,
	`rules` text NOT NULL,
	`pay_within_minutes` integer NOT NULL,
	`version` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `prepayments` (
	`reservation_id` text PRIMARY KEY NOT NULL,
	`take` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`state` text NOT NULL,
	`held_minor` integer DEFAULT 0 NOT NULL,
	`ask_at` integer,
	`pay_by` integer,
	`told_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`reservation_id`) REFERENCES `reservations`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "prepayments_amount" CHECK("prepayments"."amount_minor" > 0 AND "prepayments"."held_minor" >= 0)
);
--> statement-breakpoint
CREATE INDEX `prepayments_open` ON `prepayments` (`state`,`reservation_id`) WHERE state IN ('later', 'waiting', 'held', 'paid');--> statement-breakpoint
ALTER TABLE `pay_links` ADD `is_hold` integer DEFAULT false NOT NULL;