/** Who of a trip's people is told of it, by which contact and in which language. */
import { companies } from "../../../db/schema/companies";
import { riders } from "../../../db/schema/accounts";
import type { StoredTrip } from "../../../db/schema/reservations";
import { findRow } from "../../../db/rows";
import type { Db } from "../../../db/open";
import type { Tx } from "../../../db/writer";
import { fullName } from "../../accounts/name-rules";
import { isReachable } from "../../accounts/codes/code-actions";
import type { Contacts } from "../../notifications/choices/choice-rules";
import { CompanyContact } from "../../companies/contract";
import type { Deps } from "../../deps";
import type { Message } from "../../notifications/message";
import {
  passengerRecipient,
  queueMessage,
  queueRiderMessage,
  type Recipient,
} from "../../notifications/outbox";
import { ownTexts } from "../../notifications/templates/template-queries";
import type { TripFacts } from "../../notifications/texts/trip-texts";
import { wordsIn } from "../../notifications/words/words";
import type { Language } from "../../settings/languages/languages-contract";
import { momentText } from "../../settings/local-time";
import { formatMoney } from "../../settings/money-rules";
import { readOperator, spokenLanguage } from "../../settings/queries";
import { trackingUrl } from "../links/link-actions";
import { copyTopicOf, isForPassenger, isForRider, passengerContacts } from "../passenger-rules";

/**
 * Queues a message for everybody whom it concerns: the rider unless `quiet`, a passenger who is told
 * themselves, and contacts of the company that pays. `say` makes it of the facts as each may read them.
 */
export function notifyPeople(
  tx: Tx,
  deps: Deps,
  row: StoredTrip,
  say: (trip: TripFacts) => Message | null,
  quiet = false,
): void {
  const rider = row.riderId === null ? null : (findRow(tx, riders, { id: row.riderId }) ?? null);
  const to = passengerRecipientOf(tx, deps, row, rider);
  const name = rider ? fullName(rider) : "";
  const ridesAnother = to !== null || (name !== "" && name !== row.passengerName);
  const passenger = { name: row.passengerName, isTold: to !== null };
  const phone = ridesAnother ? null : row.passengerPhone;
  if (!quiet)
    queueRiderMessage(tx, deps, { riderId: row.riderId, phone }, (language) => {
      const facts = factsOf(deps, row, language);
      const message = say(ridesAnother ? { ...facts, passenger } : facts);
      return to === null || isForRider(message?.kind, row.driverNewsTo) ? message : null;
    });
  if (to && rider) {
    const language = spokenLanguage({ db: tx }, row.passengerLanguage ?? rider.language);
    const { path: _, ...facts } = factsOf(deps, row, language);
    // A name that would make a link of the message is none.
    const bookedBy = name && !/\S[.:/@]\S/.test(name) ? name : facts.brand;
    const url = trackingUrl(deps, tx, row.id);
    const places = { pickup: notLinked(facts.pickup), dropoff: notLinked(facts.dropoff) };
    const message = say({ ...facts, ...places, url: url ?? "", fare: "", bookedBy });
    if (message && isForPassenger(message.kind))
      queueMessage(tx, deps, { to, message, reservationId: row.id });
  }
  const company = row.companyId === null ? null : findRow(tx, companies, { id: row.companyId });
  const copied = CompanyContact.array()
    .parse(company?.contacts ?? [])
    .filter(({ email }) => email !== rider?.email && email !== to?.value);
  if (copied.length === 0) return;
  const { path: _, ...facts } = factsOf(deps, row, spokenLanguage({ db: tx }, undefined));
  const message = say({ ...facts, url: "", passenger: { ...passenger, isTold: true } });
  const topic = message && copyTopicOf(message.kind);
  for (const { email, gets } of copied)
    if (topic && gets.includes(topic))
      queueMessage(tx, deps, {
        to: { type: "email", value: email },
        message,
        reservationId: row.id,
      });
}

/** The name of a place as its rider typed it, so that no phone makes a link of it for somebody else. */
const notLinked = (name: string) => name.replace(/(?<=\S)[.:/@](?=\S)/g, "$& ");

/** Where the passenger is told of the ride; null where the rider hears of everything. */
export function passengerRecipientOf(
  db: Db,
  deps: Deps,
  row: StoredTrip,
  rider: Contacts | null,
): Recipient | null {
  const contacts = passengerContacts(row, rider);
  if (!contacts) return null;
  const { email, phone } = contacts;
  // Nobody has confirmed that the phone is theirs: it may be in a country that gets no text messages.
  const mayText = phone !== null && isReachable(deps, { type: "phone", value: phone });
  return passengerRecipient(db, deps, { email, phone: mayText ? phone : null });
}

/** The price of a trip in a language. */
export function fareText(row: StoredTrip, language: Language): string {
  return row.fareLines.length > 0
    ? formatMoney(row.fareMinor, row.currency, language)
    : wordsIn(language).onRequest;
}

/** What every message of a trip tells, in a language. */
export function factsOf(deps: Deps, row: StoredTrip, language: Language): TripFacts {
  return {
    language,
    brand: readOperator(deps).brand,
    url: `${deps.config.publicUrl}/trips/${row.id}`,
    path: `/trips/${row.id}`,
    number: row.number,
    pickupTime: row.willCall
      ? wordsIn(language).whenYouCall
      : momentText(row.pickupAt, row.timeZone, language),
    pickup: row.pickupName,
    dropoff: row.dropoffName,
    fare: fareText(row, language),
    texts: ownTexts(deps, language),
  };
}
