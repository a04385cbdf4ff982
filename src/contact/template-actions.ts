/** Templates for answers, which all staff in dispatch share. */
import { count, eq } from "drizzle-orm";
import { contactTemplates } from "../../db/schema/contact";
import type { Tx } from "../../db/writer";
import { appendAudit } from "../audit/actions";
import type { Actor, Deps } from "../deps";
import { AppError } from "../errors";
import type { SaveTemplate } from "./contact-desk-contract";
import { MAX_TEMPLATES } from "./rules";
import { insertRow } from "../../db/rows";

function auditTemplateAction(tx: Tx, deps: Deps, actor: Actor, verb: string, title: string): void {
  appendAudit(tx, deps, {
    actor,
    action: "contact.templates_changed",
    subject: { kind: "contact", id: null },
    summary: `${verb} the template ${title}`,
  });
}

/** Adds a template. 422 if there are already fifty. */
export async function addTemplate(deps: Deps, actor: Actor, input: SaveTemplate): Promise<void> {
  await deps.write((tx) => {
    const [countedRow] = tx.select({ all: count() }).from(contactTemplates).all();
    if ((countedRow?.all ?? 0) >= MAX_TEMPLATES) throw new AppError("contact.too_many_templates");
    insertRow(tx, contactTemplates, {
      id: Bun.randomUUIDv7(),
      title: input.title,
      body: input.text,
      updatedAt: deps.now(),
    });
    auditTemplateAction(tx, deps, actor, "Added", input.title);
  });
}

/** Changes a template. 404 if it does not exist. */
export async function changeTemplate(
  deps: Deps,
  actor: Actor,
  id: string,
  input: SaveTemplate,
): Promise<void> {
  await deps.write((tx) => {
    const [row] = tx
      .update(contactTemplates)
      .set({ title: input.title, body: input.text, updatedAt: deps.now() })
      .where(eq(contactTemplates.id, id))
      .returning({ id: contactTemplates.id })
      .all();
    if (!row) throw new AppError("request.not_found");
    auditTemplateAction(tx, deps, actor, "Changed", input.title);
  });
}

/** Deletes a template. 404 if it does not exist. */
export async function removeTemplate(deps: Deps, actor: Actor, id: string): Promise<void> {
  await deps.write((tx) => {
    const [row] = tx
      .delete(contactTemplates)
      .where(eq(contactTemplates.id, id))
      .returning({ title: contactTemplates.title })
      .all();
    if (!row) throw new AppError("request.not_found");
    auditTemplateAction(tx, deps, actor, "Removed", row.title);
  });
}
