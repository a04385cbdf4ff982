import { countPhrase } from "../../src/notifications/words/count-phrase";
import type { OrderWords } from "../../src/notifications/words/message-words";

export default {
  joinDays: (days, last) => `${days} et ${last}`,
  everyDay: (time) => `Chaque jour à ${time}`,
  mondayToFriday: (time) => `Du lundi au vendredi à ${time}`,
  everyWeek: (days, time) => `Chaque ${days} à ${time}`,
  everyWeeks: (weeks, days, time) => `Toutes les ${weeks} semaines, ${days} à ${time}`,
  until: (day) => `jusqu’au ${day}`,
  forTrips: (n) => countPhrase("fr", n, { one: `pour ${n} trajet`, other: `pour ${n} trajets` }),
  untilStopped: "sans date de fin",
  booked: (pattern, end) => ({
    subject: "Vos trajets répétés sont réservés",
    paragraphs: [
      `${pattern}, ${end}.`,
      "Ces trajets sont réservés dès maintenant. Les suivants le sont quatre semaines à l’avance. Nous confirmons chacun d’eux et vous indiquons qui vous conduit.",
    ],
  }),
  changed: (pattern, end) => ({
    subject: "Vos trajets répétés sont modifiés",
    paragraphs: [`${pattern}, ${end}.`],
  }),
  unchanged: (numbers) =>
    `Ces réservations restent inchangées : ${numbers}. Modifiez-les une par une, ou appelez-nous.`,
  cancelled: (numbers) => `Ces réservations sont annulées : ${numbers}.`,
  cancellationCosts: (fee) => (fee ? `Frais d’annulation : ${fee}.` : "L’annulation est gratuite."),
  ended: (pattern) => ({
    subject: "Vos trajets répétés ont pris fin",
    paragraphs: [`Plus aucun trajet n’est réservé : ${pattern}.`],
  }),
  paused: (pattern) => ({
    subject: "Vos trajets répétés sont en pause",
    paragraphs: [`Plus aucun trajet n’est réservé avant que vous ne repreniez : ${pattern}.`],
  }),
  bookedTripsUnaffected: "Les trajets déjà réservés ont lieu.",
  news: "À propos de vos trajets répétés",
  newPrice: (from, before, now) =>
    `Nos prix changent. Dès le ${from}, le prix de ce trajet est de ${now} au lieu de ${before}. L’annulation est gratuite tant que nous n’avons pas confirmé un trajet.`,
  clocksForward: (time) =>
    `Les horloges avancent cette nuit-là : votre prise en charge a lieu le ${time}.`,
  notBookable: (day) =>
    `Nous n’avons pas pu réserver de voiture pour vous le ${day}. Veuillez nous appeler.`,
  seeRepeatingTrips: "Voir vos trajets répétés",
} satisfies OrderWords;
