import { eq, sql } from "drizzle-orm";
import { prepared } from "../../../db/prepared";
import { messageTexts, type StoredMessageText } from "../../../db/schema/notifications";
import type { Deps } from "../../deps";
import { momentText } from "../../settings/local-time";
import { formatMoney, minorAmount } from "../../settings/money-rules";
import { readOperator } from "../../settings/queries";
import {
  type OwnTemplate,
  type PreviewTemplate,
  type Template,
  TemplateId,
  type TemplatePreview,
} from "./template-contract";
import { smsPartCount, smsText } from "../sms-rules";
import { standardText, placeholdersOf, templates } from "./template-words";
import type { Message } from "../message";
import {
  bookingCancelled,
  bookingChanged,
  bookingConfirmed,
  bookingPriced,
  bookingReceived,
  driverArrived,
  driverAssigned,
  driverOnTheWay,
  priceRequested,
  type TripFacts,
  tripReceipt,
  tripReminder,
} from "../texts/trip-texts";
import type { Language } from "../../settings/languages/languages-contract";
import { wordsIn } from "../words/words";

const textsInLanguage = prepared((db) =>
  db
    .select()
    .from(messageTexts)
    .where(eq(messageTexts.language, sql.placeholder("language")))
    .prepare(),
);

/** Returns the owner's texts for messages in a language. */
export function ownTexts(
  deps: Pick<Deps, "db">,
  language: Language,
): Map<string, StoredMessageText> {
  const rows = textsInLanguage(deps.db).all({ language });
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns all messages in a language, each with the standard text and the owner's. */
export function readTemplates(deps: Deps, language: Language): Template[] {
  const own = ownTexts(deps, language);
  return TemplateId.options.map((id) => {
    const row = own.get(id);
    return {
      id,
      name: templates[id].name,
      placeholders: placeholdersOf(id),
      ours: standardText(id, wordsIn(language)),
      own: row ? { subject: row.subject, body: row.body, sms: row.sms } : null,
      version: row?.version ?? 0,
    };
  });
}

/** Returns one message in a language. */
export function readTemplate(deps: Deps, id: TemplateId, language: Language): Template {
  const template = readTemplates(deps, language).find((each) => each.id === id);
  if (!template) throw new Error(`Message ${id} does not exist.`);
  return template;
}

const driver = { firstName: "Eric", vehicle: "black Toyota Corolla", plate: "RAC 123 A" };

/** Creates each message from a trip. */
const sampleMessages: Record<
  TemplateId,
  (trip: TripFacts, total: string, before: string) => Message
> = {
  received: (trip) => bookingReceived(trip),
  price_requested: (trip) => priceRequested(trip),
  priced: bookingPriced,
  confirmed: bookingConfirmed,
  changed: bookingChanged,
  reminder: (trip) => tripReminder(trip, driver),
  assigned: (trip) => driverAssigned(trip, driver),
  on_the_way: (trip) => driverOnTheWay(trip, driver, "4821"),
  arrived: (trip) => driverArrived(trip, driver),
  cancelled_by_rider: (trip) => bookingCancelled(trip, { by: "rider", fee: null }),
  cancelled_by_us: (trip) => bookingCancelled(trip, { by: "us", fee: null }),
  missed: (trip, total) => tripReceipt(trip, { of: "missed", lines: [], total }),
  receipt: (trip, total) => tripReceipt(trip, { of: "driven", lines: [], total }),
  corrected: (trip, total, before) =>
    tripReceipt(trip, { of: "corrected", before, lines: [], total }),
};

/** Returns a message about an invented trip, as the server would send it now. */
export function previewTemplate(
  deps: Deps,
  id: TemplateId,
  { language, own }: PreviewTemplate,
): TemplatePreview {
  const { brand, timeZone, currency } = readOperator(deps);
  const { publicUrl } = deps.config;
  const money = (amount: number) => formatMoney(minorAmount(amount, currency), currency, language);
  const fare = money(12_000);
  const trip: TripFacts = {
    language,
    brand,
    url: `${publicUrl}/trips/0195d3e0-7a41-7c52-9f0e-3b1d2c4e5f60`,
    path: "/trips",
    number: 1042,
    pickupTime: momentText(deps.now() + 86_400_000, timeZone, language),
    pickup: "Hotel des Mille Collines",
    dropoff: "Kigali International Airport",
    fare,
    texts: new Map<string, OwnTemplate>(own ? [[id, own]] : []),
  };
  const { subject, text, sms: smsBody, push } = sampleMessages[id](trip, fare, money(14_500));
  const sms = smsText(smsBody);
  return {
    subject,
    text,
    sms,
    smsParts: smsPartCount(sms),
    push: push ? { title: push.title, body: push.body } : null,
  };
}
