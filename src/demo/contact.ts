/** Messages from visitors of the demo's site, and templates for answering them. */
import { desc, eq } from "drizzle-orm";
import { contactEntries, contactMessages, contactTemplates } from "../../db/schema/contact";
import { reservations } from "../../db/schema/reservations";
import type { Tx } from "../../db/writer";
import type { ContactTopic } from "../contact/contract";
import {
  companyEnquiryMessage,
  homeCareEnquiryMessage,
  interpreterEnquiryMessage,
  roadsideEnquiryMessage,
  serviceEnquiryMessage,
} from "../contact/enquiry-rules";
import type { Fleet, FleetPerson } from "./fleet";
import type { Random } from "./random";
import { insertRow } from "../../db/rows";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

type DemoMessage = {
  name: string;
  email?: string;
  phone?: string;
  topic: ContactTopic;
  ago: number;
  text: string;
  rider?: FleetPerson | undefined;
  reservationId?: string | undefined;
  state?: "open" | "closed" | "spam";
  read?: boolean;
  assignee?: FleetPerson | undefined;
  /** The replies and actions that followed, each with its time after the message. */
  followUps?: readonly [
    kind: "answered" | "replied" | "noted" | "state",
    after: number,
    text: string,
  ][];
};

/** Empty fields for the sender, who is named elsewhere in the message. */
const emptySender = { name: "", contact: "", website: "" };

/** Templates for answers. */
const templates = [
  [
    "Thanks, we’ll look into it",
    "Hello {name},\n\nthank you for your message. We’ll look into it and write to you again today.",
  ],
  [
    "Child seats and late flights",
    "Hello {name},\n\nyou can add child seats when you book, under Extras. Give us your flight number, and call us if the flight is late: your driver then comes later, and the first 60 minutes of waiting cost nothing.",
  ],
  [
    "Accounts for companies",
    "Hello {name},\n\nwith a company account your people book for themselves and you get one invoice a month. Tell us the company's name and who should look after it, and we’ll set it up.",
  ],
] as const;

/** Fills dispatch’s inbox. */
export function writeContactMessages(
  tx: Tx,
  random: Random,
  { now, riders, dispatchers }: Fleet,
): void {
  const [dispatcher] = dispatchers;
  const [rider, other] = riders;
  if (!dispatcher || !rider || !other) return;
  const [trip] = tx
    .select({ id: reservations.id })
    .from(reservations)
    .where(eq(reservations.riderId, other.id))
    .orderBy(desc(reservations.pickupAt))
    .limit(1)
    .all();
  const messages = demoMessages(now, { rider: other, reservationId: trip?.id, dispatcher });
  for (const [at, message] of messages.entries())
    writeMessage(tx, random, now, at + 1, message, dispatcher);
  for (const [title, body] of templates)
    insertRow(tx, contactTemplates, { id: random.id(now), title, body, updatedAt: now - 20 * DAY });
}

/**
 * Returns the demo's messages, with an enquiry of each kind among them. Three are unread, some are open, some are
 * closed and one is spam.
 */
