import { settings } from "../../db/schema/settings";
import type { Deps } from "../deps";
import { AppError } from "../errors";
import { touchSettings } from "./actions";
import type { SaveContactRules } from "./contact-contract";
import { readOperator } from "./queries";

/** Keeps how people reach each other. 409 when the settings were changed since they were read. */
export async function saveContactRules(deps: Deps, input: SaveContactRules): Promise<void> {
  const { version, phone, email, ...rules } = input;
  const now = await deps.write((tx) => {
    if (readOperator(deps).version !== version) throw new AppError("request.conflict");
    tx.update(settings)
      .set({ ...rules, phone: phone.replaceAll(" ", "") || null, email: email || null })
      .run();
    return touchSettings(tx, deps.now());
  });
  deps.bus.publish({ type: "settings", version: now });
}
