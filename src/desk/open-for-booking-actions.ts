import type { Actor, Deps } from "../deps";
import { saveSettings } from "../settings/actions";

/** Opens or closes the site at once. 409 if the setting has changed in the meantime. */
export function saveOpenForBooking(
  deps: Deps,
  actor: Actor,
  { version, open }: { version: number; open: boolean },
): Promise<void> {
  // Unpacking the gazetteer takes a second, so it starts before the first visitor arrives.
  if (open) void deps.gazetteer.ready();
  return saveSettings(deps, actor, {
    version,
    values: { openedAt: open ? deps.now() : null },
    action: "settings.opening_changed",
    topic: "opening",
    summary: open ? "Opened for business" : "Closed the site to the public",
  });
}