function demoMessages(
  now: number,
  {
    rider,
    reservationId,
    dispatcher,
  }: { rider: FleetPerson; reservationId: string | undefined; dispatcher: FleetPerson },
): readonly DemoMessage[] {
  const dateInDays = (days: number) => new Date(now + days * DAY).toISOString().slice(0, 10);
  return [
    {
      name: "Solange Ingabire",
      email: "solange.ingabire@example.com",
      topic: "bill",
      ago: 9 * DAY,
      text: "Good morning,\ncould you send me one receipt for my three trips last week? My employer needs it.",
      state: "closed",
      read: true,
      assignee: dispatcher,
      followUps: [
        [
          "answered",
          2 * HOUR,
          "Good morning Solange,\nyou’ll find each receipt on the page of its trip, under My trips. We have put the three together for you and will send them today.",
        ],
        ["replied", 5 * HOUR, "The receipts have arrived, thank you very much!"],
        ["state", 5 * HOUR + 10 * MINUTE, "closed"],
      ],
    },
    {
      name: "Espérance Mukantwari",
      phone: "+250788300211",
      ...homeCareEnquiryMessage({
        ...emptySender,
        mobility: "wheelchair",
        attendant: "yes",
        repeats: "yes",
        day: dateInDays(-3),
        place: "Kimironko to King Faisal Hospital",
        text: "My father has dialysis on Mondays, Wednesdays and Fridays at 8. There are two steps at our door. Somebody should stay with him until he is called in.",
      }),
      ago: 6 * DAY,
      state: "closed",
      read: true,
      assignee: dispatcher,
      followUps: [
        [
          "noted",
          HOUR,
          "Called him: three mornings a week, in the van with the ramp and with an attendant.",
        ],
        ["noted", 26 * HOUR, "Booked as a repeating trip. He calls for the return trip."],
        ["state", 26 * HOUR + 5 * MINUTE, "closed"],
      ],
    },
    {
      name: "Best SEO Agency",
      email: "rank@example.net",
      topic: "other",
      ago: 4 * DAY,
      text: "Dear owner, we put your site on page one of every search engine within a week. Answer now!",
      state: "spam",
      read: true,
      followUps: [["state", 3 * HOUR, "spam"]],
    },
    {
      name: "Mei Lin Zhou",
      email: "meilin.zhou@example.com",
      ...interpreterEnquiryMessage({
        ...emptySender,
        languages: "Kinyarwanda and English",
        meeting: "meets_there",
        place: "Notary at KN 4 Avenue, second floor",
        day: dateInDays(6),
        text: "We are reading and signing a contract of sale at 14:00. It will take an hour, I think.",
      }),
      ago: 2 * DAY,
      read: true,
      assignee: dispatcher,
      followUps: [
        [
          "answered",
          3 * HOUR,
          "Good afternoon Mei Lin,\nyes, we have somebody who knows contracts. Shall the interpreter be there fifteen minutes before, so that you can go through the names together?",
        ],
        ["replied", 5 * HOUR, "That would be very good. Thank you!"],
      ],
    },
    {
      name: rider.name,
      ...(rider.phone ? { phone: rider.phone } : {}),
      topic: "trip",
      ago: 26 * HOUR,
      text: "My mother is coming along this time. She walks with a stick: is there a car that is easy to get into?",
      rider,
      reservationId,
      read: true,
      assignee: dispatcher,
      followUps: [
        [
          "noted",
          HOUR,
          "Called: the SUV suits the mother, and the driver should help at the door.",
        ],
      ],
    },
    {
      name: "Théogène Habimana",
      phone: "+250788300212",
      ...roadsideEnquiryMessage({
        ...emptySender,
        trouble: "battery",
        vehicle: "Silver Toyota Corolla, RAD 214 C",
        place: "KG 11 Avenue, in front of the school",
        text: "I left the lights on. I am with the car.",
      }),
      ago: 20 * HOUR,
      state: "closed",
      read: true,
      assignee: dispatcher,
      followUps: [
        [
          "noted",
          4 * MINUTE,
          "Called him at once and told him the price. He is waiting, and a car with jump leads is on its way.",
        ],
        ["noted", 50 * MINUTE, "The car starts again. He is having a new battery fitted today."],
        ["state", 52 * MINUTE, "closed"],
      ],
    },
    {
      name: "Patrick Nkurunziza",
      email: "patrick.nkurunziza@example.org",
      ...companyEnquiryMessage({
        ...emptySender,
        company: "Umurava Consulting",
        trips: "up_to_50",
        text: "We are an office of 25 people near the Convention Centre and take about 40 airport trips a month. What discount could you offer?\n\nPlease call or write, whichever suits you.",
      }),
      ago: 3 * HOUR,
    },
    {
      name: "Claudine Umutoni",
      email: "claudine.umutoni@example.com",
      ...serviceEnquiryMessage("School runs", {
        ...emptySender,
        place: "Kacyiru to Green Hills Academy",
        day: dateInDays(14),
        text: "Two children of 7 and 9, every school day: to school at 7, back at 15:30. They know to wait inside.",
      }),
      ago: 70 * MINUTE,
    },
    {
      name: "Hélène Dubois",
      email: "helene.dubois@example.com",
      topic: "booking",
      ago: 25 * MINUTE,
      text: "Bonjour, we land on Saturday at 22:40 with two small children. Do you have child seats, and will the driver wait if the flight is late?",
    },
  ];
}

function writeMessage(
  tx: Tx,
  random: Random,
  now: number,
  number: number,
  message: DemoMessage,
  dispatcher: FleetPerson,
): void {
  const { name, topic, ago, text, state = "open", followUps = [] } = message;
  const createdAt = now - ago;
  const updatedAt = createdAt + Math.max(0, ...followUps.map(([, after]) => after));
  const id = random.id(now);
  insertRow(tx, contactMessages, {
    id,
    number,
    state,
    version: 1 + followUps.filter(([kind]) => kind !== "noted").length,
    name,
    email: message.email ?? null,
    phone: message.phone ?? null,
    topic,
    language: "en",
    riderId: message.rider?.id ?? null,
    signedIn: false,
    reservationId: message.reservationId ?? null,
    assigneeId: message.assignee?.id ?? null,
    readAt: message.read ? createdAt + 20 * MINUTE : null,
    createdAt,
    updatedAt,
    closedAt: state === "open" ? null : updatedAt,
  });
  const entries = [["written", 0, text] as const, ...followUps];
  for (const [kind, after, body] of entries) {
    const isFromVisitor = kind === "written" || kind === "replied";
    insertRow(tx, contactEntries, {
      messageId: id,
      kind,
      adminId: isFromVisitor ? null : dispatcher.id,
      byName: isFromVisitor ? name : dispatcher.name,
      body,
      at: createdAt + after,
    });
  }
}
