import { countPhrase } from "../../src/notifications/words/count-phrase";
import type { OrderWords } from "../../src/notifications/words/message-words";

export default {
  joinDays: (days, last) => `${days} und ${last}`,
  everyDay: (time) => `Jeden Tag um ${time}`,
  mondayToFriday: (time) => `Montag bis Freitag um ${time}`,
  everyWeek: (days, time) => `Jeden ${days} um ${time}`,
  everyWeeks: (weeks, days, time) => `Alle ${weeks} Wochen am ${days} um ${time}`,
  until: (day) => `bis ${day}`,
  forTrips: (n) => countPhrase("de", n, { one: `für ${n} Fahrt`, other: `für ${n} Fahrten` }),
  untilStopped: "ohne Enddatum",
  booked: (pattern, end) => ({
    subject: "Ihre regelmäßigen Fahrten sind gebucht",
    paragraphs: [
      `${pattern}, ${end}.`,
      "Diese Fahrten sind jetzt gebucht. Spätere werden vier Wochen vorher gebucht. Wir bestätigen jede davon und sagen Ihnen, wer Sie fährt.",
    ],
  }),
  changed: (pattern, end) => ({
    subject: "Ihre regelmäßigen Fahrten sind geändert",
    paragraphs: [`${pattern}, ${end}.`],
  }),
  unchanged: (numbers) =>
    `Diese Buchungen bleiben unverändert: ${numbers}. Ändern Sie sie einzeln oder rufen Sie uns an.`,
  cancelled: (numbers) => `Diese Buchungen sind storniert: ${numbers}.`,
  cancellationCosts: (fee) =>
    fee ? `Die Stornierung kostet ${fee}.` : "Die Stornierung kostet nichts.",
  ended: (pattern) => ({
    subject: "Ihre regelmäßigen Fahrten sind beendet",
    paragraphs: [`Es werden keine weiteren Fahrten gebucht: ${pattern}.`],
  }),
  paused: (pattern) => ({
    subject: "Ihre regelmäßigen Fahrten sind pausiert",
    paragraphs: [`Es werden keine weiteren Fahrten gebucht, bis Sie fortsetzen: ${pattern}.`],
  }),
  bookedTripsUnaffected: "Schon gebuchte Fahrten finden statt.",
  news: "Zu Ihren regelmäßigen Fahrten",
  newPrice: (from, before, now) =>
    `Unsere Preise ändern sich. Ab ${from} kostet diese Fahrt ${now} statt ${before}. Die Stornierung kostet nichts, bis wir eine Fahrt bestätigt haben.`,
  clocksForward: (time) => `In dieser Nacht werden die Uhren vorgestellt. Ihre Abholung: ${time}.`,
  notBookable: (day) =>
    `Wir konnten für den ${day} keinen Wagen für Sie buchen. Bitte rufen Sie uns an.`,
  seeRepeatingTrips: "Regelmäßige Fahrten ansehen",
} satisfies OrderWords;
