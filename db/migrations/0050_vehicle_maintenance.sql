CREATE TABLE `maintenance_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`vehicle_id` text NOT NULL,
	`plan_id` text,
	`kind` text NOT NULL,
	`done_on` text NOT NULL,
	`odometer_meters` integer,
	`what` text NOT NULL,
	`cost_minor` integer,
	`currency` text,
	`place` text NOT NULL,
	`note` text NOT NULL,
	`file_id` text,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	`struck_at` integer,
	FOREIGN KEY (`vehicle_id`) REFERENCES `vehicles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`plan_id`) REFERENCES `maintenance_plans`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`file_id`) REFERENCES `files`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `maintenance_entries_vehicle` ON `maintenance_entries` (`vehicle_id`,`done_on`,`id`);--> statement-breakpoint
CREATE INDEX `maintenance_entries_file` ON `maintenance_entries` (`file_id`);--> statement-breakpoint
CREATE INDEX `maintenance_entries_plan` ON `maintenance_entries` (`plan_id`,`done_on`,`id`);--> statement-breakpoint
CREATE TABLE `maintenance_plans` (
	`id` text PRIMARY KEY NOT NULL,
	`vehicle_id` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`every_months` integer,
	`every_meters` integer,
	`from_day` text,
	`from_meters` integer,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`vehicle_id`) REFERENCES `vehicles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `maintenance_plans_vehicle` ON `maintenance_plans` (`vehicle_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `odometer_readings` (
	`id` text PRIMARY KEY NOT NULL,
	`vehicle_id` text NOT NULL,
	`meters` integer NOT NULL,
	`read_at` integer NOT NULL,
	`source` text NOT NULL,
	`reason` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`entry_id` text,
	FOREIGN KEY (`vehicle_id`) REFERENCES `vehicles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`entry_id`) REFERENCES `maintenance_entries`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `odometer_readings_vehicle` ON `odometer_readings` (`vehicle_id`,`read_at`,`id`);--> statement-breakpoint
CREATE INDEX `odometer_readings_entry` ON `odometer_readings` (`entry_id`);