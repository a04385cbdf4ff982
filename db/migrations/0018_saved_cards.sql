CREATE TABLE `card_agreements` (
	`reservation_id` text PRIMARY KEY NOT NULL,
	`card_id` text,
	`most_minor` integer NOT NULL,
	`state` text NOT NULL,
	`refused_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`reservation_id`) REFERENCES `reservations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`card_id`) REFERENCES `saved_cards`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "card_agreements_most" CHECK("card_agreements"."most_minor" > 0)
);
--> statement-breakpoint
CREATE INDEX `card_agreements_open` ON `card_agreements` (`reservation_id`) WHERE state = 'open';--> statement-breakpoint
CREATE INDEX `card_agreements_card` ON `card_agreements` (`card_id`);--> statement-breakpoint
CREATE TABLE `saved_cards` (
	`id` text PRIMARY KEY NOT NULL,
	`rider_id` text,
	`provider` text NOT NULL,
	`is_live` integer NOT NULL,
	`state` text NOT NULL,
	`setup_ref` text,
	`customer_ref` text,
	`method_ref` text,
	`brand` text DEFAULT '' NOT NULL,
	`last4` text DEFAULT '' NOT NULL,
	`exp_month` integer DEFAULT 0 NOT NULL,
	`exp_year` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`rider_id`) REFERENCES `riders`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `saved_cards_rider` ON `saved_cards` (`rider_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `saved_cards_unfinished` ON `saved_cards` (`created_at`) WHERE state <> 'saved';--> statement-breakpoint
ALTER TABLE `payment_attempts` ADD `card_id` text REFERENCES saved_cards(id) ON DELETE set null;--> statement-breakpoint
ALTER TABLE `payment_attempts` ADD `reason` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `payment_attempts_card` ON `payment_attempts` (`card_id`) WHERE card_id IS NOT NULL;