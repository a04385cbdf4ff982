import { settings } from "../../db/schema/settings";
import type { Deps } from "../deps";
import { AppError } from "../errors";
import { touchSettings } from "../settings/actions";
import { readOperator } from "../settings/queries";
import type { SaveDocumentRules } from "./contract";

/** Keeps which kinds are required. 409 when the settings were changed since they were read. */
export async function saveDocumentRules(deps: Deps, input: SaveDocumentRules): Promise<void> {
  const version = await deps.write((tx) => {
    if (readOperator(deps).version !== input.version) throw new AppError("request.conflict");
    tx.update(settings)
      .set({ requiredDocuments: [...new Set(input.required)] })
      .run();
    return touchSettings(tx, deps.now());
  });
  deps.bus.publish({ type: "settings", version });
}
