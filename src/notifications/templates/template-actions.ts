import { and, eq } from "drizzle-orm";
import { messageTexts } from "../../../db/schema/notifications";
import type { Tx } from "../../../db/writer";
import { appendAudit } from "../../audit/actions";
import type { Actor, Deps } from "../../deps";
import { AppError } from "../../errors";
import type { ResetTemplate, SaveTemplate, TemplateId } from "./template-contract";
import { ownTexts } from "./template-queries";
import { templates, textFaults } from "./template-words";
import type { Language } from "../../settings/languages/languages-contract";
import { requireSeen } from "../../rows";

/**
 * Replaces the standard text of a message by the owner's text. Throws 400 for an unknown name in braces, 409 if the
 * text was changed since it was read.
 */
export async function saveTemplate(
  deps: Deps,
  actor: Actor,
  id: TemplateId,
  input: SaveTemplate,
): Promise<void> {
  const { language, version, ...own } = input;
  const fields = textFaults(id, own);
  if (Object.keys(fields).length > 0) throw new AppError("request.invalid", { fields });
  await deps.write((tx) => {
    refuseStaleVersion(tx, id, language, version);
    const values = { ...own, version: version + 1, updatedAt: deps.now() };
    tx.insert(messageTexts)
      .values({ id, language, ...values })
      .onConflictDoUpdate({ target: [messageTexts.language, messageTexts.id], set: values })
      .run();
    auditTextChange(tx, deps, actor, id, language, "Changed the text of the message");
  });
}

/** Restores the standard text of a message. Throws 409 if the text was changed since it was read. */
export async function resetTemplate(
  deps: Deps,
  actor: Actor,
  id: TemplateId,
  { language, version }: ResetTemplate,
): Promise<void> {
  await deps.write((tx) => {
    refuseStaleVersion(tx, id, language, version);
    tx.delete(messageTexts)
      .where(and(eq(messageTexts.language, language), eq(messageTexts.id, id)))
      .run();
    auditTextChange(tx, deps, actor, id, language, "Restored the standard text of the message");
  });
}

function refuseStaleVersion(tx: Tx, id: TemplateId, language: Language, seenVersion: number): void {
  const version = ownTexts({ db: tx }, language).get(id)?.version ?? 0;
  requireSeen({ version }, seenVersion, "request.conflict");
}

function auditTextChange(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  id: TemplateId,
  language: Language,
  summary: string,
): void {
  appendAudit(tx, deps, {
    actor,
    action: "settings.texts_changed",
    subject: { kind: "settings", id: "texts" },
    summary: `${summary} ${templates[id].name}`,
    detail: { message: id, language },
  });
}
