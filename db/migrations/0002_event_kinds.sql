ALTER TABLE `reservation_events` RENAME COLUMN "detail" TO "facts";--> statement-breakpoint
ALTER TABLE `reservation_events` ADD `kind` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `reservation_events` ADD `received_at` integer;--> statement-breakpoint
ALTER TABLE `offers` ADD `because` text;--> statement-breakpoint
ALTER TABLE `offers` ADD `refusals` text;--> statement-breakpoint
DROP TRIGGER reservation_events_no_update;--> statement-breakpoint
UPDATE reservation_events SET
  actor_id = CASE WHEN actor_kind = 'system' AND actor_name = 'Auto-dispatch' THEN 'auto-dispatch' ELSE actor_id END,
  received_at = CAST(round(unixepoch(facts ->> 'receivedAt', 'subsec') * 1000) AS INTEGER),
  kind = CASE
    WHEN from_state IS NULL THEN iif(to_state = 'quote', 'price_asked', 'booked')
    WHEN from_state = to_state THEN CASE
      WHEN to_state = 'quote' AND facts ->> 'tipMinor' IS NULL THEN 'pinned'
      WHEN facts ->> 'tipMinor' IS NOT NULL THEN 'tip_given'
      WHEN facts ->> 'collectedMinor' IS NOT NULL THEN 'cash_collected'
      WHEN facts ->> 'correctedFromMinor' IS NOT NULL THEN 'fare_corrected'
      WHEN facts ->> 'earlyStart' IS NOT NULL THEN 'early_start_allowed'
      WHEN facts ->> 'boarding' IS NOT NULL THEN 'boarding_' || (facts ->> 'boarding')
      WHEN facts ->> 'stop' IS NOT NULL THEN 'stop_visited'
      WHEN facts ->> 'conversation' IS NOT NULL THEN 'conversation_' || (facts ->> 'conversation')
      WHEN facts ->> 'auto' IS NOT NULL THEN 'auto_noted'
      WHEN facts ->> 'orderHeld' IS NOT NULL THEN iif(facts ->> 'orderHeld' = 'yes', 'order_held', 'order_resumed')
      WHEN facts ->> 'answer' IS NOT NULL THEN 'offer_ended'
      WHEN facts ->> 'landed' IS NOT NULL THEN 'landed'
      WHEN facts ->> 'called' IS NOT NULL THEN 'called'
      WHEN facts ->> 'payment' IS NOT NULL THEN 'payment_changed'
      WHEN reason GLOB 'Trip [0-9]* was moved' THEN 'way_back_moved'
      ELSE 'changed'
    END
    WHEN to_state = 'pending' THEN 'priced'
    WHEN to_state = 'confirmed' AND from_state = 'offered' THEN 'offer_ended'
    WHEN to_state = 'confirmed' AND from_state IN ('assigned', 'en_route') THEN 'unassigned'
    WHEN to_state = 'en_route' THEN 'set_off'
    WHEN to_state = 'on_location' THEN 'arrived'
    WHEN to_state = 'passenger_on_board' THEN 'boarded'
    WHEN to_state = 'completed' AND from_state = 'settled' THEN 'reopened'
    ELSE to_state
  END;--> statement-breakpoint
