-- What was invoiced and credited so far is what stands on the papers.
UPDATE reservations SET
  billed_minor = (SELECT sum(amount_minor) FROM invoice_lines WHERE reservation_id = reservations.id AND kind = 'invoice'),
  credited_minor = (SELECT coalesce(sum(amount_minor), 0) FROM invoice_lines WHERE reservation_id = reservations.id AND kind = 'credit_note')
WHERE invoice_id IS NOT NULL;
