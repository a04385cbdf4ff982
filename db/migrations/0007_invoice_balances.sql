CREATE TABLE `invoice_balances` (
	`invoice_id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`currency` text NOT NULL,
	`issued_at` integer NOT NULL,
	`due_on` text NOT NULL,
	`credited_minor` integer NOT NULL,
	`paid_minor` integer NOT NULL,
	`balance_minor` integer NOT NULL,
	FOREIGN KEY (`invoice_id`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `invoice_balances_open` ON `invoice_balances` (`due_on`,`invoice_id`) WHERE balance_minor > 0;--> statement-breakpoint
CREATE INDEX `invoice_balances_owed` ON `invoice_balances` (`company_id`,`due_on`,`invoice_id`) WHERE balance_minor > 0;--> statement-breakpoint
CREATE INDEX `invoice_balances_paid` ON `invoice_balances` (`issued_at`,`invoice_id`) WHERE balance_minor <= 0;--> statement-breakpoint
CREATE TABLE `invoice_mails` (
	`id` text PRIMARY KEY NOT NULL,
	`invoice_id` text NOT NULL,
	`kind` text NOT NULL,
	`after_days` integer,
	`outbox_id` text NOT NULL,
	`queued_at` integer NOT NULL,
	`queued_by` text NOT NULL,
	FOREIGN KEY (`invoice_id`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `invoice_mails_invoice` ON `invoice_mails` (`invoice_id`,`queued_at`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `invoice_mails_once` ON `invoice_mails` (`invoice_id`,`after_days`) WHERE after_days IS NOT NULL;--> statement-breakpoint
ALTER TABLE `settings` ADD `remind_invoices` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `settings` ADD `invoice_reminder_days` text DEFAULT '[7,14,30]' NOT NULL;--> statement-breakpoint
CREATE INDEX `invoices_issued` ON `invoices` (`issued_at`,`id`);--> statement-breakpoint
INSERT INTO invoice_balances (invoice_id, company_id, currency, issued_at, due_on, credited_minor, paid_minor, balance_minor)
SELECT id, company_id, currency, issued_at, due_on, credited, paid, total_minor - credited - paid FROM (
  SELECT i.*,
    (SELECT coalesce(sum(n.total_minor), 0) FROM invoices n WHERE n.credits_invoice_id = i.id) AS credited,
    (SELECT coalesce(sum(p.amount_minor), 0) FROM payments p WHERE p.invoice_id = i.id AND p.state = 'succeeded'
      AND p.kind IN ('charge', 'capture', 'manual', 'refund')) AS paid
  FROM invoices i WHERE i.kind = 'invoice');
--> statement-breakpoint
-- What is left of an invoice is what its rows come to, whoever wrote them.
CREATE TRIGGER invoice_balances_issued AFTER INSERT ON invoices WHEN NEW.kind = 'invoice'
BEGIN
  INSERT INTO invoice_balances (invoice_id, company_id, currency, issued_at, due_on, credited_minor, paid_minor, balance_minor)
  VALUES (NEW.id, NEW.company_id, NEW.currency, NEW.issued_at, NEW.due_on, 0, 0, NEW.total_minor);
END;
--> statement-breakpoint
CREATE TRIGGER invoice_balances_credited AFTER INSERT ON invoices WHEN NEW.kind = 'credit_note'
BEGIN
  UPDATE invoice_balances SET credited_minor = credited_minor + NEW.total_minor, balance_minor = balance_minor - NEW.total_minor
  WHERE invoice_id = NEW.credits_invoice_id;
END;
--> statement-breakpoint
CREATE TRIGGER invoice_balances_paid_insert AFTER INSERT ON payments
WHEN NEW.invoice_id IS NOT NULL AND NEW.state = 'succeeded' AND NEW.kind IN ('charge', 'capture', 'manual', 'refund')
BEGIN
  UPDATE invoice_balances SET paid_minor = paid_minor + NEW.amount_minor, balance_minor = balance_minor - NEW.amount_minor
  WHERE invoice_id = NEW.invoice_id;
END;
--> statement-breakpoint
CREATE TRIGGER invoice_balances_paid_update AFTER UPDATE OF state ON payments
WHEN NEW.invoice_id IS NOT NULL AND NEW.state = 'succeeded' AND OLD.state <> 'succeeded'
  AND NEW.kind IN ('charge', 'capture', 'manual', 'refund')
BEGIN
  UPDATE invoice_balances SET paid_minor = paid_minor + NEW.amount_minor, balance_minor = balance_minor - NEW.amount_minor
  WHERE invoice_id = NEW.invoice_id;
END;
