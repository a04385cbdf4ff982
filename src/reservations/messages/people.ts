/** Decides which people of a trip are notified, at which contact and in which language. */
import type { StoredTrip } from "../../../db/schema/reservations";
import type { Tx } from "../../../db/writer";
import type { Deps } from "../../deps";
import type { Message } from "../../notifications/message";
import type { TripFacts } from "../../notifications/texts/trip-texts";
import { ensureTrackingUrl } from "../links/link-actions";
import { findRow } from "../../../db/rows";
import { companies } from "../../../db/schema/companies";
import { riders } from "../../../db/schema/accounts";
import type { Db } from "../../../db/open";
import { fullName } from "../../accounts/name-rules";
import { isReachable } from "../../accounts/codes/code-actions";
import type { Contacts } from "../../notifications/choices/choice-rules";
import { CompanyContact } from "../../companies/contract";
import {
  passengerRecipient,
  queueMessage,
  queueRiderMessage,
  type Recipient,
} from "../../notifications/outbox";
import { resolveLanguage } from "../../settings/queries";
import {
  copyTopicOf,
  isForPassenger,
  isForRider,
  withoutAutoLinks,
  passengerContacts,
} from "../passenger-rules";
import { factsOf } from "./message-facts";

const CompanyContacts = CompanyContact.array();

/**
 * Queues a message for everybody concerned: the rider unless `skipsRider`, a passenger who gets messages, and contacts
 * of the paying company. `messageFor` builds it from the facts that each of them may see.
 */
export function notifyPeople(
  tx: Tx,
  deps: Deps,
  row: StoredTrip,
  messageFor: (trip: TripFacts) => Message | null,
  skipsRider = false,
): void {
  const rider = row.riderId === null ? null : (findRow(tx, riders, { id: row.riderId }) ?? null);
  const to = passengerRecipientOf(tx, deps, row, rider);
  const name = rider ? fullName(rider) : "";
  const isForOtherPassenger = to !== null || (name !== "" && name !== row.passengerName);
  const passenger = { name: row.passengerName, isNotified: to !== null };
  const phone = isForOtherPassenger ? null : row.passengerPhone;
  if (!skipsRider)
    queueRiderMessage(tx, deps, { riderId: row.riderId, phone }, (language) => {
      const facts = factsOf(deps, row, language);
      const message = messageFor(isForOtherPassenger ? { ...facts, passenger } : facts);
      return to === null || isForRider(message?.kind, row.driverNewsTo) ? message : null;
    });
  if (to && rider) {
    const language = resolveLanguage({ db: tx }, row.passengerLanguage ?? rider.language);
    const { path: _, ...facts } = factsOf(deps, row, language);
    // A name that a phone would turn into a link is replaced by the brand.
    const bookedBy = name && !/\S[.:/@]\S/.test(name) ? name : facts.brand;
    const url = ensureTrackingUrl(deps, tx, row.id);
    const places = {
      pickup: withoutAutoLinks(facts.pickup),
      dropoff: withoutAutoLinks(facts.dropoff),
    };
    const message = messageFor({ ...facts, ...places, url: url ?? "", fare: "", bookedBy });
    if (message && isForPassenger(message.kind))
      queueMessage(tx, deps, { to, message, reservationId: row.id });
  }
  if (row.companyId === null) return;
  const copiedContacts = CompanyContacts.parse(
    findRow(tx, companies, { id: row.companyId })?.contacts ?? [],
  ).filter(({ email }) => email !== rider?.email && email !== to?.value);
  if (copiedContacts.length === 0) return;
  const { path: _, ...facts } = factsOf(deps, row, resolveLanguage({ db: tx }, undefined));
  const message = messageFor({ ...facts, url: "", passenger: { ...passenger, isNotified: true } });
  const topic = message && copyTopicOf(message.kind);
  for (const { email, gets } of copiedContacts)
    if (topic && gets.includes(topic))
      queueMessage(tx, deps, {
        to: { type: "email", value: email },
        message,
        reservationId: row.id,
      });
}

/** Returns the contact for messages to the passenger. Null if the rider gets all of them. */
export function passengerRecipientOf(
  db: Db,
  deps: Deps,
  row: StoredTrip,
  rider: Contacts | null,
): Recipient | null {
  const contacts = passengerContacts(row, rider);
  if (!contacts) return null;
  const { email, phone } = contacts;
  // Nobody has confirmed the passenger's phone. It may be in a country to which no text messages are sent.
  const canSendSms = phone !== null && isReachable(deps, { type: "phone", value: phone });
  return passengerRecipient(db, deps, { email, phone: canSendSms ? phone : null });
}
