import { countPhrase } from "../../src/notifications/words/count-phrase";
import type { OrderWords } from "../../src/notifications/words/message-words";

export default {
  joinDays: (days, last) => `${days} e ${last}`,
  everyDay: (time) => `Todos os dias às ${time}`,
  mondayToFriday: (time) => `De segunda a sexta-feira às ${time}`,
  everyWeek: (days, time) => `Cada ${days} às ${time}`,
  everyWeeks: (weeks, days, time) => `A cada ${weeks} semanas, ${days} às ${time}`,
  until: (day) => `até ${day}`,
  forTrips: (n) => countPhrase("pt", n, { one: `por ${n} viagem`, other: `por ${n} viagens` }),
  untilStopped: "sem data de fim",
  booked: (pattern, end) => ({
    subject: "As suas viagens regulares estão reservadas",
    paragraphs: [
      `${pattern}, ${end}.`,
      "Estas viagens já estão reservadas. As seguintes reservam-se com quatro semanas de antecedência. Confirmamos cada uma e dizemos-lhe quem é o motorista.",
    ],
  }),
  changed: (pattern, end) => ({
    subject: "As suas viagens regulares foram alteradas",
    paragraphs: [`${pattern}, ${end}.`],
  }),
  unchanged: (numbers) =>
    `Estas reservas ficam como estavam: ${numbers}. Altere-as uma a uma, ou ligue-nos.`,
  cancelled: (numbers) => `Estas reservas foram canceladas: ${numbers}.`,
  cancellationCosts: (fee) => (fee ? `O cancelamento custa ${fee}.` : "O cancelamento é grátis."),
  ended: (pattern) => ({
    subject: "As suas viagens regulares terminaram",
    paragraphs: [`Não se reservam mais viagens: ${pattern}.`],
  }),
  paused: (pattern) => ({
    subject: "As suas viagens regulares estão em pausa",
    paragraphs: [`Não se reservam mais viagens até continuar: ${pattern}.`],
  }),
  bookedTripsUnaffected: "As viagens já reservadas realizam-se.",
  news: "Sobre as suas viagens regulares",
  newPrice: (from, before, now) =>
    `Os nossos preços vão mudar. A partir de ${from}, esta viagem custa ${now} em vez de ${before}. O cancelamento é grátis até confirmarmos uma viagem.`,
  clocksForward: (time) => `Nessa noite os relógios avançam. A sua recolha: ${time}.`,
  notBookable: (day) => `Não conseguimos reservar um carro para ${day}. Ligue-nos.`,
  seeRepeatingTrips: "Ver as viagens regulares",
} satisfies OrderWords;
