import type { OrderWords } from "../../src/notifications/words/message-words";

export default {
  joinDays: (days, last) => `${days} and ${last}`,
  everyDay: (time) => `Every day at ${time}`,
  mondayToFriday: (time) => `Monday to Friday at ${time}`,
  everyWeek: (days, time) => `Every ${days} at ${time}`,
  everyWeeks: (weeks, days, time) => `Every ${weeks} weeks on ${days} at ${time}`,
  until: (day) => `until ${day}`,
  forTrips: (trips) => `for ${trips} trips`,
  untilStopped: "with no end date",
  booked: (pattern, end) => ({
    subject: "Your repeating trips are booked",
    paragraphs: [
      `${pattern}, ${end}.`,
      "The first trips are now booked. We book later trips four weeks ahead, confirm each one and tell you who is driving you.",
    ],
  }),
  changed: (pattern, end) => ({
    subject: "Your repeating trips have changed",
    paragraphs: [`${pattern}, ${end}.`],
  }),
  unchanged: (numbers) =>
    `These bookings have not changed: ${numbers}. You can change them one by one, or call us.`,
  cancelled: (numbers) => `These bookings are cancelled: ${numbers}.`,
  cancellationCosts: (fee) =>
    fee ? `The cancellation costs ${fee}.` : "The cancellation costs nothing.",
  ended: (pattern) => ({
    subject: "Your repeating trips have ended",
    paragraphs: [`We won’t book any more of these trips: ${pattern}.`],
  }),
  paused: (pattern) => ({
    subject: "Your repeating trips are paused",
    paragraphs: [`We won’t book any more of these trips until you resume them: ${pattern}.`],
  }),
  bookedTripsUnaffected: "Trips that are already booked will still take place.",
  news: "About your repeating trips",
  newPrice: (from, before, now) =>
    `Our prices are changing. From ${from}, this trip costs ${now} instead of ${before}. Cancelling costs nothing until we confirm a trip.`,
  clocksForward: (time) => `The clocks go forward that night: your pickup is at ${time}.`,
  notBookable: (day) => `We could not book a car for you on ${day}. Please call us.`,
  seeRepeatingTrips: "See your repeating trips",
} satisfies OrderWords;