-- A patch leaves out what is null.
UPDATE reservation_events SET facts = json_patch('{}', CASE kind
  WHEN 'booked' THEN json_object('splitFrom', facts -> 'splitFrom', 'splitFromId', facts ->> 'splitFromId',
    'repeating', CASE WHEN reason = 'A repeating trip' THEN json('true') END)
  WHEN 'pinned' THEN (SELECT json_object('stop', json(iif(key GLOB 'stop *', substr(key, 6), json_quote(key))), 'place', value)
    FROM (SELECT key, value FROM json_each(facts) WHERE key IN ('pickup', 'dropoff') OR key GLOB 'stop *'
      UNION ALL SELECT 'pickup', NULL) LIMIT 1)
  WHEN 'priced' THEN (SELECT json_object('stop', json(iif(key GLOB 'stop *', substr(key, 6), json_quote(key))), 'place', value,
      'fareMinor', facts ->> 'fareMinor', 'currency', facts ->> 'currency')
    FROM (SELECT key, value FROM json_each(facts) WHERE key IN ('pickup', 'dropoff') OR key GLOB 'stop *'
      UNION ALL SELECT NULL, NULL) LIMIT 1)
  WHEN 'offered' THEN json_object('driver', facts ->> 'driver', 'vehicle', facts ->> 'vehicle',
    'drivers', CASE WHEN facts ->> 'drivers' IS NOT NULL THEN json_array(facts ->> 'drivers') END,
    'how', CASE facts ->> 'asked' WHEN 'all at once' THEN 'at_once' WHEN 'one after another' THEN 'in_turn' END)
  WHEN 'offer_ended' THEN json_object('driver', facts ->> 'driver', 'vehicle', facts ->> 'vehicle',
    'drivers', CASE WHEN facts ->> 'drivers' IS NOT NULL THEN json_array(facts ->> 'drivers') END,
    'answer', coalesce(facts ->> 'answer',
      CASE WHEN reason = 'No answer in time' THEN 'expired' WHEN actor_kind = 'driver' THEN 'declined' ELSE 'withdrawn' END))
  WHEN 'assigned' THEN json_object('driver', facts ->> 'driver', 'vehicle', facts ->> 'vehicle')
  WHEN 'unassigned' THEN json_object('driver', facts ->> 'driver', 'vehicle', facts ->> 'vehicle')
  WHEN 'boarded' THEN json_object('proof', CASE
    WHEN reason = 'With the code of the trip' THEN 'code'
    WHEN reason = 'Without the code: dispatch confirmed the passenger' THEN 'confirmed'
    WHEN reason GLOB 'Without the code: *' THEN 'reason' END)
  WHEN 'no_show' THEN json_object('feeMinor', facts ->> 'feeMinor', 'currency', facts ->> 'currency',
    'waitedMinutes', facts ->> 'waitedMinutes',
    'hasPosition', json(CASE WHEN facts ->> 'position' IS NULL THEN 'null' WHEN facts ->> 'position' = 'No position given' THEN 'false' ELSE 'true' END),
    'distanceMeters', CASE WHEN facts ->> 'position' GLOB '[0-9]* m from the pickup' THEN CAST(facts ->> 'position' AS INTEGER) END,
    'called', json(CASE WHEN facts ->> 'attempts' IS NULL THEN 'null' WHEN facts ->> 'attempts' GLOB 'called*' THEN 'true' ELSE 'false' END),
    'messages', CASE WHEN facts ->> 'attempts' IS NOT NULL
      THEN CAST(substr(facts ->> 'attempts', instr(facts ->> 'attempts' || ', 0', ', ') + 2) AS INTEGER) END)
  WHEN 'changed' THEN json_object(
    'pickup', CASE WHEN instr(facts ->> 'pickup', ' → ') > 0 THEN json_object(
      'before', substr(facts ->> 'pickup', 1, instr(facts ->> 'pickup', ' → ') - 1),
      'after', substr(facts ->> 'pickup', instr(facts ->> 'pickup', ' → ') + 3)) END,
    'dropoff', CASE WHEN instr(facts ->> 'dropoff', ' → ') > 0 THEN json_object(
      'before', substr(facts ->> 'dropoff', 1, instr(facts ->> 'dropoff', ' → ') - 1),
      'after', substr(facts ->> 'dropoff', instr(facts ->> 'dropoff', ' → ') + 3)) END,
    'stops', CASE facts ->> 'stops' WHEN NULL THEN NULL WHEN 'none' THEN json('[]') ELSE
      CASE WHEN facts ->> 'stops' IS NOT NULL THEN json_array(facts ->> 'stops') END END,
    'passengers', CASE WHEN facts ->> 'passengers' IS NOT NULL THEN json_object(
      'before', CAST(facts ->> 'passengers' AS INTEGER),
      'after', CAST(substr(facts ->> 'passengers', instr(facts ->> 'passengers', ' → ') + 3) AS INTEGER)) END,
    'luggage', CASE WHEN facts ->> 'luggage' IS NOT NULL THEN json_object(
      'before', CAST(facts ->> 'luggage' AS INTEGER),
      'after', CAST(substr(facts ->> 'luggage', instr(facts ->> 'luggage', ' → ') + 3) AS INTEGER)) END,
    'note', CASE WHEN facts ->> 'note' IS NOT NULL THEN json('true') END,
    'fareMinor', facts ->> 'fareMinor', 'currency', facts ->> 'currency',
    'splitInto', facts ->> 'splitInto', 'splitIntoId', facts ->> 'splitIntoId')
  WHEN 'way_back_moved' THEN json_object('trip', CAST(substr(reason, 6) AS INTEGER))
  WHEN 'called' THEN '{}'
  WHEN 'landed' THEN '{}'
  WHEN 'boarding_chosen' THEN json_object('onlyWithCode', json(iif(reason = 'Only with the code', 'true', 'false')))
  WHEN 'auto_noted' THEN json_object(
    'did', CASE WHEN reason GLOB 'Suggests *' THEN 'suggested' WHEN reason GLOB 'Nobody has taken*' THEN 'late' ELSE 'nobody' END,
    'rule', CASE WHEN instr(reason, '“') > 0 THEN substr(reason, instr(reason, '“') + 1, instr(reason, '”') - instr(reason, '“') - 1) END,
    'driver', CASE WHEN reason GLOB 'Suggests *' THEN substr(reason, 10, instr(reason, '. Rule') - 10) END)
  ELSE json_remove(facts, '$.receivedAt', '$.boarding', '$.conversation', '$.earlyStart', '$.orderHeld') END);--> statement-breakpoint
