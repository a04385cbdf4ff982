import { countPhrase } from "../../src/notifications/words/count-phrase";
import orderMessages from "./order-messages";
import type { MessageWords } from "../../src/notifications/words/message-words";

const inMinutes = (n: number) =>
  countPhrase("rw", n, { one: `mu munota ${n}`, other: `mu minota ${n}` });
const hoursOf = (n: number) => countPhrase("rw", n, { one: `isaha ${n}`, other: `amasaha ${n}` });

export default {
  payLink: (number, amount) => ({
    subject: `Ishyura urugendo ${number}`,
    paragraphs: [
      `Urugendo ${number} rusigaje kwishyurwa ${amount}. Ushobora kwishyurira kuri interineti, ukoresheje ikarita cyangwa mobile money bitewe n’ibihari.`,
      "Uyu murongo umara iminsi 14. Niba hari ikitagenda neza, tubwire.",
    ],
    label: "Ishyura kuri interineti",
    sms: `Urugendo ${number} rusigaje kwishyurwa ${amount}. Ishyurira hano:`,
  }),
  holdLink: (number, amount) => ({
    subject: `Amafaranga afatirwa ku ikarita, urugendo ${number}`,
    paragraphs: [
      `Emeza ko ${amount} afatirwa ku ikarita yawe ku rugendo ${number}. Nta mafaranga akurwaho mbere y’urugendo. Nyuma yarwo dukuraho ayo rwatwaye, atarenze ${amount}, asigaye akarekurwa.`,
      "Niba hari ikitagenda neza, tubwire.",
    ],
    label: "Fatira ku ikarita",
    sms: `Emeza ko ${amount} afatirwa ku ikarita yawe ku rugendo ${number}. Nta mafaranga akurwaho mbere y’urugendo:`,
  }),
  moreHoldLink: (number, amount) => ({
    subject: `Amafaranga afatirwa ku ikarita, urugendo ${number}`,
    paragraphs: [
      `Igiciro cy’urugendo ${number} cyiyongereye. Emeza ko andi ${amount} afatirwa ku ikarita yawe. Nta mafaranga akurwaho mbere y’urugendo. Nyuma yarwo dukuraho ayo rwatwaye, asigaye akarekurwa.`,
      "Bitabaye ibyo, ikinyuranyo cyishyurwa nyuma y’urugendo. Niba hari ikitagenda neza, tubwire.",
    ],
    label: "Fatira ku ikarita",
    sms: `Igiciro cy’urugendo ${number} cyiyongereye. Emeza ko andi ${amount} afatirwa ku ikarita yawe:`,
  }),
  cardCharged: (number, amount, last4) => ({
    subject: `Urugendo ${number}: ${amount} yakuwe ku ikarita yawe`,
    paragraphs: [
      `Twakuye ${amount} ku ikarita yawe irangira na ${last4} yo kwishyura urugendo ${number}.`,
      "Niba hari ikitagenda neza, tubwire.",
    ],
    sms: `Twakuye ${amount} ku ikarita yawe irangira na ${last4} yo kwishyura urugendo ${number}.`,
  }),
  refunded: (number, amount, paid) => ({
    subject: `Urugendo ${number}: ${amount} yasubijwe`,
    paragraphs: [
      `Twagusubije ${amount} y’urugendo ${number}. Yose hamwe warwishyuye ${paid}.`,
      "Asubizwa ku ikarita cyangwa kuri mobile money ashobora gutinda iminsi mike.",
    ],
    sms: `Twagusubije ${amount} y’urugendo ${number}. Yose hamwe warwishyuye ${paid}.`,
  }),
  payBy: (amount, until, isHold) =>
    isHold
      ? `Emeza ko ${amount} afatirwa ku ikarita yawe bitarenze ${until}. Bitabaye ibyo, urugendo ruhagarikwa nta kiguzi.`
      : `Ishyura ${amount} bitarenze ${until}. Nutishyura, urugendo ruhagarikwa nta kiguzi.`,
  terms: (url) => `Amabwiriza yacu n’uburyo bwo guhagarika urugendo: ${url}`,
  notPaidInTime: "Ntirwishyuwe ku gihe.",
  affiliate: {
    offered: ({ number, time, pickup, dropoff, cost, until }) => ({
      subject: `Urugendo ${number} rwanyu: ${time}`,
      paragraphs: [
        `Mwashobora gukora uru rugendo? ${time}, kuva ${pickup} kugera ${dropoff}, kuri ${cost}.`,
        `Musubize bitarenze ${until}.`,
      ],
    }),
    changed: ({ number, time, pickup, dropoff }) => ({
      subject: `Urugendo ${number} rwahindutse`,
      paragraphs: [`Mwongere murebe: ${time}, kuva ${pickup} kugera ${dropoff}.`],
    }),
    withdrawn: ({ number, time, pickup }) => ({
      subject: `Urugendo ${number} ntirukiri urwanyu`,
      paragraphs: [`Ntitukibakeneye ku rugendo rwo ku wa ${time} ruva ${pickup}.`],
    }),
    cancelled: ({ number, time, pickup }) => ({
      subject: `Urugendo ${number} rwahagaritswe`,
      paragraphs: [
        `Urugendo rwo ku wa ${time} ruva ${pickup} rwahagaritswe. Ntimwohereze imodoka.`,
      ],
    }),
    see: "Reba urugendo",
    documents: {
      affiliate_insurance: "Icyemezo cy’ubwishingizi",
      affiliate_licence: "Uruhushya rwo gukora",
      affiliate_contract: "Amasezerano",
    },
    documentExpiry: (name, day, isOver) => ({
      subject: isOver ? `${name}: igihe cyararangiye` : `${name}: igihe kigiye kurangira`,
      paragraphs: [
        isOver
          ? `Umunsi wa nyuma w’iyi nyandiko wari ${day}.`
          : `Umunsi wa nyuma w’iyi nyandiko ni ${day}.`,
        "Mutwoherereze inyandiko nshya.",
      ],
    }),
  },
  approval: {
    requested: (number, time, amount, until, company) => ({
      subject: `Emeza urugendo ${number}`,
      paragraphs: [
        `Mugenzi wawe yatumije urugendo ${number} rwo ku wa ${time} rwa ${amount}, ruzishyurwa na ${company}.`,
        `Rwemeze cyangwa urwange mbere ya ${until}.`,
      ],
      sms: `Emeza urugendo ${number} rwa ${amount} mbere ya ${until}:`,
    }),
    given: (number, company) => ({
      subject: `Urugendo rwawe ${number} rwemejwe`,
      paragraphs: [`${company} yemeje urugendo rwawe ${number}.`],
      sms: `${company} yemeje urugendo rwawe ${number}.`,
    }),
    unanswered: (company) => `${company} ntiyarwemeje ku gihe.`,
    see: "Reba urugendo",
  },
  quote: {
    sent: (number, amount, until, isRevised) => ({
      subject: isRevised
        ? `Igiciro gishya cy’urugendo rwawe ${number}`
        : `Igiciro tuguhaye cy’urugendo rwawe ${number}`,
      paragraphs: [
        isRevised
          ? `Igiciro gishya cy’urugendo ${number} ni ${amount}. Gisimbuye icya mbere.`
          : `Igiciro cy’urugendo ${number} ni ${amount}.`,
        `Gifite agaciro kugeza ku wa ${until}. Ushobora kucyemera, kucyanga cyangwa kubaza ikibazo.`,
      ],
      sms: `Igiciro cy’urugendo ${number} ni ${amount}, gifite agaciro kugeza ku wa ${until}. Cyemere hano:`,
    }),
    answered: (number) => ({
      subject: `Igisubizo cyacu ku giciro cy’urugendo ${number}`,
      paragraphs: [`Watubajije ku giciro cy’urugendo ${number}. Dore igisubizo cyacu:`],
      sms: `Twasubije ikibazo cyawe ku rugendo ${number}:`,
    }),
    accepted: (number, amount) => ({
      subject: `Wemeye igiciro cyacu cy’urugendo ${number}`,
      paragraphs: [
        `Murakoze. Wemeye igiciro cyacu cya ${amount} cy’urugendo ${number}. Tuzemeza urugendo vuba.`,
      ],
      sms: `Murakoze. Wemeye igiciro cyacu cya ${amount} cy’urugendo ${number}. Tuzemeza urugendo vuba.`,
    }),
    terms: "Aya ni yo mabwiriza wemeye:",
    see: "Reba igiciro",
  },
  codeSubject: (brand) => `Kode yawe ya ${brand}`,
  contactSubject: (brand) => `Emeza imeyili yawe kuri ${brand}`,
  signInSubject: (brand) => `Injira muri ${brand}`,
  useCode: {
    sign_in: "Koresha iyi kode kugira ngo winjire:",
    contact: "Koresha iyi kode kugira ngo wemeze imeyili yawe:",
    confirm:
      "Koresha iyi kode kugira ngo wemeze ko ari wowe. Iguha kopi y’amakuru yawe cyangwa igasiba konti yawe:",
  },
  codeValid: (minutes) =>
    `Ifite agaciro ${inMinutes(minutes)}, muri porogaramu ya interineti wayisabiyemo. Ntugire undi muntu uyibwira: ntituzigera tuyikubaza.`,
  codeNotRequested: "Niba utasabye kode, wakwirengagiza ubu butumwa.",
  codeSms: (code, brand, minutes) =>
    `${code} ni kode yawe ya ${brand}. Ifite agaciro ${inMinutes(minutes)}. Ntugire undi muntu uyibwira.`,
  linkInstead: (minutes) =>
    `Kugira ngo konti yawe igire umutekano, ubu tukoherereje ihuza aho kuba kode. Rikora rimwe gusa kandi rifite agaciro ${inMinutes(minutes)}.`,
  linkSameBrowser: "Rifungurire muri porogaramu ya interineti wasabiyemo impinduka.",
  linkNotRequested: "Niba utabisabye, wakwirengagiza ubu butumwa.",
  linkLabels: { sign_in: "Injira", contact: "Emeza iyi imeyili" },
  linkSms: {
    sign_in: (brand, minutes, url) =>
      `${brand}: injira ukoresheje iri huza, rifite agaciro ${inMinutes(minutes)}: ${url}`,
    contact: (brand, minutes, url) =>
      `${brand}: emeza nimero yawe ya telefone ukoresheje iri huza, rifite agaciro ${inMinutes(minutes)}: ${url}`,
  },
  contactChangeRequested: (kind, brand) => ({
    subject:
      kind === "email"
        ? "Hasabwe guhindura imeyili yawe"
        : "Hasabwe guhindura nimero yawe ya telefone",
    paragraphs: [
      kind === "email"
        ? `Umuntu winjiye muri konti yawe ya ${brand} yasabye gusimbuza iyi imeyili. Nta kirahinduka: inshya igomba kubanza kwemezwa.`
        : `Umuntu winjiye muri konti yawe ya ${brand} yasabye gusimbuza iyi nimero ya telefone. Nta kirahinduka: inshya igomba kubanza kwemezwa.`,
      "Niba atari wowe, injira, ufunge ahandi hose utazi hinjiriwe muri konti yawe, maze utubwire.",
    ],
  }),
  contactChanged: (kind, brand) => ({
    subject: kind === "email" ? "Imeyili yawe yahinduwe" : "Nimero yawe ya telefone yahinduwe",
    paragraphs: [
      kind === "email"
        ? `Iyi imeyili ntikiri iya konti yawe ya ${brand}: hemejwe inshya.`
        : `Iyi nimero ya telefone ntikiri iya konti yawe ya ${brand}: hemejwe inshya.`,
      "Niba atari wowe, twandikire cyangwa uduhamagare ako kanya.",
    ],
  }),
  contactRemoved: (kind, brand) => ({
    subject:
      kind === "email"
        ? `Imeyili yawe ntigikoreshwa kuri ${brand}`
        : `Nimero yawe ya telefone ntigikoreshwa kuri ${brand}`,
    paragraphs: [
      kind === "email"
        ? `Wari ufite konti ebyiri kuri ${brand}. Twazihuje ziba imwe, ifite indi imeyili: ntushobora kongera kwinjirira kuri iyi.`
        : `Wari ufite konti ebyiri kuri ${brand}. Twazihuje ziba imwe, ifite indi nimero ya telefone: ntushobora kongera kwinjirira kuri iyi.`,
      "Niba atari byo, twandikire cyangwa uduhamagare ako kanya.",
    ],
  }),
  accountsMerged: (brand, ways) => ({
    subject: `Konti zawe ebyiri za ${brand} zabaye imwe`,
    paragraphs: [
      `Wari ufite konti ebyiri kuri ${brand}. Twazihuje ziba imwe: ingendo, ahantu n’ubutumwa bya zombi biri muri iyo. Winjira ukoresheje ${ways}.`,
      "Niba atari byo, twandikire cyangwa uduhamagare ako kanya.",
    ],
  }),
  companyInvitation: (company, brand, url) => ({
    subject: `Genda na ${brand} kuri konti ya ${company}`,
    paragraphs: [
      `${company} ikwemereye gusaba ingendo za ${brand} zishyurwa n’ikigo: nta cyo wishyura mu modoka.`,
      `Injira ukoresheje iyi aderesi, uhitemo ${company} ku ntambwe ya nyuma yo gusaba urugendo: ${url}`,
      "Niba utari ubyiteze, wakwirengagiza ubu butumwa.",
    ],
  }),
  identityLinked: (provider, brand) => ({
    subject: `Ubu ushobora kwinjira muri ${brand} ukoresheje ${provider}`,
    paragraphs: [
      `Konti ya ${provider} yahujwe na konti yawe ya ${brand}: uwayinjiyemo wese ashobora kwinjira hano.`,
      `Niba atari wowe, injira ukoresheje kode, utandukanye ${provider} ahanditse Konti, Umutekano, maze ufunge ahandi hose utazi hinjiriwe muri konti yawe.`,
    ],
  }),
  identityUnlinked: (provider, brand) => ({
    subject: `Ntugishobora kwinjira muri ${brand} ukoresheje ${provider}`,
    paragraphs: [
      `Konti ya ${provider} yatandukanyijwe na konti yawe ya ${brand}. Winjira ukoresheje kode cyangwa indi konti ihujwe.`,
      "Niba atari wowe, injira, ufunge ahandi hose utazi hinjiriwe muri konti yawe, maze utubwire.",
    ],
  }),
  itemFound: (what, number) => ({
    subject: `Twabonye icyo wataye: ${what}`,
    paragraphs: [
      `Inkuru nziza: turatekereza ko twabonye icyo watubwiye ko wataye (raporo ${number}): ${what}.`,
    ],
  }),
  itemReturn: {
    collect: "Ushobora kuza kugifata iwacu. Zana icyangombwa kikuranga.",
    deliver: "Tuzakuvugisha kugira ngo tukikuzanire.",
    post: "Tuzakuvugisha kugira ngo tukikoherereze.",
  },
  callUs: (phone) => `Ushobora kuduhamagara kuri ${phone}.`,
  contactReceived: (number, brand) => ({
    subject: `Ubutumwa bwawe kuri ${brand} (no ${number})`,
    paragraphs: [
      "Urakoze kutwandikira. Ubutumwa bwawe twabubonye kandi tuzabusubiza vuba bishoboka.",
      "Niba atari wowe wanditse, nta kindi usabwa gukora.",
    ],
  }),
  lostReportReceived: (number, brand) => ({
    subject: `Raporo yawe y’icyo wataye kuri ${brand} (no ${number})`,
    paragraphs: [
      "Urakoze kubitumenyesha. Turashakisha icyo wataye, tuzakwandikira nitukibona.",
      "Niba ushaka kugira icyo wongeraho, subiza ubu butumwa. Niba atari wowe wanditse, nta kindi usabwa gukora.",
    ],
  }),
  quotedMessageIntro: "Wanditse:",

  tripRows: {
    pickup: "Igihe cyo gufatwa",
    from: "Kuva",
    to: "Kugera",
    fare: "Igiciro",
    total: "Igiteranyo",
    booking: "Nimero y’urugendo",
    driver: "Umushoferi",
    vehicle: "Imodoka",
    plate: "Pulaki",
  },
  seeTrip: "Reba urugendo",
  seeReceipt: "Reba urugendo, ufate n’inyemezabwishyu",
  tipOnline: "Ha umushoferi ishimwe ukoresheje ikarita cyangwa mobile money",
  whenYouCall: "igihe uzahamagara",
  onRequest: "kizamenyeshwa",
  smsTimeAndRoute: (time, pickup, dropoff) => `${time}, kuva ${pickup} kugera ${dropoff}.`,
  returnTrip: (number, time, fare) =>
    time === null
      ? `Urugendo rwo kugaruka na rwo rwasabwe, rufite nimero ${number}: tubwire igihe witeguye. Igiciro cyarwo: ${fare}.`
      : `Urugendo rwo kugaruka na rwo rwasabwe, rufite nimero ${number}: ${time}. Igiciro cyarwo: ${fare}.`,
  received: (number) => ({
    subject: `Twakiriye urugendo wasabye, nimero ${number}`,
    paragraphs: ["Murakoze gusaba urugendo. Turabamenyesha nirumara kwemezwa."],
  }),
  priceRequested: (number) => ({
    subject: `Twakiriye ubusabe bwanyu, nimero ${number}`,
    paragraphs: ["Murakoze ku busabe bwanyu. Tuzababwira igiciro mbere y’uko hagira icyemezwa."],
  }),
  priced: (number, fare) => ({
    subject: `Igiciro cy’urugendo rwanyu, nimero ${number}`,
    paragraphs: [
      `Twabonye aho hantu. Urugendo rwanyu rugura ${fare}.`,
      "Nta kindi musabwa gukora kugira ngo murugumane. Kuruhagarika ni ubuntu kugeza turwemeje.",
    ],
  }),
  confirmed: (number) => ({
    subject: `Urugendo rwanyu, nimero ${number}, rwemejwe`,
    paragraphs: ["Urugendo rwanyu rwemejwe. Tuzababwira uzabatwara umushoferi amaze kuboneka."],
  }),
  confirmedFor: (number, passenger) => ({
    subject: `Urugendo rwanyu, nimero ${number}, rwemejwe`,
    paragraphs: [
      `Urugendo mwasabiye ${passenger} rwemejwe. Tuzamubwira uzamutwara kandi tumwoherereze umurongo wo gukurikirana imodoka.`,
    ],
  }),
  passenger: {
    confirmed: (number, bookedBy) => ({
      subject: `Urugendo rwanyu, nimero ${number}, rwarasabwe`,
      paragraphs: [
        `${bookedBy} yabasabiye uru rugendo. Tuzababwira uzabatwara umushoferi amaze kuboneka.`,
      ],
    }),
    changed: (number) => ({
      subject: `Urugendo rwanyu, nimero ${number}, rwahinduwe`,
      paragraphs: ["Urugendo rwanyu rwahinduwe. Dore uko rumeze ubu."],
    }),
    reminder: (number, time) => ({
      subject: `Urugendo rwanyu, nimero ${number}: ${time}`,
      paragraphs: ["Turabibutsa urugendo rwanyu."],
    }),
    cancelled: (number) => ({
      subject: `Urugendo rwanyu, nimero ${number}, rwahagaritswe`,
      paragraphs: ["Urugendo rwanyu rwahagaritswe. Niba mufite ikibazo, mubaze uwarubasabiye."],
    }),
  },
  pickupMovedForFlight: (number, flight) => ({
    subject: `Urugendo rwanyu, nimero ${number}, rufite isaha nshya`,
    paragraphs: [
      `Indege yanyu ${flight} igera ku yindi saha, ni yo mpamvu twahinduye isaha yo kubafata. Dore uko rumeze ubu.`,
    ],
  }),
  changed: (number) => ({
    subject: `Urugendo rwanyu, nimero ${number}, rwahinduwe`,
    paragraphs: ["Urugendo rwanyu rwahinduwe nk’uko mwabisabye. Dore uko rumeze ubu."],
  }),
  split: (number, other) => ({
    subject: `Urugendo rwanyu, nimero ${number}, rwabaye ebyiri: ${number} na ${other}`,
    paragraphs: [
      `Urugendo rwanyu, nimero ${number}, twarugabanyijemo ebyiri: ${number} na ${other}. Zombi zifite isaha imwe n’inzira imwe. Dore uko zimeze ubu.`,
    ],
  }),
  splitBooking: (number, passengers, fare) =>
    `Urugendo, nimero ${number}: ${passengers === 1 ? "umugenzi 1" : `abagenzi ${passengers}`}${fare && `, ${fare}`}.`,
  reminder: (number, time) => ({
    subject: `Urugendo rwanyu, nimero ${number}: ${time}`,
    paragraphs: [
      "Turabibutsa urugendo rwanyu. Hari icyahindutse? Muruhindurire ku rupapuro rwarwo.",
    ],
  }),
  driverNamedLater: "Tuzababwira uzabatwara umushoferi amaze kuboneka.",
  assigned: (number, { firstName, vehicle, plate }) => ({
    subject: `Umushoferi w’urugendo rwanyu, nimero ${number}`,
    paragraphs: [`Muzatwarwa na ${firstName}. Imodoka: ${vehicle}, pulaki ${plate}.`],
  }),
  onTheWay: ({ firstName, vehicle, plate }) => ({
    subject: "Umushoferi wanyu ari mu nzira aza",
    paragraphs: [`${firstName} ari mu nzira aza kubafata. Imodoka: ${vehicle}, pulaki ${plate}.`],
  }),
  boardingCode: (code) => `Mubwire umushoferi iyi kode mwinjiye mu modoka: ${code}.`,
  arrived: ({ firstName, vehicle, plate }) => ({
    subject: "Umushoferi wanyu yahageze",
    paragraphs: [`${firstName} yahageze, arabategereje: ${vehicle}, pulaki ${plate}.`],
  }),
  cancelled: (number, by) => ({
    subject: `Urugendo rwanyu, nimero ${number}, rwahagaritswe`,
    paragraphs: [
      by === "rider"
        ? "Urugendo rwanyu rwahagaritswe nk’uko mwabisabye."
        : "Mutubabarire: byabaye ngombwa ko duhagarika urugendo rwanyu.",
    ],
  }),
  cancellationCosts: (fee) =>
    fee ? `Kuruhagarika byishyurwa ${fee}.` : "Kuruhagarika nta cyo byishyurwa.",
  missed: (number, total) => ({
    subject: `Inyemezabwishyu y’urugendo rwanyu, nimero ${number}`,
    paragraphs: [
      "Tubabajwe n’uko tutabonanye: umushoferi wanyu yategereje ntiyababona.",
      `Amafaranga yishyurwa kubera ibyo ni ${total}.`,
    ],
  }),
  receipt: (number, brand, total) => ({
    subject: `Inyemezabwishyu y’urugendo rwanyu, nimero ${number}`,
    paragraphs: [
      `Murakoze kugenda na ${brand}. Urugendo rwanyu rwaguze ${total}.`,
      "Byari bimeze bite? Ku rupapuro rw’urugendo mushobora kurutangaho amanota no kongeraho ishimwe.",
    ],
  }),
  corrected: (number, total, before) => ({
    subject: `Igiciro cy’urugendo nimero ${number} cyakosowe`,
    paragraphs: [
      `Twakosoye igiciro cy’urugendo rwanyu: ni ${total}, si ${before}.`,
      "Inyemezabwishyu iri hasi aha ni yo ifite agaciro. Niba hari ikitagenda neza, mudusubize.",
    ],
  }),
  dispatch: "Ibiro",
  newTripMessage: (from, number) => `${from} yabandikiye ku rugendo nimero ${number}`,
  readAndAnswer: "Soma usubize",
  hidden: {
    trip: "Hari amakuru mashya y’urugendo rwanyu. Fungura usome byinshi.",
    receipt: "Inyemezabwishyu yanyu yabonetse. Fungura usome byinshi.",
  },

  order: orderMessages,
  calendar: {
    tripTitle: (pickup, dropoff) => `${pickup} kugera ${dropoff}`,
    hireTitle: (pickup, hours) => `${pickup}, ${hoursOf(hours)}`,
    pickup: (time) => `Igihe cyo gufatwa: ${time}`,
    from: (place) => `Kuva: ${place}`,
    via: (place) => `Unyuze: ${place}`,
    to: (place) => `Kugera: ${place}`,
    driver: ({ firstName, vehicle, plate }) => `Umushoferi: ${firstName}, ${vehicle}, ${plate}`,
    booking: (number) => `Nimero y’urugendo: ${number}`,
  },
  receiptFile: {
    fileTitle: (brand, number) => `${brand}: inyemezabwishyu ${number}`,
    title: "Inyemezabwishyu",
    number: (number) => `No. ${number}`,
    yourTrip: "Urugendo rwanyu",
    yourBooking: "Urugendo mwasabye",
    price: "Igiciro",
    total: "Igiteranyo",
    toPay: "Ayo kwishyura",
    payment: "Uko bishyurwa",
    issued: "Itariki yatanzweho",
    thanks: (brand) => `Murakoze kugenda na ${brand}.`,
    pickup: "Igihe cyo gufatwa",
    from: "Kuva",
    viaStop: "Unyuze",
    to: "Kugera",
    hiredFor: "Igihe",
    hours: hoursOf,
    passenger: "Umugenzi",
    booked: "Igihe rwasabwe",
    car: "Imodoka",
    driver: "Umushoferi",
    flight: "Indege",
    ended: "Uko rwarangiye",
    cancelledLate: "Rwahagaritswe batinze",
    passengerNotMet: "Umugenzi ntiyabonetse",
    paid: {
      cash: "Amafaranga mu ntoki, mu modoka.",
      card: "Ikarita, mu modoka.",
      account: "Bishyirwa kuri konti.",
    },
    paidInFull: "Byishyuwe byose.",
    stillDue: (amount) => `Ayasigaye kwishyurwa: ${amount}.`,
    billedTo: (company) => `Byishyurwa na ${company}, nta cyishyurwa mu modoka.`,
  },
} satisfies MessageWords;
