/** The demo operator's own content on its public site. */
import { contentItems, contentVersions } from "../../db/schema/content";
import type { Tx } from "../../db/writer";
import type { ContentKind, ContentValues } from "../content/content-values-contract";
import type { Fleet } from "./fleet";
import type { Random } from "./random";
import { insertRow } from "../../db/rows";

const DAY = 86_400_000;

type DemoContent<Kind extends ContentKind> = readonly (readonly [
  key: string,
  value: ContentValues[Kind],
])[];

const posts: DemoContent<"post"> = [
  [
    "late-flights",
    {
      title: "What happens when your flight is late",
      summary: "What we need from you, and how long the driver waits.",
      body: "Flights into {town} are late now and then, mostly in the long rains. **Give us the flight number when you book.** {landing}\n\n## On the day\n\n1. You land and switch your phone on. The message with your driver’s name and plate is there.\n2. Take your time with your bags. {waiting}\n3. The driver waits at arrivals, with your name on a sign if you asked for one.\n\nIf you miss the flight altogether, tell us as soon as you know. {cancellation}",
      cover: null,
      author: "The office",
    },
  ],
  [
    "riding-with-a-wheelchair",
    {
      title: "Riding with a wheelchair",
      summary: "Which of our vans takes which chair, and what to tell us when you book.",
      body: "Two of our vans have a ramp and tie-downs. Which of them comes depends on the chair, so tell us when you book:\n\n- whether you stay in the chair or change to a seat,\n- whether it is wider than usual,\n- who rides with you.\n\nThe driver comes to your door, not to the kerb. If there are stairs, write it in the note and we send two people. More on [care rides](/services/home-care).",
      cover: null,
      author: "The office",
    },
  ],
  [
    "company-accounts",
    {
      title: "Rides on the company’s account",
      summary: "Your people book for themselves, and you get one invoice a month.",
      body: "Hotels and offices asked us for one bill instead of forty receipts. With a company account your people book as they always do and choose the account instead of cash.\n\n| You tell us | What happens |\n|---|---|\n| who may ride on the account | only they can book on it |\n| which cost centres you have | every ride is booked to one |\n| where to send the invoice | we send it once a month |\n\n[Write to us](/contact-us?topic=company) with the company’s name, and we set it up.",
      cover: null,
      author: "The office",
    },
  ],
];

const services: DemoContent<"service"> = [
  [
    "school-runs",
    {
      name: "School runs",
      summary: "The same driver every school day, from your door to the gate and home again.",
      body: "## Somebody they know\n\nYour children ride with the same driver, or with a second one when the first is away. You have met both before the first day.\n\n## How it goes\n\n- **In the morning** the driver rings and waits at the door, not at the kerb.\n- **At school** they are brought to the gate. You get a message when they are there.\n- **In the afternoon** the driver is there before the bell, and hands them over only to people you have named.\n\n## Holidays and sick days\n\nTell us the evening before, or call {phone} in the morning: a cancelled day then costs nothing.",
      picture: null,
      priceFromMinor: null,
    },
  ],
];

const milestones: DemoContent<"milestone"> = [
  [
    "first-car",
    { when: "2016", title: "One car and a telephone", text: "Airport pickups, mostly at night." },
  ],
  [
    "first-van",
    {
      when: "2018-04",
      title: "The first van with a ramp",
      text: "For a neighbour who went to dialysis three times a week. The care rides began with her.",
    },
  ],
  [
    "office",
    {
      when: "2021",
      title: "An office of our own",
      text: "The people who plan the day answer the telephone.",
    },
  ],
  [
    "online",
    {
      when: "2025-09",
      title: "The price before the booking",
      text: "Riders see what a ride costs before they say who they are.",
    },
  ],
];

/** Writes posts, a service, the team and the milestones, each in its first version. */
export function writeWebsite(tx: Tx, random: Random, { now, dispatchers }: Fleet): void {
  const members: DemoContent<"member"> = dispatchers.map(({ name }, at) => [
    `office-${at + 1}`,
    {
      name,
      role: at === 0 ? "Plans the day" : "Answers the telephone",
      text:
        at === 0
          ? "Knows which road floods, and which driver lives on this side of it."
          : "If you call us, this is probably who you talk to.",
      picture: null,
    },
  ]);
  const write = <Kind extends ContentKind>(
    kind: Kind,
    items: DemoContent<Kind>,
    ago: number,
    firstPosition = 1,
  ) => {
    for (const [at, [key, value]] of items.entries()) {
      const id = random.id(now);
      const time = now - (ago + at * 9) * DAY;
      const publishedAt = kind === "post" ? time : null;
      const firstVersion = {
        value: { ...value },
        state: "published",
        publishedAt,
      } as const;
      insertRow(tx, contentItems, {
        id,
        kind,
        key,
        ...firstVersion,
        position: (firstPosition + at) * 10,
        version: 1,
        createdAt: time,
        updatedAt: time,
      });
      const by = dispatchers[0];
      insertRow(tx, contentVersions, {
        itemId: id,
        version: 1,
        ...firstVersion,
        removed: false,
        summary: "Added",
        adminId: by?.id ?? null,
        byName: by?.name ?? "Livery",
        at: time,
      });
    }
  };
  write("post", posts, 6);
  write("milestone", milestones, 40);
  write("member", members, 40);
  // Listed after the services that come with Livery.
  write("service", services, 20, 4);
}
