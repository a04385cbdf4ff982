CREATE TABLE `alerts` (
	`kind` text PRIMARY KEY NOT NULL,
	`since` integer NOT NULL,
	`ended_at` integer,
	`mailed_at` integer,
	`told` integer NOT NULL,
	`detail` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `status_notes` (
	`name` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`detail` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `driver_application_files_from` ON `driver_application_files` (`created_at`) WHERE address <> '';--> statement-breakpoint
CREATE INDEX `driver_applications_from` ON `driver_applications` (`created_at`) WHERE address <> '';