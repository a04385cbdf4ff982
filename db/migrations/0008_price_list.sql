CREATE TABLE `fee_draft` (
	`id` integer PRIMARY KEY NOT NULL,
	`schedule` text,
	`version` integer NOT NULL,
	`based_on_id` text,
	`updated_at` integer NOT NULL,
	`updated_by` text,
	`updated_by_name` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `promotion_uses` (
	`reservation_id` text PRIMARY KEY NOT NULL,
	`promotion_id` text NOT NULL,
	`code` text NOT NULL,
	`rider_id` text,
	`at` integer NOT NULL,
	`released_at` integer
);
--> statement-breakpoint
CREATE INDEX `promotion_uses_promotion` ON `promotion_uses` (`promotion_id`,`released_at`);--> statement-breakpoint
CREATE INDEX `promotion_uses_rider` ON `promotion_uses` (`rider_id`,`promotion_id`,`released_at`);--> statement-breakpoint
CREATE TABLE `__new_fee_schedules` (
	`id` text PRIMARY KEY NOT NULL,
	`number` integer NOT NULL,
	`starts_at` integer NOT NULL,
	`schedule` text NOT NULL,
	`reason` text NOT NULL,
	`published_by` text,
	`published_by_name` text NOT NULL,
	`published_at` integer NOT NULL,
	`withdrawn_at` integer,
	`withdrawn_by` text,
	`withdrawn_by_name` text,
	`withdrawal_reason` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
-- The newest prices of each class become one version of the whole list, number 1, in force from the
-- beginning. What was not priced before (stops, waiting, the driver's pay) stays at nothing, and
-- cancelling costs what it cost: free with two hours' notice, then half, all of it once the driver
-- is on the way.
INSERT INTO `__new_fee_schedules`
	("id", "number", "starts_at", "schedule", "reason", "published_by_name", "published_at", "created_at")
WITH newest AS (
	SELECT f.id, f.vehicle_class_id AS class_id, f.schedule, f.created_at, c.position
	FROM `fee_schedules` f JOIN `vehicle_classes` c ON c.id = f.vehicle_class_id
	WHERE NOT EXISTS (
		SELECT 1 FROM `fee_schedules` n WHERE n.vehicle_class_id = f.vehicle_class_id
			AND (n.starts_at, n.id) > (f.starts_at, f.id))
),
nights AS (
	SELECT schedule -> '$.night' AS night, json_group_array(class_id) AS classes, count(*) AS n,
		row_number() OVER (ORDER BY min(position)) AS place
	FROM newest WHERE schedule ->> '$.night.from' IS NOT NULL GROUP BY schedule -> '$.night'
),
head AS (SELECT schedule FROM newest ORDER BY position, id LIMIT 1)
SELECT (SELECT min(id) FROM newest), 1, 0,
	json_object(
		'currency', head.schedule -> '$.currency',
		'distanceUnit', head.schedule -> '$.distanceUnit',
		'rates', json((SELECT json_group_array(json_object(
			'vehicleClassId', class_id,
			'baseMinor', schedule -> '$.baseMinor',
			'distanceTiers', json_array(json_object(
				'upTo', NULL, 'perDistanceMinor', schedule -> '$.perDistanceMinor')),
			'perMinuteMinor', schedule -> '$.perMinuteMinor',
			'perStopMinor', 0,
			'minimumMinor', schedule -> '$.minimumMinor',
			'hourly', json_object(
				'perHourMinor', schedule -> '$.hourlyMinor',
				'minimumHours', schedule -> '$.hourlyMinimumHours',
				'distancePerHour', NULL,
				'perExtraDistanceMinor', 0),
			'perWaitMinuteMinor', 0) ORDER BY position, id) FROM newest)),
		'flatPrices', json('[]'),
		'surcharges', json((SELECT json_group_array(json_object(
			'id', 'night-' || place,
			'name', 'Night',
			'when', json_object('kind', 'night', 'from', night -> '$.from', 'to', night -> '$.to'),
			'amount', json_object('kind', 'percent', 'percent', night -> '$.percent'),
			'group', NULL,
			'serviceTypes', json('[]'),
			'vehicleClassIds',
				json(CASE WHEN n = (SELECT count(*) FROM newest) THEN '[]' ELSE classes END)
			) ORDER BY place) FROM nights)),
		'holidays', json('[]'),
		'extras', json('[]'),
		'promotions', json('[]'),
		'taxes', json_object(
			'included', json(coalesce(head.schedule -> '$.tax.included', 'false')),
			'items', json(CASE WHEN head.schedule ->> '$.tax.percent' IS NULL THEN '[]'
				ELSE json_array(json_object(
					'name', head.schedule -> '$.tax.name',
					'percent', head.schedule -> '$.tax.percent',
					'serviceTypes', json('[]'))) END)),
		'gratuity', json('{"automaticPercent":null,"choices":[]}'),
		'deadhead', NULL,
		'graceMinutes', json('{"point_to_point":15,"hourly":15,"airport_pickup":60,"airport_dropoff":15,"home_care":15,"roadside_assistance":15,"interpreter":15}'),
		'cancellation', json('{"freeAfterBookingMinutes":0,"tiers":[{"noticeMinutes":120,"fee":{"kind":"percent","percent":0},"driverSharePercent":0},{"noticeMinutes":0,"fee":{"kind":"percent","percent":50},"driverSharePercent":0}],"onTheWay":{"fee":{"kind":"percent","percent":100},"driverSharePercent":0},"noShow":{"fee":{"kind":"percent","percent":100},"driverSharePercent":0}}'),
		'driverPay', json('{"farePercent":0,"perTripMinor":0,"perDistanceMinor":0,"gratuityPercent":100}')
	),
	'The prices that were in force', 'Livery', (SELECT max(created_at) FROM newest), (SELECT max(created_at) FROM newest)
FROM head;--> statement-breakpoint
UPDATE `reservations` SET `fee_schedule_id` = (SELECT id FROM `__new_fee_schedules`)
WHERE `fee_schedule_id` IN (SELECT id FROM `fee_schedules`);--> statement-breakpoint
DROP TABLE `fee_schedules`;--> statement-breakpoint
ALTER TABLE `__new_fee_schedules` RENAME TO `fee_schedules`;--> statement-breakpoint
CREATE UNIQUE INDEX `fee_schedules_number` ON `fee_schedules` (`number`);--> statement-breakpoint
CREATE INDEX `fee_schedules_start` ON `fee_schedules` (`starts_at`,`number`);--> statement-breakpoint
ALTER TABLE `reservations` ADD `stops` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `reservations` ADD `extras` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `reservations` ADD `promotion_code` text;--> statement-breakpoint
ALTER TABLE `reservations` ADD `gratuity_percent` real;--> statement-breakpoint
ALTER TABLE `reservations` ADD `deadhead_meters` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `reservations` ADD `landed_at` integer;--> statement-breakpoint
ALTER TABLE `reservations` ADD `wait_seconds` integer;--> statement-breakpoint
ALTER TABLE `reservations` ADD `pay_lines` text;--> statement-breakpoint
ALTER TABLE `reservations` ADD `pay_minor` integer;--> statement-breakpoint
ALTER TABLE `reservations` ADD `fee_lines` text;