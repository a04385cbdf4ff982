/** People with only one name: they can say so wherever a last name is required, and are called by it everywhere. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { Rider } from "../../src/accounts/contract";
import type { DriverAnswer } from "../../src/drivers/contract";
import { ensureFirstOwner } from "../../src/accounts/staff/staff-invites";
import { applicationErrors, missingItems } from "../../src/drivers/application-rules";
import { fullName } from "../../src/accounts/name-rules";
import { toRiderRow } from "../../src/reservations/list/row-queries";
import { book, trip } from "../support/booking";
import { createDriver } from "../support/fleet";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

let server: TestServer;
beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
});
afterEach(() => server.close());

type Names = { firstName?: string; lastName?: string; hasOneName?: boolean };
type Put = (names: Names) => Promise<Response>;

const licence = { licenseId: "L 1", licenseValidUntil: "2029-01-31", vehicleId: null };

type Place = () => Promise<{ put: Put; named: (answer: Response) => unknown }>;

const riderWithOneName: Place = async () => {
  const { browser } = await signInRider(server);
  return {
    put: (names) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(names)) form.set(name, String(value));
      return browser.request("/users/update-profile", { method: "PUT", form });
    },
    named: async (answer) => ((await answer.json()) as { updateUser: object }).updateUser,
  };
};

/** The places that require names, each filled in by a person named Aline Uwase. */
const places: [string, Place][] = [
  ["a rider's profile", riderWithOneName],
  [
    "the profile of staff",
    async () => {
      const browser = await signInAdmin(server);
      await browser.put("/admin/edit-profile", { firstName: "Aline", lastName: "Uwase" });
      return {
        put: (names) => browser.put("/admin/edit-profile", names),
        named: async (answer) => ((await answer.json()) as { updatedAdmin: object }).updatedAdmin,
      };
    },
  ],
  [
    "a driver's form",
    async () => {
      const browser = await signInAdmin(server);
      const person = { email: "eric@example.com", phone: null, ...licence };
      const first = { firstName: "Aline", lastName: "Uwase", hasOneName: false };
      const createdAnswer = await browser.post("/admin/drivers", { ...first, ...person });
      const was = ((await createdAnswer.json()) as DriverAnswer).driver;
      return {
        // The form sends all its fields.
        put: (names) =>
          browser.put(`/admin/drivers/${was.id}`, {
            ...person,
            ...first,
            ...(names.hasOneName && { lastName: "" }),
            ...names,
            was,
          }),
        named: async (answer) => ((await answer.json()) as DriverAnswer).driver,
      };
    },
  ],
];

describe.each(places)("%s", (_, place) => {
  test.each<[Names, object | string]>([
    [
      { firstName: "Suharto", hasOneName: true },
      { firstName: "Suharto", hasOneName: true },
    ],
    [{ firstName: "Suharto", lastName: "", hasOneName: true }, { hasOneName: true }],
    [{ lastName: "" }, "lastName is required"],
    [{ lastName: "  " }, "lastName is required"],
    [{ lastName: "", hasOneName: false }, "lastName is required"],
    [{ lastName: "Uwase", hasOneName: true }, "lastName must be empty for somebody with one name"],
  ])("checks the last name in %j", async (names, wanted) => {
    const { put, named } = await place();
    const answer = await put(names);
    if (typeof wanted === "string") {
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({
        code: "request.invalid",
        fields: { lastName: wanted },
      });
      return;
    }
    expect(answer.status).toBe(200);
    expect(await named(answer)).toMatchObject(wanted);
  });
});

test("a last name clears the one-name setting", async () => {
  const { put, named } = await riderWithOneName();
  await put({ firstName: "Suharto", hasOneName: true });
  expect(await named(await put({ firstName: "Suharto" }))).toMatchObject({
    lastName: null,
    hasOneName: true,
  });
  expect(await named(await put({ lastName: "Santoso" }))).toMatchObject({
    firstName: "Suharto",
    lastName: "Santoso",
    hasOneName: false,
  });
});

test("the first owner may have one name", async () => {
  const empty = await createTestServer();
  try {
    const token = await setupToken(empty);
    const setUp = (names: Names) =>
      empty.browser().post("/admin/setup", {
        token,
        email: "owner@example.com",
        password: "correct horse battery staple",
        lastName: "",
        firstName: "Suharto",
        ...names,
      });
    const refusedAnswer = await setUp({});
    expect(await refusedAnswer.json()).toMatchObject({
      fields: { lastName: "lastName is required" },
    });
    const done = await setUp({ hasOneName: true });
    expect(await done.json()).toMatchObject({ admin: { names: "Suharto", hasOneName: true } });
  } finally {
    empty.close();
  }
});

