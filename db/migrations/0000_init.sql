CREATE TABLE `admin_invites` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`kind` text NOT NULL,
	`admin_id` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `admin_invites_token` ON `admin_invites` (`token_hash`);--> statement-breakpoint
CREATE TABLE `admins` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`password_hash` text,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`role` text NOT NULL,
	`totp_secret` text,
	`totp_last_step` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `admins_email` ON `admins` (`email`);--> statement-breakpoint
CREATE TABLE `code_guesses` (
	`id` text PRIMARY KEY NOT NULL,
	`audience` text NOT NULL,
	`identifier` text NOT NULL,
	`known_device` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `code_guesses_identifier` ON `code_guesses` (`audience`,`identifier`,`known_device`,`created_at`);--> statement-breakpoint
CREATE INDEX `code_guesses_all` ON `code_guesses` (`known_device`,`created_at`);--> statement-breakpoint
CREATE TABLE `code_sends` (
	`id` text PRIMARY KEY NOT NULL,
	`identifier` text NOT NULL,
	`channel` text NOT NULL,
	`address` text NOT NULL,
	`prefix` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `code_sends_identifier` ON `code_sends` (`identifier`,`created_at`);--> statement-breakpoint
CREATE INDEX `code_sends_address` ON `code_sends` (`address`,`created_at`);--> statement-breakpoint
CREATE INDEX `code_sends_prefix` ON `code_sends` (`prefix`,`created_at`);--> statement-breakpoint
CREATE INDEX `code_sends_channel` ON `code_sends` (`channel`,`created_at`);--> statement-breakpoint
CREATE TABLE `codes` (
	`id` text PRIMARY KEY NOT NULL,
	`audience` text NOT NULL,
	`purpose` text NOT NULL,
	`account_id` text,
	`identifier` text NOT NULL,
	`browser_hash` text NOT NULL,
	`code_hash` text,
	`link_hash` text,
	`known_device` integer NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer
);
--> statement-breakpoint
CREATE INDEX `codes_identifier` ON `codes` (`audience`,`identifier`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `codes_link` ON `codes` (`link_hash`);--> statement-breakpoint
CREATE INDEX `codes_created` ON `codes` (`created_at`);--> statement-breakpoint
CREATE TABLE `devices` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`audience` text NOT NULL,
	`account_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `devices_token` ON `devices` (`token_hash`,`audience`,`account_id`);--> statement-breakpoint
CREATE TABLE `login_failures` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`device` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `login_failures_email` ON `login_failures` (`email`,`device`,`created_at`);--> statement-breakpoint
CREATE TABLE `riders` (
	`id` text PRIMARY KEY NOT NULL,
	`first_name` text,
	`last_name` text,
	`email` text,
	`phone` text,
	`pending_email` text,
	`pending_phone` text,
	`picture_file_id` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `riders_email` ON `riders` (`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `riders_phone` ON `riders` (`phone`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`audience` text NOT NULL,
	`account_id` text NOT NULL,
	`user_agent` text NOT NULL,
	`address` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`locked_at` integer,
	`failed_unlocks` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_token` ON `sessions` (`token_hash`);--> statement-breakpoint
CREATE INDEX `sessions_account` ON `sessions` (`audience`,`account_id`,`last_seen_at`);--> statement-breakpoint
CREATE INDEX `sessions_expiry` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `assignments` (
	`id` text PRIMARY KEY NOT NULL,
	`reservation_id` text NOT NULL,
	`driver_id` text NOT NULL,
	`vehicle_id` text NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`active` integer NOT NULL,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`reservation_id`) REFERENCES `reservations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`vehicle_id`) REFERENCES `vehicles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `assignments_driver` ON `assignments` (`driver_id`,`active`,`starts_at`);--> statement-breakpoint
CREATE INDEX `assignments_vehicle` ON `assignments` (`vehicle_id`,`active`,`starts_at`);--> statement-breakpoint
CREATE INDEX `assignments_reservation` ON `assignments` (`reservation_id`,`active`);--> statement-breakpoint
CREATE TABLE `offers` (
	`id` text PRIMARY KEY NOT NULL,
	`reservation_id` text NOT NULL,
	`driver_id` text NOT NULL,
	`vehicle_id` text NOT NULL,
	`state` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`answered_at` integer,
	FOREIGN KEY (`reservation_id`) REFERENCES `reservations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`vehicle_id`) REFERENCES `vehicles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `offers_open` ON `offers` (`state`,`expires_at`);--> statement-breakpoint
CREATE INDEX `offers_driver` ON `offers` (`driver_id`,`state`,`created_at`);--> statement-breakpoint
CREATE INDEX `offers_reservation` ON `offers` (`reservation_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `driver_applications` (
	`id` text PRIMARY KEY NOT NULL,
	`status` text NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`email` text NOT NULL,
	`phone` text NOT NULL,
	`answers` text NOT NULL,
	`missing` text NOT NULL,
	`certified` integer NOT NULL,
	`address` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `driver_applications_status` ON `driver_applications` (`status`,`created_at`);--> statement-breakpoint
CREATE INDEX `driver_applications_address` ON `driver_applications` (`address`,`created_at`);--> statement-breakpoint
CREATE TABLE `drivers` (
	`id` text PRIMARY KEY NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`email` text,
	`phone` text,
	`state` text NOT NULL,
	`license_id` text NOT NULL,
	`license_expires_at` integer NOT NULL,
	`vehicle_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`vehicle_id`) REFERENCES `vehicles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `drivers_email` ON `drivers` (`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `drivers_phone` ON `drivers` (`phone`);--> statement-breakpoint
CREATE TABLE `fee_schedules` (
	`id` text PRIMARY KEY NOT NULL,
	`vehicle_class_id` text NOT NULL,
	`schedule` text NOT NULL,
	`starts_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`vehicle_class_id`) REFERENCES `vehicle_classes`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `fee_schedules_class` ON `fee_schedules` (`vehicle_class_id`,`starts_at`);--> statement-breakpoint
CREATE TABLE `files` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_kind` text NOT NULL,
	`owner_id` text NOT NULL,
	`purpose` text NOT NULL,
	`content_type` text NOT NULL,
	`bytes` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `files_owner` ON `files` (`owner_kind`,`owner_id`);--> statement-breakpoint
CREATE TABLE `notifications` (
	`id` text PRIMARY KEY NOT NULL,
	`audience` text NOT NULL,
	`account_id` text NOT NULL,
	`title` text NOT NULL,
	`body` text NOT NULL,
	`href` text,
	`created_at` integer NOT NULL,
	`read_at` integer
);
--> statement-breakpoint
CREATE INDEX `notifications_account` ON `notifications` (`audience`,`account_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `notifications_unread` ON `notifications` (`audience`,`account_id`,`read_at`);--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`channel` text NOT NULL,
	`kind` text NOT NULL,
	`recipient` text NOT NULL,
	`subject` text NOT NULL,
	`body` text,
	`state` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`expires_at` integer,
	`last_error` text,
	`created_at` integer NOT NULL,
	`sent_at` integer
);
--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`state`,`next_attempt_at`);--> statement-breakpoint
CREATE INDEX `outbox_created` ON `outbox` (`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `places` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`address` text NOT NULL,
	`latitude` real NOT NULL,
	`longitude` real NOT NULL,
	`keywords` text DEFAULT '' NOT NULL,
	`iata` text,
	`active` integer DEFAULT true NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`key` text NOT NULL,
	`body_hash` text NOT NULL,
	`reservation_id` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `idempotency_keys_key` ON `idempotency_keys` (`account_id`,`key`);--> statement-breakpoint
CREATE INDEX `idempotency_keys_created` ON `idempotency_keys` (`created_at`);--> statement-breakpoint
CREATE TABLE `reservation_events` (
	`id` text PRIMARY KEY NOT NULL,
	`reservation_id` text NOT NULL,
	`at` integer NOT NULL,
	`actor_kind` text NOT NULL,
	`actor_id` text,
	`actor_name` text NOT NULL,
	`from_state` text,
	`to_state` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`detail` text NOT NULL,
	FOREIGN KEY (`reservation_id`) REFERENCES `reservations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `reservation_events_reservation` ON `reservation_events` (`reservation_id`,`at`,`id`);--> statement-breakpoint
CREATE TABLE `reservations` (
	`id` text PRIMARY KEY NOT NULL,
	`number` integer NOT NULL,
	`state` text NOT NULL,
	`late` integer DEFAULT false NOT NULL,
	`version` integer NOT NULL,
	`service_type` text NOT NULL,
	`source` text NOT NULL,
	`rider_id` text,
	`passenger_name` text NOT NULL,
	`passenger_phone` text,
	`passengers` integer NOT NULL,
	`luggage` integer NOT NULL,
	`mobility` text DEFAULT 'ambulatory' NOT NULL,
	`flight_number` text,
	`hours` real,
	`note` text DEFAULT '' NOT NULL,
	`pickup_at` integer NOT NULL,
	`pickup_local` text NOT NULL,
	`time_zone` text NOT NULL,
	`pickup_name` text NOT NULL,
	`pickup_detail` text NOT NULL,
	`pickup_latitude` real NOT NULL,
	`pickup_longitude` real NOT NULL,
	`dropoff_name` text NOT NULL,
	`dropoff_detail` text NOT NULL,
	`dropoff_latitude` real NOT NULL,
	`dropoff_longitude` real NOT NULL,
	`distance_meters` integer NOT NULL,
	`duration_seconds` integer NOT NULL,
	`estimate` integer NOT NULL,
	`vehicle_class_id` text NOT NULL,
	`driver_id` text,
	`vehicle_id` text,
	`fare_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`fare_lines` text NOT NULL,
	`fee_schedule_id` text NOT NULL,
	`cancellation_fee_minor` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`rider_id`) REFERENCES `riders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`vehicle_class_id`) REFERENCES `vehicle_classes`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`vehicle_id`) REFERENCES `vehicles`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reservations_number` ON `reservations` (`number`);--> statement-breakpoint
CREATE INDEX `reservations_pickup` ON `reservations` (`pickup_at`,`id`);--> statement-breakpoint
CREATE INDEX `reservations_created` ON `reservations` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `reservations_state` ON `reservations` (`state`,`pickup_at`,`id`);--> statement-breakpoint
CREATE INDEX `reservations_state_created` ON `reservations` (`state`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `reservations_rider` ON `reservations` (`rider_id`,`pickup_at`,`id`);--> statement-breakpoint
CREATE INDEX `reservations_driver` ON `reservations` (`driver_id`,`pickup_at`,`id`);--> statement-breakpoint
CREATE TABLE `settings` (
	`id` integer PRIMARY KEY NOT NULL,
	`accent` text,
	`town` text NOT NULL,
	`phone` text,
	`email` text,
	`time_zone` text NOT NULL,
	`currency` text NOT NULL,
	`country` text NOT NULL,
	`distance_unit` text NOT NULL,
	`estimate_speed_kmh` real NOT NULL,
	`offer_seconds` integer NOT NULL,
	`demo` integer DEFAULT false NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `vehicle_classes` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`description` text NOT NULL,
	`passengers` integer NOT NULL,
	`luggage` integer NOT NULL,
	`illustration` text NOT NULL,
	`mobility` text NOT NULL,
	`position` integer NOT NULL,
	`active` integer DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE `vehicles` (
	`id` text PRIMARY KEY NOT NULL,
	`class_id` text NOT NULL,
	`plate` text NOT NULL,
	`make` text NOT NULL,
	`model` text NOT NULL,
	`year` integer NOT NULL,
	`color` text NOT NULL,
	`passengers` integer NOT NULL,
	`luggage` integer NOT NULL,
	`mobility` text NOT NULL,
	`state` text NOT NULL,
	`insurance_expires_at` integer,
	`registration_expires_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`class_id`) REFERENCES `vehicle_classes`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `vehicles_plate` ON `vehicles` (`plate`);--> statement-breakpoint
CREATE INDEX `vehicles_class` ON `vehicles` (`class_id`);