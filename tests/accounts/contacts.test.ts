/** One mailbox or one phone number is one contact, however and wherever it is typed. */
import { join } from "node:path";
import { Glob } from "bun";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { admins, codeSends, riders } from "../../db/schema/accounts";
import { companies, companyMembers } from "../../db/schema/companies";
import { contactMessages } from "../../db/schema/contact";
import { driverApplications, drivers } from "../../db/schema/drivers";
import { lostReports } from "../../db/schema/property";
import { reservations } from "../../db/schema/reservations";
import type { CallerList } from "../../src/accounts/caller-contract";
import type { QuoteAnswer } from "../../src/reservations/quotes/quote-contract";
import { trip } from "../support/booking";
import { createCompany, invite } from "../support/companies";
import { mailboxSpellings } from "../support/mailboxes";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { signInRider } from "../support/sign-in";
import { PASSWORD, signInAdmin } from "../support/staff";

/** The number that a carrier uses, and how people and their phones write it. */
const numbers: readonly [string, string][] = [
  ["+250 (0)788 555 021", "a trunk zero in brackets"],
  ["+2500788555021", "a trunk zero after the country's code"],
  ["00250788555021", "the usual international prefix"],
  ["00 250 (0) 788-555-021", "both"],
  ["0788 555 021", "as it is dialled at home"],
  ["788555021", "without what is dialled at home"],
  ["250788555021", "without the plus"],
  ["(+250) 788 555 021", "the country's code in brackets"],
  ["+250.788.555.021", "dots"],
  ["+250/788/555/021", "strokes"],
  ["+250 788 – 555 – 021", "dashes"],
  ["+٢٥٠٧٨٨٥٥٥٠٢١", "Arabic digits"],
  ["۰۷۸۸۵۵۵۰۲۱", "Persian digits"],
  ["０７８８５５５０２１", "full-width digits"],
  ["＋２５０（０）７８８５５５０２１", "a full-width plus and brackets"],
  ["०७८८ ५५५ ०२१", "Devanagari digits"],
  ["\u202a+250 788 555 021\u202c", "the marks of direction that a phone's contacts bring"],
  ["tel:+250-788-555-021", "a link's beginning"],
];
const NUMBER = "+250788555021";
/** Numbers that no carrier has, and text that is not a number. */
const invalidNumbers = [
  "-250788123456",
  ".250788123456",
  "/250788123456",
  "+0788123456",
  "+250788",
  "+2507881234567",
  "+1202555012",
  "+1234567890123456",
  "+999123456789",
  "+250788123456x5",
  "+250788123456+",
];

let server: TestServer;
let desk: Browser;
beforeAll(async () => {
  server = await createTestServer({ RATE_LIMITS: "off", SMS_COUNTRIES: "*" });
  desk = await signInAdmin(server);
});
afterAll(() => server.close());
/** Deletes stored contacts, so that the same one can be used again. */
function forget(): void {
  const { db } = server.deps;
  db.delete(codeSends).run();
  db.update(drivers).set({ email: null, phone: null }).run();
  db.update(riders).set({ email: null, phone: null, pendingPhone: null }).run();
}
afterEach(forget);

const newest = <Row extends { id: string }>(rows: readonly Row[]) =>
  rows.toSorted((a, b) => (a.id < b.id ? 1 : -1))[0];

async function quoted(by: Browser, path: string): Promise<object> {
  const { quote, options } = (await (await by.post(path, trip())).json()) as QuoteAnswer;
  return { quote, vehicleClassId: options[0]?.vehicleClass.id };
}

