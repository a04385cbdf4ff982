import type { Actor, Deps } from "../deps";
import { saveSettings } from "../settings/actions";

/** Opens the site to the public or closes it again, at once. 409 when that was changed since. */
export function saveOpening(
  deps: Deps,
  actor: Actor,
  { version, open }: { version: number; open: boolean },
): Promise<void> {
  // It takes a second to unpack: not the first visitor's.
  if (open) void deps.gazetteer.ready();
  return saveSettings(deps, actor, {
    version,
    values: { openedAt: open ? deps.now() : null },
    action: "settings.opening_changed",
    topic: "opening",
    summary: open ? "Opened for business" : "Closed the site to the public",
  });
}
