-- The log of lost and found is append-only but for one thing: once the person is taken out of a report
-- or an item, the words go from its log, and who reported it. What was done, and when, stays.
CREATE TRIGGER property_events_no_update BEFORE UPDATE ON property_events
WHEN NOT (
  NEW.id = OLD.id AND NEW.subject_id = OLD.subject_id AND NEW.at = OLD.at
  AND NEW.actor_kind = OLD.actor_kind AND NEW.act = OLD.act AND NEW.detail = OLD.detail
  AND (NEW.actor_id IS OLD.actor_id OR (OLD.actor_kind = 'rider' AND NEW.actor_id IS NULL))
  AND (NEW.actor_name = OLD.actor_name OR (OLD.actor_kind = 'rider' AND NEW.actor_name = 'Erased rider'))
  AND NEW.words = ''
  AND (
    EXISTS (SELECT 1 FROM lost_reports WHERE id = OLD.subject_id AND erased_at IS NOT NULL)
    OR EXISTS (SELECT 1 FROM found_items WHERE id = OLD.subject_id AND erased_at IS NOT NULL)
  )
)
BEGIN
  SELECT RAISE(ABORT, 'property_events is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER property_events_no_delete BEFORE DELETE ON property_events
BEGIN
  SELECT RAISE(ABORT, 'property_events is append-only');
END;