/** Every call that takes a phone number: it sends the number, and reads it from where it is stored. */
const phoneNumberCalls: Record<string, (typed: string) => Promise<[Response, () => unknown]>> = {
  "a rider who signs in": async (identifier) => [
    await server.browser().post("/auth/send-otp", { identifier }),
    () => server.deps.db.select().from(codeSends).get()?.identifier,
  ],
  "a rider who gives another number": async (phone) => {
    const { browser, rider } = await signInRider(server, "rider@example.com");
    const form = new FormData();
    form.set("phone", phone);
    const answer = await browser.request("/users/update-profile", { method: "PUT", form });
    return [
      answer,
      () => server.deps.db.select().from(riders).where(eq(riders.id, rider.id)).get()?.pendingPhone,
    ];
  },
  "a booking by phone": async (phone) => [
    await desk.post("/admin/reservations", {
      ...(await quoted(desk, "/admin/quotes")),
      caller: { phone, name: "Diane Uwera" },
    }),
    () => newest(server.deps.db.select().from(riders).all())?.phone,
  ],
  "a passenger of another's booking": async (passengerPhone) => {
    const { browser } = await signInRider(server, "rider@example.com");
    const answer = await browser.post("/reservations", {
      ...(await quoted(browser, "/quotes")),
      passengerName: "Diane Uwera",
      passengerPhone,
      payment: "cash",
    });
    return [answer, () => newest(server.deps.db.select().from(reservations).all())?.passengerPhone];
  },
  "a new driver": async (phone) => [
    await desk.post("/admin/drivers", {
      firstName: "Eric",
      lastName: "Nshuti",
      email: null,
      phone,
      licenseId: "RW-1",
      licenseValidUntil: "2030-01-01",
      vehicleId: null,
    }),
    () => newest(server.deps.db.select().from(drivers).all())?.phone,
  ],
  "an application to drive": async (phoneNumber) => {
    const form = new FormData();
    form.set("phoneNumber", phoneNumber);
    return [
      await server.browser().request("/driver-application", { form }),
      () => newest(server.deps.db.select().from(driverApplications).all())?.phone,
    ];
  },
  "an applicant's emergency contact": async (emergencyContactNumber) => {
    const form = new FormData();
    form.set("emergencyContactNumber", emergencyContactNumber);
    return [
      await server.browser().request("/driver-application", { form }),
      () =>
        newest(server.deps.db.select().from(driverApplications).all())?.answers
          .emergencyContactNumber,
    ];
  },
  "a company's member": async (identifier) => {
    const company = await createCompany(desk);
    return [
      await desk.post(`/admin/companies/${company.id}/members`, { identifier, role: "member" }),
      () => newest(server.deps.db.select().from(companyMembers).all())?.identifier,
    ];
  },
  "the form on the contact page": async (contact) => [
    await server.browser().post("/contact", { name: "Diane", contact, text: "Hello" }),
    () => newest(server.deps.db.select().from(contactMessages).all())?.phone,
  ],
};

describe.each(Object.entries(phoneNumberCalls))("%s", (_callName, call) => {
  test("stores the same phone number for every spelling of it", async () => {
    const read: [string, unknown][] = [];
    for (const [typed] of numbers) {
      const [answer, kept] = await call(typed);
      read.push([typed, answer.ok ? kept() : `${answer.status} ${await answer.text()}`]);
      forget();
    }
    expect(read).toEqual(numbers.map(([typed]) => [typed, NUMBER]));
  }, 60_000);

  test("refuses a phone number that is impossible in its country", async () => {
    const taken: string[] = [];
    for (const typed of invalidNumbers) {
      const [answer] = await call(typed);
      if (answer.status !== 400) taken.push(`${typed}: ${answer.status}`);
      else expect(((await answer.json()) as { message: string }).message).toBeString();
    }
    expect(taken).toEqual([]);
  }, 60_000);
});

test("a lost report stores the caller's phone number in international form", async () => {
  const answer = await desk.post("/admin/lost-reports", {
    what: "Umbrella",
    category: "other",
    reporterName: "Diane",
    contact: "+250 (0)788 555 021",
  });
  expect([answer.status, await answer.text()]).toEqual([201, expect.any(String)]);
  expect(newest(server.deps.db.select().from(lostReports).all())?.contact).toBe(NUMBER);
});

