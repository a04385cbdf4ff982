CREATE TABLE `auto_dispatch` (
	`id` integer PRIMARY KEY NOT NULL,
	`on` integer NOT NULL,
	`rules` text NOT NULL,
	`quiet_from` text,
	`quiet_until` text,
	`version` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `auto_dispatch_runs` (
	`reservation_id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`did` text NOT NULL,
	`why` text NOT NULL,
	`alerted_at` integer,
	FOREIGN KEY (`reservation_id`) REFERENCES `reservations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `auto_dispatch_runs_at` ON `auto_dispatch_runs` (`at`);