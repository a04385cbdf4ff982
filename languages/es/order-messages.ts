import { countPhrase } from "../../src/notifications/words/count-phrase";
import type { OrderWords } from "../../src/notifications/words/message-words";

export default {
  joinDays: (days, last) => `${days} y ${last}`,
  everyDay: (time) => `Cada día a las ${time}`,
  mondayToFriday: (time) => `De lunes a viernes a las ${time}`,
  everyWeek: (days, time) => `Cada ${days} a las ${time}`,
  everyWeeks: (weeks, days, time) => `Cada ${weeks} semanas, ${days} a las ${time}`,
  until: (day) => `hasta el ${day}`,
  forTrips: (n) =>
    countPhrase("es", n, { one: `durante ${n} viaje`, other: `durante ${n} viajes` }),
  untilStopped: "sin fecha de fin",
  booked: (pattern, end) => ({
    subject: "Sus viajes repetidos están reservados",
    paragraphs: [
      `${pattern}, ${end}.`,
      "Estos viajes ya están reservados. Los posteriores se reservan cuatro semanas antes. Confirmamos cada uno de ellos y le decimos quién le lleva.",
    ],
  }),
  changed: (pattern, end) => ({
    subject: "Sus viajes repetidos han cambiado",
    paragraphs: [`${pattern}, ${end}.`],
  }),
  unchanged: (numbers) =>
    `Estas reservas quedan como estaban: ${numbers}. Cámbielas una a una o llámenos.`,
  cancelled: (numbers) => `Estas reservas están canceladas: ${numbers}.`,
  cancellationCosts: (fee) =>
    fee ? `La cancelación cuesta ${fee}.` : "La cancelación no cuesta nada.",
  ended: (pattern) => ({
    subject: "Sus viajes repetidos han terminado",
    paragraphs: [`No se reservan más viajes: ${pattern}.`],
  }),
  paused: (pattern) => ({
    subject: "Sus viajes repetidos están en pausa",
    paragraphs: [`No se reservan más viajes hasta que continúe: ${pattern}.`],
  }),
  bookedTripsUnaffected: "Los viajes ya reservados se realizan.",
  news: "Sobre sus viajes repetidos",
  newPrice: (from, before, now) =>
    `Nuestros precios cambian. Desde el ${from}, este viaje cuesta ${now} en lugar de ${before}. Cancelar no cuesta nada hasta que hayamos confirmado un viaje.`,
  clocksForward: (time) => `Los relojes se adelantan esa noche: su recogida es el ${time}.`,
  notBookable: (day) => `No pudimos reservarle un coche para el ${day}. Llámenos, por favor.`,
  seeRepeatingTrips: "Ver sus viajes repetidos",
} satisfies OrderWords;
