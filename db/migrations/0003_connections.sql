CREATE TABLE `connections` (
	`id` text PRIMARY KEY NOT NULL,
	`fields` text,
	`secrets` text,
	`version` integer NOT NULL,
	`updated_at` integer NOT NULL
);
