/** What visitors write. */
import { and, count, desc, eq, gt } from "drizzle-orm";
import { insertRow } from "../../db/prepared";
import { contactEntries, contactMessages } from "../../db/schema/contact";
import { reservations } from "../../db/schema/reservations";
import type { Tx } from "../../db/writer";
import { numberOf } from "../accounts/caller-queries";
import { findRiderByContact } from "../accounts/rider-queries";
import { type Identifier, readIdentifier } from "../accounts/rules";
import type { Deps } from "../deps";
import { AppError } from "../errors";
import { contactReceived } from "../notifications/contact-texts";
import { afterTransaction, queueMessage } from "../notifications/outbox";
import type { Language } from "../notifications/words";
import { readOperator } from "../settings/queries";
import type { WriteToUs } from "./contract";
import { MOST_CONFIRMED_A_DAY } from "./rules";

const DAY_MS = 86_400_000;

/**
 * Keeps what a visitor wrote and confirms it by e-mail where that was the contact. `riderId` is of who is
 * signed in. What a program filled in is taken and forgotten. 400 for a contact that is none.
 */
export async function writeToUs(
  deps: Deps,
  input: WriteToUs,
  writer: { riderId: string | null; language: Language },
): Promise<void> {
  if (input.website !== "") return;
  const contact = contactOf(deps, input.contact);
  await deps.write((tx) => {
    const now = deps.now();
    const id = Bun.randomUUIDv7();
    const number = nextNumber(tx);
    const riderId = writer.riderId ?? findRiderByContact(tx, contact)?.id ?? null;
    insertRow(tx, contactMessages, {
      id,
      number,
      state: "open",
      version: 1,
      name: input.name,
      email: contact.type === "email" ? contact.value : null,
      phone: contact.type === "phone" ? contact.value : null,
      topic: input.topic,
      language: writer.language,
      riderId,
      signedIn: writer.riderId !== null,
      reservationId: tripOf(tx, input.trip),
      createdAt: now,
      updatedAt: now,
    });
    const mailId =
      contact.type === "email" && confirmedOf(tx, contact.value, now) < MOST_CONFIRMED_A_DAY
        ? queueMessage(tx, deps, {
            to: contact,
            message: contactReceived({
              language: writer.language,
              brand: deps.config.brand,
              number,
              replyTo: readOperator(deps).email,
            }),
            riderId,
          })
        : null;
    insertRow(tx, contactEntries, {
      messageId: id,
      kind: "written",
      byName: input.name,
      body: input.text,
      mailId,
      at: now,
    });
    afterTransaction(() => deps.bus.publish({ type: "contact", id, number }));
  });
}

function contactOf(deps: Deps, typed: string): Identifier {
  const number = typed.includes("@") ? null : numberOf(deps, typed);
  const contact = typed.includes("@")
    ? readIdentifier(typed)
    : number && { type: "phone" as const, value: number };
  if (!contact)
    throw new AppError("request.invalid", {
      fields: { contact: "Please write an e-mail address or a phone number." },
    });
  return contact;
}

function nextNumber(tx: Tx): number {
  const last = tx
    .select({ number: contactMessages.number })
    .from(contactMessages)
    .orderBy(desc(contactMessages.number))
    .limit(1)
    .get();
  return (last?.number ?? 0) + 1;
}

/** Messages of the last day with this address: each but the first few goes unconfirmed. */
function confirmedOf(tx: Tx, email: string, now: number): number {
  const [found] = tx
    .select({ written: count() })
    .from(contactMessages)
    .where(and(eq(contactMessages.email, email), gt(contactMessages.createdAt, now - DAY_MS)))
    .all();
  // The one that is being confirmed is among them.
  return (found?.written ?? 1) - 1;
}

function tripOf(tx: Tx, typed: string): string | null {
  const number = Number(typed.replace(/\D/g, ""));
  if (!number) return null;
  const [trip] = tx
    .select({ id: reservations.id })
    .from(reservations)
    .where(eq(reservations.number, number))
    .all();
  return trip?.id ?? null;
}
