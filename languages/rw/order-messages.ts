import { countPhrase } from "../../src/notifications/words/count-phrase";
import type { OrderWords } from "../../src/notifications/words/message-words";

export default {
  joinDays: (days, last) => `${days} na ${last}`,
  everyDay: (time) => `Buri munsi saa ${time}`,
  mondayToFriday: (time) => `Kuwa mbere kugeza kuwa gatanu saa ${time}`,
  everyWeek: (days, time) => `Buri ${days} saa ${time}`,
  everyWeeks: (weeks, days, time) => `Buri byumweru ${weeks}, ${days} saa ${time}`,
  until: (day) => `kugeza ${day}`,
  forTrips: (n) => countPhrase("rw", n, { one: `urugendo ${n}`, other: `ingendo ${n}` }),
  untilStopped: "nta tariki yo kurangiriraho",
  booked: (pattern, end) => ({
    subject: "Ingendo zanyu zisubiramo zatumijwe",
    paragraphs: [
      `${pattern}, ${end}.`,
      "Izi ngendo zatumijwe ubu. Iza nyuma zitumizwa ibyumweru bine mbere. Twemeza buri rumwe, tukababwira uzabatwara.",
    ],
  }),
  changed: (pattern, end) => ({
    subject: "Ingendo zanyu zisubiramo zahinduwe",
    paragraphs: [`${pattern}, ${end}.`],
  }),
  unchanged: (numbers) =>
    `Ibi byatumijwe biguma uko byari: ${numbers}. Mubihindure kimwe kimwe, cyangwa muduhamagare.`,
  cancelled: (numbers) => `Izi ngendo zahagaritswe: ${numbers}.`,
  cancellationCosts: (fee) =>
    fee ? `Kuzihagarika byishyurwa ${fee}.` : "Kuzihagarika nta cyo byishyurwa.",
  ended: (pattern) => ({
    subject: "Ingendo zanyu zisubiramo zarangiye",
    paragraphs: [`Nta zindi ngendo zitumizwa: ${pattern}.`],
  }),
  paused: (pattern) => ({
    subject: "Ingendo zanyu zisubiramo zahagaze by’agateganyo",
    paragraphs: [`Nta zindi ngendo zitumizwa kugeza mukomeje: ${pattern}.`],
  }),
  bookedTripsUnaffected: "Ingendo zamaze gutumizwa zizaba.",
  news: "Ku ngendo zanyu zisubiramo",
  newPrice: (from, before, now) =>
    `Ibiciro byacu birahinduka. Guhera ${from}, uru rugendo rugura ${now} mu mwanya wa ${before}. Guhagarika urugendo ni ubuntu kugeza turwemeje.`,
  clocksForward: (time) => `Amasaha yigizwa imbere iryo joro: muzafatwa ${time}.`,
  notBookable: (day) => `Ntitwashoboye kubabonera imodoka ku itariki ya ${day}. Muduhamagare.`,
  seeRepeatingTrips: "Reba ingendo zanyu zisubiramo",
} satisfies OrderWords;
