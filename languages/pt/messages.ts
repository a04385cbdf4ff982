import { countPhrase } from "../../src/notifications/words/count-phrase";
import orderMessages from "./order-messages";
import type { MessageWords } from "../../src/notifications/words/message-words";

const minutesOf = (n: number) =>
  countPhrase("pt", n, { one: `${n} minuto`, other: `${n} minutos` });
const hoursOf = (n: number) => countPhrase("pt", n, { one: `${n} hora`, other: `${n} horas` });

export default {
  payLink: (number, amount) => ({
    subject: `Pagar a viagem ${number}`,
    paragraphs: [
      `Faltam pagar ${amount} da viagem ${number}. Pode pagar online, com cartão ou dinheiro móvel conforme disponível.`,
      "O link é válido durante 14 dias. Se algo não lhe parecer certo, fale connosco.",
    ],
    label: "Pagar online",
    sms: `Faltam pagar ${amount} da viagem ${number}. Pague aqui:`,
  }),
  holdLink: (number, amount) => ({
    subject: `Valor a cativar no seu cartão para a viagem ${number}`,
    paragraphs: [
      `Deixe ${amount} cativos no seu cartão para a viagem ${number}. Nada é cobrado antes da viagem. Depois cobramos o que ela custou, no máximo ${amount}, e libertamos o resto.`,
      "Se algo não lhe parecer certo, fale connosco.",
    ],
    label: "Cativar no cartão",
    sms: `Deixe ${amount} cativos no seu cartão para a viagem ${number}. Nada é cobrado antes da viagem:`,
  }),
  moreHoldLink: (number, amount) => ({
    subject: `Valor a cativar no seu cartão para a viagem ${number}`,
    paragraphs: [
      `O preço da viagem ${number} subiu. Deixe mais ${amount} cativos no seu cartão. Nada é cobrado antes da viagem. Depois cobramos o que ela custou e libertamos o resto.`,
      "Caso contrário, a diferença paga-se depois da viagem. Se algo não lhe parecer certo, fale connosco.",
    ],
    label: "Cativar no cartão",
    sms: `O preço da viagem ${number} subiu. Deixe mais ${amount} cativos no seu cartão:`,
  }),
  cardCharged: (number, amount, last4) => ({
    subject: `Viagem ${number}: ${amount} cobrados no seu cartão`,
    paragraphs: [
      `Cobrámos ${amount} no seu cartão terminado em ${last4} pela viagem ${number}.`,
      "Se algo não lhe parecer certo, fale connosco.",
    ],
    sms: `Cobrámos ${amount} no seu cartão terminado em ${last4} pela viagem ${number}.`,
  }),
  refunded: (number, amount, paid) => ({
    subject: `Viagem ${number}: ${amount} reembolsados`,
    paragraphs: [
      `Reembolsámos ${amount} da viagem ${number}. Ao todo, pagou ${paid} por ela.`,
      "Um reembolso para um cartão ou dinheiro móvel pode demorar alguns dias.",
    ],
    sms: `Reembolsámos ${amount} da viagem ${number}. Ao todo, pagou ${paid} por ela.`,
  }),
  payBy: (amount, until, isHold) =>
    isHold
      ? `Deixe ${amount} cativos no seu cartão até ${until}. Caso contrário, a reserva é cancelada sem custos.`
      : `Pague ${amount} até ${until}. Sem o pagamento, a reserva é cancelada sem custos.`,
  terms: (url) => `As nossas condições e política de cancelamento: ${url}`,
  notPaidInTime: "Não foi paga a tempo.",
  affiliate: {
    offered: ({ number, time, pickup, dropoff, cost, until }) => ({
      subject: `Viagem ${number} para você: ${time}`,
      paragraphs: [
        `Você pode fazer esta viagem? ${time}, de ${pickup} para ${dropoff}, por ${cost}.`,
        `Responda até ${until}.`,
      ],
    }),
    changed: ({ number, time, pickup, dropoff }) => ({
      subject: `A viagem ${number} mudou`,
      paragraphs: [`Veja-a de novo: ${time}, de ${pickup} para ${dropoff}.`],
    }),
    withdrawn: ({ number, time, pickup }) => ({
      subject: `A viagem ${number} já não é sua`,
      paragraphs: [`Já não precisamos de você para a viagem de ${time} saindo de ${pickup}.`],
    }),
    cancelled: ({ number, time, pickup }) => ({
      subject: `A viagem ${number} foi cancelada`,
      paragraphs: [
        `A viagem de ${time} saindo de ${pickup} foi cancelada. Por favor, não envie um carro.`,
      ],
    }),
    see: "Ver a viagem",
    documents: {
      affiliate_insurance: "Certificado de seguro",
      affiliate_licence: "Licença de operação",
      affiliate_contract: "Contrato",
    },
    documentExpiry: (name, day, isOver) => ({
      subject: isOver ? `${name}: documento vencido` : `${name}: vence em breve`,
      paragraphs: [
        isOver
          ? `O último dia de validade deste documento foi ${day}.`
          : `O último dia de validade deste documento é ${day}.`,
        "Por favor, envie-nos o documento renovado.",
      ],
    }),
  },
  approval: {
    requested: (number, time, amount, until, company) => ({
      subject: `Aprove a viagem ${number}`,
      paragraphs: [
        `Um colega reservou a viagem ${number} em ${time} por ${amount}, faturada a ${company}.`,
        `Aprove-a ou recuse-a até ${until}.`,
      ],
      sms: `Aprove a viagem ${number} por ${amount} até ${until}:`,
    }),
    given: (number, company) => ({
      subject: `A sua viagem ${number} foi aprovada`,
      paragraphs: [`${company} aprovou a sua viagem ${number}.`],
      sms: `${company} aprovou a sua viagem ${number}.`,
    }),
    unanswered: (company) => `${company} não a aprovou a tempo.`,
    see: "Ver a viagem",
  },
  quote: {
    sent: (number, amount, until, isRevised) => ({
      subject: isRevised
        ? `Um novo orçamento para a sua viagem ${number}`
        : `O nosso orçamento para a sua viagem ${number}`,
      paragraphs: [
        isRevised
          ? `O nosso novo preço para a viagem ${number} é de ${amount}. Substitui o anterior.`
          : `O nosso preço para a viagem ${number} é de ${amount}.`,
        `É válido até ${until}. Pode aceitá-lo, recusá-lo ou fazer uma pergunta.`,
      ],
      sms: `O nosso preço para a viagem ${number} é de ${amount}, válido até ${until}. Aceite-o aqui:`,
    }),
    answered: (number) => ({
      subject: `A nossa resposta sobre o orçamento da viagem ${number}`,
      paragraphs: [
        `Fez uma pergunta sobre o nosso orçamento para a viagem ${number}. Esta é a nossa resposta:`,
      ],
      sms: `Respondemos à sua pergunta sobre a viagem ${number}:`,
    }),
    accepted: (number, amount) => ({
      subject: `Aceitou o nosso orçamento para a viagem ${number}`,
      paragraphs: [
        `Obrigado. Aceitou o nosso preço de ${amount} para a viagem ${number}. Confirmaremos a viagem em breve.`,
      ],
      sms: `Obrigado. Aceitou o nosso preço de ${amount} para a viagem ${number}. Confirmaremos a viagem em breve.`,
    }),
    terms: "Estas são as condições que aceitou:",
    see: "Ver o orçamento",
  },
  codeSubject: (brand) => `O seu código de ${brand}`,
  contactSubject: (brand) => `Confirme o seu e-mail em ${brand}`,
  signInSubject: (brand) => `Entrar em ${brand}`,
  useCode: {
    sign_in: "Use este código para entrar:",
    contact: "Use este código para confirmar o seu e-mail:",
    confirm:
      "Use este código para confirmar a sua identidade. Dá acesso a uma cópia dos seus dados ou apaga a sua conta:",
  },
  codeValid: (minutes) =>
    `É válido durante ${minutesOf(minutes)}, no navegador em que o pediu. Não o diga a ninguém: nunca o pediremos.`,
  codeNotRequested: "Se não pediu nenhum código, ignore esta mensagem.",
  codeSms: (code, brand, minutes) =>
    `${code} é o seu código de ${brand}. É válido durante ${minutesOf(minutes)}. Não o partilhe.`,
  linkInstead: (minutes) =>
    `Para proteger a sua conta, desta vez enviamos um link em vez de um código. Funciona uma só vez e é válido durante ${minutesOf(minutes)}.`,
  linkSameBrowser: "Abra-o no navegador em que pediu a alteração.",
  linkNotRequested: "Se não o pediu, ignore esta mensagem.",
  linkLabels: { sign_in: "Entrar", contact: "Confirmar este e-mail" },
  linkSms: {
    sign_in: (brand, minutes, url) =>
      `${brand}: entre com este link, válido durante ${minutesOf(minutes)}: ${url}`,
    contact: (brand, minutes, url) =>
      `${brand}: confirme o seu número de telefone com este link, válido durante ${minutesOf(minutes)}: ${url}`,
  },
  contactChangeRequested: (kind, brand) => ({
    subject:
      kind === "email"
        ? "Pedido de alteração do seu e-mail"
        : "Pedido de alteração do seu número de telefone",
    paragraphs: [
      kind === "email"
        ? `Alguém com sessão iniciada na sua conta de ${brand} pediu para substituir este endereço de e-mail. Ainda nada mudou: o novo tem primeiro de ser confirmado.`
        : `Alguém com sessão iniciada na sua conta de ${brand} pediu para substituir este número de telefone. Ainda nada mudou: o novo tem primeiro de ser confirmado.`,
      "Se não fez este pedido, entre na conta, termine as sessões que não conhece e avise-nos.",
    ],
  }),
  contactChanged: (kind, brand) => ({
    subject:
      kind === "email" ? "O seu e-mail foi alterado" : "O seu número de telefone foi alterado",
    paragraphs: [
      kind === "email"
        ? `Este endereço de e-mail já não pertence à sua conta de ${brand}: foi confirmado um novo.`
        : `Este número de telefone já não pertence à sua conta de ${brand}: foi confirmado um novo.`,
      "Se não fez esta alteração, contacte-nos de imediato.",
    ],
  }),
  contactRemoved: (kind, brand) => ({
    subject:
      kind === "email"
        ? `O seu e-mail já não é usado em ${brand}`
        : `O seu número de telefone já não é usado em ${brand}`,
    paragraphs: [
      kind === "email"
        ? `Tinha duas contas em ${brand}. Juntámo-las numa só, que tem outro e-mail: já não pode entrar com este.`
        : `Tinha duas contas em ${brand}. Juntámo-las numa só, que tem outro número de telefone: já não pode entrar com este.`,
      "Se não estiver correto, contacte-nos de imediato.",
    ],
  }),
  accountsMerged: (brand, ways) => ({
    subject: `As suas duas contas em ${brand} são agora uma só`,
    paragraphs: [
      `Tinha duas contas em ${brand}. Juntámo-las numa só, com as viagens, os locais e as mensagens de ambas. Pode entrar com ${ways}.`,
      "Se não estiver correto, contacte-nos de imediato.",
    ],
  }),
  companyInvitation: (company, brand, url) => ({
    subject: `Viaje com ${brand} na conta de ${company}`,
    paragraphs: [
      `${company} permite-lhe reservar com ${brand} viagens faturadas à empresa: não paga nada no carro.`,
      `Entre com este contacto e escolha ${company} no último passo da reserva: ${url}`,
      "Se não esperava isto, ignore esta mensagem.",
    ],
  }),
  identityLinked: (provider, brand) => ({
    subject: `Já pode entrar em ${brand} com ${provider}`,
    paragraphs: [
      `Uma conta ${provider} foi associada à sua conta de ${brand}: quem tiver sessão iniciada nela pode entrar aqui.`,
      `Se não fez isto, entre com um código, desassocie ${provider} em Conta, Segurança, e termine as sessões que não conhece.`,
    ],
  }),
  identityUnlinked: (provider, brand) => ({
    subject: `Já não pode entrar em ${brand} com ${provider}`,
    paragraphs: [
      `A conta ${provider} foi desassociada da sua conta de ${brand}. Entre com um código, ou com outra conta associada.`,
      "Se não fez isto, entre na conta, termine as sessões que não conhece e avise-nos.",
    ],
  }),
  itemFound: (what, number) => ({
    subject: `Encontrámos o que perdeu: ${what}`,
    paragraphs: [
      `Boas notícias: pensamos ter encontrado o que comunicou como perdido (aviso ${number}): ${what}.`,
    ],
  }),
  itemReturn: {
    collect: "Pode vir buscá-lo às nossas instalações. Traga um documento de identificação.",
    deliver: "Entraremos em contacto para o levar até si.",
    post: "Entraremos em contacto para o enviar.",
  },
  callUs: (phone) => `Pode ligar-nos para ${phone}.`,
  contactReceived: (number, brand) => ({
    subject: `A sua mensagem para ${brand} (n.º ${number})`,
    paragraphs: [
      "Obrigado por nos escrever. Recebemos a sua mensagem e responderemos logo que possível.",
      "Se não nos escreveu, não precisa de fazer nada.",
    ],
  }),
  lostReportReceived: (number, brand) => ({
    subject: `O seu aviso de objeto perdido a ${brand} (n.º ${number})`,
    paragraphs: [
      "Obrigado por nos avisar. Vamos procurar o que perdeu e escreveremos logo que o encontrarmos.",
      "Para acrescentar algo, responda a esta mensagem. Se não nos escreveu, não precisa de fazer nada.",
    ],
  }),
  quotedMessageIntro: "Escreveu:",

  tripRows: {
    pickup: "Recolha",
    from: "De",
    to: "Para",
    fare: "Preço",
    total: "Total",
    booking: "Reserva",
    driver: "Motorista",
    vehicle: "Veículo",
    plate: "Matrícula",
  },
  seeTrip: "Ver a viagem",
  seeReceipt: "Ver a viagem e obter o recibo",
  tipOnline: "Dar uma gorjeta com cartão ou dinheiro móvel",
  whenYouCall: "quando ligar",
  onRequest: "sob consulta",
  smsTimeAndRoute: (time, pickup, dropoff) => `${time}, de ${pickup} para ${dropoff}.`,
  returnTrip: (number, time, fare) =>
    time === null
      ? `A volta também está reservada, com o número ${number}: diga-nos quando puder ir. Preço: ${fare}.`
      : `A volta também está reservada, com o número ${number}: ${time}. Preço: ${fare}.`,
  received: (number) => ({
    subject: `Recebemos a sua reserva ${number}`,
    paragraphs: ["Obrigado pela sua reserva. Avisamos logo que esteja confirmada."],
  }),
  priceRequested: (number) => ({
    subject: `Recebemos o seu pedido ${number}`,
    paragraphs: ["Obrigado pelo seu pedido. Diremos o preço antes de se acordar seja o que for."],
  }),
  priced: (number, fare) => ({
    subject: `O preço da sua viagem ${number}`,
    paragraphs: [
      `Encontrámos o local. A sua viagem custa ${fare}.`,
      "Não precisa de fazer nada para a manter. O cancelamento é grátis até a confirmarmos.",
    ],
  }),
  confirmed: (number) => ({
    subject: `A sua reserva ${number} está confirmada`,
    paragraphs: [
      "A sua reserva está confirmada. Diremos quem é o motorista logo que esteja atribuído.",
    ],
  }),
  confirmedFor: (number, passenger) => ({
    subject: `A sua reserva ${number} está confirmada`,
    paragraphs: [
      `A sua reserva para ${passenger} está confirmada. Diremos ao passageiro quem é o motorista e enviaremos um link para seguir o carro.`,
    ],
  }),
  passenger: {
    confirmed: (number, bookedBy) => ({
      subject: `A sua viagem ${number} está reservada`,
      paragraphs: [
        `${bookedBy} reservou esta viagem para si. Diremos quem é o motorista logo que esteja atribuído.`,
      ],
    }),
    changed: (number) => ({
      subject: `A sua viagem ${number} foi alterada`,
      paragraphs: ["A sua viagem foi alterada. É isto que vale agora."],
    }),
    reminder: (number, time) => ({
      subject: `A sua viagem ${number}: ${time}`,
      paragraphs: ["Lembramos a sua viagem."],
    }),
    cancelled: (number) => ({
      subject: `A sua viagem ${number} foi cancelada`,
      paragraphs: [
        "A sua viagem foi cancelada. Se tiver perguntas, fale com a pessoa que a reservou.",
      ],
    }),
  },
  pickupMovedForFlight: (number, flight) => ({
    subject: `A sua reserva ${number} tem uma nova hora de recolha`,
    paragraphs: [
      `O seu voo ${flight} chega a outra hora, por isso mudámos a sua recolha. É isto que vale agora.`,
    ],
  }),
  changed: (number) => ({
    subject: `A sua reserva ${number} foi alterada`,
    paragraphs: ["A sua reserva foi alterada, como pediu. É isto que vale agora."],
  }),
  split: (number, other) => ({
    subject: `A sua reserva ${number} são agora duas: ${number} e ${other}`,
    paragraphs: [
      `Fizemos duas reservas da sua reserva ${number}: ${number} e ${other}. Ambas têm a mesma hora e o mesmo percurso. É isto que vale agora.`,
    ],
  }),
  splitBooking: (number, passengers, fare) =>
    `Reserva ${number}: ${passengers === 1 ? "1 passageiro" : `${passengers} passageiros`}${fare && `, ${fare}`}.`,
  reminder: (number, time) => ({
    subject: `A sua viagem ${number}: ${time}`,
    paragraphs: ["Lembramos a sua viagem. Alguma coisa mudou? Altere-a na página da viagem."],
  }),
  driverNamedLater: "Diremos quem é o motorista logo que esteja atribuído.",
  assigned: (number, { firstName, vehicle, plate }) => ({
    subject: `O motorista da sua reserva ${number}`,
    paragraphs: [`Motorista: ${firstName}. Veículo: ${vehicle}, matrícula ${plate}.`],
  }),
  onTheWay: ({ firstName, vehicle, plate }) => ({
    subject: "O seu motorista está a caminho",
    paragraphs: [`${firstName} está a caminho. Veículo: ${vehicle}, matrícula ${plate}.`],
  }),
  boardingCode: (code) => `Diga este código ao motorista ao entrar no carro: ${code}.`,
  arrived: ({ firstName, vehicle, plate }) => ({
    subject: "O seu motorista chegou",
    paragraphs: [`${firstName} chegou e espera por si: ${vehicle}, matrícula ${plate}.`],
  }),
  cancelled: (number, by) => ({
    subject: `A sua reserva ${number} foi cancelada`,
    paragraphs: [
      by === "rider"
        ? "A sua reserva foi cancelada, como pediu."
        : "Lamentamos: tivemos de cancelar a sua reserva.",
    ],
  }),
  cancellationCosts: (fee) => (fee ? `O cancelamento custa ${fee}.` : "O cancelamento é grátis."),
  missed: (number, total) => ({
    subject: `O recibo da sua reserva ${number}`,
    paragraphs: [
      "Lamentamos o desencontro: o motorista esperou e não encontrou ninguém.",
      `A taxa por isso é de ${total}.`,
    ],
  }),
  receipt: (number, brand, total) => ({
    subject: `O recibo da sua reserva ${number}`,
    paragraphs: [
      `Obrigado por viajar com ${brand}. A sua viagem custou ${total}.`,
      "Como foi? Na página da viagem pode avaliá-la e dar uma gorjeta.",
    ],
  }),
  corrected: (number, total, before) => ({
    subject: `O preço da reserva ${number} foi corrigido`,
    paragraphs: [
      `Corrigimos o preço da sua viagem: é de ${total}, e já não de ${before}.`,
      "O recibo que vale é o que está abaixo. Se algo lhe parecer errado, responda-nos.",
    ],
  }),
  dispatch: "A central",
  newTripMessage: (from, number) => `${from} escreveu-lhe sobre a viagem ${number}`,
  readAndAnswer: "Ler e responder",
  hidden: {
    trip: "Há novidades da sua viagem. Abra para ler mais.",
    receipt: "O seu recibo está pronto. Abra para ler mais.",
  },

  order: orderMessages,
  calendar: {
    tripTitle: (pickup, dropoff) => `De ${pickup} para ${dropoff}`,
    hireTitle: (pickup, hours) => `${pickup}, ${hoursOf(hours)}`,
    pickup: (time) => `Recolha: ${time}`,
    from: (place) => `De: ${place}`,
    via: (place) => `Por: ${place}`,
    to: (place) => `Para: ${place}`,
    driver: ({ firstName, vehicle, plate }) => `Motorista: ${firstName}, ${vehicle}, ${plate}`,
    booking: (number) => `Reserva: ${number}`,
  },
  receiptFile: {
    fileTitle: (brand, number) => `${brand}: recibo ${number}`,
    title: "Recibo",
    number: (number) => `N.º ${number}`,
    yourTrip: "A sua viagem",
    yourBooking: "A sua reserva",
    price: "Preço",
    total: "Total",
    toPay: "A pagar",
    payment: "Pagamento",
    issued: "Emitido em",
    thanks: (brand) => `Obrigado por viajar com ${brand}.`,
    pickup: "Recolha",
    from: "De",
    viaStop: "Por",
    to: "Para",
    hiredFor: "Reservado por",
    hours: hoursOf,
    passenger: "Passageiro",
    booked: "Reservado em",
    car: "Carro",
    driver: "Motorista",
    flight: "Voo",
    ended: "Desfecho",
    cancelledLate: "Cancelada tarde",
    passengerNotMet: "Passageiro não encontrado",
    paid: {
      cash: "Dinheiro no carro.",
      card: "Cartão no carro.",
      account: "Faturado na conta.",
    },
    paidInFull: "Pago na totalidade.",
    stillDue: (amount) => `Por pagar: ${amount}.`,
    billedTo: (company) => `Faturado a ${company}, não se paga no carro.`,
  },
} satisfies MessageWords;
