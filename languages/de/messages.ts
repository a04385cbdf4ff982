import { countPhrase } from "../../src/notifications/words/count-phrase";
import orderMessages from "./order-messages";
import type { MessageWords } from "../../src/notifications/words/message-words";

const minutesOf = (n: number) =>
  countPhrase("de", n, { one: `${n} Minute`, other: `${n} Minuten` });
const hoursOf = (n: number) => countPhrase("de", n, { one: `${n} Stunde`, other: `${n} Stunden` });

export default {
  payLink: (number, amount) => ({
    subject: `Fahrt ${number} bezahlen`,
    paragraphs: [
      `Für Fahrt ${number} sind ${amount} offen. Sie können online bezahlen, je nach Angebot mit Karte oder Mobile Money.`,
      "Der Link gilt 14 Tage. Wenn etwas nicht stimmt, melden Sie sich bei uns.",
    ],
    label: "Online bezahlen",
    sms: `Für Fahrt ${number} sind ${amount} offen. Hier bezahlen:`,
  }),
  holdLink: (number, amount) => ({
    subject: `Reservierung auf Ihrer Karte für Fahrt ${number}`,
    paragraphs: [
      `Bitte lassen Sie für Fahrt ${number} ${amount} auf Ihrer Karte reservieren. Vor der Fahrt wird nichts abgebucht. Danach buchen wir ab, was sie gekostet hat, höchstens ${amount}, und geben den Rest frei.`,
      "Wenn etwas nicht stimmt, melden Sie sich bei uns.",
    ],
    label: "Auf der Karte reservieren",
    sms: `Bitte lassen Sie für Fahrt ${number} ${amount} auf Ihrer Karte reservieren. Vor der Fahrt wird nichts abgebucht:`,
  }),
  moreHoldLink: (number, amount) => ({
    subject: `Reservierung auf Ihrer Karte für Fahrt ${number}`,
    paragraphs: [
      `Der Preis von Fahrt ${number} ist gestiegen. Bitte lassen Sie weitere ${amount} auf Ihrer Karte reservieren. Vor der Fahrt wird nichts abgebucht. Danach buchen wir ab, was sie gekostet hat, und geben den Rest frei.`,
      "Andernfalls ist der Unterschied nach der Fahrt zu bezahlen. Wenn etwas nicht stimmt, melden Sie sich bei uns.",
    ],
    label: "Auf der Karte reservieren",
    sms: `Der Preis von Fahrt ${number} ist gestiegen. Bitte lassen Sie weitere ${amount} auf Ihrer Karte reservieren:`,
  }),
  cardCharged: (number, amount, last4) => ({
    subject: `Fahrt ${number}: ${amount} von Ihrer Karte abgebucht`,
    paragraphs: [
      `Für Fahrt ${number} haben wir ${amount} von Ihrer Karte mit den Endziffern ${last4} abgebucht.`,
      "Wenn etwas nicht stimmt, melden Sie sich bei uns.",
    ],
    sms: `Für Fahrt ${number} haben wir ${amount} von Ihrer Karte mit den Endziffern ${last4} abgebucht.`,
  }),
  refunded: (number, amount, paid) => ({
    subject: `Fahrt ${number}: ${amount} erstattet`,
    paragraphs: [
      `Wir haben Ihnen ${amount} für Fahrt ${number} erstattet. Insgesamt haben Sie dafür ${paid} bezahlt.`,
      "Auf einer Karte oder bei Mobile Money kann eine Erstattung einige Tage brauchen.",
    ],
    sms: `Wir haben Ihnen ${amount} für Fahrt ${number} erstattet. Insgesamt haben Sie dafür ${paid} bezahlt.`,
  }),
  payBy: (amount, until, isHold) =>
    isHold
      ? `Lassen Sie bis ${until} ${amount} auf Ihrer Karte reservieren. Sonst wird die Buchung kostenlos storniert.`
      : `Bezahlen Sie ${amount} bis ${until}. Ohne die Zahlung wird die Buchung kostenlos storniert.`,
  terms: (url) => `Unsere Bedingungen und Stornoregeln: ${url}`,
  notPaidInTime: "Sie wurde nicht rechtzeitig bezahlt.",
  affiliate: {
    offered: ({ number, time, pickup, dropoff, cost, until }) => ({
      subject: `Fahrt ${number} für Sie: ${time}`,
      paragraphs: [
        `Können Sie diese Fahrt übernehmen? ${time}, von ${pickup} nach ${dropoff}, für ${cost}.`,
        `Bitte antworten Sie bis ${until}.`,
      ],
    }),
    changed: ({ number, time, pickup, dropoff }) => ({
      subject: `Fahrt ${number} wurde geändert`,
      paragraphs: [
        `Bitte sehen Sie sie sich noch einmal an: ${time}, von ${pickup} nach ${dropoff}.`,
      ],
    }),
    withdrawn: ({ number, time, pickup }) => ({
      subject: `Fahrt ${number} ist nicht mehr Ihre`,
      paragraphs: [`Wir brauchen Sie für die Fahrt am ${time} ab ${pickup} nicht mehr.`],
    }),
    cancelled: ({ number, time, pickup }) => ({
      subject: `Fahrt ${number} wurde storniert`,
      paragraphs: [
        `Die Fahrt am ${time} ab ${pickup} wurde storniert. Bitte schicken Sie keinen Wagen.`,
      ],
    }),
    see: "Fahrt ansehen",
    documents: {
      affiliate_insurance: "Versicherungsnachweis",
      affiliate_licence: "Betriebsgenehmigung",
      affiliate_contract: "Vertrag",
    },
    documentExpiry: (name, day, isOver) => ({
      subject: isOver ? `${name} ist abgelaufen` : `${name} läuft bald ab`,
      paragraphs: [
        isOver
          ? `Der letzte Tag dieses Dokuments war der ${day}.`
          : `Der letzte Tag dieses Dokuments ist der ${day}.`,
        "Bitte schicken Sie uns das erneuerte Dokument.",
      ],
    }),
  },
  approval: {
    requested: (number, time, amount, until, company) => ({
      subject: `Bitte genehmigen Sie Fahrt ${number}`,
      paragraphs: [
        `Ein Kollege hat Fahrt ${number} am ${time} für ${amount} auf Rechnung von ${company} gebucht.`,
        `Bitte genehmigen Sie sie oder lehnen Sie sie ab, bis ${until}.`,
      ],
      sms: `Bitte genehmigen Sie Fahrt ${number} für ${amount} bis ${until}:`,
    }),
    given: (number, company) => ({
      subject: `Ihre Fahrt ${number} ist genehmigt`,
      paragraphs: [`${company} hat Ihre Fahrt ${number} genehmigt.`],
      sms: `${company} hat Ihre Fahrt ${number} genehmigt.`,
    }),
    unanswered: (company) => `${company} hat sie nicht rechtzeitig genehmigt.`,
    see: "Fahrt ansehen",
  },
  quote: {
    sent: (number, amount, until, isRevised) => ({
      subject: isRevised
        ? `Ein neues Angebot für Ihre Fahrt ${number}`
        : `Unser Angebot für Ihre Fahrt ${number}`,
      paragraphs: [
        isRevised
          ? `Unser neuer Preis für die Fahrt ${number} beträgt ${amount}. Er ersetzt den bisherigen.`
          : `Unser Preis für die Fahrt ${number} beträgt ${amount}.`,
        `Er gilt bis ${until}. Sie können das Angebot annehmen, ablehnen oder eine Frage stellen.`,
      ],
      sms: `Unser Preis für die Fahrt ${number} beträgt ${amount}, gültig bis ${until}. Hier annehmen:`,
    }),
    answered: (number) => ({
      subject: `Unsere Antwort zum Angebot für die Fahrt ${number}`,
      paragraphs: [
        `Sie haben zu unserem Angebot für die Fahrt ${number} etwas gefragt. Dies ist unsere Antwort:`,
      ],
      sms: `Wir haben Ihre Frage zur Fahrt ${number} beantwortet:`,
    }),
    accepted: (number, amount) => ({
      subject: `Sie haben unser Angebot für die Fahrt ${number} angenommen`,
      paragraphs: [
        `Vielen Dank. Sie haben unseren Preis von ${amount} für die Fahrt ${number} angenommen. Wir bestätigen die Fahrt in Kürze.`,
      ],
      sms: `Vielen Dank. Sie haben unseren Preis von ${amount} für die Fahrt ${number} angenommen. Wir bestätigen die Fahrt in Kürze.`,
    }),
    terms: "Diesen Bedingungen haben Sie zugestimmt:",
    see: "Angebot ansehen",
  },
  codeSubject: (brand) => `Ihr Code für ${brand}`,
  contactSubject: (brand) => `Bestätigen Sie Ihre E-Mail-Adresse bei ${brand}`,
  signInSubject: (brand) => `Anmeldung bei ${brand}`,
  useCode: {
    sign_in: "Mit diesem Code melden Sie sich an:",
    contact: "Mit diesem Code bestätigen Sie Ihre E-Mail-Adresse:",
    confirm:
      "Mit diesem Code bestätigen Sie, dass Sie es sind. Er öffnet eine Kopie Ihrer Daten oder löscht Ihr Konto:",
  },
  codeValid: (minutes) =>
    `Er gilt ${minutesOf(minutes)} lang in dem Browser, in dem Sie ihn angefordert haben. Sagen Sie ihn niemandem: Wir werden Sie nie danach fragen.`,
  codeNotRequested: "Wenn Sie keinen Code angefordert haben, ignorieren Sie diese Nachricht.",
  codeSms: (code, brand, minutes) =>
    `${code} ist Ihr Code für ${brand}. Er gilt ${minutesOf(minutes)}. Geben Sie ihn nie weiter.`,
  linkInstead: (minutes) =>
    `Um Ihr Konto zu schützen, senden wir Ihnen diesmal einen Link statt eines Codes. Er funktioniert einmal und gilt ${minutesOf(minutes)} lang.`,
  linkSameBrowser: "Öffnen Sie ihn in dem Browser, in dem Sie die Änderung angefordert haben.",
  linkNotRequested: "Wenn Sie das nicht angefordert haben, ignorieren Sie diese Nachricht.",
  linkLabels: { sign_in: "Anmelden", contact: "E-Mail-Adresse bestätigen" },
  linkSms: {
    sign_in: (brand, minutes, url) =>
      `${brand}: Melden Sie sich mit diesem Link an, er gilt ${minutesOf(minutes)}: ${url}`,
    contact: (brand, minutes, url) =>
      `${brand}: Bestätigen Sie Ihre Telefonnummer mit diesem Link, er gilt ${minutesOf(minutes)}: ${url}`,
  },
  contactChangeRequested: (kind, brand) => ({
    subject:
      kind === "email"
        ? "Änderung Ihrer E-Mail-Adresse angefordert"
        : "Änderung Ihrer Telefonnummer angefordert",
    paragraphs: [
      kind === "email"
        ? `Jemand, der bei Ihrem Konto bei ${brand} angemeldet ist, möchte diese E-Mail-Adresse ersetzen. Noch hat sich nichts geändert: Die neue muss erst bestätigt werden.`
        : `Jemand, der bei Ihrem Konto bei ${brand} angemeldet ist, möchte diese Telefonnummer ersetzen. Noch hat sich nichts geändert: Die neue muss erst bestätigt werden.`,
      "Wenn Sie das nicht waren, melden Sie sich an, beenden Sie die Sitzungen, die Sie nicht kennen, und sagen Sie uns Bescheid.",
    ],
  }),
  contactChanged: (kind, brand) => ({
    subject:
      kind === "email" ? "Ihre E-Mail-Adresse wurde geändert" : "Ihre Telefonnummer wurde geändert",
    paragraphs: [
      kind === "email"
        ? `Diese E-Mail-Adresse gehört nicht mehr zu Ihrem Konto bei ${brand}: Eine neue wurde bestätigt.`
        : `Diese Telefonnummer gehört nicht mehr zu Ihrem Konto bei ${brand}: Eine neue wurde bestätigt.`,
      "Wenn Sie das nicht waren, wenden Sie sich bitte sofort an uns.",
    ],
  }),
  contactRemoved: (kind, brand) => ({
    subject:
      kind === "email"
        ? `Ihre E-Mail-Adresse wird bei ${brand} nicht mehr verwendet`
        : `Ihre Telefonnummer wird bei ${brand} nicht mehr verwendet`,
    paragraphs: [
      kind === "email"
        ? `Sie hatten zwei Konten bei ${brand}. Wir haben sie zu einem zusammengeführt, das eine andere E-Mail-Adresse hat: Mit dieser können Sie sich nicht mehr anmelden.`
        : `Sie hatten zwei Konten bei ${brand}. Wir haben sie zu einem zusammengeführt, das eine andere Telefonnummer hat: Mit dieser können Sie sich nicht mehr anmelden.`,
      "Wenn das nicht stimmt, wenden Sie sich bitte sofort an uns.",
    ],
  }),
  accountsMerged: (brand, ways) => ({
    subject: `Ihre zwei Konten bei ${brand} sind jetzt eins`,
    paragraphs: [
      `Sie hatten zwei Konten bei ${brand}. Wir haben sie zusammengeführt: Fahrten, Orte und Nachrichten von beiden sind darin. Sie melden sich so an: ${ways}.`,
      "Wenn das nicht stimmt, wenden Sie sich bitte sofort an uns.",
    ],
  }),
  companyInvitation: (company, brand, url) => ({
    subject: `Fahren Sie mit ${brand} auf Rechnung von ${company}`,
    paragraphs: [
      `${company} lässt Sie bei ${brand} Fahrten buchen, die der Firma in Rechnung gestellt werden: Im Wagen zahlen Sie nichts.`,
      `Melden Sie sich mit diesem Kontakt an und wählen Sie ${company} im letzten Schritt Ihrer Buchung: ${url}`,
      "Wenn Sie das nicht erwartet haben, ignorieren Sie diese Nachricht.",
    ],
  }),
  identityLinked: (provider, brand) => ({
    subject: `Sie können sich jetzt mit ${provider} bei ${brand} anmelden`,
    paragraphs: [
      `Ein ${provider}-Konto wurde mit Ihrem Konto bei ${brand} verknüpft: Wer dort angemeldet ist, kann sich hier anmelden.`,
      `Wenn Sie das nicht waren, melden Sie sich mit einem Code an, trennen Sie ${provider} unter Konto, Sicherheit und beenden Sie die Sitzungen, die Sie nicht kennen.`,
    ],
  }),
  identityUnlinked: (provider, brand) => ({
    subject: `Sie können sich mit ${provider} nicht mehr bei ${brand} anmelden`,
    paragraphs: [
      `Das ${provider}-Konto wurde von Ihrem Konto bei ${brand} getrennt. Sie melden sich mit einem Code oder einem anderen verknüpften Konto an.`,
      "Wenn Sie das nicht waren, melden Sie sich an, beenden Sie die Sitzungen, die Sie nicht kennen, und sagen Sie uns Bescheid.",
    ],
  }),
  itemFound: (what, number) => ({
    subject: `Wir haben gefunden, was Sie verloren haben: ${what}`,
    paragraphs: [
      `Gute Nachricht: Wir glauben, dass wir gefunden haben, was Sie als verloren gemeldet haben (Meldung ${number}): ${what}.`,
    ],
  }),
  itemReturn: {
    collect: "Sie können es bei uns abholen. Bitte bringen Sie einen Ausweis mit.",
    deliver: "Wir melden uns bei Ihnen, um es Ihnen zu bringen.",
    post: "Wir melden uns bei Ihnen, um es Ihnen zu senden.",
  },
  callUs: (phone) => `Sie erreichen uns telefonisch unter ${phone}.`,
  contactReceived: (number, brand) => ({
    subject: `Ihre Nachricht an ${brand} (Nr. ${number})`,
    paragraphs: [
      "Danke für Ihre Nachricht. Sie ist bei uns eingegangen, und wir antworten so bald wie möglich.",
      "Wenn Sie uns nicht geschrieben haben, müssen Sie nichts tun.",
    ],
  }),
  lostReportReceived: (number, brand) => ({
    subject: `Ihre Verlustmeldung an ${brand} (Nr. ${number})`,
    paragraphs: [
      "Danke, dass Sie uns Bescheid geben. Wir suchen nach dem, was Sie vermissen, und schreiben Ihnen, sobald wir es gefunden haben.",
      "Wenn Sie etwas ergänzen möchten, antworten Sie einfach auf diese Nachricht. Wenn Sie uns nicht geschrieben haben, müssen Sie nichts tun.",
    ],
  }),
  quotedMessageIntro: "Sie haben geschrieben:",

  tripRows: {
    pickup: "Abholung",
    from: "Von",
    to: "Nach",
    fare: "Preis",
    total: "Gesamt",
    booking: "Buchung",
    driver: "Fahrer",
    vehicle: "Fahrzeug",
    plate: "Kennzeichen",
  },
  seeTrip: "Fahrt ansehen",
  seeReceipt: "Fahrt ansehen und Quittung laden",
  tipOnline: "Trinkgeld mit Karte oder Mobile Money geben",
  whenYouCall: "wenn Sie anrufen",
  onRequest: "auf Anfrage",
  smsTimeAndRoute: (time, pickup, dropoff) => `${time}, ${pickup} nach ${dropoff}.`,
  returnTrip: (number, time, fare) =>
    time === null
      ? `Ihre Rückfahrt ist mitgebucht, als Buchung ${number}: Sagen Sie uns, wenn Sie bereit sind. Preis: ${fare}.`
      : `Ihre Rückfahrt ist mitgebucht, als Buchung ${number}: ${time}. Preis: ${fare}.`,
  received: (number) => ({
    subject: `Ihre Buchung ${number} ist eingegangen`,
    paragraphs: ["Danke für Ihre Buchung. Wir sagen Ihnen Bescheid, sobald sie bestätigt ist."],
  }),
  priceRequested: (number) => ({
    subject: `Ihre Anfrage ${number} ist eingegangen`,
    paragraphs: [
      "Danke für Ihre Anfrage. Wir nennen Ihnen den Preis, bevor etwas vereinbart wird.",
    ],
  }),
  priced: (number, fare) => ({
    subject: `Der Preis Ihrer Fahrt ${number}`,
    paragraphs: [
      `Wir haben den Ort gefunden. Ihre Fahrt kostet ${fare}.`,
      "Um sie zu behalten, müssen Sie nichts tun. Die Stornierung kostet nichts, bis wir sie bestätigt haben.",
    ],
  }),
  confirmed: (number) => ({
    subject: `Ihre Buchung ${number} ist bestätigt`,
    paragraphs: [
      "Ihre Buchung ist bestätigt. Wir sagen Ihnen, wer Sie fährt, sobald Ihr Fahrer zugewiesen ist.",
    ],
  }),
  confirmedFor: (number, passenger) => ({
    subject: `Ihre Buchung ${number} ist bestätigt`,
    paragraphs: [
      `Ihre Buchung für ${passenger} ist bestätigt. Wir teilen dem Fahrgast mit, wer fährt, und schicken einen Link, um dem Wagen zu folgen.`,
    ],
  }),
  passenger: {
    confirmed: (number, bookedBy) => ({
      subject: `Ihre Fahrt ${number} ist gebucht`,
      paragraphs: [
        `${bookedBy} hat diese Fahrt für Sie gebucht. Wir sagen Ihnen, wer Sie fährt, sobald Ihr Fahrer zugewiesen ist.`,
      ],
    }),
    changed: (number) => ({
      subject: `Ihre Fahrt ${number} ist geändert`,
      paragraphs: ["Ihre Fahrt wurde geändert. Das gilt jetzt."],
    }),
    reminder: (number, time) => ({
      subject: `Ihre Fahrt ${number}: ${time}`,
      paragraphs: ["Wir erinnern Sie an Ihre Fahrt."],
    }),
    cancelled: (number) => ({
      subject: `Ihre Fahrt ${number} ist storniert`,
      paragraphs: [
        "Ihre Fahrt wurde storniert. Wenn Sie Fragen haben, wenden Sie sich bitte an die Person, die sie gebucht hat.",
      ],
    }),
  },
  pickupMovedForFlight: (number, flight) => ({
    subject: `Ihre Buchung ${number} hat eine neue Abholzeit`,
    paragraphs: [
      `Ihr Flug ${flight} kommt zu einer anderen Zeit. Deshalb holen wir Sie zu einer anderen Zeit ab. Das gilt jetzt.`,
    ],
  }),
  changed: (number) => ({
    subject: `Ihre Buchung ${number} ist geändert`,
    paragraphs: ["Ihre Buchung ist wie gewünscht geändert. Das gilt jetzt."],
  }),
  split: (number, other) => ({
    subject: `Aus Ihrer Buchung ${number} sind zwei geworden: ${number} und ${other}`,
    paragraphs: [
      `Wir haben aus Ihrer Buchung ${number} zwei gemacht: ${number} und ${other}. Beide haben dieselbe Zeit und dieselbe Strecke. Das gilt jetzt.`,
    ],
  }),
  splitBooking: (number, passengers, fare) =>
    `Buchung ${number}: ${passengers === 1 ? "1 Fahrgast" : `${passengers} Fahrgäste`}${fare && `, ${fare}`}.`,
  reminder: (number, time) => ({
    subject: `Ihre Fahrt ${number}: ${time}`,
    paragraphs: [
      "Wir erinnern Sie an Ihre Fahrt. Hat sich etwas geändert? Ändern Sie es auf der Seite der Fahrt.",
    ],
  }),
  driverNamedLater: "Wir sagen Ihnen, wer Sie fährt, sobald Ihr Fahrer zugewiesen ist.",
  assigned: (number, { firstName, vehicle, plate }) => ({
    subject: `Ihr Fahrer für Buchung ${number}`,
    paragraphs: [`${firstName} fährt Sie. Fahrzeug: ${vehicle}, Kennzeichen ${plate}.`],
  }),
  onTheWay: ({ firstName, vehicle, plate }) => ({
    subject: "Ihr Fahrer ist unterwegs zu Ihnen",
    paragraphs: [
      `${firstName} ist unterwegs zu Ihnen. Fahrzeug: ${vehicle}, Kennzeichen ${plate}.`,
    ],
  }),
  boardingCode: (code) => `Nennen Sie Ihrem Fahrer beim Einsteigen diesen Code: ${code}.`,
  arrived: ({ firstName, vehicle, plate }) => ({
    subject: "Ihr Fahrer ist da",
    paragraphs: [`${firstName} ist da und wartet auf Sie: ${vehicle}, Kennzeichen ${plate}.`],
  }),
  cancelled: (number, by) => ({
    subject: `Ihre Buchung ${number} ist storniert`,
    paragraphs: [
      by === "rider"
        ? "Ihre Buchung ist wie gewünscht storniert."
        : "Es tut uns leid: Wir mussten Ihre Buchung stornieren.",
    ],
  }),
  cancellationCosts: (fee) =>
    fee ? `Die Stornierung kostet ${fee}.` : "Die Stornierung kostet nichts.",
  missed: (number, total) => ({
    subject: `Ihre Quittung für Buchung ${number}`,
    paragraphs: [
      "Leider haben wir uns verfehlt: Ihr Fahrer hat gewartet und Sie nicht gefunden.",
      `Die Gebühr dafür beträgt ${total}.`,
    ],
  }),
  receipt: (number, brand, total) => ({
    subject: `Ihre Quittung für Buchung ${number}`,
    paragraphs: [
      `Danke, dass Sie mit ${brand} gefahren sind. Ihre Fahrt hat ${total} gekostet.`,
      "Wie war sie? Auf der Seite der Fahrt können Sie sie bewerten und Trinkgeld geben.",
    ],
  }),
  corrected: (number, total, before) => ({
    subject: `Der Preis der Buchung ${number} wurde korrigiert`,
    paragraphs: [
      `Wir haben den Preis Ihrer Fahrt korrigiert: Er beträgt ${total} und nicht mehr ${before}.`,
      "Es gilt die Quittung unten. Wenn Ihnen etwas falsch erscheint, antworten Sie uns einfach.",
    ],
  }),
  dispatch: "Die Zentrale",
  newTripMessage: (from, number) => `${from} hat Ihnen zur Fahrt ${number} geschrieben`,
  readAndAnswer: "Lesen und antworten",
  hidden: {
    trip: "Es gibt Neuigkeiten zu Ihrer Fahrt. Öffnen Sie sie, um mehr zu lesen.",
    receipt: "Ihre Quittung ist bereit. Öffnen Sie sie, um mehr zu lesen.",
  },

  order: orderMessages,
  calendar: {
    tripTitle: (pickup, dropoff) => `${pickup} nach ${dropoff}`,
    hireTitle: (pickup, hours) => `${pickup}, ${hoursOf(hours)}`,
    pickup: (time) => `Abholung: ${time}`,
    from: (place) => `Von: ${place}`,
    via: (place) => `Über: ${place}`,
    to: (place) => `Nach: ${place}`,
    driver: ({ firstName, vehicle, plate }) => `Fahrer: ${firstName}, ${vehicle}, ${plate}`,
    booking: (number) => `Buchung: ${number}`,
  },
  receiptFile: {
    fileTitle: (brand, number) => `${brand}: Quittung ${number}`,
    title: "Quittung",
    number: (number) => `Nr. ${number}`,
    yourTrip: "Ihre Fahrt",
    yourBooking: "Ihre Buchung",
    price: "Preis",
    total: "Gesamt",
    toPay: "Zu zahlen",
    payment: "Zahlung",
    issued: "Ausgestellt",
    thanks: (brand) => `Danke, dass Sie mit ${brand} gefahren sind.`,
    pickup: "Abholung",
    from: "Von",
    viaStop: "Über",
    to: "Nach",
    hiredFor: "Gebucht für",
    hours: hoursOf,
    passenger: "Fahrgast",
    booked: "Gebucht",
    car: "Wagen",
    driver: "Fahrer",
    flight: "Flug",
    ended: "Ausgang",
    cancelledLate: "Spät storniert",
    passengerNotMet: "Fahrgast nicht angetroffen",
    paid: {
      cash: "Bar im Wagen.",
      card: "Karte im Wagen.",
      account: "Über das Kundenkonto abgerechnet.",
    },
    paidInFull: "Vollständig bezahlt.",
    stillDue: (amount) => `Noch offen: ${amount}.`,
    billedTo: (company) => `Rechnung an ${company}, keine Zahlung im Wagen.`,
  },
} satisfies MessageWords;
