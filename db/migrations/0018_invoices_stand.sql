-- What was billed stands: an invoice is corrected by a credit note, a payment by another entry.
CREATE TRIGGER invoices_no_update BEFORE UPDATE ON invoices
BEGIN
  SELECT RAISE(ABORT, 'invoices are issued once');
END;
--> statement-breakpoint
CREATE TRIGGER invoices_no_delete BEFORE DELETE ON invoices
BEGIN
  SELECT RAISE(ABORT, 'invoices are issued once');
END;
--> statement-breakpoint
CREATE TRIGGER invoice_lines_no_update BEFORE UPDATE ON invoice_lines
BEGIN
  SELECT RAISE(ABORT, 'invoices are issued once');
END;
--> statement-breakpoint
CREATE TRIGGER invoice_lines_no_delete BEFORE DELETE ON invoice_lines
BEGIN
  SELECT RAISE(ABORT, 'invoices are issued once');
END;
--> statement-breakpoint
CREATE TRIGGER invoice_payments_no_update BEFORE UPDATE ON invoice_payments
BEGIN
  SELECT RAISE(ABORT, 'invoice_payments is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER invoice_payments_no_delete BEFORE DELETE ON invoice_payments
BEGIN
  SELECT RAISE(ABORT, 'invoice_payments is append-only');
END;
