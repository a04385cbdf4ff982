CREATE TABLE `incident_events` (
	`id` text PRIMARY KEY NOT NULL,
	`incident_id` text NOT NULL,
	`at` integer NOT NULL,
	`actor_kind` text NOT NULL,
	`actor_id` text,
	`actor_name` text NOT NULL,
	`act` text NOT NULL,
	`words` text NOT NULL,
	FOREIGN KEY (`incident_id`) REFERENCES `incidents`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `incident_events_incident` ON `incident_events` (`incident_id`,`at`,`id`);--> statement-breakpoint
CREATE TABLE `incident_photos` (
	`id` text PRIMARY KEY NOT NULL,
	`incident_id` text NOT NULL,
	`send_key` text NOT NULL,
	`file_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`incident_id`) REFERENCES `incidents`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `incident_photos_key` ON `incident_photos` (`incident_id`,`send_key`);--> statement-breakpoint
CREATE TABLE `incidents` (
	`id` text PRIMARY KEY NOT NULL,
	`number` integer NOT NULL,
	`state` text NOT NULL,
	`version` integer NOT NULL,
	`driver_id` text NOT NULL,
	`reservation_id` text,
	`vehicle_id` text,
	`send_key` text NOT NULL,
	`kind` text NOT NULL,
	`hurt` integer NOT NULL,
	`what` text NOT NULL,
	`happened_at` integer NOT NULL,
	`place` text NOT NULL,
	`latitude` real,
	`longitude` real,
	`accuracy_meters` real,
	`police_number` text NOT NULL,
	`assigned_id` text,
	`assigned_name` text DEFAULT '' NOT NULL,
	`outcome` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`closed_at` integer,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`reservation_id`) REFERENCES `reservations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`vehicle_id`) REFERENCES `vehicles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `incidents_number` ON `incidents` (`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `incidents_key` ON `incidents` (`driver_id`,`send_key`);--> statement-breakpoint
CREATE INDEX `incidents_created` ON `incidents` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `incidents_state` ON `incidents` (`state`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `incidents_driver` ON `incidents` (`driver_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `incidents_reservation` ON `incidents` (`reservation_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `incidents_closed` ON `incidents` (`closed_at`);