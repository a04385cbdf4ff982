/**
 * Who of dispatch has a reservation before them. Each tab says what it shows and what it changes; a person
 * is named once however many tabs they have, as somebody who edits if they do in one of them, and never
 * to themselves.
 */
import type { Present } from "./presence-contract";

/** What one tab has said, and whose it is. */
export type Tab = {
  accountId: string;
  name: string;
  open: string | null;
  editing: string | null;
};

/** Everybody who has the reservation before them, by name. */
export function peopleAt(tabs: Iterable<Tab>, reservationId: string): Present[] {
  const people = new Map<string, Present>();
  for (const { accountId: id, name, open, editing } of tabs) {
    if (open !== reservationId && editing !== reservationId) continue;
    const edits = editing === reservationId || people.get(id)?.editing === true;
    people.set(id, { id, name, editing: edits });
  }
  return [...people.values()].sort((a, b) => a.name.localeCompare(b.name, "en"));
}

/** The reservations that some tab has before it. */
export function placesOf(tabs: Iterable<Tab>): string[] {
  const places = [...tabs].flatMap(({ open, editing }) => [open, editing]);
  return [...new Set(places)].filter((place) => place !== null);
}
