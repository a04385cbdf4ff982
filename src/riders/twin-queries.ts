/** Riders whose contacts turned out to be one and the same, written in two ways. */
import type { Db } from "../../db/open";
import { riderTwins } from "../../db/schema/accounts";
import { loadCaller } from "../accounts/caller-queries";
import { readTyped } from "../accounts/contact-queries";
import { findRider, findRiderByContact, type RiderRow } from "../accounts/sign-in/rider-queries";
import type { Deps } from "../deps";
import type { Twins } from "./contract";

/** So many pairs are shown: the others come as these are merged. */
const MOST_SHOWN = 20;

/** The pairs that still have one contact, the first found first. */
export function listTwins(deps: Deps): Twins[] {
  const { db } = deps;
  const pairs = db.select().from(riderTwins).orderBy(riderTwins.at, riderTwins.twinId).all();
  const found: Twins[] = [];
  for (const { riderId, twinId } of pairs) {
    const rider = findRider(db, riderId);
    const twin = findRider(db, twinId);
    const shared = rider && twin && sharedContact(deps, rider, twin);
    if (!shared) continue;
    found.push({
      rider: loadCaller(db, riderId).caller,
      twin: loadCaller(db, twinId).caller,
      shared,
    });
    if (found.length === MOST_SHOWN) break;
  }
  return found;
}

/** A rider's twins, with the kind of the contact that is the same. */
export function twinsOf(deps: Deps, row: RiderRow): { id: string; shared: "email" | "phone" }[] {
  const pairs = deps.db.$client
    .query<{ id: string }, [string, string]>(
      `SELECT twin_id AS id FROM rider_twins WHERE rider_id = ?1
       UNION SELECT rider_id FROM rider_twins WHERE twin_id = ?2`,
    )
    .all(row.id, row.id);
  return pairs.flatMap(({ id }) => {
    const twin = findRider(deps.db, id);
    const shared = twin && sharedContact(deps, row, twin);
    return shared ? [{ id, shared }] : [];
  });
}

/**
 * The contacts of a rider who is merged with another one: a spelling that nobody reads any more is
 * the contact it means, unless that is a third rider's.
 */
export function contactsMeant(
  deps: Deps,
  db: Db,
  { id, email, phone }: RiderRow,
  otherId: string,
): { email: string | null; phone: string | null } {
  const meant = (value: string | null) => {
    const contact = value === null ? null : readTyped(deps, value);
    const holder = contact && findRiderByContact(db, contact);
    const isFree = !holder || holder.id === id || holder.id === otherId;
    return contact && isFree ? contact.value : value;
  };
  return { email: meant(email), phone: meant(phone) };
}

function sharedContact(deps: Deps, one: RiderRow, other: RiderRow): "email" | "phone" | null {
  const same = (a: string | null, b: string | null) =>
    a !== null && b !== null && readTyped(deps, a)?.value === readTyped(deps, b)?.value;
  if (same(one.email, other.email)) return "email";
  return same(one.phone, other.phone) ? "phone" : null;
}
