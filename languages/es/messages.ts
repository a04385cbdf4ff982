import { countPhrase } from "../../src/notifications/words/count-phrase";
import orderMessages from "./order-messages";
import type { MessageWords } from "../../src/notifications/words/message-words";

const minutesOf = (n: number) =>
  countPhrase("es", n, { one: `${n} minuto`, other: `${n} minutos` });
const hoursOf = (n: number) => countPhrase("es", n, { one: `${n} hora`, other: `${n} horas` });

export default {
  payLink: (number, amount) => ({
    subject: `Pagar el viaje ${number}`,
    paragraphs: [
      `Quedan por pagar ${amount} del viaje ${number}. Puede pagar en línea, con tarjeta o dinero móvil según lo ofrecido.`,
      "El enlace es válido durante 14 días. Si algo no le parece correcto, escríbanos.",
    ],
    label: "Pagar en línea",
    sms: `Quedan por pagar ${amount} del viaje ${number}. Pague aquí:`,
  }),
  holdLink: (number, amount) => ({
    subject: `Retención en su tarjeta para el viaje ${number}`,
    paragraphs: [
      `Haga retener ${amount} en su tarjeta para el viaje ${number}. No se cobra nada antes del viaje. Después cobramos lo que haya costado, ${amount} como máximo, y liberamos el resto.`,
      "Si algo no le parece correcto, escríbanos.",
    ],
    label: "Retener en la tarjeta",
    sms: `Haga retener ${amount} en su tarjeta para el viaje ${number}. No se cobra nada antes del viaje:`,
  }),
  moreHoldLink: (number, amount) => ({
    subject: `Retención en su tarjeta para el viaje ${number}`,
    paragraphs: [
      `El precio del viaje ${number} ha subido. Haga retener ${amount} más en su tarjeta. No se cobra nada antes del viaje. Después cobramos lo que haya costado y liberamos el resto.`,
      "De lo contrario, la diferencia se paga después del viaje. Si algo no le parece correcto, escríbanos.",
    ],
    label: "Retener en la tarjeta",
    sms: `El precio del viaje ${number} ha subido. Haga retener ${amount} más en su tarjeta:`,
  }),
  cardCharged: (number, amount, last4) => ({
    subject: `Viaje ${number}: ${amount} cobrados a su tarjeta`,
    paragraphs: [
      `Hemos cobrado ${amount} a su tarjeta terminada en ${last4} por el viaje ${number}.`,
      "Si algo no le parece correcto, escríbanos.",
    ],
    sms: `Hemos cobrado ${amount} a su tarjeta terminada en ${last4} por el viaje ${number}.`,
  }),
  refunded: (number, amount, paid) => ({
    subject: `Viaje ${number}: ${amount} reembolsados`,
    paragraphs: [
      `Le hemos reembolsado ${amount} por el viaje ${number}. En total ha pagado ${paid} por él.`,
      "Un reembolso a una tarjeta o a dinero móvil puede tardar unos días.",
    ],
    sms: `Le hemos reembolsado ${amount} por el viaje ${number}. En total ha pagado ${paid} por él.`,
  }),
  payBy: (amount, until, isHold) =>
    isHold
      ? `Haga retener ${amount} en su tarjeta antes de ${until}. De lo contrario, la reserva se cancela sin coste.`
      : `Pague ${amount} antes de ${until}. Sin el pago, la reserva se cancela sin coste.`,
  terms: (url) => `Nuestras condiciones y política de cancelación: ${url}`,
  notPaidInTime: "No se pagó a tiempo.",
  affiliate: {
    offered: ({ number, time, pickup, dropoff, cost, until }) => ({
      subject: `Viaje ${number} para usted: ${time}`,
      paragraphs: [
        `¿Puede hacer este viaje? ${time}, de ${pickup} a ${dropoff}, por ${cost}.`,
        `Responda antes de ${until}.`,
      ],
    }),
    changed: ({ number, time, pickup, dropoff }) => ({
      subject: `El viaje ${number} ha cambiado`,
      paragraphs: [`Por favor, revíselo de nuevo: ${time}, de ${pickup} a ${dropoff}.`],
    }),
    withdrawn: ({ number, time, pickup }) => ({
      subject: `El viaje ${number} ya no es suyo`,
      paragraphs: [`Ya no le necesitamos para el viaje de ${time} desde ${pickup}.`],
    }),
    cancelled: ({ number, time, pickup }) => ({
      subject: `El viaje ${number} se ha cancelado`,
      paragraphs: [
        `El viaje de ${time} desde ${pickup} se ha cancelado. Por favor, no envíe ningún coche.`,
      ],
    }),
    see: "Ver el viaje",
    documents: {
      affiliate_insurance: "Certificado de seguro",
      affiliate_licence: "Licencia de explotación",
      affiliate_contract: "Contrato",
    },
    documentExpiry: (name, day, isOver) => ({
      subject: isOver ? `${name}: documento caducado` : `${name}: caduca pronto`,
      paragraphs: [
        isOver
          ? `El último día de validez de este documento fue el ${day}.`
          : `El último día de validez de este documento es el ${day}.`,
        "Por favor, envíenos el documento renovado.",
      ],
    }),
  },
  approval: {
    requested: (number, time, amount, until, company) => ({
      subject: `Apruebe el viaje ${number}`,
      paragraphs: [
        `Un colega ha reservado el viaje ${number} el ${time} por ${amount}, a cargo de ${company}.`,
        `Apruébelo o rechácelo antes de ${until}.`,
      ],
      sms: `Apruebe el viaje ${number} por ${amount} antes de ${until}:`,
    }),
    given: (number, company) => ({
      subject: `Su viaje ${number} está aprobado`,
      paragraphs: [`${company} ha aprobado su viaje ${number}.`],
      sms: `${company} ha aprobado su viaje ${number}.`,
    }),
    unanswered: (company) => `${company} no lo aprobó a tiempo.`,
    see: "Ver el viaje",
  },
  quote: {
    sent: (number, amount, until, isRevised) => ({
      subject: isRevised
        ? `Un nuevo presupuesto para su viaje ${number}`
        : `Nuestro presupuesto para su viaje ${number}`,
      paragraphs: [
        isRevised
          ? `Nuestro nuevo precio para el viaje ${number} es de ${amount}. Sustituye al anterior.`
          : `Nuestro precio para el viaje ${number} es de ${amount}.`,
        `Es válido hasta el ${until}. Puede aceptarlo, rechazarlo o hacer una pregunta.`,
      ],
      sms: `Nuestro precio para el viaje ${number} es de ${amount}, válido hasta el ${until}. Acéptelo aquí:`,
    }),
    answered: (number) => ({
      subject: `Nuestra respuesta sobre el presupuesto del viaje ${number}`,
      paragraphs: [
        `Nos preguntó sobre nuestro presupuesto para el viaje ${number}. Esta es nuestra respuesta:`,
      ],
      sms: `Hemos respondido a su pregunta sobre el viaje ${number}:`,
    }),
    accepted: (number, amount) => ({
      subject: `Ha aceptado nuestro presupuesto para el viaje ${number}`,
      paragraphs: [
        `Gracias. Ha aceptado nuestro precio de ${amount} para el viaje ${number}. Confirmaremos el viaje en breve.`,
      ],
      sms: `Gracias. Ha aceptado nuestro precio de ${amount} para el viaje ${number}. Confirmaremos el viaje en breve.`,
    }),
    terms: "Estas son las condiciones que ha aceptado:",
    see: "Ver el presupuesto",
  },
  codeSubject: (brand) => `Su código de ${brand}`,
  contactSubject: (brand) => `Confirme su correo electrónico en ${brand}`,
  signInSubject: (brand) => `Inicie sesión en ${brand}`,
  useCode: {
    sign_in: "Use este código para iniciar sesión:",
    contact: "Use este código para confirmar su correo electrónico:",
    confirm:
      "Use este código para confirmar que es usted. Da acceso a una copia de sus datos o borra su cuenta:",
  },
  codeValid: (minutes) =>
    `Es válido durante ${minutesOf(minutes)}, en el navegador en el que lo pidió. No se lo diga a nadie: nosotros nunca se lo pediremos.`,
  codeNotRequested: "Si no ha pedido ningún código, puede ignorar este mensaje.",
  codeSms: (code, brand, minutes) =>
    `${code} es su código de ${brand}. Es válido durante ${minutesOf(minutes)}. No lo comparta con nadie.`,
  linkInstead: (minutes) =>
    `Para proteger su cuenta, esta vez le enviamos un enlace en lugar de un código. Funciona una sola vez y es válido durante ${minutesOf(minutes)}.`,
  linkSameBrowser: "Ábralo en el navegador en el que pidió el cambio.",
  linkNotRequested: "Si no lo ha pedido, puede ignorar este mensaje.",
  linkLabels: { sign_in: "Iniciar sesión", contact: "Confirmar este correo electrónico" },
  linkSms: {
    sign_in: (brand, minutes, url) =>
      `${brand}: inicie sesión con este enlace, válido durante ${minutesOf(minutes)}: ${url}`,
    contact: (brand, minutes, url) =>
      `${brand}: confirme su número de teléfono con este enlace, válido durante ${minutesOf(minutes)}: ${url}`,
  },
  contactChangeRequested: (kind, brand) => ({
    subject:
      kind === "email"
        ? "Se ha pedido cambiar su correo electrónico"
        : "Se ha pedido cambiar su número de teléfono",
    paragraphs: [
      kind === "email"
        ? `Alguien que ha iniciado sesión en su cuenta de ${brand} ha pedido sustituir esta dirección de correo electrónico. Todavía no ha cambiado nada: antes hay que confirmar la nueva.`
        : `Alguien que ha iniciado sesión en su cuenta de ${brand} ha pedido sustituir este número de teléfono. Todavía no ha cambiado nada: antes hay que confirmar el nuevo.`,
      "Si no ha sido usted, inicie sesión, cierre las sesiones que no reconozca y avísenos.",
    ],
  }),
  contactChanged: (kind, brand) => ({
    subject:
      kind === "email" ? "Su correo electrónico ha cambiado" : "Su número de teléfono ha cambiado",
    paragraphs: [
      kind === "email"
        ? `Esta dirección de correo electrónico ya no pertenece a su cuenta de ${brand}: se ha confirmado una nueva.`
        : `Este número de teléfono ya no pertenece a su cuenta de ${brand}: se ha confirmado uno nuevo.`,
      "Si no ha sido usted, póngase en contacto con nosotros de inmediato.",
    ],
  }),
  contactRemoved: (kind, brand) => ({
    subject:
      kind === "email"
        ? `Su correo electrónico ya no se usa en ${brand}`
        : `Su número de teléfono ya no se usa en ${brand}`,
    paragraphs: [
      kind === "email"
        ? `Tenía dos cuentas en ${brand}. Las hemos unido en una sola, que tiene otro correo electrónico: ya no puede iniciar sesión con este.`
        : `Tenía dos cuentas en ${brand}. Las hemos unido en una sola, que tiene otro número de teléfono: ya no puede iniciar sesión con este.`,
      "Si no es correcto, póngase en contacto con nosotros de inmediato.",
    ],
  }),
  accountsMerged: (brand, ways) => ({
    subject: `Sus dos cuentas en ${brand} son una sola`,
    paragraphs: [
      `Tenía dos cuentas en ${brand}. Las hemos unido en una sola: en ella están los viajes, lugares y mensajes de ambas. Inicia sesión con ${ways}.`,
      "Si no es correcto, póngase en contacto con nosotros de inmediato.",
    ],
  }),
  companyInvitation: (company, brand, url) => ({
    subject: `Viaje con ${brand} a cuenta de ${company}`,
    paragraphs: [
      `${company} le permite reservar con ${brand} viajes que se facturan a la empresa: usted no paga nada en el coche.`,
      `Inicie sesión con este contacto y elija ${company} en el último paso de su reserva: ${url}`,
      "Si no lo esperaba, puede ignorar este mensaje.",
    ],
  }),
  identityLinked: (provider, brand) => ({
    subject: `Ahora puede entrar en ${brand} con ${provider}`,
    paragraphs: [
      `Se ha vinculado una cuenta de ${provider} a su cuenta de ${brand}: quien tenga abierta esa cuenta puede iniciar sesión aquí.`,
      `Si no ha sido usted, inicie sesión con un código, desvincule ${provider} en Cuenta, Seguridad, y cierre las sesiones que no reconozca.`,
    ],
  }),
  identityUnlinked: (provider, brand) => ({
    subject: `Ya no puede entrar en ${brand} con ${provider}`,
    paragraphs: [
      `La cuenta de ${provider} se ha desvinculado de su cuenta de ${brand}. Inicie sesión con un código o con otra cuenta vinculada.`,
      "Si no ha sido usted, inicie sesión, cierre las sesiones que no reconozca y avísenos.",
    ],
  }),
  itemFound: (what, number) => ({
    subject: `Hemos encontrado lo que perdió: ${what}`,
    paragraphs: [
      `Buenas noticias: creemos haber encontrado lo que comunicó como perdido (aviso ${number}): ${what}.`,
    ],
  }),
  itemReturn: {
    collect: "Puede recogerlo en nuestras oficinas. Traiga, por favor, un documento de identidad.",
    deliver: "Nos pondremos en contacto con usted para llevárselo.",
    post: "Nos pondremos en contacto con usted para enviárselo.",
  },
  callUs: (phone) => `Puede llamarnos al ${phone}.`,
  contactReceived: (number, brand) => ({
    subject: `Su mensaje a ${brand} (n.º ${number})`,
    paragraphs: [
      "Gracias por escribirnos. Hemos recibido su mensaje y le responderemos lo antes posible.",
      "Si no fue usted quien escribió, no tiene que hacer nada.",
    ],
  }),
  lostReportReceived: (number, brand) => ({
    subject: `Su aviso de objeto perdido a ${brand} (n.º ${number})`,
    paragraphs: [
      "Gracias por avisarnos. Buscamos lo que perdió y le escribiremos en cuanto lo hayamos encontrado.",
      "Para añadir algo, responda a este mensaje. Si no fue usted quien escribió, no tiene que hacer nada.",
    ],
  }),
  quotedMessageIntro: "Usted escribió:",

  tripRows: {
    pickup: "Recogida",
    from: "Desde",
    to: "Hasta",
    fare: "Precio",
    total: "Total",
    booking: "Reserva",
    driver: "Conductor",
    vehicle: "Vehículo",
    plate: "Matrícula",
  },
  seeTrip: "Ver el viaje",
  seeReceipt: "Ver el viaje y obtener el recibo",
  tipOnline: "Dar una propina con tarjeta o dinero móvil",
  whenYouCall: "cuando usted llame",
  onRequest: "bajo petición",
  smsTimeAndRoute: (time, pickup, dropoff) => `${time}, de ${pickup} a ${dropoff}.`,
  returnTrip: (number, time, fare) =>
    time === null
      ? `Su vuelta está reservada a la vez, con la reserva ${number}: avísenos cuando esté listo. Su precio: ${fare}.`
      : `Su vuelta está reservada a la vez, con la reserva ${number}: ${time}. Su precio: ${fare}.`,
  received: (number) => ({
    subject: `Hemos recibido su reserva ${number}`,
    paragraphs: ["Gracias por su reserva. Le avisaremos en cuanto esté confirmada."],
  }),
  priceRequested: (number) => ({
    subject: `Hemos recibido su solicitud ${number}`,
    paragraphs: ["Gracias por su solicitud. Le diremos el precio antes de acordar nada."],
  }),
  priced: (number, fare) => ({
    subject: `El precio de su viaje ${number}`,
    paragraphs: [
      `Hemos encontrado el lugar. Su viaje cuesta ${fare}.`,
      "No tiene que hacer nada para mantenerlo. Cancelar no cuesta nada hasta que lo confirmemos.",
    ],
  }),
  confirmed: (number) => ({
    subject: `Su reserva ${number} está confirmada`,
    paragraphs: [
      "Su reserva está confirmada. Le diremos quién le lleva cuando se asigne su conductor.",
    ],
  }),
  confirmedFor: (number, passenger) => ({
    subject: `Su reserva ${number} está confirmada`,
    paragraphs: [
      `Su reserva para ${passenger} está confirmada. Le diremos al pasajero quién conduce y le enviaremos un enlace para seguir el coche.`,
    ],
  }),
  passenger: {
    confirmed: (number, bookedBy) => ({
      subject: `Su viaje ${number} está reservado`,
      paragraphs: [
        `${bookedBy} ha reservado este viaje para usted. Le diremos quién le lleva cuando se asigne su conductor.`,
      ],
    }),
    changed: (number) => ({
      subject: `Su viaje ${number} ha cambiado`,
      paragraphs: ["Su viaje ha cambiado. Esto es lo que vale ahora."],
    }),
    reminder: (number, time) => ({
      subject: `Su viaje ${number}: ${time}`,
      paragraphs: ["Le recordamos su viaje."],
    }),
    cancelled: (number) => ({
      subject: `Su viaje ${number} está cancelado`,
      paragraphs: [
        "Su viaje se ha cancelado. Si tiene preguntas, hable con la persona que lo reservó.",
      ],
    }),
  },
  pickupMovedForFlight: (number, flight) => ({
    subject: `Su reserva ${number} tiene una nueva hora de recogida`,
    paragraphs: [
      `Su vuelo ${flight} llega a otra hora, por eso hemos cambiado su recogida. Esto es lo que vale ahora.`,
    ],
  }),
  changed: (number) => ({
    subject: `Su reserva ${number} ha cambiado`,
    paragraphs: ["Su reserva ha cambiado, como usted pidió. Esto es lo que vale ahora."],
  }),
  split: (number, other) => ({
    subject: `Su reserva ${number} son ahora dos: ${number} y ${other}`,
    paragraphs: [
      `Hemos hecho dos reservas de su reserva ${number}: ${number} y ${other}. Las dos tienen la misma hora y el mismo recorrido. Esto es lo que vale ahora.`,
    ],
  }),
  splitBooking: (number, passengers, fare) =>
    `Reserva ${number}: ${passengers === 1 ? "1 pasajero" : `${passengers} pasajeros`}${fare && `, ${fare}`}.`,
  reminder: (number, time) => ({
    subject: `Su viaje ${number}: ${time}`,
    paragraphs: ["Le recordamos su viaje. ¿Ha cambiado algo? Modifíquelo en su página."],
  }),
  driverNamedLater: "Le diremos quién le lleva en cuanto se asigne su conductor.",
  assigned: (number, { firstName, vehicle, plate }) => ({
    subject: `Su conductor para la reserva ${number}`,
    paragraphs: [`Le lleva ${firstName}. Vehículo: ${vehicle}, matrícula ${plate}.`],
  }),
  onTheWay: ({ firstName, vehicle, plate }) => ({
    subject: "Su conductor está en camino",
    paragraphs: [`${firstName} va hacia usted. Vehículo: ${vehicle}, matrícula ${plate}.`],
  }),
  boardingCode: (code) => `Diga este código a su conductor al subir: ${code}.`,
  arrived: ({ firstName, vehicle, plate }) => ({
    subject: "Su conductor ha llegado",
    paragraphs: [`${firstName} ha llegado y le espera: ${vehicle}, matrícula ${plate}.`],
  }),
  cancelled: (number, by) => ({
    subject: `Su reserva ${number} está cancelada`,
    paragraphs: [
      by === "rider"
        ? "Su reserva está cancelada, como usted pidió."
        : "Lo sentimos: hemos tenido que cancelar su reserva.",
    ],
  }),
  cancellationCosts: (fee) =>
    fee ? `La cancelación cuesta ${fee}.` : "La cancelación no cuesta nada.",
  missed: (number, total) => ({
    subject: `Su recibo de la reserva ${number}`,
    paragraphs: [
      "Sentimos no habernos encontrado: su conductor esperó y no pudo localizarle.",
      `El cargo por ello es de ${total}.`,
    ],
  }),
  receipt: (number, brand, total) => ({
    subject: `Su recibo de la reserva ${number}`,
    paragraphs: [
      `Gracias por viajar con ${brand}. Su viaje costó ${total}.`,
      "¿Qué tal fue? En la página del viaje puede valorarlo y añadir una propina.",
    ],
  }),
  corrected: (number, total, before) => ({
    subject: `Se corrigió el precio de la reserva ${number}`,
    paragraphs: [
      `Hemos corregido el precio de su viaje: es de ${total}, y ya no de ${before}.`,
      "El recibo que vale es el de abajo. Si algo no le parece correcto, respóndanos.",
    ],
  }),
  dispatch: "La central",
  newTripMessage: (from, number) => `${from} le ha escrito sobre el viaje ${number}`,
  readAndAnswer: "Leer y responder",
  hidden: {
    trip: "Hay novedades de su viaje. Ábralo para leer más.",
    receipt: "Su recibo está listo. Ábralo para leer más.",
  },

  order: orderMessages,
  calendar: {
    tripTitle: (pickup, dropoff) => `${pickup} a ${dropoff}`,
    hireTitle: (pickup, hours) => `${pickup}, ${hoursOf(hours)}`,
    pickup: (time) => `Recogida: ${time}`,
    from: (place) => `Desde: ${place}`,
    via: (place) => `Por: ${place}`,
    to: (place) => `Hasta: ${place}`,
    driver: ({ firstName, vehicle, plate }) => `Conductor: ${firstName}, ${vehicle}, ${plate}`,
    booking: (number) => `Reserva: ${number}`,
  },
  receiptFile: {
    fileTitle: (brand, number) => `${brand}: recibo ${number}`,
    title: "Recibo",
    number: (number) => `N.º ${number}`,
    yourTrip: "Su viaje",
    yourBooking: "Su reserva",
    price: "Precio",
    total: "Total",
    toPay: "A pagar",
    payment: "Pago",
    issued: "Emitido",
    thanks: (brand) => `Gracias por viajar con ${brand}.`,
    pickup: "Recogida",
    from: "Desde",
    viaStop: "Por",
    to: "Hasta",
    hiredFor: "Contratado por",
    hours: hoursOf,
    passenger: "Pasajero",
    booked: "Reservado",
    car: "Coche",
    driver: "Conductor",
    flight: "Vuelo",
    ended: "Final",
    cancelledLate: "Cancelado tarde",
    passengerNotMet: "Pasajero no encontrado",
    paid: {
      cash: "Efectivo en el coche.",
      card: "Tarjeta en el coche.",
      account: "Facturado a la cuenta.",
    },
    paidInFull: "Pagado por completo.",
    stillDue: (amount) => `Pendiente de pago: ${amount}.`,
    billedTo: (company) => `Facturado a ${company}, no se paga en el coche.`,
  },
} satisfies MessageWords;
