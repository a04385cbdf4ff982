import { countPhrase } from "../../src/notifications/words/count-phrase";
import orderMessages from "./order-messages";
import type { MessageWords } from "../../src/notifications/words/message-words";

const minutesOf = (n: number) =>
  countPhrase("fr", n, { one: `${n} minute`, other: `${n} minutes` });
const hoursOf = (n: number) => countPhrase("fr", n, { one: `${n} heure`, other: `${n} heures` });

export default {
  payLink: (number, amount) => ({
    subject: `Payer le trajet ${number}`,
    paragraphs: [
      `${amount} sont dus pour le trajet ${number}. Vous pouvez payer en ligne, par carte ou par argent mobile selon ce qui est proposé.`,
      "Le lien est valable 14 jours. Si quelque chose vous semble inexact, écrivez-nous.",
    ],
    label: "Payer en ligne",
    sms: `${amount} sont dus pour le trajet ${number}. Payez ici :`,
  }),
  holdLink: (number, amount) => ({
    subject: `Montant à bloquer sur votre carte pour le trajet ${number}`,
    paragraphs: [
      `Veuillez faire bloquer ${amount} sur votre carte pour le trajet ${number}. Rien n’est prélevé avant le trajet. Ensuite, nous prélevons ce qu’il a coûté, ${amount} au plus, et libérons le reste.`,
      "Si quelque chose vous semble inexact, écrivez-nous.",
    ],
    label: "Bloquer sur la carte",
    sms: `Veuillez faire bloquer ${amount} sur votre carte pour le trajet ${number}. Rien n’est prélevé avant le trajet :`,
  }),
  moreHoldLink: (number, amount) => ({
    subject: `Montant à bloquer sur votre carte pour le trajet ${number}`,
    paragraphs: [
      `Le prix du trajet ${number} a augmenté. Veuillez faire bloquer ${amount} de plus sur votre carte. Rien n’est prélevé avant le trajet. Ensuite, nous prélevons ce qu’il a coûté et libérons le reste.`,
      "Sinon, la différence est à payer après le trajet. Si quelque chose vous semble inexact, écrivez-nous.",
    ],
    label: "Bloquer sur la carte",
    sms: `Le prix du trajet ${number} a augmenté. Veuillez faire bloquer ${amount} de plus sur votre carte :`,
  }),
  cardCharged: (number, amount, last4) => ({
    subject: `Trajet ${number} : ${amount} prélevés sur votre carte`,
    paragraphs: [
      `Nous avons prélevé ${amount} sur votre carte se terminant par ${last4} pour le trajet ${number}.`,
      "Si quelque chose vous semble inexact, écrivez-nous.",
    ],
    sms: `Nous avons prélevé ${amount} sur votre carte se terminant par ${last4} pour le trajet ${number}.`,
  }),
  refunded: (number, amount, paid) => ({
    subject: `Trajet ${number} : ${amount} remboursés`,
    paragraphs: [
      `Nous vous avons remboursé ${amount} pour le trajet ${number}. En tout, vous avez payé ${paid}.`,
      "Un remboursement sur une carte ou par argent mobile peut prendre quelques jours.",
    ],
    sms: `Nous vous avons remboursé ${amount} pour le trajet ${number}. En tout, vous avez payé ${paid}.`,
  }),
  payBy: (amount, until, isHold) =>
    isHold
      ? `Faites bloquer ${amount} sur votre carte avant ${until}. Sinon, la réservation est annulée sans frais.`
      : `Payez ${amount} avant ${until}. Sans ce paiement, la réservation est annulée sans frais.`,
  terms: (url) => `Nos conditions et notre politique d’annulation : ${url}`,
  notPaidInTime: "Elle n’a pas été payée à temps.",
  affiliate: {
    offered: ({ number, time, pickup, dropoff, cost, until }) => ({
      subject: `Course ${number} pour vous : ${time}`,
      paragraphs: [
        `Pouvez-vous assurer cette course ? ${time}, de ${pickup} à ${dropoff}, pour ${cost}.`,
        `Merci de répondre avant ${until}.`,
      ],
    }),
    changed: ({ number, time, pickup, dropoff }) => ({
      subject: `La course ${number} a changé`,
      paragraphs: [`Merci de la revoir : ${time}, de ${pickup} à ${dropoff}.`],
    }),
    withdrawn: ({ number, time, pickup }) => ({
      subject: `La course ${number} n’est plus à vous`,
      paragraphs: [
        `Nous n’avons plus besoin de vous pour la course du ${time} au départ de ${pickup}.`,
      ],
    }),
    cancelled: ({ number, time, pickup }) => ({
      subject: `La course ${number} a été annulée`,
      paragraphs: [
        `La course du ${time} au départ de ${pickup} a été annulée. Merci de ne pas envoyer de voiture.`,
      ],
    }),
    see: "Voir la course",
    documents: {
      affiliate_insurance: "Attestation d’assurance",
      affiliate_licence: "Licence d’exploitation",
      affiliate_contract: "Contrat",
    },
    documentExpiry: (name, day, isOver) => ({
      subject: isOver ? `${name} : document expiré` : `${name} : expire bientôt`,
      paragraphs: [
        isOver
          ? `Le dernier jour de validité de ce document était le ${day}.`
          : `Le dernier jour de validité de ce document est le ${day}.`,
        "Merci de nous envoyer le document renouvelé.",
      ],
    }),
  },
  approval: {
    requested: (number, time, amount, until, company) => ({
      subject: `Merci d’approuver la course ${number}`,
      paragraphs: [
        `Un collègue a réservé la course ${number} le ${time} pour ${amount}, facturée à ${company}.`,
        `Merci de l’approuver ou de la refuser avant ${until}.`,
      ],
      sms: `Merci d’approuver la course ${number} pour ${amount} avant ${until} :`,
    }),
    given: (number, company) => ({
      subject: `Votre course ${number} est approuvée`,
      paragraphs: [`${company} a approuvé votre course ${number}.`],
      sms: `${company} a approuvé votre course ${number}.`,
    }),
    unanswered: (company) => `${company} ne l’a pas approuvée à temps.`,
    see: "Voir la course",
  },
  quote: {
    sent: (number, amount, until, isRevised) => ({
      subject: isRevised
        ? `Un nouveau devis pour votre trajet ${number}`
        : `Notre devis pour votre trajet ${number}`,
      paragraphs: [
        isRevised
          ? `Notre nouveau prix pour le trajet ${number} est de ${amount}. Il remplace le précédent.`
          : `Notre prix pour le trajet ${number} est de ${amount}.`,
        `Il est valable jusqu’au ${until}. Vous pouvez l’accepter, le refuser ou poser une question.`,
      ],
      sms: `Notre prix pour le trajet ${number} est de ${amount}, valable jusqu’au ${until}. Acceptez-le ici :`,
    }),
    answered: (number) => ({
      subject: `Notre réponse au sujet du devis pour le trajet ${number}`,
      paragraphs: [
        `Vous avez posé une question sur notre devis pour le trajet ${number}. Voici notre réponse :`,
      ],
      sms: `Nous avons répondu à votre question sur le trajet ${number} :`,
    }),
    accepted: (number, amount) => ({
      subject: `Vous avez accepté notre devis pour le trajet ${number}`,
      paragraphs: [
        `Merci. Vous avez accepté notre prix de ${amount} pour le trajet ${number}. Nous confirmerons le trajet sous peu.`,
      ],
      sms: `Merci. Vous avez accepté notre prix de ${amount} pour le trajet ${number}. Nous confirmerons le trajet sous peu.`,
    }),
    terms: "Voici les conditions que vous avez acceptées :",
    see: "Voir le devis",
  },
  codeSubject: (brand) => `Votre code ${brand}`,
  contactSubject: (brand) => `Confirmez votre adresse e-mail chez ${brand}`,
  signInSubject: (brand) => `Connexion à ${brand}`,
  useCode: {
    sign_in: "Saisissez ce code pour vous connecter :",
    contact: "Saisissez ce code pour confirmer votre adresse e-mail :",
    confirm:
      "Saisissez ce code pour confirmer qu’il s’agit bien de vous. Il donne accès à une copie de vos données ou efface votre compte :",
  },
  codeValid: (minutes) =>
    `Il est valable ${minutesOf(minutes)}, dans le navigateur où vous l’avez demandé. Ne le communiquez à personne : nous ne vous le demanderons jamais.`,
  codeNotRequested: "Si vous n’avez pas demandé de code, ignorez ce message.",
  codeSms: (code, brand, minutes) =>
    `${code} est votre code ${brand}. Il est valable ${minutesOf(minutes)}. Ne le communiquez à personne.`,
  linkInstead: (minutes) =>
    `Pour protéger votre compte, nous vous envoyons cette fois un lien au lieu d’un code. Il ne fonctionne qu’une fois et reste valable ${minutesOf(minutes)}.`,
  linkSameBrowser: "Ouvrez-le dans le navigateur où vous avez demandé le changement.",
  linkNotRequested: "Si vous n’avez rien demandé, ignorez ce message.",
  linkLabels: { sign_in: "Se connecter", contact: "Confirmer cette adresse e-mail" },
  linkSms: {
    sign_in: (brand, minutes, url) =>
      `${brand} : connectez-vous avec ce lien, valable ${minutesOf(minutes)} : ${url}`,
    contact: (brand, minutes, url) =>
      `${brand} : confirmez votre numéro de téléphone avec ce lien, valable ${minutesOf(minutes)} : ${url}`,
  },
  contactChangeRequested: (kind, brand) => ({
    subject:
      kind === "email"
        ? "Demande de changement de votre adresse e-mail"
        : "Demande de changement de votre numéro de téléphone",
    paragraphs: [
      kind === "email"
        ? `Une personne connectée à votre compte ${brand} a demandé à remplacer cette adresse e-mail. Rien n’a encore changé : il faut d’abord confirmer la nouvelle.`
        : `Une personne connectée à votre compte ${brand} a demandé à remplacer ce numéro de téléphone. Rien n’a encore changé : il faut d’abord confirmer le nouveau.`,
      "Si ce n’était pas vous, connectez-vous, fermez les sessions que vous ne reconnaissez pas et prévenez-nous.",
    ],
  }),
  contactChanged: (kind, brand) => ({
    subject:
      kind === "email"
        ? "Votre adresse e-mail a été modifiée"
        : "Votre numéro de téléphone a été modifié",
    paragraphs: [
      kind === "email"
        ? `Cette adresse e-mail n’est plus rattachée à votre compte ${brand} : une nouvelle a été confirmée.`
        : `Ce numéro de téléphone n’est plus rattaché à votre compte ${brand} : un nouveau a été confirmé.`,
      "Si ce n’était pas vous, contactez-nous immédiatement.",
    ],
  }),
  contactRemoved: (kind, brand) => ({
    subject:
      kind === "email"
        ? `Votre adresse e-mail n’est plus utilisée chez ${brand}`
        : `Votre numéro de téléphone n’est plus utilisé chez ${brand}`,
    paragraphs: [
      kind === "email"
        ? `Vous aviez deux comptes chez ${brand}. Nous les avons réunis en un seul, qui a une autre adresse e-mail : vous ne pouvez plus vous connecter avec celle-ci.`
        : `Vous aviez deux comptes chez ${brand}. Nous les avons réunis en un seul, qui a un autre numéro de téléphone : vous ne pouvez plus vous connecter avec celui-ci.`,
      "Si c’est une erreur, contactez-nous immédiatement.",
    ],
  }),
  accountsMerged: (brand, ways) => ({
    subject: `Vos deux comptes chez ${brand} n’en font plus qu’un`,
    paragraphs: [
      `Vous aviez deux comptes chez ${brand}. Nous les avons réunis en un seul : vous y trouvez les courses, les lieux et les messages des deux. Vous vous connectez avec ${ways}.`,
      "Si c’est une erreur, contactez-nous immédiatement.",
    ],
  }),
  companyInvitation: (company, brand, url) => ({
    subject: `Voyagez avec ${brand} sur le compte de ${company}`,
    paragraphs: [
      `${company} vous permet de réserver avec ${brand} des trajets facturés à l’entreprise : vous ne payez rien à bord.`,
      `Connectez-vous avec ces coordonnées et choisissez ${company} à la dernière étape de votre réservation : ${url}`,
      "Si vous ne vous y attendiez pas, ignorez ce message.",
    ],
  }),
  identityLinked: (provider, brand) => ({
    subject: `${provider} vous connecte désormais à ${brand}`,
    paragraphs: [
      `Un compte ${provider} a été associé à votre compte ${brand} : toute personne qui y est connectée peut se connecter ici.`,
      `Si ce n’était pas vous, connectez-vous avec un code, dissociez ${provider} sous Compte, Sécurité, et fermez les sessions que vous ne reconnaissez pas.`,
    ],
  }),
  identityUnlinked: (provider, brand) => ({
    subject: `${provider} ne vous connecte plus à ${brand}`,
    paragraphs: [
      `Le compte ${provider} a été dissocié de votre compte ${brand}. Vous vous connectez avec un code ou avec un autre compte associé.`,
      "Si ce n’était pas vous, connectez-vous, fermez les sessions que vous ne reconnaissez pas et prévenez-nous.",
    ],
  }),
  itemFound: (what, number) => ({
    subject: `Nous avons retrouvé votre objet : ${what}`,
    paragraphs: [
      `Bonne nouvelle : nous pensons avoir retrouvé l’objet que vous avez déclaré perdu (déclaration ${number}) : ${what}.`,
    ],
  }),
  itemReturn: {
    collect: "Vous pouvez venir le chercher chez nous. Veuillez apporter une pièce d’identité.",
    deliver: "Nous vous contacterons pour vous l’apporter.",
    post: "Nous vous contacterons pour vous l’envoyer.",
  },
  callUs: (phone) => `Vous pouvez nous appeler au ${phone}.`,
  contactReceived: (number, brand) => ({
    subject: `Votre message à ${brand} (n° ${number})`,
    paragraphs: [
      "Merci de nous avoir écrit. Nous avons bien reçu votre message et vous répondrons dès que possible.",
      "Si ce n’est pas vous qui avez écrit, vous n’avez rien à faire.",
    ],
  }),
  lostReportReceived: (number, brand) => ({
    subject: `Votre déclaration d’objet perdu à ${brand} (n° ${number})`,
    paragraphs: [
      "Merci de nous avoir prévenus. Nous cherchons votre objet et vous écrirons dès que nous l’aurons retrouvé.",
      "Pour ajouter quelque chose, répondez simplement à ce message. Si ce n’est pas vous qui avez écrit, vous n’avez rien à faire.",
    ],
  }),
  quotedMessageIntro: "Vous avez écrit :",

  tripRows: {
    pickup: "Prise en charge",
    from: "De",
    to: "À",
    fare: "Prix",
    total: "Total",
    booking: "Réservation",
    driver: "Chauffeur",
    vehicle: "Véhicule",
    plate: "Plaque",
  },
  seeTrip: "Voir le trajet",
  seeReceipt: "Voir le trajet et obtenir le reçu",
  tipOnline: "Donner un pourboire par carte ou mobile money",
  whenYouCall: "à votre appel",
  onRequest: "sur demande",
  smsTimeAndRoute: (time, pickup, dropoff) => `${time}, ${pickup} vers ${dropoff}.`,
  returnTrip: (number, time, fare) =>
    time === null
      ? `Votre retour est réservé aussi, sous la réservation ${number} : prévenez-nous quand vous voulez partir. Son prix : ${fare}.`
      : `Votre retour est réservé aussi, sous la réservation ${number} : ${time}. Son prix : ${fare}.`,
  received: (number) => ({
    subject: `Nous avons reçu votre réservation ${number}`,
    paragraphs: ["Merci de votre réservation. Nous vous prévenons dès qu’elle est confirmée."],
  }),
  priceRequested: (number) => ({
    subject: `Nous avons reçu votre demande ${number}`,
    paragraphs: [
      "Merci de votre demande. Nous vous indiquerons le prix avant que quoi que ce soit soit convenu.",
    ],
  }),
  priced: (number, fare) => ({
    subject: `Le prix de votre trajet ${number}`,
    paragraphs: [
      `Nous avons trouvé le lieu. Le prix de votre trajet : ${fare}.`,
      "Vous n’avez rien à faire pour le conserver. L’annulation est gratuite tant que nous ne l’avons pas confirmé.",
    ],
  }),
  confirmed: (number) => ({
    subject: `Votre réservation ${number} est confirmée`,
    paragraphs: [
      "Votre réservation est confirmée. Nous vous indiquons qui vous conduit dès que votre chauffeur est désigné.",
    ],
  }),
  confirmedFor: (number, passenger) => ({
    subject: `Votre réservation ${number} est confirmée`,
    paragraphs: [
      `Votre réservation pour ${passenger} est confirmée. Nous lui indiquons qui conduit et lui envoyons un lien pour suivre la voiture.`,
    ],
  }),
  passenger: {
    confirmed: (number, bookedBy) => ({
      subject: `Votre trajet ${number} est réservé`,
      paragraphs: [
        `${bookedBy} a réservé ce trajet pour vous. Nous vous indiquons qui vous conduit dès que votre chauffeur est désigné.`,
      ],
    }),
    changed: (number) => ({
      subject: `Votre trajet ${number} est modifié`,
      paragraphs: ["Votre trajet a été modifié. Voici ce qui est valable maintenant."],
    }),
    reminder: (number, time) => ({
      subject: `Votre trajet ${number} : ${time}`,
      paragraphs: ["Nous vous rappelons votre trajet."],
    }),
    cancelled: (number) => ({
      subject: `Votre trajet ${number} est annulé`,
      paragraphs: [
        "Votre trajet a été annulé. Pour toute question, adressez-vous à la personne qui l’a réservé.",
      ],
    }),
  },
  pickupMovedForFlight: (number, flight) => ({
    subject: `Votre réservation ${number} a une nouvelle heure de prise en charge`,
    paragraphs: [
      `Votre vol ${flight} arrive à une autre heure : nous avons déplacé votre prise en charge. Voici ce qui est valable maintenant.`,
    ],
  }),
  changed: (number) => ({
    subject: `Votre réservation ${number} est modifiée`,
    paragraphs: [
      "Votre réservation est modifiée, comme vous l’avez demandé. Voici ce qui est valable maintenant.",
    ],
  }),
  split: (number, other) => ({
    subject: `Votre réservation ${number} en devient deux : ${number} et ${other}`,
    paragraphs: [
      `Nous avons fait deux réservations de votre réservation ${number} : ${number} et ${other}. L’heure et le trajet ne changent pas. Voici ce qui est valable maintenant.`,
    ],
  }),
  splitBooking: (number, passengers, fare) =>
    `Réservation ${number} : ${passengers === 1 ? "1 passager" : `${passengers} passagers`}${fare && `, ${fare}`}.`,
  reminder: (number, time) => ({
    subject: `Votre trajet ${number} : ${time}`,
    paragraphs: [
      "Nous vous rappelons votre trajet. Quelque chose a changé ? Modifiez-le sur sa page.",
    ],
  }),
  driverNamedLater: "Nous vous indiquons qui vous conduit dès que votre chauffeur est désigné.",
  assigned: (number, { firstName, vehicle, plate }) => ({
    subject: `Votre chauffeur pour la réservation ${number}`,
    paragraphs: [`${firstName} vous conduit. Véhicule : ${vehicle}, plaque ${plate}.`],
  }),
  onTheWay: ({ firstName, vehicle, plate }) => ({
    subject: "Votre chauffeur est en route vers vous",
    paragraphs: [`${firstName} est en route vers vous. Véhicule : ${vehicle}, plaque ${plate}.`],
  }),
  boardingCode: (code) => `Donnez ce code à votre chauffeur en montant : ${code}.`,
  arrived: ({ firstName, vehicle, plate }) => ({
    subject: "Votre chauffeur est arrivé",
    paragraphs: [`${firstName} est sur place et vous attend : ${vehicle}, plaque ${plate}.`],
  }),
  cancelled: (number, by) => ({
    subject: `Votre réservation ${number} est annulée`,
    paragraphs: [
      by === "rider"
        ? "Votre réservation est annulée, comme vous l’avez demandé."
        : "Nous sommes désolés : votre réservation est annulée.",
    ],
  }),
  cancellationCosts: (fee) => (fee ? `Frais d’annulation : ${fee}.` : "L’annulation est gratuite."),
  missed: (number, total) => ({
    subject: `Votre reçu pour la réservation ${number}`,
    paragraphs: [
      "Votre chauffeur a attendu et, à notre regret, ne vous a pas trouvé.",
      `Les frais s’élèvent à ${total}.`,
    ],
  }),
  receipt: (number, brand, total) => ({
    subject: `Votre reçu pour la réservation ${number}`,
    paragraphs: [
      `Merci d’avoir voyagé avec ${brand}. Le prix de votre trajet : ${total}.`,
      "Comment était-ce ? Sur la page du trajet, vous pouvez l’évaluer et ajouter un pourboire.",
    ],
  }),
  corrected: (number, total, before) => ({
    subject: `Le prix de la réservation ${number} a été corrigé`,
    paragraphs: [
      `Nous avons corrigé le prix de votre trajet : il est de ${total}, et non plus de ${before}.`,
      "Seul ce prix fait foi. Si quelque chose vous semble inexact, répondez-nous.",
    ],
  }),
  dispatch: "La centrale",
  newTripMessage: (from, number) => `${from} vous a écrit au sujet du trajet ${number}`,
  readAndAnswer: "Lire et répondre",
  hidden: {
    trip: "Il y a du nouveau pour votre trajet. Ouvrez pour en savoir plus.",
    receipt: "Votre reçu est prêt. Ouvrez pour en savoir plus.",
  },

  order: orderMessages,
  calendar: {
    tripTitle: (pickup, dropoff) => `${pickup} vers ${dropoff}`,
    hireTitle: (pickup, hours) => `${pickup}, ${hoursOf(hours)}`,
    pickup: (time) => `Prise en charge : ${time}`,
    from: (place) => `De : ${place}`,
    via: (place) => `Via : ${place}`,
    to: (place) => `À : ${place}`,
    driver: ({ firstName, vehicle, plate }) => `Chauffeur : ${firstName}, ${vehicle}, ${plate}`,
    booking: (number) => `Réservation : ${number}`,
  },
  receiptFile: {
    fileTitle: (brand, number) => `${brand} : reçu ${number}`,
    title: "Reçu",
    number: (number) => `N° ${number}`,
    yourTrip: "Votre trajet",
    yourBooking: "Votre réservation",
    price: "Prix",
    total: "Total",
    toPay: "À payer",
    payment: "Paiement",
    issued: "Établi le",
    thanks: (brand) => `Merci d’avoir voyagé avec ${brand}.`,
    pickup: "Prise en charge",
    from: "De",
    viaStop: "Via",
    to: "À",
    hiredFor: "Durée",
    hours: hoursOf,
    passenger: "Passager",
    booked: "Réservé le",
    car: "Voiture",
    driver: "Chauffeur",
    flight: "Vol",
    ended: "Issue",
    cancelledLate: "Annulé tardivement",
    passengerNotMet: "Passager non rencontré",
    paid: {
      cash: "Espèces à bord.",
      card: "Carte à bord.",
      account: "Facturé sur le compte.",
    },
    paidInFull: "Payé en totalité.",
    stillDue: (amount) => `Reste à payer : ${amount}.`,
    billedTo: (company) => `Facturé à ${company}, rien à payer à bord.`,
  },
} satisfies MessageWords;
