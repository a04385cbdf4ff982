/** The actions of dispatch on riders. */
import { eq } from "drizzle-orm";
import { riderBlocks, riders } from "../../db/schema/accounts";
import { insertRow } from "../../db/rows";
import { findBlock } from "../accounts/block-queries";
import { readTypedPhone } from "../accounts/contact-queries";
import {
  INVALID_EMAIL,
  INVALID_PHONE,
  normalizeName,
  personNameError,
  readEmail,
} from "../accounts/rules";
import { findRider, findRiderByContact } from "../accounts/sign-in/rider-queries";
import { appendAudit } from "../audit/actions";
import type { Actor, Deps } from "../deps";
import { AppError } from "../errors";
import { claimMessages } from "../notifications/outbox";
import { announce } from "../reservations/actions";
import { logOrderPause } from "../reservations/standing-orders/order-actions";
import type { AddRider, BlockRider } from "./contract";
import { recordWebhook } from "../webhooks/record-actions";

/**
 * Adds a rider. The account belongs to the person who signs in with one of its contacts, as with riders who were booked
 * by phone. 400 names the wrong fields, 409 `contact.taken` the contacts that another rider has. Returns the id.
 */
export async function addRider(deps: Deps, actor: Actor, input: AddRider): Promise<string> {
  const values = readTypedRider(deps, input);
  const { email, phone } = values;
  const id = Bun.randomUUIDv7();
  await deps.write((tx) => {
    const isTaken = (type: "email" | "phone", value: string | null) =>
      value !== null && findRiderByContact(tx, { type, value }) !== undefined;
    const fields = {
      ...(isTaken("email", email) && { email: "Another rider has this e-mail address." }),
      ...(isTaken("phone", phone) && { phone: "Another rider has this phone number." }),
    };
    if (Object.keys(fields).length > 0) throw new AppError("contact.taken", { fields });
    const now = deps.now();
    insertRow(tx, riders, { id, ...values, createdAt: now, updatedAt: now });
    recordWebhook(tx, "rider.created", { at: now, now }, () => ({ id }));
    for (const contact of [email, phone]) if (contact) claimMessages(tx, contact, id);
    appendAudit(tx, deps, {
      actor,
      action: "rider.added",
      subject: { kind: "rider", id },
      summary: "Added a rider",
    });
  });
  return id;
}

function readTypedRider(deps: Deps, { firstName, lastName, language, note, ...typed }: AddRider) {
  const email = typed.email?.trim() ? readEmail(typed.email) : null;
  const phone = typed.phone?.trim() ? readTypedPhone(deps, typed.phone) : null;
  const firstNameFault = personNameError("firstName", firstName);
  const lastNameFault = lastName.trim() && personNameError("lastName", lastName);
  const fields = {
    ...(firstNameFault && { firstName: firstNameFault }),
    ...(lastNameFault && { lastName: lastNameFault }),
    ...(typed.email?.trim() && !email && { email: INVALID_EMAIL }),
    ...(typed.phone?.trim() && !phone && { phone: INVALID_PHONE }),
    ...(!typed.email?.trim() &&
      !typed.phone?.trim() && { phone: "Enter a phone number, an e-mail address or both." }),
  };
  if (Object.keys(fields).length > 0) throw new AppError("request.invalid", { fields });
  return {
    firstName: normalizeName(firstName),
    lastName: normalizeName(lastName) || null,
    email,
    phone,
    language,
    dispatchNote: note,
  };
}

/**
 * Blocks a rider from booking online and from getting new trips of their standing orders. For a blocked rider, changes
 * the reason. 404 for an unknown rider.
 */
export async function blockRider(
  deps: Deps,
  actor: Actor,
  id: string,
  { reason }: BlockRider,
): Promise<void> {
  const loggedTrips = await deps.write((tx) => {
    if (!findRider(tx, id)) throw new AppError("request.not_found");
    const before = findBlock(tx, id);
    const row = { reason, byName: actor.name, at: deps.now() };
    tx.insert(riderBlocks)
      .values({ riderId: id, ...row })
      .onConflictDoUpdate({ target: riderBlocks.riderId, set: row })
      .run();
    // The audit log gets neither the name nor the reason, because both are personal data of the rider.
    appendAudit(tx, deps, {
      actor,
      action: "rider.blocked",
      subject: { kind: "rider", id },
      summary: "Blocked a rider",
    });
    return before ? [] : logOrderPause(tx, deps, id, actor, "begun");
  });
  for (const row of loggedTrips) announce(deps, row);
}

/** Unblocks a rider. 404 if the rider is not blocked. */
export async function unblockRider(deps: Deps, actor: Actor, id: string): Promise<void> {
  const loggedTrips = await deps.write((tx) => {
    const [row] = tx
      .delete(riderBlocks)
      .where(eq(riderBlocks.riderId, id))
      .returning({ id: riderBlocks.riderId })
      .all();
    if (!row) throw new AppError("request.not_found");
    appendAudit(tx, deps, {
      actor,
      action: "rider.unblocked",
      subject: { kind: "rider", id },
      summary: "Unblocked a rider",
    });
    return logOrderPause(tx, deps, id, actor, "ended");
  });
  for (const row of loggedTrips) announce(deps, row);
}
