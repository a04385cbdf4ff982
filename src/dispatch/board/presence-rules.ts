/**
 * Who in dispatch has a reservation open. Each tab reports what it shows and changes. A person
 * appears once however many tabs they have, as editing if any tab does, and never to themselves.
 */
import type { PresentPerson } from "./presence-contract";

/** One tab's report and its person. */
export type Tab = {
  accountId: string;
  name: string;
  open: string | null;
  editing: string | null;
};

/** Everyone who has the reservation open, by name. */
export function presenceAt(tabs: Iterable<Tab>, reservationId: string): PresentPerson[] {
  const people = new Map<string, PresentPerson>();
  for (const { accountId: id, name, open, editing } of tabs) {
    if (open !== reservationId && editing !== reservationId) continue;
    const isEditing = editing === reservationId || people.get(id)?.editing === true;
    people.set(id, { id, name, editing: isEditing });
  }
  return [...people.values()].sort((a, b) => a.name.localeCompare(b.name, "en"));
}

/** The reservations open in some tab. */
export function openReservationIds(tabs: Iterable<Tab>): string[] {
  const reservationIds = [...tabs].flatMap(({ open, editing }) => [open, editing]);
  return [...new Set(reservationIds)].filter((place) => place !== null);
}
