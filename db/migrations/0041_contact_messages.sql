CREATE TABLE `contact_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`message_id` text NOT NULL,
	`kind` text NOT NULL,
	`admin_id` text,
	`by_name` text NOT NULL,
	`body` text NOT NULL,
	`mail_id` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`message_id`) REFERENCES `contact_messages`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `contact_entries_message` ON `contact_entries` (`message_id`,`id`);--> statement-breakpoint
CREATE TABLE `contact_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`number` integer NOT NULL,
	`state` text NOT NULL,
	`version` integer NOT NULL,
	`name` text NOT NULL,
	`email` text,
	`phone` text,
	`topic` text NOT NULL,
	`language` text NOT NULL,
	`rider_id` text,
	`signed_in` integer NOT NULL,
	`reservation_id` text,
	`assignee_id` text,
	`read_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`closed_at` integer,
	FOREIGN KEY (`rider_id`) REFERENCES `riders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`reservation_id`) REFERENCES `reservations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `contact_messages_number` ON `contact_messages` (`number`);--> statement-breakpoint
CREATE INDEX `contact_messages_state` ON `contact_messages` (`state`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `contact_messages_assignee` ON `contact_messages` (`assignee_id`,`state`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `contact_messages_unread` ON `contact_messages` (`created_at`) WHERE state = 'open' and read_at is null;--> statement-breakpoint
CREATE INDEX `contact_messages_rider` ON `contact_messages` (`rider_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `contact_messages_reservation` ON `contact_messages` (`reservation_id`);--> statement-breakpoint
CREATE INDEX `contact_messages_email` ON `contact_messages` (`email`,`created_at`);--> statement-breakpoint
CREATE INDEX `contact_messages_phone` ON `contact_messages` (`phone`,`created_at`);--> statement-breakpoint
CREATE INDEX `contact_messages_updated` ON `contact_messages` (`updated_at`);--> statement-breakpoint
CREATE TABLE `contact_templates` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`body` text NOT NULL,
	`updated_at` integer NOT NULL
);
