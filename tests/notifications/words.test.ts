/** Every message to riders is complete in each language, with its facts. */
import { describe, expect, test } from "bun:test";
import {
  accountsMerged,
  codeMessage,
  companyInvitation,
  contactChangeRequested,
  contactChangeDone,
  contactRemoved,
  identityLinked,
  identityUnlinked,
  itemFound,
  linkMessage,
} from "../../src/notifications/texts/account-texts";
import { quoteAccepted, quoteAnswered, quoteSent } from "../../src/notifications/texts/quote-texts";
import { countPhrase } from "../../src/notifications/words/count-phrase";
import {
  orderBooked,
  orderChanged,
  type OrderFacts,
  orderNewsMessage,
  orderStopped,
} from "../../src/notifications/texts/order-texts";
import { nonGsmCharacters, smsText } from "../../src/notifications/sms-rules";
import type { Message } from "../../src/notifications/message";
import {
  cardCharged,
  tripPayLink,
  tripRefunded,
} from "../../src/notifications/texts/payment-texts";
import {
  bookingCancelled,
  bookingChanged,
  bookingConfirmed,
  bookingPriced,
  bookingReceived,
  bookingSplit,
  driverArrived,
  driverAssigned,
  driverOnTheWay,
  newTripMessage,
  priceRequested,
  type TripFacts,
  tripReceipt,
  tripReminder,
} from "../../src/notifications/texts/trip-texts";
import type { MessageWords } from "../../src/notifications/words/message-words";
import type { LanguageFacts } from "../../src/settings/languages/language-facts-contract";
import {
  type Language,
  languageCodes,
  languages as directions,
} from "../../src/settings/languages/languages-contract";
import { wordsIn } from "../../src/notifications/words/words";
import { formatMoney } from "../../src/settings/money-rules";
import {
  dayPhrase,
  endPhrase,
  patternPhrase,
} from "../../src/reservations/standing-orders/order-phrases";
import { momentText } from "../../src/settings/local-time";

const languages = languageCodes;
const email = { type: "email", value: "rider@example.com" } as const;
const phone = { type: "phone", value: "+250788123456" } as const;
const driver = { firstName: "Eric", vehicle: "black Audi A6", plate: "RAB 123 C" };
const pickupAt = Date.UTC(2026, 10, 20, 12, 30);

const tripFactsIn = (language: Language): TripFacts => ({
  language,
  brand: "Livery",
  url: "https://rides.example/trips/1",
  path: "/trips/1",
  number: 1001,
  pickupTime: momentText(pickupAt, "Africa/Kigali", language),
  pickup: "Kigali Airport",
  dropoff: "Marriott",
  fare: formatMoney(12_000, "RWF", language),
});

const orderFactsIn = (language: Language): OrderFacts => ({
  language,
  brand: "Livery",
  url: "https://rides.example/trips/repeating/1",
  pattern: patternPhrase(language, { weekdays: [1, 5], everyWeeks: 1, pickupTime: "07:30" }),
  end: endPhrase(language, { kind: "on", day: "2026-12-18" }),
  pickup: "Kigali Airport",
  dropoff: "Marriott",
});

