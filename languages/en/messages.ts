import { countPhrase } from "../../src/notifications/words/count-phrase";
import orderMessages from "./order-messages";
import type { MessageWords } from "../../src/notifications/words/message-words";

const hoursOf = (n: number) => countPhrase("en", n, { one: `${n} hour`, other: `${n} hours` });
const contact = { email: "e-mail address", phone: "phone number" };

export default {
  payLink: (number, amount) => ({
    subject: `Pay for trip ${number}`,
    paragraphs: [
      `${amount} is due for trip ${number}. You can pay online.`,
      "The link is valid for 14 days. Ask us if anything seems wrong.",
    ],
    label: "Pay online",
    sms: `${amount} is due for trip ${number}. Pay here:`,
  }),
  holdLink: (number, amount) => ({
    subject: `Hold on your card for trip ${number}`,
    paragraphs: [
      `Please have ${amount} held on your card for trip ${number}. We charge nothing before the trip. Afterwards we charge the price of the trip, at most ${amount}, and release the rest.`,
      "Ask us if anything seems wrong.",
    ],
    label: "Hold on card",
    sms: `Please have ${amount} held on your card for trip ${number} (we charge nothing before the trip):`,
  }),
  moreHoldLink: (number, amount) => ({
    subject: `Hold on your card for trip ${number}`,
    paragraphs: [
      `The price of trip ${number} has risen. Please have ${amount} more held on your card. We charge nothing before the trip. Afterwards we charge the price of the trip and release the rest.`,
      "Otherwise, you pay the difference after the trip. Ask us if anything seems wrong.",
    ],
    label: "Hold on card",
    sms: `The price of trip ${number} has risen. Please have ${amount} more held on your card:`,
  }),
  cardCharged: (number, amount, last4) => ({
    subject: `Trip ${number}: ${amount} charged to your card`,
    paragraphs: [
      `We charged ${amount} to your card ending in ${last4} for trip ${number}.`,
      "Ask us if anything seems wrong.",
    ],
    sms: `We charged ${amount} to your card ending in ${last4} for trip ${number}.`,
  }),
  refunded: (number, amount, paid) => ({
    subject: `Trip ${number}: ${amount} refunded`,
    paragraphs: [
      `We refunded ${amount} for trip ${number}. In total, you have now paid ${paid} for this trip.`,
      "A refund to a card or mobile money may take a few days to arrive.",
    ],
    sms: `We refunded ${amount} for trip ${number}. In total, you have now paid ${paid} for this trip.`,
  }),
  payBy: (amount, until, isHold) =>
    isHold
      ? `Have ${amount} held on your card by ${until}. Otherwise we’ll cancel the booking, at no cost to you.`
      : `Pay ${amount} by ${until}. Otherwise we’ll cancel the booking, at no cost to you.`,
  terms: (url) => `Our terms and cancellation policy: ${url}`,
  notPaidInTime: "The trip was not paid in time.",
  affiliate: {
    offered: ({ number, time, pickup, dropoff, cost, until }) => ({
      subject: `Trip ${number} for you: ${time}`,
      paragraphs: [
        `Can you drive this trip? ${time}, from ${pickup} to ${dropoff}, for ${cost}.`,
        `Please answer by ${until}.`,
      ],
    }),
    changed: ({ number, time, pickup, dropoff }) => ({
      subject: `Trip ${number} has changed`,
      paragraphs: [`Please check the new details: ${time}, from ${pickup} to ${dropoff}.`],
    }),
    withdrawn: ({ number, time, pickup }) => ({
      subject: `Trip ${number} is no longer yours`,
      paragraphs: [`We no longer need you for the trip on ${time} from ${pickup}.`],
    }),
    cancelled: ({ number, time, pickup }) => ({
      subject: `Trip ${number} was cancelled`,
      paragraphs: [`The trip on ${time} from ${pickup} was cancelled. Please don’t send a car.`],
    }),
    see: "See the trip",
    documents: {
      affiliate_insurance: "Insurance certificate",
      affiliate_licence: "Operating licence",
      affiliate_contract: "Contract",
    },
    documentExpiry: (name, day, isOver) => ({
      subject: isOver ? `${name} has expired` : `${name} expires soon`,
      paragraphs: [
        isOver ? `This document was valid until ${day}.` : `This document is valid until ${day}.`,
        "Please send us the renewed document.",
      ],
    }),
  },
  approval: {
    requested: (number, time, amount, until, company) => ({
      subject: `Please approve trip ${number}`,
      paragraphs: [
        `A colleague has booked trip ${number} on ${time} for ${amount}, billed to ${company}.`,
        `Please approve or decline this trip by ${until}.`,
      ],
      sms: `Please approve trip ${number} for ${amount} by ${until}:`,
    }),
    given: (number, company) => ({
      subject: `Your trip ${number} is approved`,
      paragraphs: [`${company} has approved your trip ${number}.`],
      sms: `${company} has approved your trip ${number}.`,
    }),
    unanswered: (company) => `${company} has not approved the trip in time.`,
    see: "See the trip",
  },
  quote: {
    sent: (number, amount, until, isRevised) => ({
      subject: isRevised
        ? `A new quote for your trip ${number}`
        : `Our quote for your trip ${number}`,
      paragraphs: [
        isRevised
          ? `Our new price for trip ${number} is ${amount}. This replaces the previous price.`
          : `Our price for trip ${number} is ${amount}.`,
        `This price is valid until ${until}. You can accept it, decline it or ask a question.`,
      ],
      sms: `Our price for trip ${number} is ${amount}, valid until ${until}. Accept it here:`,
    }),
    answered: (number) => ({
      subject: `Our answer about the quote for trip ${number}`,
      paragraphs: [`You asked about our quote for trip ${number}. This is our answer:`],
      sms: `We have answered your question about trip ${number}:`,
    }),
    accepted: (number, amount) => ({
      subject: `You accepted our quote for trip ${number}`,
      paragraphs: [
        `Thank you. You accepted our price of ${amount} for trip ${number}. We’ll confirm the trip soon.`,
      ],
      sms: `Thank you. You accepted our price of ${amount} for trip ${number}. We’ll confirm the trip soon.`,
    }),
    terms: "These are the terms that you accepted:",
    see: "See the quote",
  },
  codeSubject: (brand) => `Your ${brand} code`,
  contactSubject: (brand) => `Confirm your e-mail address at ${brand}`,
  signInSubject: (brand) => `Sign in to ${brand}`,
  useCode: {
    sign_in: "Use this code to sign in:",
    contact: "Use this code to confirm your e-mail address:",
    confirm:
      "Use this code to confirm that it’s you before you download your data or delete your account:",
  },
  codeValid: (minutes) =>
    `The code is valid for ${minutes} minutes, in the browser where you asked for it. Never share it: we will never ask you for a code.`,
  codeNotRequested: "If you didn’t ask for a code, you can ignore this message.",
  codeSms: (code, brand, minutes) =>
    `${code} is your ${brand} code. It is valid for ${minutes} minutes. Never share it.`,
  linkInstead: (minutes) =>
    `To keep your account safe, we are sending you a link instead of a code this time. The link works once and is valid for ${minutes} minutes.`,
  linkSameBrowser: "Open the link in the browser where you asked for the change.",
  linkNotRequested: "If you didn’t ask for a link, you can ignore this message.",
  linkLabels: { sign_in: "Sign in", contact: "Confirm this e-mail address" },
  linkSms: {
    sign_in: (brand, minutes, url) =>
      `${brand}: sign in with this link, valid for ${minutes} minutes: ${url}`,
    contact: (brand, minutes, url) =>
      `${brand}: confirm your phone number with this link, valid for ${minutes} minutes: ${url}`,
  },
  contactChangeRequested: (kind, brand) => ({
    subject: `Request to change your ${contact[kind]}`,
    paragraphs: [
      `Somebody who is signed in to your ${brand} account has asked to replace this ${contact[kind]}. Nothing has changed yet: the new ${contact[kind]} must be confirmed first.`,
      "If this wasn’t you, open your account, sign out every browser that you don’t recognise, and tell us.",
    ],
  }),
  contactChanged: (kind, brand) => ({
    subject: `Your ${contact[kind]} was changed`,
    paragraphs: [
      `Your ${brand} account now has a new ${contact[kind]}. This one no longer belongs to the account.`,
      "If this wasn’t you, please contact us at once.",
    ],
  }),
  contactRemoved: (kind, brand) => ({
    subject: `Your ${contact[kind]} is no longer used at ${brand}`,
    paragraphs: [
      `You had two accounts at ${brand}. We merged them. The account now has a different ${contact[kind]}, and you can no longer sign in with this one.`,
      "If this is wrong, please contact us at once.",
    ],
  }),
  accountsMerged: (brand, ways) => ({
    subject: `We merged your two accounts at ${brand}`,
    paragraphs: [
      `You had two accounts at ${brand}. We merged them: the trips, places and messages of both are now in one account. You can sign in with ${ways}.`,
      "If this is wrong, please contact us at once.",
    ],
  }),
  companyInvitation: (company, brand, url) => ({
    subject: `Ride with ${brand} on the account of ${company}`,
    paragraphs: [
      `You can now book trips with ${brand} on the account of ${company}. The company gets the bill, and you pay nothing in the car.`,
      `Sign in with this e-mail address or phone number, and choose ${company} in the last step of your booking: ${url}`,
      "If you didn’t expect this, you can ignore this message.",
    ],
  }),
  identityLinked: (provider, brand) => ({
    subject: `You can now sign in to ${brand} with ${provider}`,
    paragraphs: [
      `A ${provider} account was linked to your ${brand} account. Anyone who is signed in to that ${provider} account can now sign in to ${brand} as you.`,
      `If this wasn’t you, sign in with a code, unlink ${provider} under Account, Security, and sign out every browser that you don’t recognise.`,
    ],
  }),
  identityUnlinked: (provider, brand) => ({
    subject: `You can no longer sign in to ${brand} with ${provider}`,
    paragraphs: [
      `The ${provider} account was unlinked from your ${brand} account. You can still sign in with a code or another linked account.`,
      "If this wasn’t you, open your account, sign out every browser that you don’t recognise, and tell us.",
    ],
  }),
  itemFound: (what, number) => ({
    subject: `We have found what you lost: ${what}`,
    paragraphs: [
      `Good news: we believe we have found the item that you reported lost (report ${number}): ${what}.`,
    ],
  }),
  itemReturn: {
    collect: "You can collect the item from us. Please bring some ID.",
    deliver: "We will contact you to bring you the item.",
    post: "We will contact you to send you the item.",
  },
  callUs: (phone) => `You can call us at ${phone}.`,
  contactReceived: (number, brand) => ({
    subject: `Your message to ${brand} (no. ${number})`,
    paragraphs: [
      "Thank you for writing to us. We have your message and will answer as soon as we can.",
      "If you didn’t write to us, you don’t need to do anything.",
    ],
  }),
  lostReportReceived: (number, brand) => ({
    subject: `Your lost property report to ${brand} (no. ${number})`,
    paragraphs: [
      "Thank you for telling us. We’ll look for your item and write to you as soon as we find it.",
      "To add something, just reply to this message. If you didn’t write to us, you don’t need to do anything.",
    ],
  }),
  quotedMessageIntro: "You wrote:",

  tripRows: {
    pickup: "Pickup",
    from: "From",
    to: "To",
    fare: "Fare",
    total: "Total",
    booking: "Booking",
    driver: "Driver",
    vehicle: "Vehicle",
    plate: "Plate",
  },
  seeTrip: "See the trip",
  seeReceipt: "See the trip and get the receipt",
  tipOnline: "Tip your driver by card or mobile money",
  whenYouCall: "when you call",
  onRequest: "on request",
  smsTimeAndRoute: (time, pickup, dropoff) => `${time}, ${pickup} to ${dropoff}.`,
  returnTrip: (number, time, fare) =>
    time === null
      ? `Your return trip is booked too, as booking ${number}: tell us when you are ready. Price: ${fare}.`
      : `Your return trip is booked too, as booking ${number}: ${time}. Price: ${fare}.`,
  received: (number) => ({
    subject: `We received your booking ${number}`,
    paragraphs: ["Thank you for your booking. We’ll let you know as soon as it is confirmed."],
  }),
  priceRequested: (number) => ({
    subject: `We received your request ${number}`,
    paragraphs: ["Thank you for your request. We’ll tell you the price before anything is agreed."],
  }),
  priced: (number, fare) => ({
    subject: `The price of your trip ${number}`,
    paragraphs: [
      `We found the place on the map. Your trip costs ${fare}.`,
      "You don’t need to do anything to keep your booking. Cancelling costs nothing until we confirm it.",
    ],
  }),
  confirmed: (number) => ({
    subject: `Your booking ${number} is confirmed`,
    paragraphs: [
      "Your booking is confirmed. We’ll tell you who is driving you once a driver is assigned.",
    ],
  }),
  confirmedFor: (number, passenger) => ({
    subject: `Your booking ${number} is confirmed`,
    paragraphs: [
      `Your booking for ${passenger} is confirmed. We’ll tell them who is driving and send them a link to follow the car.`,
    ],
  }),
  passenger: {
    confirmed: (number, bookedBy) => ({
      subject: `Your trip ${number} is booked`,
      paragraphs: [
        `${bookedBy} booked this trip for you. We’ll tell you who is driving you once a driver is assigned.`,
      ],
    }),
    changed: (number) => ({
      subject: `Your trip ${number} has changed`,
      paragraphs: ["Your trip was changed. These are the new details."],
    }),
    reminder: (number, time) => ({
      subject: `Your trip ${number}: ${time}`,
      paragraphs: ["This is a reminder of your trip."],
    }),
    cancelled: (number) => ({
      subject: `Your trip ${number} is cancelled`,
      paragraphs: [
        "Your trip was cancelled. If you have questions, please ask the person who booked it.",
      ],
    }),
  },
  pickupMovedForFlight: (number, flight) => ({
    subject: `Your booking ${number} has a new pickup time`,
    paragraphs: [
      `Your flight ${flight} has a new time, so we have moved your pickup. These are the new details.`,
    ],
  }),
  changed: (number) => ({
    subject: `Your booking ${number} has changed`,
    paragraphs: ["We have changed your booking as you asked. These are the new details."],
  }),
  split: (number, other) => ({
    subject: `Your booking ${number} is now two: ${number} and ${other}`,
    paragraphs: [
      `We split your booking ${number} into two bookings: ${number} and ${other}. Both have the same time and route. These are the new details.`,
    ],
  }),
  splitBooking: (number, passengers, fare) =>
    `Booking ${number} for ${passengers === 1 ? "1 passenger" : `${passengers} passengers`}${fare && `: ${fare}`}.`,
  reminder: (number, time) => ({
    subject: `Your trip ${number}: ${time}`,
    paragraphs: [
      "This is a reminder of your trip. Has anything changed? You can change it on the trip page.",
    ],
  }),
  driverNamedLater: "We’ll tell you who is driving you as soon as a driver is assigned.",
  assigned: (number, { firstName, vehicle, plate }) => ({
    subject: `Your driver for booking ${number}`,
    paragraphs: [`${firstName} will drive you in a ${vehicle}, plate ${plate}.`],
  }),
  onTheWay: ({ firstName, vehicle, plate }) => ({
    subject: "Your driver is on the way to you",
    paragraphs: [`${firstName} is on the way to you in a ${vehicle}, plate ${plate}.`],
  }),
  boardingCode: (code) => `Tell your driver this code when you get in: ${code}.`,
  arrived: ({ firstName, vehicle, plate }) => ({
    subject: "Your driver is here",
    paragraphs: [`${firstName} has arrived and is waiting for you: ${vehicle}, plate ${plate}.`],
  }),
  cancelled: (number, by) => ({
    subject: `Your booking ${number} is cancelled`,
    paragraphs: [
      by === "rider"
        ? "Your booking is cancelled, as you asked."
        : "We are sorry: we had to cancel your booking.",
    ],
  }),
  cancellationCosts: (fee) =>
    fee ? `The cancellation costs ${fee}.` : "The cancellation costs nothing.",
  missed: (number, total) => ({
    subject: `Your receipt for booking ${number}`,
    paragraphs: [
      "We are sorry that we missed you: your driver waited but could not find you.",
      `The no-show fee is ${total}.`,
    ],
  }),
  receipt: (number, brand, total) => ({
    subject: `Your receipt for booking ${number}`,
    paragraphs: [
      `Thank you for riding with ${brand}. Your trip cost ${total}.`,
      "How was your trip? You can rate it and add a tip on the trip page.",
    ],
  }),
  corrected: (number, total, before) => ({
    subject: `The price of booking ${number} was corrected`,
    paragraphs: [
      `We corrected the price of your trip: it is now ${total} instead of ${before}.`,
      "The receipt below replaces the earlier one. If anything looks wrong, just reply to this message.",
    ],
  }),
  dispatch: "Dispatch",
  newTripMessage: (from, number) => `${from} wrote to you about trip ${number}`,
  readAndAnswer: "Read and reply",
  hidden: {
    trip: "There is news about your trip. Open the trip to read more.",
    receipt: "Your receipt is ready. Open the trip to see it.",
  },

  order: orderMessages,
  calendar: {
    tripTitle: (pickup, dropoff) => `${pickup} to ${dropoff}`,
    hireTitle: (pickup, hours) => `${pickup}, ${hoursOf(hours)}`,
    pickup: (time) => `Pickup: ${time}`,
    from: (place) => `From: ${place}`,
    via: (place) => `Via: ${place}`,
    to: (place) => `To: ${place}`,
    driver: ({ firstName, vehicle, plate }) => `Driver: ${firstName}, ${vehicle}, ${plate}`,
    booking: (number) => `Booking: ${number}`,
  },
  receiptFile: {
    fileTitle: (brand, number) => `${brand}: receipt ${number}`,
    title: "Receipt",
    number: (number) => `No. ${number}`,
    yourTrip: "Your trip",
    yourBooking: "Your booking",
    price: "Price",
    total: "Total",
    toPay: "To pay",
    payment: "Payment",
    issued: "Issued",
    thanks: (brand) => `Thank you for riding with ${brand}.`,
    pickup: "Pickup",
    from: "From",
    viaStop: "Via",
    to: "To",
    hiredFor: "Hired for",
    hours: hoursOf,
    passenger: "Passenger",
    booked: "Booked",
    car: "Car",
    driver: "Driver",
    flight: "Flight",
    ended: "Ended",
    cancelledLate: "Cancelled late",
    passengerNotMet: "No-show",
    paid: { cash: "Cash in the car.", card: "Card in the car.", account: "Billed to the account." },
    paidInFull: "Paid in full.",
    stillDue: (amount) => `${amount} is still due.`,
    billedTo: (company) => `Billed to ${company}, not paid in the car.`,
  },
} satisfies MessageWords;
