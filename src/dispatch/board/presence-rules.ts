/**
 * Works out who in dispatch has a reservation open. Each tab reports what it shows and edits. A person with several
 * tabs appears once, as editing if any tab is. Nobody is shown to themselves.
 */
import type { PresentPerson } from "./presence-contract";

/** The report of one tab, with its person. */
export type Tab = {
  accountId: string;
  name: string;
  open: string | null;
  editing: string | null;
};

/** Returns everyone who has the reservation open, by name. */
export function presenceAt(tabs: Iterable<Tab>, reservationId: string): PresentPerson[] {
  const people = new Map<string, PresentPerson>();
  for (const { accountId: id, name, open, editing } of tabs) {
    if (open !== reservationId && editing !== reservationId) continue;
    const isEditing = editing === reservationId || people.get(id)?.editing === true;
    people.set(id, { id, name, editing: isEditing });
  }
  return [...people.values()].sort((a, b) => a.name.localeCompare(b.name, "en"));
}

/** Returns the ids of reservations that are open in some tab. */
export function openReservationIds(tabs: Iterable<Tab>): string[] {
  const reservationIds = [...tabs].flatMap(({ open, editing }) => [open, editing]);
  return [...new Set(reservationIds)].filter((id) => id !== null);
}
