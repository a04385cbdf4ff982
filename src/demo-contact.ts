/** What visitors of the demo's site have written, and templates to answer them with. */
import { desc, eq } from "drizzle-orm";
import { contactEntries, contactMessages, contactTemplates } from "../db/schema/contact";
import { reservations } from "../db/schema/reservations";
import type { Tx } from "../db/writer";
import type { ContactTopic } from "./contact/contract";
import type { Fleet, FleetPerson } from "./demo-fleet";
import type { Random } from "./demo-random";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

type Letter = {
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
  /** What followed, each so long after the message. */
  followed?: readonly [
    kind: "answered" | "replied" | "noted" | "state",
    after: number,
    text: string,
  ][];
};

/** Two that nobody has read, one under way, some that are done, and one that nobody needs. */
export function writeContact(tx: Tx, random: Random, { now, riders, dispatchers }: Fleet): void {
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
  const letters: readonly Letter[] = [
    {
      name: "Solange Ingabire",
      email: "solange.ingabire@example.com",
      topic: "bill",
      ago: 9 * DAY,
      text: "Good morning,\ncould you send me one receipt for my three trips of last week? My employer asks for it.",
      state: "closed",
      read: true,
      assignee: dispatcher,
      followed: [
        [
          "answered",
          2 * HOUR,
          "Good morning Solange,\nyou find each receipt on the page of its trip, under My trips. We have put the three together for you and send them today.",
        ],
        ["replied", 5 * HOUR, "They have arrived, thank you very much!"],
        ["state", 5 * HOUR + 10 * MINUTE, "closed"],
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
      followed: [["state", 3 * HOUR, "spam"]],
    },
    {
      name: other.name,
      ...(other.phone ? { phone: other.phone } : {}),
      topic: "trip",
      ago: 26 * HOUR,
      text: "My mother comes along this time. She walks with a stick: is there a car that is easy to get into?",
      rider: other,
      reservationId: trip?.id,
      read: true,
      assignee: dispatcher,
      followed: [
        [
          "noted",
          HOUR,
          "Called: the SUV is fine for her. She asks for a driver who helps at the door.",
        ],
      ],
    },
    {
      name: "Patrick Nkurunziza",
      email: "patrick.nkurunziza@example.org",
      topic: "company",
      ago: 3 * HOUR,
      text: "We are an office of 25 people near the Convention Centre and take about 40 airport trips a month. Do you offer monthly invoices, and what discount would there be?\n\nPlease call or write, whichever suits you.",
    },
    {
      name: "Hélène Dubois",
      email: "helene.dubois@example.com",
      topic: "booking",
      ago: 25 * MINUTE,
      text: "Bonjour, we land on Saturday at 22:40 with two small children. Do you have child seats, and does the driver wait when the flight is late?",
    },
  ];
  for (const [at, letter] of letters.entries())
    writeLetter(tx, random, now, at + 1, letter, dispatcher);
  const templates = [
    [
      "Thanks, we look into it",
      "Hello {name},\n\nthank you for your message. We look into it and write to you again today.",
    ],
    [
      "Child seats and late flights",
      "Hello {name},\n\nyou can add child seats when you book, under Extras. Give us your flight number, and your driver waits when the flight is late: the first 60 minutes after landing cost nothing.",
    ],
    [
      "Accounts for companies",
      "Hello {name},\n\nwith a company account your people book for themselves and you get one invoice a month. Tell us the company's name and who should look after it, and we set it up.",
    ],
  ] as const;
  for (const [title, body] of templates)
    tx.insert(contactTemplates)
      .values({ id: random.id(now), title, body, updatedAt: now - 20 * DAY })
      .run();
}

function writeLetter(
  tx: Tx,
  random: Random,
  now: number,
  number: number,
  letter: Letter,
  dispatcher: FleetPerson,
): void {
  const { name, topic, ago, text, state = "open", followed = [] } = letter;
  const createdAt = now - ago;
  const updatedAt = createdAt + Math.max(0, ...followed.map(([, after]) => after));
  const id = random.id(now);
  tx.insert(contactMessages)
    .values({
      id,
      number,
      state,
      version: 1 + followed.filter(([kind]) => kind !== "noted").length,
      name,
      email: letter.email ?? null,
      phone: letter.phone ?? null,
      topic,
      language: "en",
      riderId: letter.rider?.id ?? null,
      signedIn: false,
      reservationId: letter.reservationId ?? null,
      assigneeId: letter.assignee?.id ?? null,
      readAt: letter.read ? createdAt + 20 * MINUTE : null,
      createdAt,
      updatedAt,
      closedAt: state === "open" ? null : updatedAt,
    })
    .run();
  const entries = [["written", 0, text] as const, ...followed];
  for (const [kind, after, body] of entries) {
    const theirs = kind === "written" || kind === "replied";
    tx.insert(contactEntries)
      .values({
        messageId: id,
        kind,
        adminId: theirs ? null : dispatcher.id,
        byName: theirs ? name : dispatcher.name,
        body,
        at: createdAt + after,
      })
      .run();
  }
}
