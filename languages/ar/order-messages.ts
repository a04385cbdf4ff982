import { countPhrase } from "../../src/notifications/words/count-phrase";
import type { OrderWords } from "../../src/notifications/words/message-words";

export default {
  joinDays: (days, last) => `${days.replaceAll(", ", "، ")} و${last}`,
  everyDay: (time) => `كل يوم، الساعة ${time}`,
  mondayToFriday: (time) => `من الاثنين إلى الجمعة، الساعة ${time}`,
  everyWeek: (days, time) => `أيام ${days}، الساعة ${time}`,
  everyWeeks: (n, days, time) => {
    const weeks = countPhrase("ar", n, {
      one: "كل أسبوع",
      two: "كل أسبوعين",
      few: `كل ${n} أسابيع`,
      many: `كل ${n} أسبوعا`,
      other: `كل ${n} أسبوع`,
    });
    return `${weeks}، أيام ${days}، الساعة ${time}`;
  },
  until: (day) => `حتى ${day}`,
  forTrips: (n) =>
    countPhrase("ar", n, {
      one: "لرحلة واحدة",
      two: "لرحلتين",
      few: `لـ ${n} رحلات`,
      other: `لـ ${n} رحلة`,
    }),
  untilStopped: "بلا تاريخ انتهاء",
  booked: (pattern, end) => ({
    subject: "تم حجز رحلاتك المتكررة",
    paragraphs: [
      `${pattern}، ${end}.`,
      "هذه الرحلات محجوزة الآن. أما ما بعدها فيحجز قبل موعده بأربعة أسابيع. نؤكد كلا منها ونخبرك باسم سائقك.",
    ],
  }),
  changed: (pattern, end) => ({
    subject: "تم تغيير رحلاتك المتكررة",
    paragraphs: [`${pattern}، ${end}.`],
  }),
  unchanged: (numbers) =>
    `تبقى هذه الحجوزات كما كانت: ${numbers}. يمكنك تغييرها واحدا واحدا، أو الاتصال بنا.`,
  cancelled: (numbers) => `تم إلغاء هذه الحجوزات: ${numbers}.`,
  cancellationCosts: (fee) => (fee ? `رسوم الإلغاء: ${fee}.` : "الإلغاء بلا رسوم."),
  ended: (pattern) => ({
    subject: "انتهت رحلاتك المتكررة",
    paragraphs: [`لن تحجز رحلات أخرى: ${pattern}.`],
  }),
  paused: (pattern) => ({
    subject: "رحلاتك المتكررة متوقفة مؤقتا",
    paragraphs: [`لن تحجز رحلات أخرى حتى تستأنفها: ${pattern}.`],
  }),
  bookedTripsUnaffected: "الرحلات المحجوزة بالفعل تتم في موعدها.",
  news: "بشأن رحلاتك المتكررة",
  newPrice: (from, before, now) =>
    `أسعارنا تتغير. ابتداء من ${from}، يصبح سعر هذه الرحلة ${now} بدلا من ${before}. الإلغاء بلا رسوم حتى نؤكد الرحلة.`,
  clocksForward: (time) => `تقدم الساعة تلك الليلة: موعد انطلاقك ${time}.`,
  notBookable: (day) => `لم نتمكن من حجز سيارة لك يوم ${day}. يرجى الاتصال بنا.`,
  seeRepeatingTrips: "عرض رحلاتك المتكررة",
} satisfies OrderWords;
