-- Dropping the table deletes what refers to it: the reminders are put back.
CREATE TABLE `__reminders` AS SELECT * FROM `document_reminders`;--> statement-breakpoint
CREATE TABLE `__new_documents` (
	`id` text PRIMARY KEY NOT NULL,
	`driver_id` text,
	`vehicle_id` text,
	`affiliate_id` text,
	`kind` text NOT NULL,
	`number` text DEFAULT '' NOT NULL,
	`issued_at` integer,
	`expires_at` integer,
	`file_id` text,
	`state` text NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`sent_by_id` text,
	`created_at` integer NOT NULL,
	`decided_at` integer,
	`decided_by` text DEFAULT '' NOT NULL,
	`replaced_by_id` text,
	FOREIGN KEY (`driver_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`vehicle_id`) REFERENCES `vehicles`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`affiliate_id`) REFERENCES `affiliates`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`file_id`) REFERENCES `files`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`sent_by_id`) REFERENCES `drivers`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "documents_owner" CHECK((driver_id IS NOT NULL) + (vehicle_id IS NOT NULL) + (affiliate_id IS NOT NULL) = 1)
);
--> statement-breakpoint
INSERT INTO `__new_documents`("id", "driver_id", "vehicle_id", "affiliate_id", "kind", "number", "issued_at", "expires_at", "file_id", "state", "reason", "sent_by_id", "created_at", "decided_at", "decided_by", "replaced_by_id") SELECT "id", "driver_id", "vehicle_id", NULL, "kind", "number", "issued_at", "expires_at", "file_id", "state", "reason", "sent_by_id", "created_at", "decided_at", "decided_by", "replaced_by_id" FROM `documents`;--> statement-breakpoint
DROP TABLE `documents`;--> statement-breakpoint
ALTER TABLE `__new_documents` RENAME TO `documents`;--> statement-breakpoint
INSERT INTO `document_reminders` SELECT * FROM `__reminders`;--> statement-breakpoint
DROP TABLE `__reminders`;--> statement-breakpoint
CREATE INDEX `documents_driver` ON `documents` (`driver_id`,`kind`,`state`);--> statement-breakpoint
CREATE INDEX `documents_vehicle` ON `documents` (`vehicle_id`,`kind`,`state`);--> statement-breakpoint
CREATE INDEX `documents_affiliate` ON `documents` (`affiliate_id`,`kind`,`state`);--> statement-breakpoint
CREATE UNIQUE INDEX `documents_driver_in_force` ON `documents` (`driver_id`,`kind`) WHERE state = 'valid' AND replaced_by_id IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `documents_vehicle_in_force` ON `documents` (`vehicle_id`,`kind`) WHERE state = 'valid' AND replaced_by_id IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `documents_affiliate_in_force` ON `documents` (`affiliate_id`,`kind`) WHERE state = 'valid' AND replaced_by_id IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `documents_driver_waiting` ON `documents` (`driver_id`,`kind`) WHERE state = 'pending_review';--> statement-breakpoint
CREATE UNIQUE INDEX `documents_vehicle_waiting` ON `documents` (`vehicle_id`,`kind`) WHERE state = 'pending_review';--> statement-breakpoint
CREATE INDEX `documents_expiry` ON `documents` (`expires_at`) WHERE state = 'valid' AND replaced_by_id IS NULL;--> statement-breakpoint
CREATE INDEX `documents_waiting` ON `documents` (`created_at`,`id`) WHERE state = 'pending_review';--> statement-breakpoint
CREATE INDEX `documents_file` ON `documents` (`file_id`);--> statement-breakpoint
CREATE INDEX `farm_outs_crew` ON `farm_outs` (`reservation_id`) WHERE driver_name <> '';
