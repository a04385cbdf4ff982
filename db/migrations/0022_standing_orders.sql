CREATE TABLE `standing_order_exceptions` (
	`standing_order_id` text NOT NULL,
	`day` text NOT NULL,
	`kind` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`standing_order_id`, `day`),
	FOREIGN KEY (`standing_order_id`) REFERENCES `standing_orders`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `standing_orders` (
	`id` text PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`state` text NOT NULL,
	`rider_id` text,
	`passenger_name` text NOT NULL,
	`passenger_phone` text,
	`source_reservation_id` text NOT NULL,
	`weekdays` text NOT NULL,
	`every_weeks` integer NOT NULL,
	`starts_on` text NOT NULL,
	`ends_on` text,
	`ends_after` integer,
	`pickup_time` text NOT NULL,
	`skip_holidays` integer NOT NULL,
	`template` text NOT NULL,
	`fee_schedule_id` text NOT NULL,
	`made_until` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`rider_id`) REFERENCES `riders`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `standing_orders_rider` ON `standing_orders` (`rider_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `standing_orders_created` ON `standing_orders` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `standing_orders_state` ON `standing_orders` (`state`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `standing_orders_due` ON `standing_orders` (`state`,`made_until`,`id`);--> statement-breakpoint
CREATE INDEX `standing_orders_phone` ON `standing_orders` (`passenger_phone`);--> statement-breakpoint
CREATE INDEX `standing_orders_source` ON `standing_orders` (`source_reservation_id`);--> statement-breakpoint
ALTER TABLE `reservations` ADD `standing_order_id` text REFERENCES standing_orders(id);--> statement-breakpoint
ALTER TABLE `reservations` ADD `occurrence_day` text;--> statement-breakpoint
CREATE UNIQUE INDEX `reservations_occurrence` ON `reservations` (`standing_order_id`,`occurrence_day`);