/** Returns the messages about repeating trips, with every part they can have. */
function orderMessagesIn(language: Language): [Message, string[]][] {
  const order = orderFactsIn(language);
  const time = momentText(pickupAt, "Africa/Kigali", language);
  const fee = formatMoney(3_000, "RWF", language);
  const fare = formatMoney(12_000, "RWF", language);
  const day = dayPhrase(language, "2026-12-21");
  const facts = ["Kigali Airport", "Marriott", order.url, "Livery"];
  const pattern = [...facts, order.pattern, "07:30"];
  const whole = [...pattern, order.end];
  const trips = [{ time, fare }];
  const quiet = { unchanged: [], cancelled: [], fee: null };
  const silent = { moved: [], notBookable: [], newPrice: null };
  const newPrice = { from: time, before: fee, now: fare };
  return [
    [orderBooked(order, trips), whole],
    [orderChanged(order, trips, quiet), whole],
    [
      orderChanged(order, trips, { unchanged: [1001, 1002], cancelled: [1003, 1004], fee }),
      [...whole, "1001, 1002", "1003, 1004", fee],
    ],
    [orderStopped(order, { state: "ended", cancelled: [], fee: null }), pattern],
    [orderStopped(order, { state: "paused", cancelled: [], fee: null }), pattern],
    [
      orderStopped(order, { state: "ended", cancelled: [1001, 1002], fee: null }),
      [...pattern, "1001, 1002"],
    ],
    [orderStopped(order, { state: "paused", cancelled: [1001], fee }), [...pattern, "1001", fee]],
    [orderNewsMessage(order, { ...silent, newPrice }), [...facts, time, fee, fare]],
    [orderNewsMessage(order, { ...silent, moved: [time] }), [...facts, time]],
    [orderNewsMessage(order, { ...silent, notBookable: [day] }), [...facts, day]],
  ];
}

function quoteMessagesIn(language: Language): [Message, string[]][] {
  const quote = { language, brand: "Livery", number: 1001, url: "https://rides.example/quote/x" };
  const amount = formatMoney(12_000, "RWF", language);
  const until = momentText(pickupAt, "Africa/Kigali", language);
  const facts = ["1001", quote.url, "Livery"];
  const sent = { ...quote, amount, until, text: "" };
  const accepted = { ...quote, amount, terms: "48 h", ask: null };
  return [
    [quoteSent({ ...sent, isRevised: false }), [...facts, amount, until]],
    [quoteSent({ ...sent, isRevised: true }), [...facts, amount, until]],
    [quoteAnswered({ ...quote, text: "48 h" }), facts],
    [quoteAccepted(accepted), [...facts, amount]],
    [
      quoteAccepted({ ...accepted, ask: { amount, until, isHold: false } }),
      [...facts, amount, until],
    ],
  ];
}