UPDATE reservation_events SET facts = json_set(facts, '$.because', CASE
    WHEN reason GLOB 'The trip was changed*' THEN 'trip_changed'
    WHEN reason = 'Given to another driver' THEN 'given_to_another'
    WHEN reason = 'The driver is not available' THEN 'driver_unavailable'
    ELSE 'out_of_time' END)
WHERE kind IN ('offer_ended', 'unassigned') AND (reason GLOB 'The trip was changed*' OR reason GLOB 'Nobody has taken the trip, and*'
  OR reason IN ('Given to another driver', 'The driver is not available'));--> statement-breakpoint
UPDATE reservation_events SET reason = iif(kind = 'boarded' AND facts ->> 'proof' = 'reason', substr(reason, 19), '')
WHERE facts ->> 'because' IS NOT NULL OR facts ->> 'proof' IS NOT NULL OR facts ->> 'repeating' IS NOT NULL
  OR kind IN ('boarding_chosen', 'way_back_moved', 'auto_noted')
  OR (kind = 'offer_ended' AND reason IN ('No answer in time', 'Offer withdrawn'));--> statement-breakpoint
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
END;--> statement-breakpoint
UPDATE offers SET reason = '', because = CASE
    WHEN reason = 'Given to another driver' THEN 'given_to_another'
    WHEN reason = 'The driver is not available' THEN 'driver_unavailable'
    WHEN reason GLOB 'Nobody has taken the trip, and*' THEN 'out_of_time' END
WHERE reason IN ('No answer in time', 'Offer withdrawn', 'Given to another driver', 'The driver is not available')
  OR reason GLOB 'Nobody has taken the trip, and*';--> statement-breakpoint
-- They were told in words alone: what was overridden then is asked for again once such a trip changes.
UPDATE assignments SET overridden = NULL WHERE overridden IS NOT NULL;--> statement-breakpoint
UPDATE auto_dispatch_runs SET why = json_patch('{}', json_object(
  'rule', CASE WHEN instr(why, '“') > 0 THEN substr(why, instr(why, '“') + 1, instr(why, '”') - instr(why, '“') - 1) END,
  'driver', CASE WHEN why GLOB '*, [0-9]* of 100.*'
    THEN substr(why, instr(why, '”: ') + 3, instr(substr(why, instr(why, '”: ') + 3), ', ') - 1) END,
  'score', CASE WHEN why GLOB '*, [0-9]* of 100.*'
    THEN CAST(substr(why, instr(why, '”: ') + 3 + instr(substr(why, instr(why, '”: ') + 3), ', ') + 1) AS INTEGER) END));
