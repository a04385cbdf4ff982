import type { Actor, Deps } from "../deps";
import { saveSettings } from "../settings/actions";

/** Opens the site or closes it, at once. 409 when that has changed in the meantime. */
export function saveOpenForBooking(
  deps: Deps,
  actor: Actor,
  { version, open }: { version: number; open: boolean },
): Promise<void> {
  // Unpacking takes a second, so it is done before the first visitor.
  if (open) void deps.gazetteer.ready();
  return saveSettings(deps, actor, {
    version,
    values: { openedAt: open ? deps.now() : null },
    action: "settings.opening_changed",
    topic: "opening",
    summary: open ? "Opened for business" : "Closed the site to the public",
  });
}
