/** Enquiries through the services' forms: what dispatch reads, what is refused, and what is confirmed. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { contactMessages } from "../../db/schema/contact";
import { outbox } from "../../db/schema/notifications";
import type { ContactList, ContactMessage } from "../../src/contact/contact-desk-contract";
import type { RefusedForm } from "../../src/server/http";
import { exampleService, publish } from "../support/content";
import { createTestServer, type TestServer } from "../support/server";
import { messagesTo, signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

let server: TestServer;
let staff: Awaited<ReturnType<typeof signInAdmin>>;
beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
  staff = await signInAdmin(server);
  publish(server, "service", "school-runs", exampleService("School runs"));
});
afterEach(() => server.close());

const who = { name: "Chantal Mukamana", contact: "chantal@example.com" };

/** By call: what is typed, and how dispatch reads it. */
const enquiries = {
  "home-care": {
    page: "/home-care",
    topic: "care",
    typed: {
      mobility: "wheelchair",
      attendant: "yes",
      repeats: "",
      day: "2026-12-01",
      place: "Remera to King Faisal Hospital",
      text: "Three steps at the door.",
    },
    reads:
      "Mobility: Stays in a wheelchair\nAttendant wanted: yes\nFirst day: 2026-12-01\n" +
      "From where to where: Remera to King Faisal Hospital\n\nThree steps at the door.",
    needed: [],
  },
  interpreter: {
    page: "/language-translation",
    topic: "interpreter",
    typed: {
      languages: "Kinyarwanda and French",
      meeting: "rides_along",
      place: "Notary, KN 3 Road",
      day: "",
      text: "",
    },
    reads:
      "Languages: Kinyarwanda and French\nInterpreter: Rides along with us\nPlace: Notary, KN 3 Road",
    needed: ["languages", "place"],
  },
  roadside: {
    page: "/depanage",
    topic: "roadside",
    typed: {
      trouble: "battery",
      vehicle: "Grey Toyota RAV4, RAC 123 B",
      place: "KN 5 Road, by the stadium",
      text: "",
    },
    reads:
      "Problem: Flat battery\nVehicle: Grey Toyota RAV4, RAC 123 B\nPlace: KN 5 Road, by the stadium",
    needed: ["vehicle", "place"],
  },
  company: {
    page: "/company-account",
    topic: "company",
    typed: { company: "Inyange Ltd", trips: "up_to_50", text: "Two cost centres." },
    reads: "Company: Inyange Ltd\nTrips a month: 11 to 50\n\nTwo cost centres.",
    needed: ["company"],
  },
  "services/school-runs": {
    page: "/services/school-runs",
    topic: "service",
    typed: {
      place: "Kacyiru to Green Hills Academy",
      day: "2026-12-01",
      text: "Two children, every school day at 7.",
    },
    reads:
      "Service: School runs\nPlace: Kacyiru to Green Hills Academy\nDay: 2026-12-01\n\n" +
      "Two children, every school day at 7.",
    needed: [],
  },
} as const;
const kinds = Object.keys(enquiries) as (keyof typeof enquiries)[];

const ask = (kind: keyof typeof enquiries, body: object = {}, browser = server.browser()) =>
  browser.post(`/enquiries/${kind}`, { ...who, ...enquiries[kind].typed, ...body });
async function newest(): Promise<ContactMessage> {
  const { messages } = (await (await staff.get("/admin/contact-messages")).json()) as ContactList;
  const answer = await staff.get(`/admin/contact-messages/${messages[0]?.id}`);
  return ((await answer.json()) as { message: ContactMessage }).message;
}
const rows = () => server.deps.db.select().from(contactMessages).all();