/** Returns each message with the facts that it must contain. */
function messagesIn(language: Language): [Message, string[]][] {
  const trip = tripFactsIn(language);
  const facts = { language, brand: "Livery" };
  const way = [trip.pickupTime, "Kigali Airport", "Marriott", trip.url, "Livery"];
  const crew = [...way, driver.firstName, driver.vehicle, driver.plate];
  const back = { number: 1002, pickupTime: trip.pickupTime, fare: trip.fare };
  const bill = { lines: [["Line", trip.fare]] as [string, string][], total: trip.fare };
  const codePurposes = ["sign_in", "contact", "confirm"] as const;
  const paid = { ...facts, number: 1001, amount: trip.fare, url: trip.url };
  const linkKinds = ["payLink", "holdLink", "moreHoldLink"] as const;
  return [
    ...linkKinds.map((ask): [Message, string[]] => [
      tripPayLink({ ...paid, linkKind: ask }),
      ["1001", trip.fare, trip.url, "Livery"],
    ]),
    [cardCharged({ ...paid, last4: "4242" }), ["1001", trip.fare, "4242", "Livery"]],
    [
      tripRefunded({ ...paid, paid: back.fare, receiptOf: null }),
      ["1001", trip.fare, back.fare, "Livery"],
    ],
    ...codePurposes.map((purpose): [Message, string[]] => [
      codeMessage({
        ...facts,
        origin: "https://rides.example",
        code: "123456",
        to: email,
        validMinutes: 5,
        purpose,
      }),
      ["123456", "5", "Livery"],
    ]),
    ...codePurposes.map((purpose): [Message, string[]] => [
      linkMessage({
        ...facts,
        url: "https://rides.example/l",
        to: email,
        validMinutes: 30,
        purpose,
      }),
      ["https://rides.example/l", "30", "Livery"],
    ]),
    ...[email, phone].flatMap((to): [Message, string[]][] => [
      [contactChangeRequested({ ...facts, to }), ["Livery"]],
      [contactChangeDone({ ...facts, to }), ["Livery"]],
      [contactRemoved({ ...facts, to }), ["Livery"]],
      [
        accountsMerged({ ...facts, to, maskedContacts: ["j…@example.com"] }),
        ["Livery", "j…@example.com"],
      ],
    ]),
    [
      companyInvitation({ ...facts, company: "Acme", url: "https://rides.example/booking" }),
      ["Acme", "https://rides.example/booking"],
    ],
    [identityLinked({ ...facts, provider: "Google" }), ["Google", "Livery"]],
    [identityUnlinked({ ...facts, provider: "Google" }), ["Google", "Livery"]],
    ...(["collect", "deliver", "post"] as const).map((wish): [Message, string[]] => [
      itemFound({
        ...facts,
        what: "umbrella",
        number: 7,
        wish,
        phone: phone.value,
        url: "https://rides.example/trips/lost",
      }),
      ["umbrella", "7", phone.value, "https://rides.example/trips/lost"],
    ]),
    [bookingReceived(trip), way],
    [bookingReceived(trip, back), [...way, "1002"]],
    [bookingReceived(trip, { ...back, pickupTime: null }), [...way, "1002"]],
    [priceRequested(trip, back), [...way, "1002"]],
    [bookingPriced(trip), [...way, trip.fare]],
    ...quoteMessagesIn(language),
    [bookingConfirmed(trip), way],
    [bookingChanged(trip), way],
    [
      bookingSplit(trip, [
        { number: 1001, passengers: 2, fare: trip.fare },
        { number: 1002, passengers: 1, fare: formatMoney(7_000, "RWF", language) },
      ]),
      [...way, "1001", "1002", trip.fare, formatMoney(7_000, "RWF", language)],
    ],
    [tripReminder(trip, null), way],
    [tripReminder(trip, driver), way],
    [driverAssigned(trip, driver), crew],
    [driverOnTheWay(trip, driver, "4711"), [...crew, "4711"]],
    [driverArrived(trip, driver), crew],
    [bookingCancelled(trip, { by: "rider", fee: null }), way],
    [bookingCancelled(trip, { by: "us", fee: trip.fare, reason: "Flood" }), [...way, "Flood"]],
    [tripReceipt(trip, { ...bill, of: "driven" }), [...way, trip.fare]],
    [tripReceipt(trip, { ...bill, of: "missed" }), [...way, trip.fare]],
    [
      tripReceipt(trip, { ...bill, of: "corrected", before: formatMoney(9_100, "RWF", language) }),
      [...way, trip.fare, formatMoney(9_100, "RWF", language)],
    ],
    [
      newTripMessage({
        ...facts,
        number: 1001,
        from: "Eric",
        text: "Here",
        url: trip.url,
        path: "/",
      }),
      ["Eric", "1001", "Here", trip.url],
    ],
    ...orderMessagesIn(language),
  ];
}

