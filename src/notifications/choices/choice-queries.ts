import { and, asc, desc, eq, sql } from "drizzle-orm";
import { riders } from "../../../db/schema/accounts";
import { drivers } from "../../../db/schema/drivers";
import { notificationChoices, quietHours, riderConsents } from "../../../db/schema/notifications";
import type { Db } from "../../../db/open";
import { prepared } from "../../../db/prepared";
import type { Deps } from "../../deps";
import {
  type Consents,
  ConsentKind,
  MessageTopic,
  type NotificationChoices,
} from "./choice-contract";
import { resolveLanguage } from "../../settings/queries";
import { phonesOf } from "../push/push-queries";
import type { Language } from "../../settings/languages/languages-contract";
import {
  type ChosenNotification,
  clockTimeOf,
  CONSENT_VERSION,
  consentText,
  type Contacts,
  isWanted,
  type QuietSpan,
} from "./choice-rules";
import { iso } from "../../formats/instants";

const languageById = prepared((db) =>
  db
    .select({ language: riders.language })
    .from(riders)
    .where(eq(riders.id, sql.placeholder("id")))
    .prepare(),
);

/** Returns the language of messages to a rider, or undefined if the rider doesn't exist. */
export function languageOf(db: Db, riderId: string): Language | undefined {
  return languageById(db).get({ id: riderId })?.language;
}

const driverLanguageById = prepared((db) =>
  db
    .select({ language: drivers.language })
    .from(drivers)
    .where(eq(drivers.id, sql.placeholder("id")))
    .prepare(),
);

/** Returns the language of messages to a driver: the one they chose if it is offered, else the main one. */
export function driverLanguage(db: Db, driverId: string): Language {
  return resolveLanguage(
    { db },
    driverLanguageById(db).get({ id: driverId })?.language ?? undefined,
  );
}

/** The facts that decide the channels of a message to a rider. */
export type ContactFacts = {
  contacts: Contacts;
  chosen: ChosenNotification[];
  quiet: QuietSpan | null;
  smsAllowed: boolean;
  language: Language;
};

const contactsAndQuietHours = prepared((db) =>
  db
    .select({
      email: riders.email,
      phone: riders.phone,
      language: riders.language,
      fromMinute: quietHours.fromMinute,
      untilMinute: quietHours.untilMinute,
    })
    .from(riders)
    .leftJoin(quietHours, eq(quietHours.riderId, riders.id))
    .where(eq(riders.id, sql.placeholder("id")))
    .prepare(),
);

const choicesOf = prepared((db) =>
  db
    .select({
      topic: notificationChoices.topic,
      channel: notificationChoices.channel,
      wanted: notificationChoices.wanted,
    })
    .from(notificationChoices)
    .where(eq(notificationChoices.riderId, sql.placeholder("id")))
    .prepare(),
);

const newestConsent = prepared((db) =>
  db
    .select()
    .from(riderConsents)
    .where(
      and(
        eq(riderConsents.riderId, sql.placeholder("id")),
        eq(riderConsents.kind, sql.placeholder("kind")),
      ),
    )
    .orderBy(desc(riderConsents.givenAt), desc(riderConsents.id))
    .limit(1)
    .prepare(),
);

/** Returns a rider's contacts and choices of channels, or null if the rider doesn't exist. */
export function contactFactsOf(db: Db, riderId: string): ContactFacts | null {
  const row = contactsAndQuietHours(db).get({ id: riderId });
  if (!row) return null;
  const { email, phone, language, fromMinute, untilMinute } = row;
  return {
    language,
    contacts: { email, phone },
    chosen: choicesOf(db).all({ id: riderId }),
    quiet: fromMinute === null || untilMinute === null ? null : { fromMinute, untilMinute },
    smsAllowed: isConsentGiven(db, riderId, "sms"),
  };
}

/**
 * Tells whether a consent is in force. Signing in gives both consents, also for riders from before consents were
 * recorded.
 */
export function isConsentGiven(db: Db, riderId: string, kind: ConsentKind): boolean {
  return newestConsent(db).get({ id: riderId, kind })?.given ?? true;
}

/** Returns a rider's choices as the rider sees them. */
export function readChoices(deps: Deps, riderId: string): NotificationChoices | null {
  const rider = contactFactsOf(deps.db, riderId);
  if (!rider) return null;
  const { contacts, chosen, quiet, smsAllowed } = rider;
  return {
    topics: MessageTopic.options.map((topic) => ({
      topic,
      email: isWanted(chosen, topic, "email", contacts),
      sms: isWanted(chosen, topic, "sms", contacts),
      push: isWanted(chosen, topic, "push", contacts),
    })),
    quiet: quiet && { from: clockTimeOf(quiet.fromMinute), until: clockTimeOf(quiet.untilMinute) },
    reach: {
      email: contacts.email,
      sms: contacts.phone,
      push: phonesOf(deps.db, "rider", riderId, deps.now()).length > 0,
    },
    smsAllowed,
  };
}

/** Returns the current state of both consents. */
export function readConsents(deps: Deps, riderId: string): Consents {
  return {
    consents: ConsentKind.options.map((kind) => {
      const row = newestConsent(deps.db).get({ id: riderId, kind });
      const textVersion = row?.textVersion ?? CONSENT_VERSION;
      return {
        kind,
        given: row?.given ?? true,
        at: row ? iso(row.givenAt) : null,
        textVersion,
        text: consentText(kind, textVersion),
      };
    }),
  };
}

/** Returns all consents that a rider ever gave or withdrew, oldest first. */
export function consentHistory(db: Db, riderId: string) {
  return db
    .select()
    .from(riderConsents)
    .where(eq(riderConsents.riderId, riderId))
    .orderBy(asc(riderConsents.givenAt), asc(riderConsents.id))
    .all()
    .map((row) => ({ ...row, text: consentText(row.kind, row.textVersion) }));
}
