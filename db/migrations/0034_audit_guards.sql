-- The audit log is append-only but for one thing: an address goes when its time has come.
CREATE TRIGGER audit_log_no_update BEFORE UPDATE ON audit_log
WHEN NOT (
  NEW.number = OLD.number AND NEW.at = OLD.at AND NEW.actor_kind = OLD.actor_kind
  AND NEW.actor_id IS OLD.actor_id AND NEW.actor_name = OLD.actor_name
  AND NEW.action = OLD.action AND NEW.subject_kind = OLD.subject_kind
  AND NEW.subject_id IS OLD.subject_id AND NEW.summary = OLD.summary AND NEW.detail = OLD.detail
  AND NEW.previous = OLD.previous AND NEW.hash = OLD.hash AND NEW.address IS NULL
)
BEGIN
  SELECT RAISE(ABORT, 'audit_log is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER audit_log_no_delete BEFORE DELETE ON audit_log
BEGIN
  SELECT RAISE(ABORT, 'audit_log is append-only');
END;
--> statement-breakpoint
-- Its end only ever moves forward.
CREATE TRIGGER audit_head_forward BEFORE UPDATE ON audit_head
WHEN NEW.id <> OLD.id OR NEW.number <= OLD.number
BEGIN
  SELECT RAISE(ABORT, 'the audit log only grows');
END;
--> statement-breakpoint
CREATE TRIGGER audit_head_no_delete BEFORE DELETE ON audit_head
BEGIN
  SELECT RAISE(ABORT, 'the audit log only grows');
END;
--> statement-breakpoint
CREATE VIRTUAL TABLE audit_search USING fts5(
  actor_name, summary, content = 'audit_log', content_rowid = 'number',
  prefix = '2 3', tokenize = 'unicode61 remove_diacritics 2'
);
--> statement-breakpoint
CREATE TRIGGER audit_search_insert AFTER INSERT ON audit_log
BEGIN
  INSERT INTO audit_search (rowid, actor_name, summary)
  VALUES (NEW.number, NEW.actor_name, NEW.summary);
END;