describe.each(kinds)("an enquiry by the form %s", (kind) => {
  const { topic, typed, reads, needed, page } = enquiries[kind];

  test("becomes a message with its topic and facts, and is confirmed without them", async () => {
    expect((await ask(kind)).status).toBe(201);
    const message = await newest();
    expect(message).toMatchObject({ name: who.name, email: who.contact, topic, unread: true });
    expect(message.entries).toMatchObject([{ kind: "written", text: reads, mail: "kept" }]);
    const [mail, ...more] = messagesTo(server, who.contact);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe("Your message to Livery (no. 1)");
    for (const value of Object.values(typed).filter((said) => said.length > 4))
      expect(`${mail?.text}${mail?.html}`).not.toContain(value);
  });

  test("is refused by the name of each invalid field", async () => {
    const wrongFields: [string, string][] = [
      ["name", " "],
      ["contact", "nobody"],
      ["contact", "a@example.com\r\nBcc: b@example.com"],
      ["text", "x".repeat(4_001)],
      ...needed.map((name): [string, string] => [name, " "]),
      ...needed.map((name): [string, string] => [name, "a\nb"]),
      ...needed.map((name): [string, string] => [name, "x".repeat(201)]),
    ];
    for (const [field, value] of wrongFields) {
      const answer = await ask(kind, { [field]: value });
      const body = (await answer.json()) as { fields?: Record<string, string> };
      expect([field, answer.status, Object.keys(body.fields ?? {})]).toEqual([field, 400, [field]]);
    }
    expect(rows()).toEqual([]);
  });

  test("with the hidden field filled in is accepted, but not stored", async () => {
    expect((await ask(kind, { website: "https://spam.example" })).status).toBe(201);
    expect(rows()).toEqual([]);
    expect(server.deps.db.select().from(outbox).all()).toEqual([]);
  });

  test("without scripts is redirected to its page, or is refused and keeps what was typed", async () => {
    const refusedForms: RefusedForm[] = [];
    const send = (fields: Record<string, string>) =>
      server.app.fetch(
        new Request(`http://livery.test/backend/enquiries/${kind}`, {
          method: "POST",
          headers: {
            host: "livery.test",
            origin: "http://livery.test",
            "content-type": "application/x-www-form-urlencoded",
          },
          body: new URLSearchParams(fields).toString(),
        }),
        {
          address: "203.0.113.7",
          onRefusedForm: (refusedForm: RefusedForm) => refusedForms.push(refusedForm),
        },
      );
    const sentAnswer = await send({ ...who, ...typed, website: "" });
    expect([sentAnswer.status, sentAnswer.headers.get("location")]).toEqual([
      303,
      `${page}?sent=yes#enquiry`,
    ]);
    const wrongForm = { ...who, ...typed, contact: "nobody" };
    expect((await send(wrongForm)).status).toBe(400);
    expect(refusedForms.at(-1)?.typed).toEqual(wrongForm);
    expect(rows()).toHaveLength(1);
  });
});

test("an enquiry with an unknown choice or an invalid day is refused", async () => {
  for (const [kind, field, value] of [
    ["home-care", "mobility", "flies"],
    ["home-care", "attendant", "maybe"],
    ["home-care", "day", "tomorrow"],
    ["home-care", "day", "2026-02-30"],
    ["interpreter", "meeting", "never"],
    ["roadside", "trouble", "everything"],
    ["company", "trips", "-1"],
    ["services/school-runs", "day", "soon"],
    ["services/school-runs", "text", " "],
  ] as const) {
    const answer = await ask(kind, { [field]: value });
    const body = (await answer.json()) as { fields?: Record<string, string> };
    expect([field, answer.status, Object.keys(body.fields ?? {})]).toEqual([field, 400, [field]]);
  }
});

test("an enquiry is accepted only for a visible service without a form of its own", async () => {
  const status = async (slug: string) =>
    (
      await server.browser().post(`/enquiries/services/${slug}`, {
        ...who,
        ...enquiries["services/school-runs"].typed,
      })
    ).status;
  expect(await status("flying-carpets")).toBe(404);
  expect(await status("home-care")).toBe(404);
  expect(await status("x".repeat(81))).toBe(400);
  const removedAnswer = await staff.delete("/admin/content/service/school-runs?seen=1");
  expect(removedAnswer.status).toBe(200);
  expect(await status("school-runs")).toBe(410);
  expect(rows()).toEqual([]);
});

test("a search finds the facts of an enquiry, and an answer quotes them", async () => {
  await ask("roadside");
  const found = await staff.get("/admin/contact-messages?q=RAV4");
  expect(((await found.json()) as ContactList).messages).toHaveLength(1);
  const { id, version } = await newest();
  await staff.post(`/admin/contact-messages/${id}/answers`, { version, text: "On our way." });
  expect(messagesTo(server, who.contact)[0]?.text).toContain("> Problem: Flat battery");
});

test("an enquiry by a signed-in rider has that rider as proven", async () => {
  const { browser, rider } = await signInRider(server);
  await ask("company", {}, browser);
  expect((await newest()).rider).toMatchObject({ id: rider.id, isProven: true });
});

test("an IP address can send five messages an hour over all public forms together", async () => {
  const limitedServer = await createTestServer();
  publish(limitedServer, "service", "school-runs", exampleService("School runs"));
  const browser = limitedServer.browser("203.0.113.60");
  for (const kind of kinds.slice(1)) expect((await ask(kind, {}, browser)).status).toBe(201);
  const letter = { ...who, topic: "other", text: "And one more." };
  expect((await browser.post("/contact", letter)).status).toBe(201);
  const refusedAnswer = await ask("home-care", {}, browser);
  expect(refusedAnswer.status).toBe(429);
  expect(Number(refusedAnswer.headers.get("retry-after"))).toBeGreaterThan(3_000);
  expect((await browser.post("/lost-property", { ...who, what: "A scarf" })).status).toBe(429);
  limitedServer.close();
});
