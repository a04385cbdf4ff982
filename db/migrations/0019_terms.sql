CREATE TABLE `accepted_terms` (
	`reservation_id` text PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`how` text NOT NULL,
	`accepted_at` integer NOT NULL,
	FOREIGN KEY (`reservation_id`) REFERENCES `reservations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`version`) REFERENCES `terms_versions`(`version`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `accepted_terms_version` ON `accepted_terms` (`version`);--> statement-breakpoint
CREATE TABLE `terms_versions` (
	`version` integer PRIMARY KEY NOT NULL,
	`text` text NOT NULL,
	`cancellation` text NOT NULL,
	`published_at` integer NOT NULL,
	`published_by_id` text,
	`published_by` text NOT NULL
);--> statement-breakpoint
CREATE TRIGGER terms_versions_no_update BEFORE UPDATE ON terms_versions
BEGIN
  SELECT RAISE(ABORT, 'published terms never change');
END;
--> statement-breakpoint
CREATE TRIGGER terms_versions_no_delete BEFORE DELETE ON terms_versions
BEGIN
  SELECT RAISE(ABORT, 'published terms never change');
END;