test("the caller search finds a rider by every spelling of their phone number", async () => {
  await signInRider(server, NUMBER);
  for (const [typed, how] of numbers) {
    const answer = await desk.get(`/admin/callers?q=${encodeURIComponent(typed)}`);
    const found = (await answer.json()) as CallerList;
    expect([how, found.number, found.callers.map(({ phone }) => phone)]).toEqual([
      how,
      NUMBER,
      [NUMBER],
    ]);
  }
});

test("the server reads a phone number by the dialling rules of its own country", async () => {
  const cases: [string, string | undefined, string][] = [
    ["011 250 788 555 021", "1", NUMBER],
    ["810 250 788 555 021", "7", NUMBER],
    ["0011 250 788 555 021", "61", NUMBER],
    ["010 250 788 555 021", "81", NUMBER],
    ["+39 (0)6 6982 1234", undefined, "+390669821234"],
    ["06 6982 1234", "39", "+390669821234"],
    ["+44 (0)20 7946 0958", undefined, "+442079460958"],
    ["+36 06 20 123 4567", undefined, "+36201234567"],
    ["8 916 123-45-67", "7", "+79161234567"],
    ["+7 8 916 123 45 67", undefined, "+79161234567"],
    ["011 15-2345-6789", "54", "+5491123456789"],
    ["+1 1 202 555 0123", undefined, "+12025550123"],
  ];
  const browser = server.browser();
  for (const [identifier, code, value] of cases) {
    const answer = await browser.post("/auth/send-otp", { identifier, ...(code && { code }) });
    const { usercontact } = (await answer.json()) as { usercontact?: string };
    expect([identifier, code, usercontact]).toEqual([identifier, code, value]);
  }
});

test("the server reads a number without a calling code by the rules of the operator's country", async () => {
  const limits = { SMS_COUNTRIES: "*", RATE_LIMITS: "off" };
  const americanServer = await createTestServer({ ...limits, COUNTRY: "US" });
  const cases = [
    ["(202) 555-0123", "+12025550123"],
    ["1 202 555 0123", "+12025550123"],
    ["011 250 788 555 021", NUMBER],
    ["250788555021", NUMBER],
  ] as const;
  for (const [identifier, value] of cases) {
    const answer = await americanServer.browser().post("/auth/send-otp", { identifier });
    expect([identifier, await answer.json()]).toEqual([
      identifier,
      expect.objectContaining({ usercontact: value }),
    ]);
  }
  americanServer.close();
});

describe("sixty spellings of one mailbox", () => {
  let limitedServer: TestServer;
  beforeAll(async () => {
    limitedServer = await createTestServer();
  });
  afterAll(() => limitedServer.close());

  test("get one code within half a minute, from any IP address", async () => {
    expect(mailboxSpellings.length).toBeGreaterThanOrEqual(60);
    const sent: string[] = [];
    for (const [at, identifier] of mailboxSpellings.entries()) {
      const browser = limitedServer.browser(`203.0.113.${at}`);
      const answer = await browser.post("/auth/send-otp", { identifier });
      if (answer.ok) sent.push(identifier);
      else expect([identifier, answer.status]).toEqual([identifier, 429]);
    }
    expect(sent).toHaveLength(1);
    const sentCodes = limitedServer.deps.db.select().from(codeSends).all();
    expect(sentCodes.map(({ identifier }) => identifier)).toEqual(["target@example.com"]);
  });

  test("count as one contact for riders, drivers, members, staff and contact messages", async () => {
    const [first = "", second = "", third = ""] = [
      "target@ｅxample.com",
      "TARGET@𝐞xample。com",
      "target@exam\u00adple.com",
    ];
    const { rider } = await signInRider(server, first);
    expect(rider.email).toBe("target@example.com");
    expect((await signInRider(server, second)).rider.id).toBe(rider.id);

    const driver = (email: string) => ({
      firstName: "Eric",
      lastName: "Nshuti",
      email,
      phone: null,
      licenseId: "RW-1",
      licenseValidUntil: "2030-01-01",
      vehicleId: null,
    });
    expect((await desk.post("/admin/drivers", driver(first))).status).toBe(201);
    expect((await desk.post("/admin/drivers", driver(second))).status).toBe(409);

    const company = await createCompany(desk, { billingEmail: third });
    expect(newest(server.deps.db.select().from(companies).all())?.billingEmail).toBe(
      "target@example.com",
    );
    await invite(desk, company.id, first);
    const secondAnswer = await desk.post(`/admin/companies/${company.id}/members`, {
      identifier: second,
      role: "member",
    });
    expect(secondAnswer.status).toBe(409);

    await signInAdmin(server, { email: "target@example.com" });
    for (const email of [first, second, third]) {
      const signInAnswer = await server
        .browser()
        .post("/admin/login", { email, password: PASSWORD });
      expect([email, signInAnswer.status]).toEqual([email, 200]);
    }
    expect(server.deps.db.select().from(admins).all()).toHaveLength(2);

    await server.browser().post("/contact", { name: "T", contact: first, text: "Hello" });
    expect(newest(server.deps.db.select().from(contactMessages).all())).toMatchObject({
      email: "target@example.com",
      riderId: rider.id,
    });
    const form = new FormData();
    form.set("email", second);
    await server.browser().request("/driver-application", { form });
    expect(newest(server.deps.db.select().from(driverApplications).all())?.email).toBe(
      "target@example.com",
    );
  });
});

