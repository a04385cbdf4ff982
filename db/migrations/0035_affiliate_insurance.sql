ALTER TABLE `affiliates` DROP COLUMN `insurance_until`;--> statement-breakpoint
DROP TRIGGER `reservation_events_no_update`;
--> statement-breakpoint
-- Besides an erasure, the retention of affiliates' drivers: once no offer of the trip names one, neither does its log.
CREATE TRIGGER reservation_events_no_update BEFORE UPDATE ON reservation_events
WHEN NOT (
  NEW.id = OLD.id AND NEW.reservation_id = OLD.reservation_id AND NEW.at = OLD.at AND NEW.kind = OLD.kind
  AND NEW.actor_kind = OLD.actor_kind AND NEW.from_state IS OLD.from_state AND NEW.to_state = OLD.to_state
  AND (
    (
      (NEW.actor_id IS OLD.actor_id OR (OLD.actor_kind = 'rider' AND NEW.actor_id IS NULL))
      AND (NEW.actor_name = OLD.actor_name OR (OLD.actor_kind = 'rider' AND NEW.actor_name = 'Erased rider'))
      AND NEW.reason = ''
      AND EXISTS (SELECT 1 FROM reservations WHERE id = OLD.reservation_id AND rider_id IS NULL AND erased_at IS NOT NULL)
    ) OR (
      NEW.actor_id IS OLD.actor_id AND NEW.reason = OLD.reason AND NEW.received_at IS OLD.received_at AND NEW.version IS OLD.version
      AND (NEW.actor_name = OLD.actor_name
        OR (OLD.actor_kind = 'driver' AND OLD.actor_id IS NULL AND NEW.actor_name = 'Driver'))
      AND (NEW.facts = OLD.facts OR (OLD.kind = 'crew_named' AND NEW.facts = '{}'))
      AND EXISTS (SELECT 1 FROM farm_outs WHERE reservation_id = OLD.reservation_id)
      AND NOT EXISTS (SELECT 1 FROM farm_outs WHERE reservation_id = OLD.reservation_id AND driver_name <> '')
    )
  )
)
BEGIN
  SELECT RAISE(ABORT, 'reservation_events is append-only');
END;
