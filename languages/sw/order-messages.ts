import type { OrderWords } from "../../src/notifications/words/message-words";

export default {
  joinDays: (days, last) => `${days} na ${last}`,
  everyDay: (time) => `Kila siku saa ${time}`,
  mondayToFriday: (time) => `Jumatatu hadi Ijumaa saa ${time}`,
  everyWeek: (days, time) => `Kila ${days} saa ${time}`,
  everyWeeks: (weeks, days, time) => `Kila wiki ${weeks}, ${days} saa ${time}`,
  until: (day) => `hadi tarehe ${day}`,
  forTrips: (trips) => `kwa safari ${trips}`,
  untilStopped: "bila tarehe ya mwisho",
  booked: (pattern, end) => ({
    subject: "Safari zako zinazojirudia zimeagizwa",
    paragraphs: [
      `${pattern}, ${end}.`,
      "Safari hizi zimeagizwa sasa. Za baadaye huagizwa wiki nne kabla. Tunathibitisha kila moja, na kukuambia dereva wako ni nani.",
    ],
  }),
  changed: (pattern, end) => ({
    subject: "Safari zako zinazojirudia zimebadilishwa",
    paragraphs: [`${pattern}, ${end}.`],
  }),
  unchanged: (numbers) =>
    `Maagizo haya yanabaki yalivyokuwa: ${numbers}. Yabadilishe moja moja, au tupigie simu.`,
  cancelled: (numbers) => `Maagizo haya yameghairiwa: ${numbers}.`,
  cancellationCosts: (fee) => (fee ? `Ada ya kughairi: ${fee}.` : "Kughairi ni bure."),
  ended: (pattern) => ({
    subject: "Safari zako zinazojirudia zimekoma",
    paragraphs: [`Hakuna safari zaidi zinazoagizwa: ${pattern}.`],
  }),
  paused: (pattern) => ({
    subject: "Safari zako zinazojirudia zimesitishwa",
    paragraphs: [`Hakuna safari zaidi zinazoagizwa hadi uendelee: ${pattern}.`],
  }),
  bookedTripsUnaffected: "Safari ambazo tayari zimeagizwa zitafanyika.",
  news: "Kuhusu safari zako zinazojirudia",
  newPrice: (from, before, now) =>
    `Bei zetu zinabadilika. Kuanzia ${from}, bei ya safari hii ni ${now} badala ya ${before}. Kughairi ni bure hadi tutakapothibitisha safari.`,
  clocksForward: (time) => `Saa zinasogezwa mbele usiku huo: utachukuliwa ${time}.`,
  notBookable: (day) => `Hatukuweza kukuagizia gari tarehe ${day}. Tafadhali tupigie simu.`,
  seeRepeatingTrips: "Ona safari zako zinazojirudia",
} satisfies OrderWords;
