-- The log stays append-only but for one thing: once a rider's account is erased, who they are goes
-- from the log of their trips too. What happened, and when, stays.
DROP TRIGGER reservation_events_no_update;
--> statement-breakpoint
CREATE TRIGGER reservation_events_no_update BEFORE UPDATE ON reservation_events
WHEN NOT (
  NEW.id = OLD.id AND NEW.reservation_id = OLD.reservation_id AND NEW.at = OLD.at
  AND NEW.actor_kind = OLD.actor_kind AND NEW.from_state IS OLD.from_state AND NEW.to_state = OLD.to_state
  AND (NEW.actor_id IS OLD.actor_id OR (OLD.actor_kind = 'rider' AND NEW.actor_id IS NULL))
  AND (NEW.actor_name = OLD.actor_name OR (OLD.actor_kind = 'rider' AND NEW.actor_name = 'Erased rider'))
  AND NEW.reason = ''
  AND EXISTS (SELECT 1 FROM reservations WHERE id = OLD.reservation_id AND rider_id IS NULL AND erased_at IS NOT NULL)
)
BEGIN
  SELECT RAISE(ABORT, 'reservation_events is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER privacy_acts_no_update BEFORE UPDATE ON privacy_acts
BEGIN
  SELECT RAISE(ABORT, 'privacy_acts is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER privacy_acts_no_delete BEFORE DELETE ON privacy_acts
BEGIN
  SELECT RAISE(ABORT, 'privacy_acts is append-only');
END;
--> statement-breakpoint
-- Words that leave the search leave its older segments too, at once.
INSERT INTO reservation_search(reservation_search, rank) VALUES('secure-delete', 1);

--> statement-breakpoint

-- Everybody so far has signed in under the sentence about calls and SMS.
INSERT INTO rider_consents (id, rider_id, kind, given, text_version, given_at)
SELECT lower(hex(randomblob(16))), id, 'calls', 1, 1, created_at FROM riders
UNION ALL SELECT lower(hex(randomblob(16))), id, 'sms', 1, 1, created_at FROM riders;
