CREATE TABLE `flight_questions` (
	`day` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`notified_at` integer
);
--> statement-breakpoint
CREATE TABLE `flight_rules` (
	`id` text PRIMARY KEY NOT NULL,
	`airport` text NOT NULL,
	`mode` text NOT NULL,
	`domestic_minutes` integer NOT NULL,
	`international_minutes` integer NOT NULL,
	`bags_minutes` integer NOT NULL,
	`reprices_hours` integer NOT NULL,
	`domestic_check_in_minutes` integer NOT NULL,
	`international_check_in_minutes` integer NOT NULL,
	`version` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `flight_rules_airport` ON `flight_rules` (`airport`);--> statement-breakpoint
CREATE TABLE `flight_trips` (
	`reservation_id` text PRIMARY KEY NOT NULL,
	`flight_id` text NOT NULL,
	`number` text NOT NULL,
	`seen_pickup_at` integer NOT NULL,
	`margin_minutes` integer,
	`proposed_pickup_at` integer,
	`declined_pickup_at` integer,
	`told_state` text,
	FOREIGN KEY (`reservation_id`) REFERENCES `reservations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`flight_id`) REFERENCES `flights`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `flight_trips_flight` ON `flight_trips` (`flight_id`);--> statement-breakpoint
CREATE TABLE `flights` (
	`id` text PRIMARY KEY NOT NULL,
	`number` text NOT NULL,
	`direction` text NOT NULL,
	`expected_at` integer NOT NULL,
	`airport` text,
	`state` text DEFAULT 'waiting' NOT NULL,
	`provider_ref` text,
	`airline` text,
	`operated_as` text,
	`origin_code` text,
	`origin_name` text,
	`destination_code` text,
	`destination_name` text,
	`diverted_to` text,
	`scheduled_out` integer,
	`estimated_out` integer,
	`actual_out` integer,
	`scheduled_in` integer,
	`estimated_in` integer,
	`actual_in` integer,
	`terminal` text,
	`gate` text,
	`belt` text,
	`is_typed` integer DEFAULT false NOT NULL,
	`fetched_at` integer,
	`next_ask_at` integer,
	`failures` integer DEFAULT 0 NOT NULL,
	`alerted_since` integer,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `flights_number` ON `flights` (`number`,`direction`,`expected_at`);--> statement-breakpoint
CREATE INDEX `flights_due` ON `flights` (`next_ask_at`) WHERE next_ask_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `flights_ref` ON `flights` (`provider_ref`) WHERE provider_ref IS NOT NULL;--> statement-breakpoint
ALTER TABLE `reservations` ADD `minutes_after_landing` integer DEFAULT 0 NOT NULL;