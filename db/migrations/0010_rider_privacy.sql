CREATE TABLE `notification_choices` (
	`rider_id` text NOT NULL,
	`topic` text NOT NULL,
	`channel` text NOT NULL,
	`wanted` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`rider_id`, `topic`, `channel`),
	FOREIGN KEY (`rider_id`) REFERENCES `riders`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `quiet_hours` (
	`rider_id` text PRIMARY KEY NOT NULL,
	`from_minute` integer NOT NULL,
	`until_minute` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`rider_id`) REFERENCES `riders`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `rider_consents` (
	`id` text PRIMARY KEY NOT NULL,
	`rider_id` text NOT NULL,
	`kind` text NOT NULL,
	`given` integer NOT NULL,
	`text_version` integer NOT NULL,
	`given_at` integer NOT NULL,
	FOREIGN KEY (`rider_id`) REFERENCES `riders`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `rider_consents_rider` ON `rider_consents` (`rider_id`,`kind`,`given_at`,`id`);--> statement-breakpoint
CREATE TABLE `privacy_acts` (
	`id` text PRIMARY KEY NOT NULL,
	`rider_id` text NOT NULL,
	`act` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `privacy_acts_rider` ON `privacy_acts` (`rider_id`,`act`,`at`);--> statement-breakpoint
ALTER TABLE `rider_sign_ins` ADD `country` text;--> statement-breakpoint
ALTER TABLE `riders` ADD `language` text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `confirmed_at` integer;--> statement-breakpoint
ALTER TABLE `outbox` ADD `rider_id` text;--> statement-breakpoint
CREATE INDEX `outbox_rider` ON `outbox` (`rider_id`);--> statement-breakpoint
CREATE INDEX `outbox_recipient` ON `outbox` (`recipient`);--> statement-breakpoint
ALTER TABLE `reservations` ADD `erased_at` integer;