ALTER TABLE `driver_availability_changes` RENAME COLUMN "words" TO "facts";--> statement-breakpoint
ALTER TABLE `notifications` ADD `reservation_id` text;--> statement-breakpoint
ALTER TABLE `notifications` ADD `is_welcome` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `notifications_reservation` ON `notifications` (`reservation_id`) WHERE reservation_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE `outbox` ADD `reservation_id` text;--> statement-breakpoint
CREATE INDEX `outbox_reservation` ON `outbox` (`reservation_id`) WHERE reservation_id IS NOT NULL;--> statement-breakpoint
UPDATE driver_availability_changes SET facts = json_object('said', facts);--> statement-breakpoint
UPDATE notifications SET is_welcome = 1 WHERE audience = 'driver'
  AND title IN ('Welcome. Complete your profile', 'Share your availability', 'Install the app');--> statement-breakpoint
-- Which trip it was of, only its title said.
UPDATE notifications SET reservation_id = (SELECT r.id FROM reservations r
  WHERE r.number = CAST(substr(title, instr(lower(title), 'trip ') + 5) AS INTEGER))
WHERE audience = 'driver' AND lower(title) GLOB '*trip [0-9]*';--> statement-breakpoint
UPDATE outbox SET reservation_id = (SELECT r.id FROM reservations r
  WHERE r.number = CAST(substr(subject, instr(lower(subject), 'trip ') + 5) AS INTEGER))
WHERE rider_id IS NULL AND (channel = 'push' OR kind IN ('offer', 'trip_message'))
  AND lower(subject) GLOB '*trip [0-9]*';
