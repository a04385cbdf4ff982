import orderMessages from "./order-messages";
import type { MessageWords } from "../../src/notifications/words/message-words";

// Swahili has one form for every number of minutes, hours and passengers.
const minutesOf = (n: number) => `dakika ${n}`;
const hoursOf = (n: number) => `saa ${n}`;
const passengersOf = (n: number) => `abiria ${n}`;

const contact = { email: "barua pepe", phone: "nambari ya simu" };

export default {
  payLink: (number, amount) => ({
    subject: `Lipia safari ${number}`,
    paragraphs: [
      `Safari ${number} inadaiwa ${amount}. Unaweza kulipa mtandaoni, kwa kadi au pesa za simu kulingana na zilizopo.`,
      "Kiungo hiki kinatumika kwa siku 14. Kama kuna kasoro, tuulize.",
    ],
    label: "Lipa mtandaoni",
    sms: `Safari ${number} inadaiwa ${amount}. Lipa hapa:`,
  }),
  holdLink: (number, amount) => ({
    subject: `Kiasi cha kuzuiwa kwenye kadi yako kwa safari ${number}`,
    paragraphs: [
      `Tafadhali ruhusu ${amount} zizuiliwe kwenye kadi yako kwa safari ${number}. Hakuna kinachotozwa kabla ya safari. Baada yake tunatoza gharama ya safari, isiyozidi ${amount}, na kuachilia zinazobaki.`,
      "Kama kuna kasoro, tuulize.",
    ],
    label: "Zuia kwenye kadi",
    sms: `Tafadhali ruhusu ${amount} zizuiliwe kwenye kadi yako kwa safari ${number}. Hakuna kinachotozwa kabla ya safari:`,
  }),
  moreHoldLink: (number, amount) => ({
    subject: `Kiasi cha kuzuiwa kwenye kadi yako kwa safari ${number}`,
    paragraphs: [
      `Bei ya safari ${number} imepanda. Tafadhali ruhusu ${amount} zaidi zizuiliwe kwenye kadi yako. Hakuna kinachotozwa kabla ya safari. Baada yake tunatoza gharama ya safari na kuachilia zinazobaki.`,
      "La sivyo, tofauti italipwa baada ya safari. Kama kuna kasoro, tuulize.",
    ],
    label: "Zuia kwenye kadi",
    sms: `Bei ya safari ${number} imepanda. Tafadhali ruhusu ${amount} zaidi zizuiliwe kwenye kadi yako:`,
  }),
  cardCharged: (number, amount, last4) => ({
    subject: `Safari ${number}: ${amount} zimetozwa kwenye kadi yako`,
    paragraphs: [
      `Tumetoza ${amount} kwenye kadi yako inayoishia na ${last4} kwa safari ${number}.`,
      "Kama kuna kasoro, tuulize.",
    ],
    sms: `Tumetoza ${amount} kwenye kadi yako inayoishia na ${last4} kwa safari ${number}.`,
  }),
  refunded: (number, amount, paid) => ({
    subject: `Safari ${number}: ${amount} zimerejeshwa`,
    paragraphs: [
      `Tumekurudishia ${amount} za safari ${number}. Kwa jumla umelipa ${paid}.`,
      "Fedha zinazorejeshwa kwenye kadi au pesa za simu huweza kuchukua siku chache.",
    ],
    sms: `Tumekurudishia ${amount} za safari ${number}. Kwa jumla umelipa ${paid}.`,
  }),
  payBy: (amount, until, isHold) =>
    isHold
      ? `Ruhusu ${amount} zizuiliwe kwenye kadi yako kabla ya ${until}. La sivyo, uhifadhi utaghairiwa bila gharama.`
      : `Lipa ${amount} kabla ya ${until}. Bila malipo, uhifadhi utaghairiwa bila gharama.`,
  terms: (url) => `Masharti yetu na sera ya kughairi: ${url}`,
  notPaidInTime: "Haikulipwa kwa wakati.",
  affiliate: {
    offered: ({ number, time, pickup, dropoff, cost, until }) => ({
      subject: `Safari ${number} kwako: ${time}`,
      paragraphs: [
        `Je, unaweza kufanya safari hii? ${time}, kutoka ${pickup} hadi ${dropoff}, kwa ${cost}.`,
        `Tafadhali jibu kabla ya ${until}.`,
      ],
    }),
    changed: ({ number, time, pickup, dropoff }) => ({
      subject: `Safari ${number} imebadilika`,
      paragraphs: [`Tafadhali iangalie tena: ${time}, kutoka ${pickup} hadi ${dropoff}.`],
    }),
    withdrawn: ({ number, time, pickup }) => ({
      subject: `Safari ${number} si yako tena`,
      paragraphs: [`Hatukuhitaji tena kwa safari ya ${time} kutoka ${pickup}.`],
    }),
    cancelled: ({ number, time, pickup }) => ({
      subject: `Safari ${number} imeghairiwa`,
      paragraphs: [`Safari ya ${time} kutoka ${pickup} imeghairiwa. Tafadhali usitume gari.`],
    }),
    see: "Tazama safari",
    documents: {
      affiliate_insurance: "Cheti cha bima",
      affiliate_licence: "Leseni ya biashara",
      affiliate_contract: "Mkataba",
    },
    documentExpiry: (name, day, isOver) => ({
      subject: isOver ? `${name}: muda umekwisha` : `${name}: muda unakaribia kuisha`,
      paragraphs: [
        isOver
          ? `Siku ya mwisho ya hati hii ilikuwa ${day}.`
          : `Siku ya mwisho ya hati hii ni ${day}.`,
        "Tafadhali tutumie hati mpya.",
      ],
    }),
  },
  approval: {
    requested: (number, time, amount, until, company) => ({
      subject: `Tafadhali idhinisha safari ${number}`,
      paragraphs: [
        `Mwenzako ameagiza safari ${number} ya ${time} kwa ${amount}, italipwa na ${company}.`,
        `Tafadhali iidhinishe au ikatae kabla ya ${until}.`,
      ],
      sms: `Tafadhali idhinisha safari ${number} ya ${amount} kabla ya ${until}:`,
    }),
    given: (number, company) => ({
      subject: `Safari yako ${number} imeidhinishwa`,
      paragraphs: [`${company} imeidhinisha safari yako ${number}.`],
      sms: `${company} imeidhinisha safari yako ${number}.`,
    }),
    unanswered: (company) => `${company} haikuiidhinisha kwa wakati.`,
    see: "Ona safari",
  },
  quote: {
    sent: (number, amount, until, isRevised) => ({
      subject: isRevised
        ? `Bei mpya ya safari yako ${number}`
        : `Bei tunayokupa kwa safari yako ${number}`,
      paragraphs: [
        isRevised
          ? `Bei yetu mpya ya safari ${number} ni ${amount}. Inachukua nafasi ya ile ya awali.`
          : `Bei yetu ya safari ${number} ni ${amount}.`,
        `Ni halali hadi ${until}. Unaweza kuikubali, kuikataa au kuuliza swali.`,
      ],
      sms: `Bei yetu ya safari ${number} ni ${amount}, halali hadi ${until}. Ikubali hapa:`,
    }),
    answered: (number) => ({
      subject: `Jibu letu kuhusu bei ya safari ${number}`,
      paragraphs: [`Ulituuliza kuhusu bei yetu ya safari ${number}. Hili ndilo jibu letu:`],
      sms: `Tumejibu swali lako kuhusu safari ${number}:`,
    }),
    accepted: (number, amount) => ({
      subject: `Umekubali bei yetu ya safari ${number}`,
      paragraphs: [
        `Asante. Umekubali bei yetu ya ${amount} kwa safari ${number}. Tutathibitisha safari hivi karibuni.`,
      ],
      sms: `Asante. Umekubali bei yetu ya ${amount} kwa safari ${number}. Tutathibitisha safari hivi karibuni.`,
    }),
    terms: "Haya ndiyo masharti uliyokubali:",
    see: "Ona bei",
  },
  codeSubject: (brand) => `Msimbo wako wa ${brand}`,
  contactSubject: (brand) => `Thibitisha barua pepe yako kwa ${brand}`,
  signInSubject: (brand) => `Ingia kwenye ${brand}`,
  useCode: {
    sign_in: "Tumia msimbo huu kuingia:",
    contact: "Tumia msimbo huu kuthibitisha barua pepe yako:",
    confirm:
      "Tumia msimbo huu kuthibitisha kuwa ni wewe. Unafungua nakala ya data yako au kufuta akaunti yako:",
  },
  codeValid: (minutes) =>
    `Ni halali kwa ${minutesOf(minutes)}, katika kivinjari ulikouombea. Usimwambie mtu yeyote: hatutakuuliza kamwe.`,
  codeNotRequested: "Kama hukuomba msimbo, puuza ujumbe huu.",
  codeSms: (code, brand, minutes) =>
    `${code} ni msimbo wako wa ${brand}. Ni halali kwa ${minutesOf(minutes)}. Usimpe mtu yeyote.`,
  linkInstead: (minutes) =>
    `Ili kulinda akaunti yako, mara hii tunakutumia kiungo badala ya msimbo. Kinafanya kazi mara moja na ni halali kwa ${minutesOf(minutes)}.`,
  linkSameBrowser: "Kifungue katika kivinjari ulikoombea mabadiliko.",
  linkNotRequested: "Kama hukuomba hili, puuza ujumbe huu.",
  linkLabels: { sign_in: "Ingia", contact: "Thibitisha barua pepe hii" },
  linkSms: {
    sign_in: (brand, minutes, url) =>
      `${brand}: ingia kwa kiungo hiki, halali kwa ${minutesOf(minutes)}: ${url}`,
    contact: (brand, minutes, url) =>
      `${brand}: thibitisha nambari yako ya simu kwa kiungo hiki, halali kwa ${minutesOf(minutes)}: ${url}`,
  },
  contactChangeRequested: (kind, brand) => ({
    subject: `Ombi la kubadilisha ${contact[kind]} yako`,
    paragraphs: [
      `Mtu aliyeingia kwenye akaunti yako ya ${brand} ameomba kubadilisha ${contact[kind]} hii. Bado hakuna kilichobadilika: mpya lazima ithibitishwe kwanza.`,
      "Kama si wewe, ingia, komesha vipindi usivyovijua, na utuarifu.",
    ],
  }),
  contactChanged: (kind, brand) => ({
    subject:
      kind === "email" ? "Barua pepe yako imebadilishwa" : "Nambari yako ya simu imebadilishwa",
    paragraphs: [
      `${kind === "email" ? "Barua pepe" : "Nambari ya simu"} hii si ya akaunti yako ya ${brand} tena: mpya imethibitishwa.`,
      "Kama si wewe, wasiliana nasi mara moja.",
    ],
  }),
  contactRemoved: (kind, brand) => ({
    subject:
      kind === "email"
        ? `Barua pepe yako haitumiki tena kwa ${brand}`
        : `Nambari yako ya simu haitumiki tena kwa ${brand}`,
    paragraphs: [
      `Ulikuwa na akaunti mbili za ${brand}. Tumeziunganisha kuwa moja, yenye ${contact[kind]} nyingine: huwezi tena kuingia kwa hii.`,
      "Kama si sahihi, wasiliana nasi mara moja.",
    ],
  }),
  accountsMerged: (brand, ways) => ({
    subject: `Akaunti zako mbili za ${brand} sasa ni moja`,
    paragraphs: [
      `Ulikuwa na akaunti mbili za ${brand}. Tumeziunganisha kuwa moja: ina safari, mahali na ujumbe wa zote mbili. Unaingia kwa ${ways}.`,
      "Kama si sahihi, wasiliana nasi mara moja.",
    ],
  }),
  companyInvitation: (company, brand, url) => ({
    subject: `Safiri na ${brand} kwa akaunti ya ${company}`,
    paragraphs: [
      `${company} inakuruhusu kuagiza safari za ${brand} ambazo kampuni hulipia: hulipi chochote ndani ya gari.`,
      `Ingia kwa mawasiliano haya na uchague ${company} katika hatua ya mwisho ya kuagiza: ${url}`,
      "Kama hukutarajia ujumbe huu, upuuze.",
    ],
  }),
  identityLinked: (provider, brand) => ({
    subject: `${provider} sasa inakuingiza kwenye ${brand}`,
    paragraphs: [
      `Akaunti ya ${provider} imeunganishwa na akaunti yako ya ${brand}: yeyote aliyeingia huko anaweza kuingia hapa.`,
      `Kama si wewe, ingia kwa msimbo, tenganisha ${provider} katika Akaunti, Usalama, na ukomeshe vipindi usivyovijua.`,
    ],
  }),
  identityUnlinked: (provider, brand) => ({
    subject: `${provider} haikuingizi tena kwenye ${brand}`,
    paragraphs: [
      `Akaunti ya ${provider} imetenganishwa na akaunti yako ya ${brand}. Unaingia kwa msimbo, au kwa akaunti nyingine iliyounganishwa.`,
      "Kama si wewe, ingia, komesha vipindi usivyovijua, na utuarifu.",
    ],
  }),
  itemFound: (what, number) => ({
    subject: `Tumepata kitu ulichopoteza: ${what}`,
    paragraphs: [
      `Habari njema: tunaamini tumepata kitu ulichoripoti kupotea (ripoti ${number}): ${what}.`,
    ],
  }),
  itemReturn: {
    collect: "Unaweza kukichukua kwetu. Tafadhali njoo na kitambulisho.",
    deliver: "Tutawasiliana nawe ili tukuletee.",
    post: "Tutawasiliana nawe ili tukutumie.",
  },
  callUs: (phone) => `Unaweza kutupigia simu ${phone}.`,
  contactReceived: (number, brand) => ({
    subject: `Ujumbe wako kwa ${brand} (na. ${number})`,
    paragraphs: [
      "Asante kwa kutuandikia. Tumepokea ujumbe wako na tutaujibu haraka iwezekanavyo.",
      "Kama si wewe uliyeandika, huhitaji kufanya chochote.",
    ],
  }),
  lostReportReceived: (number, brand) => ({
    subject: `Ripoti yako ya kitu kilichopotea kwa ${brand} (na. ${number})`,
    paragraphs: [
      "Asante kwa kutuarifu. Tunakitafuta ulichopoteza, na tutakuandikia mara tutakapokipata.",
      "Ili kuongeza maelezo, jibu tu ujumbe huu. Kama si wewe uliyeandika, huhitaji kufanya chochote.",
    ],
  }),
  quotedMessageIntro: "Uliandika:",

  tripRows: {
    pickup: "Kuchukuliwa",
    from: "Kutoka",
    to: "Kwenda",
    fare: "Nauli",
    total: "Jumla",
    booking: "Agizo",
    driver: "Dereva",
    vehicle: "Gari",
    plate: "Nambari ya gari",
  },
  seeTrip: "Ona safari",
  seeReceipt: "Ona safari na upate risiti",
  tipOnline: "Mpe dereva bahshishi kwa kadi au pesa za simu",
  whenYouCall: "utakapopiga simu",
  onRequest: "bei kwa maombi",
  smsTimeAndRoute: (time, pickup, dropoff) => `${time}, ${pickup} hadi ${dropoff}.`,
  returnTrip: (number, time, fare) =>
    time === null
      ? `Safari yako ya kurudi imeagizwa pamoja nayo, kama agizo ${number}: tuambie unapokuwa tayari. Bei yake: ${fare}.`
      : `Safari yako ya kurudi imeagizwa pamoja nayo, kama agizo ${number}: ${time}. Bei yake: ${fare}.`,
  received: (number) => ({
    subject: `Tumepokea agizo lako ${number}`,
    paragraphs: ["Asante kwa agizo lako. Tutakuarifu mara litakapothibitishwa."],
  }),
  priceRequested: (number) => ({
    subject: `Tumepokea ombi lako ${number}`,
    paragraphs: ["Asante kwa ombi lako. Tutakuambia bei kabla ya kukubaliana chochote."],
  }),
  priced: (number, fare) => ({
    subject: `Bei ya safari yako ${number}`,
    paragraphs: [
      `Tumepata mahali. Bei ya safari yako ni ${fare}.`,
      "Huhitaji kufanya chochote ili kuendelea nayo. Kughairi ni bure hadi tutakapothibitisha.",
    ],
  }),
  confirmed: (number) => ({
    subject: `Agizo lako ${number} limethibitishwa`,
    paragraphs: ["Agizo lako limethibitishwa. Tutakuambia dereva wako ni nani akishapangwa."],
  }),
  confirmedFor: (number, passenger) => ({
    subject: `Agizo lako ${number} limethibitishwa`,
    paragraphs: [
      `Agizo lako kwa ajili ya ${passenger} limethibitishwa. Tutamwambia dereva ni nani na kumtumia kiungo cha kufuatilia gari.`,
    ],
  }),
  passenger: {
    confirmed: (number, bookedBy) => ({
      subject: `Safari yako ${number} imeagizwa`,
      paragraphs: [
        `${bookedBy} amekuagizia safari hii. Tutakuambia dereva wako ni nani akishapangwa.`,
      ],
    }),
    changed: (number) => ({
      subject: `Safari yako ${number} imebadilishwa`,
      paragraphs: ["Safari yako imebadilishwa. Haya ndiyo maelezo ya sasa."],
    }),
    reminder: (number, time) => ({
      subject: `Safari yako ${number}: ${time}`,
      paragraphs: ["Tunakukumbusha safari yako."],
    }),
    cancelled: (number) => ({
      subject: `Safari yako ${number} imeghairiwa`,
      paragraphs: ["Safari yako imeghairiwa. Ukiwa na maswali, muulize aliyeiagiza."],
    }),
  },
  pickupMovedForFlight: (number, flight) => ({
    subject: `Agizo lako ${number} lina muda mpya wa kuchukuliwa`,
    paragraphs: [
      `Ndege yako ${flight} inafika kwa wakati mwingine, kwa hiyo tumebadilisha muda wa kukuchukua. Haya ndiyo maelezo ya sasa.`,
    ],
  }),
  changed: (number) => ({
    subject: `Agizo lako ${number} limebadilishwa`,
    paragraphs: ["Agizo lako limebadilishwa kama ulivyoomba. Haya ndiyo maelezo ya sasa."],
  }),
  split: (number, other) => ({
    subject: `Agizo lako ${number} sasa ni mawili: ${number} na ${other}`,
    paragraphs: [
      `Tumegawa agizo lako ${number} kuwa mawili: ${number} na ${other}. Yote mawili yana muda na njia ile ile. Haya ndiyo maelezo ya sasa.`,
    ],
  }),
  splitBooking: (number, passengers, fare) =>
    `Agizo ${number}: ${passengersOf(passengers)}${fare && `, ${fare}`}.`,
  reminder: (number, time) => ({
    subject: `Safari yako ${number}: ${time}`,
    paragraphs: [
      "Tunakukumbusha safari yako. Kuna kilichobadilika? Kibadilishe kwenye ukurasa wake.",
    ],
  }),
  driverNamedLater: "Tutakuambia dereva wako ni nani mara atakapopangwa.",
  assigned: (number, { firstName, vehicle, plate }) => ({
    subject: `Dereva wako wa agizo ${number}`,
    paragraphs: [`${firstName} ndiye dereva wako. Gari: ${vehicle}, nambari ${plate}.`],
  }),
  onTheWay: ({ firstName, vehicle, plate }) => ({
    subject: "Dereva wako yuko njiani",
    paragraphs: [`${firstName} yuko njiani kukujia. Gari: ${vehicle}, nambari ${plate}.`],
  }),
  boardingCode: (code) => `Mwambie dereva wako msimbo huu unapopanda: ${code}.`,
  arrived: ({ firstName, vehicle, plate }) => ({
    subject: "Dereva wako amefika",
    paragraphs: [`${firstName} amefika na anakusubiri: ${vehicle}, nambari ${plate}.`],
  }),
  cancelled: (number, by) => ({
    subject: `Agizo lako ${number} limeghairiwa`,
    paragraphs: [
      by === "rider"
        ? "Agizo lako limeghairiwa kama ulivyoomba."
        : "Samahani: tumelazimika kughairi agizo lako.",
    ],
  }),
  cancellationCosts: (fee) => (fee ? `Ada ya kughairi: ${fee}.` : "Kughairi ni bure."),
  missed: (number, total) => ({
    subject: `Risiti yako ya agizo ${number}`,
    paragraphs: [
      "Samahani kwamba hatukukutana: dereva wako alisubiri na hakukuona.",
      `Ada yake ni ${total}.`,
    ],
  }),
  receipt: (number, brand, total) => ({
    subject: `Risiti yako ya agizo ${number}`,
    paragraphs: [
      `Asante kwa kusafiri na ${brand}. Bei ya safari yako ni ${total}.`,
      "Ilikuwaje? Kwenye ukurasa wa safari unaweza kuikadiria na kuongeza bahshishi.",
    ],
  }),
  corrected: (number, total, before) => ({
    subject: `Bei ya agizo ${number} imerekebishwa`,
    paragraphs: [
      `Tumerekebisha bei ya safari yako: sasa ni ${total}, si ${before} tena.`,
      "Risiti iliyo hapa chini ndiyo halali. Ukiona kosa lolote, tujibu tu.",
    ],
  }),
  dispatch: "Waratibu",
  newTripMessage: (from, number) => `Ujumbe kutoka ${from} kuhusu safari ${number}`,
  readAndAnswer: "Soma na ujibu",
  hidden: {
    trip: "Kuna habari za safari yako. Fungua usome zaidi.",
    receipt: "Risiti yako iko tayari. Fungua usome zaidi.",
  },

  order: orderMessages,
  calendar: {
    tripTitle: (pickup, dropoff) => `${pickup} hadi ${dropoff}`,
    hireTitle: (pickup, hours) => `${pickup}, muda wa ${hoursOf(hours)}`,
    pickup: (time) => `Kuchukuliwa: ${time}`,
    from: (place) => `Kutoka: ${place}`,
    via: (place) => `Kupitia: ${place}`,
    to: (place) => `Kwenda: ${place}`,
    driver: ({ firstName, vehicle, plate }) => `Dereva: ${firstName}, ${vehicle}, ${plate}`,
    booking: (number) => `Agizo: ${number}`,
  },
  receiptFile: {
    fileTitle: (brand, number) => `${brand}: risiti ${number}`,
    title: "Risiti",
    number: (number) => `Na. ${number}`,
    yourTrip: "Safari yako",
    yourBooking: "Agizo lako",
    price: "Bei",
    total: "Jumla",
    toPay: "Cha kulipa",
    payment: "Malipo",
    issued: "Ilitolewa",
    thanks: (brand) => `Asante kwa kusafiri na ${brand}.`,
    pickup: "Kuchukuliwa",
    from: "Kutoka",
    viaStop: "Kupitia",
    to: "Kwenda",
    hiredFor: "Muda",
    hours: hoursOf,
    passenger: "Abiria",
    booked: "Iliagizwa",
    car: "Gari",
    driver: "Dereva",
    flight: "Ndege",
    ended: "Matokeo",
    cancelledLate: "Imeghairiwa kwa kuchelewa",
    passengerNotMet: "Abiria hakufika",
    paid: {
      cash: "Pesa taslimu ndani ya gari.",
      card: "Kadi ndani ya gari.",
      account: "Kwa ankara ya akaunti.",
    },
    paidInFull: "Imelipwa yote.",
    stillDue: (amount) => `Bado kulipwa: ${amount}.`,
    billedTo: (company) => `Ankara kwa ${company}, hakuna malipo ndani ya gari.`,
  },
} satisfies MessageWords;
