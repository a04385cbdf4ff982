CREATE TABLE `message_texts` (
	`language` text NOT NULL,
	`id` text NOT NULL,
	`subject` text NOT NULL,
	`body` text NOT NULL,
	`sms` text NOT NULL,
	`version` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`language`, `id`)
);
