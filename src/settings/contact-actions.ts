import { settings } from "../../db/schema/settings";
import { appendAudit } from "../audit/actions";
import { changedNames } from "../audit/rules";
import type { Actor, Deps } from "../deps";
import { AppError } from "../errors";
import { touchSettings } from "./actions";
import type { SaveContactRules } from "./contact-contract";
import { readOperator } from "./queries";

/** Keeps how people reach each other. 409 when the settings were changed since they were read. */
export async function saveContactRules(
  deps: Deps,
  actor: Actor,
  input: SaveContactRules,
): Promise<void> {
  const { version, phone, email, ...rules } = input;
  const now = await deps.write((tx) => {
    const before = readOperator(deps);
    if (before.version !== version) throw new AppError("request.conflict");
    const values = { ...rules, phone: phone.replaceAll(" ", "") || null, email: email || null };
    tx.update(settings).set(values).run();
    appendAudit(tx, deps, {
      actor,
      action: "settings.contact_changed",
      subject: { kind: "settings", id: "contact" },
      summary: "Changed how people reach each other",
      detail: { changed: changedNames(before, values) },
    });
    return touchSettings(tx, deps.now());
  });
  deps.bus.publish({ type: "settings", version: now });
}