describe.each(languages)("messages in %s", (language) => {
  const messages = messagesIn(language);
  test.each(messages.map(([message, facts]) => [message.kind, message, facts] as const))(
    "%s is complete and contains its facts",
    (_, message, facts) => {
      const forms = [message.subject, message.text, message.html, message.sms];
      for (const form of forms) {
        expect(form.trim()).not.toBe("");
        expect(form).not.toMatch(/undefined|null|NaN|\$\{|\[object|\{\w+\}| {2,}\S*\$/);
      }
      for (const fact of facts) {
        expect(message.text).toContain(fact);
        expect(message.html).toContain(Bun.escapeHTML(fact));
        expect(message.sms).toContain(fact);
      }
      const dir = directions[language].dir ? ' dir="rtl"' : "";
      expect(message.html).toStartWith(`<!doctype html><html lang="${language}"${dir}>`);
      expect(message.html).not.toMatch(/<img|url\(|<link|<script/);
      expect(message.subject).not.toContain("\n");
    },
  );
});

test("every message is translated, in subject and SMS", () => {
  const english = messagesIn("en");
  for (const language of languages.filter((each) => each !== "en"))
    for (const [at, [message]] of messagesIn(language).entries()) {
      expect([language, message.kind, message.subject]).not.toEqual([
        language,
        message.kind,
        english[at]?.[0].subject ?? "",
      ]);
      expect(message.sms).not.toBe(english[at]?.[0].sms ?? "");
    }
});

test("messages about repeating trips contain no English words in other languages", () => {
  // Whole words of the English texts that occur in no other language.
  const english =
    /\b(your|the|these|trips?|repeating|booked|bookings|every|until|and|from|instead|cancel|cancelled|cancelling|cancellation|costs?|prices?|call|week\w*|monday|friday|december)\b/i;
  for (const language of languages)
    for (const [message] of orderMessagesIn(language)) {
      const messageText = [message.subject, message.text, message.sms]
        .join("\n")
        .replaceAll("https://rides.example/trips/repeating/1", "");
      expect([language, message.kind, messageText, english.test(messageText)]).toEqual([
        language,
        message.kind,
        messageText,
        language === "en",
      ]);
    }
});

test("the message about a repeating trip lists the time and price of each trip", () => {
  for (const language of languages) {
    const time = momentText(pickupAt, "Africa/Kigali", language);
    const fare = formatMoney(12_000, "RWF", language);
    expect(orderBooked(orderFactsIn(language), [{ time, fare }]).text).toContain(
      `${time}: ${fare}`,
    );
  }
});

/** Returns every text of a catalogue with its path. A function's text is its result for marked arguments. */
function leaves(of: unknown, path = ""): [string, string][] {
  if (typeof of === "string") return [[path, of]];
  if (typeof of === "function") {
    const given: unknown = of(...Array.from({ length: of.length }, (_, at) => `‹${at}›`));
    return leaves(given, `${path}()`);
  }
  return Object.entries(of as object).flatMap(([name, value]) => leaves(value, `${path}.${name}`));
}

test("every translated text uses the same arguments as the English one", () => {
  const marks = (words: MessageWords) =>
    new Map(
      leaves(words)
        .filter(([path]) => !path.startsWith(".receiptFile.lines"))
        .map(([path, text]) => [path, new Set(text.match(/‹\d›/g) ?? [])]),
    );
  const english = marks(wordsIn("en"));
  for (const language of languages) {
    const own = marks(wordsIn(language));
    expect([...own.keys()].sort()).toEqual([...english.keys()].sort());
    for (const [path, used] of english)
      expect([language, path, [...(own.get(path) ?? [])].sort()]).toEqual([
        language,
        path,
        [...used].sort(),
      ]);
  }
});

test("countPhrase chooses singular and plural by the rules of each language", () => {
  const forms = { one: "one", other: "other" };
  const someLanguages = ["fr", "es", "rw"] as const;
  expect(someLanguages.map((of) => countPhrase(of, 1, forms))).toEqual(["one", "one", "one"]);
  expect(someLanguages.map((of) => countPhrase(of, 5, forms))).toEqual(["other", "other", "other"]);
  expect(countPhrase("fr", 0, forms)).toBe("one");
  const six = { ...forms, two: "two", few: "few" };
  expect([0, 1, 2, 7, 11].map((n) => countPhrase("ar", n, six))).toEqual([
    "other",
    "one",
    "two",
    "few",
    "other",
  ]);
});

test("momentText and formatMoney follow each language, in the operator's time zone", () => {
  const ours = ["en", "fr", "es", "rw", "de", "pt", "ar", "sw"] as const;
  expect(ours.map((of) => momentText(pickupAt, "Africa/Kigali", of))).toEqual([
    "Fri 20 Nov 2026, 14:30",
    "ven. 20 nov. 2026, 14:30",
    "vie 20 nov 2026, 14:30",
    "Kuwa gatanu 20 Ugushyingo 2026, 14:30",
    "Fr. 20. Nov. 2026, 14:30",
    "sex. 20 nov. 2026, 14:30",
    "الجمعة 20 نوفمبر 2026، 14:30",
    "Ijumaa 20 Nov 2026, 14:30",
  ]);
  expect(ours.map((of) => formatMoney(-1_234_550, "USD", of))).toEqual([
    "-USD 12,345.50",
    "-12\u00a0345,50\u00a0USD",
    "-12.345,50\u00a0USD",
    "-USD 12.345,50",
    "-12.345,50\u00a0USD",
    "-12.345,50\u00a0USD",
    "-USD 12,345.50",
    "-USD 12,345.50",
  ]);
});

describe("the GSM 03.38 alphabet, with 160 characters in one part of an SMS", () => {
  // Languages in other scripts are outside this alphabet entirely.
  const within = languages.filter((code) => new Intl.Locale(code).maximize().script === "Latn");
  const lettersOf = async (code: Language) => {
    const { default: facts } = await import(`../../languages/${code}/language.ts`);
    return (facts as LanguageFacts).smsLetters ?? "";
  };
  test.each(within)("covers all messages in %s", async (language) => {
    const letters = await lettersOf(language);
    const found = [...messagesIn(language), ...orderMessagesIn(language)].flatMap(([message]) =>
      nonGsmCharacters(smsText(message.sms))
        .filter((sign) => !letters.includes(sign))
        .map((sign) => `${sign} in ${message.kind}: ${message.sms}`),
    );
    expect(found).toEqual([]);
  });

  test.each(within)("covers a time in any month and an amount of money in %s", async (language) => {
    const months = Array.from({ length: 12 }, (_, month) =>
      momentText(Date.UTC(2026, month, 4, 12), "Africa/Kigali", language),
    );
    const sums = ["RWF", "EUR", "USD", "GBP"].map((code) =>
      formatMoney(-1_234_567, code, language),
    );
    const letters = await lettersOf(language);
    const found = nonGsmCharacters(smsText([...months, ...sums].join("\n")));
    expect(found.filter((sign) => !letters.includes(sign))).toEqual([]);
  });

  test.each([
    ["L’annulation est gratuite\u00a0: 12\u202f000 RWF", "L'annulation est gratuite : 12 000 RWF"],
    ["“Terminal 5” – Gate 2… 3 × 4", '"Terminal 5" - Gate 2... 3 x 4'],
    ["mar. 4 août 2026", "mar. 4 aout 2026"],
    // names keep their letters, even if the SMS costs more
    ["Benoît Lefrançois, Rue de l’Hôtel", "Benoît Lefrançois, Rue de l'Hôtel"],
    ["Σπύρος 王小明 Ṣọlá", "Σπύρος 王小明 Ṣọlá"],
  ])("%s is sent as %s", (written, sent) => {
    expect(smsText(written)).toBe(sent);
  });

  test("nonGsmCharacters accepts the alphabet and its extension, and nothing else", () => {
    expect(nonGsmCharacters("Àé€[]{}~^|\\@£ñ¿¡Çç’")).toEqual(["À", "ç", "’"]);
  });
});

test("an SMS with a code ends with the domain of the site if the site uses HTTPS", () => {
  const last = (origin: string) =>
    codeMessage({
      language: "en",
      brand: "Livery",
      origin,
      code: "1234",
      to: { type: "phone", value: "+250788123456" },
      validMinutes: 5,
      purpose: "sign_in",
    })
      .sms.split("\n")
      .at(-1);
  // The format of this line has no place for a port.
  expect(last("https://rides.example:8443")).toBe("@rides.example #1234");
  expect(last("http://rides.example")).not.toContain("@");
});
