ALTER TABLE `rider_merges` RENAME COLUMN `folded_id` TO `merged_rider_id`;
--> statement-breakpoint
ALTER TABLE `rider_merges` RENAME COLUMN `kept_id` TO `merged_into_rider_id`;
--> statement-breakpoint
ALTER TABLE `reservations` RENAME COLUMN `late` TO `is_late_cancellation`;
--> statement-breakpoint
ALTER TABLE `reservations` RENAME COLUMN `stated_version` TO `statement_version`;
--> statement-breakpoint
ALTER TABLE `settings` RENAME COLUMN `kept_days` TO `retention_days`;
--> statement-breakpoint
ALTER TABLE `settings` RENAME COLUMN `setup_left` TO `postponed_setup_steps`;
--> statement-breakpoint
ALTER TABLE `settings` RENAME COLUMN `furthest_days` TO `max_days_ahead`;
--> statement-breakpoint
ALTER TABLE `settings` RENAME COLUMN `languages_off` TO `disabled_languages`;
--> statement-breakpoint
ALTER TABLE `trip_threads` RENAME COLUMN `rider_tell_at` TO `rider_notify_at`;
--> statement-breakpoint
ALTER TABLE `trip_threads` RENAME COLUMN `driver_tell_at` TO `driver_notify_at`;
--> statement-breakpoint
ALTER TABLE `trip_threads` RENAME COLUMN `rider_told_at` TO `rider_notified_at`;
--> statement-breakpoint
ALTER TABLE `trip_threads` RENAME COLUMN `driver_told_at` TO `driver_notified_at`;
--> statement-breakpoint
ALTER TABLE `staff_listeners` RENAME COLUMN `told_at` TO `notified_at`;
--> statement-breakpoint
ALTER TABLE `document_reminders` RENAME COLUMN `told_at` TO `reminded_at`;
--> statement-breakpoint
ALTER TABLE `alerts` RENAME COLUMN `told` TO `is_notified`;
--> statement-breakpoint
ALTER TABLE `auto_dispatch_runs` RENAME COLUMN `did` TO `outcome`;
--> statement-breakpoint
ALTER TABLE `auto_dispatch_runs` RENAME COLUMN `why` TO `reasons`;
--> statement-breakpoint
ALTER TABLE `content_versions` RENAME COLUMN `did` TO `summary`;
--> statement-breakpoint
ALTER TABLE `offers` RENAME COLUMN `because` TO `withdrawal_reason`;
--> statement-breakpoint
ALTER TABLE `offers` RENAME COLUMN `seconds` TO `answer_seconds`;
--> statement-breakpoint
ALTER TABLE `standing_orders` RENAME COLUMN `made_until` TO `booked_until`;
--> statement-breakpoint
ALTER TABLE `prepayments` RENAME COLUMN `ask_at` TO `request_at`;
--> statement-breakpoint
ALTER TABLE `prepayments` RENAME COLUMN `told_at` TO `notified_at`;
--> statement-breakpoint
DROP INDEX `reservations_unstated`;
--> statement-breakpoint
CREATE INDEX `reservations_statement_due` ON `reservations` (`driver_id`,`pickup_at`,`id`) WHERE driver_id IS NOT NULL AND statement_version IS NOT version AND statement_version IS NOT -1;
--> statement-breakpoint
UPDATE `offers` SET `withdrawal_reason` = 'assigned_to_another' WHERE `withdrawal_reason` = 'given_to_another';
--> statement-breakpoint
UPDATE `message_texts` SET `id` = 'price_requested' WHERE `id` = 'price_asked';
--> statement-breakpoint
UPDATE `outbox` SET `kind` = 'price_requested' WHERE `kind` = 'price_asked';
--> statement-breakpoint
-- The log is append-only: its trigger is put back below.
DROP TRIGGER `reservation_events_no_update`;
--> statement-breakpoint
UPDATE `reservation_events` SET `kind` = CASE `kind`
  WHEN 'price_asked' THEN 'price_requested' WHEN 'way_back_moved' THEN 'return_trip_moved' ELSE 'boarding_requested' END
WHERE `kind` IN ('price_asked', 'way_back_moved', 'boarding_asked');
--> statement-breakpoint
UPDATE `reservation_events` SET `facts` = json_remove(json_set(`facts`, '$.withdrawalReason',
  replace(`facts` ->> 'because', 'given_to_another', 'assigned_to_another')), '$.because')
WHERE `kind` IN ('offer_ended', 'unassigned') AND `facts` ->> 'because' IS NOT NULL;
--> statement-breakpoint
UPDATE `reservation_events` SET `facts` = json_remove(json_set(`facts`, '$.outcome', `facts` ->> 'did'), '$.did')
WHERE `kind` = 'auto_noted';
--> statement-breakpoint
CREATE TRIGGER reservation_events_no_update BEFORE UPDATE ON reservation_events
WHEN NOT (
  NEW.id = OLD.id AND NEW.reservation_id = OLD.reservation_id AND NEW.at = OLD.at AND NEW.kind = OLD.kind
  AND NEW.actor_kind = OLD.actor_kind AND NEW.from_state IS OLD.from_state AND NEW.to_state = OLD.to_state
  AND (NEW.actor_id IS OLD.actor_id OR (OLD.actor_kind = 'rider' AND NEW.actor_id IS NULL))
  AND (NEW.actor_name = OLD.actor_name OR (OLD.actor_kind = 'rider' AND NEW.actor_name = 'Erased rider'))
  AND NEW.reason = ''
  AND EXISTS (SELECT 1 FROM reservations WHERE id = OLD.reservation_id AND rider_id IS NULL AND erased_at IS NOT NULL)
)
BEGIN
  SELECT RAISE(ABORT, 'reservation_events is append-only');
END;