/** Returns the token of the link that the log shows to the person who sets up the server. */
async function setupToken(empty: TestServer): Promise<string> {
  const url = await ensureFirstOwner(empty.deps);
  return new URL(url ?? "http://none").searchParams.get("token") ?? "";
}

describe("a rider with one name", () => {
  let browser: Browser;
  let rider: Rider;
  beforeEach(async () => {
    ({ browser, rider } = await signInRider(server, "rider@example.com", { names: null }));
    const form = new FormData();
    form.set("firstName", "Suharto");
    form.set("hasOneName", "true");
    await browser.request("/users/update-profile", { method: "PUT", form });
  });

  test("books, is found and is greeted by that name, without a null or a trailing space", async () => {
    const { id } = await book(browser);
    const staff = await signInAdmin(server);
    const reservation = await (await staff.get(`/admin/reservations/${id}`)).text();
    expect(reservation).toContain('"Suharto"');
    expect(reservation).not.toMatch(/Suharto null|Suharto "/);
    const list = await (await staff.get("/admin/riders?q=suhar")).json();
    expect(list).toMatchObject({ riders: [{ id: rider.id, name: "Suharto" }] });
    server.advance(60_000);
    const secondAnswer = await server
      .browser()
      .post("/auth/send-otp", { identifier: "rider@example.com" });
    expect(await secondAnswer.json()).toMatchObject({
      newuser: { exist: true, username: "Suharto" },
    });
  });

  test("may make calls that need a complete profile", async () => {
    expect((await browser.post("/quotes", trip())).status).toBe(200);
    const { browser: next } = await signInRider(server, "rider@example.com");
    expect(await (await next.get("/auth/me")).json()).toMatchObject({
      getUser: { firstName: "Suharto", lastName: null, hasOneName: true },
    });
  });
});

test("lists sort drivers with one name by that name, and the search finds them", async () => {
  for (const [firstName, lastName] of [
    ["Zoe", "Abera"],
    ["Suharto", ""],
    ["Eric", "Tuyisenge"],
    ["Bagas", ""],
  ] as const)
    createDriver(server, { id: `${firstName}`, firstName, lastName, hasOneName: lastName === "" });
  const staff = await signInAdmin(server);
  for (const path of ["/admin/drivers", "/admin/payouts"]) {
    const names: string[] = [];
    let cursor = "";
    do {
      const answer = await staff.get(`${path}?limit=1${cursor && `&cursor=${cursor}`}`);
      const page = (await answer.json()) as {
        drivers: { firstName?: string; lastName?: string; name?: string }[];
        nextCursor: string | null;
      };
      for (const one of page.drivers) names.push(one.name ?? fullName(one));
      cursor = page.nextCursor ?? "";
    } while (cursor && names.length < 10);
    expect([path, names]).toEqual([path, ["Zoe Abera", "Bagas", "Suharto", "Eric Tuyisenge"]]);
    const found = await (await staff.get(`${path}?q=suharto`)).text();
    expect(found).toContain("Suharto");
    expect(found).not.toContain("Tuyisenge");
  }
});

test("a rider sees a driver's single name without a full stop", () => {
  const row = {
    state: "en_route",
    payMinor: 1,
    driver: { id: "d", firstName: "Suharto", lastName: "", phone: null },
  } as unknown as Parameters<typeof toRiderRow>[0];
  expect(toRiderRow(row).driver).toMatchObject({ firstName: "Suharto", lastName: "" });
});

test("an application of a person with one name does not lack a last name", async () => {
  const lacks = (answers: Record<string, string>) => missingItems(answers, []);
  expect(lacks({ firstName: "Suharto" })).toContain("lastName");
  expect(lacks({ firstName: "Suharto", hasOneName: "true" })).not.toContain("lastName");
  expect(lacks({ firstName: "Suharto", hasOneName: "no" })).toContain("lastName");
  expect(applicationErrors({ lastName: "Uwase", hasOneName: "true" }, () => null)).toHaveProperty(
    "lastName",
  );
  const form = new FormData();
  form.set("firstName", "Suharto");
  form.set("hasOneName", "true");
  form.set("email", "suharto@example.com");
  const sentAnswer = await server.browser().request("/driver-application", { form });
  const { applicationId, missing } = (await sentAnswer.json()) as {
    applicationId: string;
    missing: string[];
  };
  expect(missing).not.toContain("lastName");
  const staff = await signInAdmin(server);
  const readAnswer = await staff.get(`/admin/driver-applications/${applicationId}`);
  expect(await readAnswer.json()).toMatchObject({
    application: { answers: { firstName: "Suharto", hasOneName: "true" } },
  });
});

test("fullName leaves out a missing name", () => {
  expect(fullName({ firstName: "Suharto", lastName: "" })).toBe("Suharto");
  expect(fullName({ firstName: "Suharto", lastName: null })).toBe("Suharto");
  expect(fullName({ firstName: null, lastName: null })).toBe("");
});
