DROP INDEX `idempotency_keys_created`;--> statement-breakpoint
ALTER TABLE `idempotency_keys` ADD `kept_until` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `idempotency_keys_kept` ON `idempotency_keys` (`kept_until`);--> statement-breakpoint
UPDATE `idempotency_keys` SET `kept_until` = coalesce(
  (SELECT pickup_at + 2419200000 FROM reservations
    WHERE reservations.id = reservation_id AND account_id IN (SELECT id FROM api_keys)),
  created_at + 86400000);