describe("an e-mail address in any script", () => {
  test.each([
    ["संपर्क@डाटामेल.भारत", "संपर्क@xn--c2bd4bq1db8d.xn--h2brj9c"],
    ["விளம்பரம்@டேட்டாமெயில்.இந்தியா", "விளம்பரம்@xn--mlcaa4dfs5fk5df1eh.xn--xkc2dl3a5ee0h"],
    ["যোগাযোগ@ডাটামেল.ভারত", "যোগাযোগ@xn--z5bd4bq1db8d.xn--45brj9c"],
    ["ผู้ใช้@ไทย.ไทย", "ผู้ใช้@xn--o3cw4h.xn--o3cw4h"],
    ["ශ්\u200dරී@උදාහරණ.ලංකා", "ශ්\u200dරී@xn--ozc8dl2c3bxd.xn--fzc2c9e2c"],
    ["info@mu\u0308nchen.de", "info@xn--mnchen-3ya.de"],
    ["q\u0307a@example.com", "q\u0307a@example.com"],
  ])("is accepted: %s", async (identifier, value) => {
    const answer = await server.browser().post("/auth/send-otp", { identifier });
    expect(await answer.json()).toMatchObject({ usercontact: value, isEmail: true });
    await createCompany(desk, { billingEmail: identifier });
    expect(newest(server.deps.db.select().from(companies).all())?.billingEmail).toBe(value);
  });

  test.each([
    "\u0301a@example.com",
    "a\u034f@example.com",
    "a\ufe0f@example.com",
    "a\u3164@example.com",
    "a\u200d@example.com",
    "a@\u0301example.com",
    "a@ex\u200dample.com",
    "a@example.é",
    "a@127.0.0.1",
    "a@１２７.0.0.1",
    "a@exam／ple.com",
    "a@example.com。",
    "a@exam%70le.com",
    "a@xn--a.com",
  ])("is refused: %j", async (identifier) => {
    const answer = await server.browser().post("/auth/send-otp", { identifier });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      expect.objectContaining({ message: "Invalid email or phone number" }),
    ]);
  });
});

test("only the shared contact rules parse e-mail addresses and phone numbers", async () => {
  const readers =
    /\breadIdentifier\(|\breadDriverIdentifier\(|\bz\.(?:email|e164)\(|libphonenumber/;
  const own = [
    "src/accounts/rules.ts",
    "src/accounts/contact-rules.ts",
    "src/accounts/phones/numbering-plans.ts",
  ];
  const root = join(import.meta.dir, "../..");
  const found: string[] = [];
  for (const path of new Glob("src/**/*.ts").scanSync(root)) {
    const code = (await Bun.file(join(root, path)).text()).replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
    if (!own.includes(path) && readers.test(code)) found.push(path);
  }
  expect(found).toEqual([]);
});
