import { settings } from "../../db/schema/settings";
import { appendAudit } from "../audit/actions";
import type { Actor, Deps } from "../deps";
import { raiseSettingsVersion } from "../settings/actions";
import { readOperator } from "../settings/queries";
import type { SaveDocumentRules } from "./contract";
import { requireSeen } from "../rows";

/** Saves which kinds are required. 409 if the settings have changed since they were read. */
export async function saveDocumentRules(
  deps: Deps,
  actor: Actor,
  input: SaveDocumentRules,
): Promise<void> {
  const version = await deps.write((tx) => {
    requireSeen(readOperator(deps), input.version, "request.conflict");
    const requiredDocuments = [...new Set(input.required)];
    tx.update(settings).set({ requiredDocuments }).run();
    appendAudit(tx, deps, {
      actor,
      action: "settings.documents_changed",
      subject: { kind: "settings", id: "documents" },
      summary: "Changed which documents are required",
      detail: { required: requiredDocuments.join(", ") },
    });
    return raiseSettingsVersion(tx, deps.now());
  });
  deps.bus.publish({ type: "settings", version });
}
