ALTER TABLE `outbox` ADD `retry_until` integer;--> statement-breakpoint
CREATE INDEX `outbox_failed` ON `outbox` (`created_at`,`id`) WHERE state = 'failed';--> statement-breakpoint
CREATE INDEX `outbox_retry` ON `outbox` (`retry_until`) WHERE state = 'failed' and body is not null;