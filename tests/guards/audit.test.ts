/** Every call with which dispatch changes something is in the audit log, or is listed here with the reason why not. */
import { defaultRule } from "../../src/flights/rules";
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { AuditAction } from "../../src/audit/contract";
import { verifyAudit } from "../../src/audit/audit-verification-queries";
import type { CalendarLinks } from "../../src/calendars/contract";
import { book } from "../support/booking";
import { describedCalls, nameOf } from "../support/calls";
import { addCostCentre, createCompany, invite } from "../support/companies";
import { createDriver, createVehicle } from "../support/fleet";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { signInRider } from "../support/sign-in";
import { PASSWORD, signInAdmin } from "../support/staff";

/** The calls that are made below, one by one, each with the action that the log then has. */
const TESTED_ACTIONS = {
  "PUT /admin/edit-profile": "staff.names_changed",
  "POST /admin/lock": "staff.locked",
  "POST /admin/unlock": "staff.unlocked",
  "POST /admin/logout": "staff.signed_out",
  "PUT /admin/settings/name": "settings.name_changed",
  "PUT /admin/settings/services": "settings.services_changed",
  "PUT /admin/settings/brand": "settings.brand_changed",
  "PUT /admin/settings/texts/:id": "settings.texts_changed",
  "DELETE /admin/settings/texts/:id": "settings.texts_changed",
  "PUT /admin/settings/hours": "settings.hours_changed",
  "PUT /admin/settings/traffic": "settings.traffic_changed",
  "PUT /admin/settings/online": "settings.online_changed",
  "PUT /admin/settings/opening": "settings.opening_changed",
  "PUT /admin/settings/widget": "settings.widget_changed",
  "PUT /admin/invoice-reminders": "settings.reminders_changed",
  "PUT /admin/settings/retention": "settings.retention_changed",
  "PUT /admin/settings/area": "settings.area_changed",
  "PUT /admin/settings/region": "settings.region_changed",
  "PUT /admin/settings/contact": "settings.contact_changed",
  "PUT /admin/settings/providers/:id": "settings.provider_connected",
  "DELETE /admin/settings/providers/:id": "settings.provider_disconnected",
  "PUT /admin/auto-dispatch": "auto.changed",
  "PUT /admin/settings/flights": "flight.rules_changed",
  "PUT /admin/confirmation-rules": "trip.rules_changed",
  "PUT /admin/payment-rules": "payment.rules_changed",
  "POST /admin/terms": "terms.published",
  "POST /admin/auto-dispatch/stop": "auto.stopped",
  "PUT /admin/settings/documents": "settings.documents_changed",
  "PUT /admin/booking-rules": "settings.booking_changed",
  "PUT /admin/trip-reminders": "settings.trip_reminders_changed",
  "PUT /admin/fees/draft": "fees.draft_saved",
  "DELETE /admin/fees/draft": "fees.draft_discarded",
  "POST /admin/zones": "zone.added",
  "DELETE /admin/zones/:id": "zone.removed",
  "POST /admin/places": "place.added",
  "DELETE /admin/places/:id": "place.switched_off",
  "POST /admin/vehicles": "vehicle.added",
  "POST /admin/drivers": "driver.added",
  "PUT /admin/drivers/:id": "driver.changed",
  "POST /admin/drivers/:id/suspension": "driver.suspended",
  "DELETE /admin/drivers/:id/suspension": "driver.reinstated",
  "PUT /admin/drivers/:id/documents/:kind": "document.recorded",
  "POST /admin/drivers/:id/adjustments": "payout.adjusted",
  "POST /admin/drivers/:id/payments": "payout.payment_recorded",
  "POST /admin/companies": "company.added",
  "POST /admin/companies/:id/members": "company.people_changed",
  "POST /admin/companies/:id/cost-centres": "company.changed",
  "DELETE /admin/calendars/:id": "calendar.ended",
  "POST /admin/reservations/:id/confirmation": "trip.confirmed",
  "POST /admin/reservations/:id/offer": "trip.offered",
  "POST /admin/reservations/:id/offers": "trip.offered",
  "DELETE /admin/reservations/:id/offer": "trip.offer_withdrawn",
  "POST /admin/reservations/:id/assignment": "trip.assigned",
  "DELETE /admin/reservations/:id/assignment": "trip.unassigned",
  "POST /admin/reservations/:id/cancellation": "trip.cancelled",
  "POST /admin/lost-reports": "property.changed",
  "POST /admin/lost-reports/:id/closure": "property.closed",
  "POST /admin/audit/verification": "audit.verified",
  "POST /admin/status/backups": "backup.asked",
} as const satisfies Record<string, AuditAction>;

/** Calls that use the same line of code as a call made below, or have a test of their own. */
const SAME_AUDIT_ACTION: Record<string, readonly string[]> = {
  "the log of a trip: moveReservation and changeReservation": [
    "POST /admin/reservations",
    "POST /admin/reservations/:id/rejection",
    "POST /admin/reservations/:id/settlement",
    "DELETE /admin/reservations/:id/settlement",
    "POST /admin/companies/:id/settlement",
    "PUT /admin/reservations/:id/fare",
    "POST /admin/reservations/:id/expenses",
    "POST /admin/reservations/:id/expenses/:expenseId/approval",
    "POST /admin/reservations/:id/expenses/:expenseId/refusal",
    "POST /admin/reservations/:id/payments",
    "POST /admin/reservations/:id/payments/:paymentId/reversal",
    "POST /admin/reservations/:id/refunds",
    "POST /admin/reservations/:id/waiver",
    "PUT /admin/reservations/:id/payment",
    "PUT /admin/reservations/:id",
    "POST /admin/reservations/:id/same-change",
    "POST /admin/reservations/:id/split",
    "POST /admin/reservations/:id/vehicles",
    "PUT /admin/reservations/:id/driver",
    "POST /admin/reservations/:id/no-show",
    "POST /admin/reservations/:id/override",
    "POST /admin/reservations/:id/boarding",
    "PUT /admin/reservations/:id/agreed-price",
    "POST /admin/reservations/:id/quote",
    "POST /admin/reservations/:id/quote/answers",
    "DELETE /admin/reservations/:id/quote",
    "POST /admin/reservations/:id/farm-out",
    "POST /admin/reservations/:id/pin",
    "PUT /admin/reservations/:id/price",
    "POST /admin/reservations/:id/call",
    "POST /admin/reservations/:id/landing",
    "POST /admin/reservations/:id/flight/proposal",
    "POST /admin/reservations/:id/early-start",
    "PUT /admin/reservations/:id/messages/closing",
  ],
  "the log of a company: noteOnCompany": [
    "PUT /admin/companies/:id",
    "PUT /admin/companies/:id/members/:memberId",
    "DELETE /admin/companies/:id/members/:memberId",
    "PUT /admin/companies/:id/cost-centres/:centreId",
    "POST /admin/companies/:id/invoices",
    "POST /admin/invoices/:id/payments",
    "POST /admin/companies/:id/payments",
    "POST /admin/invoices/:id/mail",
    "POST /admin/invoices/:id/payments/:paymentId/reversal",
    "POST /admin/invoices/:id/credit-notes",
  ],
  "payments at providers, proven by their own test": [
    "POST /admin/reservations/:id/card-charge",
    "POST /admin/reservations/:id/pay-link",
    "POST /admin/reservations/:id/pay-link/message",
    "DELETE /admin/reservations/:id/pay-link",
    "POST /admin/invoices/:id/payments/:paymentId/refund",
    "POST /admin/invoices/:id/pay-link",
    "POST /admin/invoices/:id/pay-link/message",
    "DELETE /admin/invoices/:id/pay-link",
    "POST /admin/reservations/:id/payments/:paymentId/refund",
    "POST /admin/payment-differences/:id/resolution",
    "POST /admin/payments/reconciliation",
  ],
  "webhooks, proven by their own test": [
    "POST /admin/webhooks",
    "PUT /admin/webhooks/:id",
    "DELETE /admin/webhooks/:id",
    "POST /admin/webhooks/:id/secret",
    "POST /admin/webhooks/:id/test",
    "POST /admin/webhooks/:id/replays",
  ],
  "affiliates, proven by their own test": [
    "POST /admin/affiliates",
    "PUT /admin/affiliates/:id",
    "POST /admin/reservations/:id/farm-out/bill",
    "POST /admin/reservations/:id/farm-out/message",
  ],
  "sendQuoteAgain, proven by its own test": ["POST /admin/reservations/:id/quote/message"],
  "the log of the register: logAct": [
    "POST /admin/lost-reports/:id/searches",
    "POST /admin/lost-reports/:id/match",
    "DELETE /admin/lost-reports/:id/match",
    "DELETE /admin/lost-reports/:id/closure",
    "POST /admin/found-items",
    "PUT /admin/found-items/:id/storage",
    "POST /admin/found-items/:id/return-attempts",
    "POST /admin/found-items/:id/handover",
    "POST /admin/found-items/:id/disposal",
  ],
  "the log of an application: logDispatch": [
    "PUT /admin/driver-applications/:id/files/:fileId/review",
    "POST /admin/driver-applications/:id/request",
    "POST /admin/driver-applications/:id/rejection",
    "POST /admin/driver-applications/:id/approval",
  ],
  "an order's: noteOrder": [
    "POST /admin/reservations/:id/standing-order",
    "POST /admin/standing-orders/:id/skips",
    "DELETE /admin/standing-orders/:id/skips",
    "POST /admin/standing-orders/:id/pause",
    "DELETE /admin/standing-orders/:id/pause",
    "POST /admin/standing-orders/:id/ending",
    "POST /admin/standing-orders/:id/change",
  ],
  "the availability's own line, proven by its own test": [
    "PUT /admin/drivers/:id/availability/hours",
    "POST /admin/drivers/:id/availability/days-off",
    "DELETE /admin/drivers/:id/availability/days-off/:dayOffId",
    "PUT /admin/drivers/:id/availability/preferences",
  ],
  "the line of a vehicle's maintenance, proven by its own test": [
    "POST /admin/vehicles/:id/maintenance/plans",
    "PUT /admin/vehicles/:id/maintenance/plans/:planId",
    "DELETE /admin/vehicles/:id/maintenance/plans/:planId",
    "POST /admin/vehicles/:id/maintenance/entries",
    "DELETE /admin/vehicles/:id/maintenance/entries/:entryId",
    "POST /admin/vehicles/:id/odometer",
  ],
  "the line of a time out of service, proven by its own test": [
    "POST /admin/vehicles/:id/outages",
    "PUT /admin/vehicles/:id/outages/:outageId",
    "DELETE /admin/vehicles/:id/outages/:outageId",
  ],
  "the line of an incident's acts, proven by its own test": [
    "POST /admin/incidents/:id/notes",
    "PUT /admin/incidents/:id/assignment",
    "POST /admin/incidents/:id/closure",
    "DELETE /admin/incidents/:id/closure",
  ],
  "the line of what is done with a contact message, proven by its own test": [
    "PUT /admin/contact-messages/:id/assignee",
    "POST /admin/contact-messages/:id/notes",
    "POST /admin/contact-messages/:id/answers",
    "POST /admin/contact-messages/:id/replies",
    "PUT /admin/contact-messages/:id/state",
    "PUT /admin/contact-messages/:id/links",
    "POST /admin/contact-templates",
    "PUT /admin/contact-templates/:id",
    "DELETE /admin/contact-templates/:id",
  ],
  "the line of the website's content, proven by tests of their own": [
    "POST /admin/content-pictures",
    "POST /admin/content",
    "PUT /admin/content/:kind",
    "PUT /admin/content/:kind/:key",
    "PUT /admin/content/:kind/:key/translations/:language",
    "DELETE /admin/content/:kind/:key",
    "POST /admin/content/:kind/:key/restoration",
  ],
  "noteStaff, proven by tests of their own": [
    "PUT /admin/second-factor",
    "DELETE /admin/second-factor",
    "POST /admin/second-factor/recovery-codes",
  ],
  "the lines of owners about their staff, proven by tests of their own": [
    "DELETE /admin/sessions",
    "DELETE /admin/sessions/:id",
    "POST /admin/staff",
    "PUT /admin/settings/staff",
    "POST /admin/staff/:id/invitation",
    "PUT /admin/staff/:id/role",
    "POST /admin/staff/:id/deactivation",
    "DELETE /admin/staff/:id/deactivation",
    "DELETE /admin/staff/:id/second-factor",
    "DELETE /admin/staff/:id/sessions",
    "DELETE /admin/staff/:id/sessions/:sessionId",
  ],
  "the lines of API keys, proven by tests of their own": [
    "POST /admin/api-keys",
    "PUT /admin/api-keys/:id",
    "DELETE /admin/api-keys/:id",
    "PUT /admin/settings/developers",
  ],
  "the lines of calendar links, proven by their own test": [
    "POST /admin/calendars/:kind/:id",
    "DELETE /admin/calendars/:kind/:id",
  ],
  "the line of messages that are sent again, proven by its own test": [
    "POST /admin/outbox/retries",
  ],
  "the lines of imported streets, proven by their own test": [
    "POST /admin/settings/streets/file",
    "POST /admin/settings/streets/address",
    "DELETE /admin/settings/streets",
  ],
  "the line of two riders who are merged, proven by its own test": [
    "POST /admin/riders/:id/merges",
  ],
  "the lines about a flight, proven by their own test": [
    "PUT /admin/reservations/:id/flight",
    "DELETE /admin/reservations/:id/flight/proposal",
  ],
  "the lines of an import's own process, proven by its own test": [
    "POST /admin/imports/:id/apply",
    "POST /admin/imports/:id/undo",
  ],
  "a rider who is added or blocked, proven by its own test": [
    "POST /admin/riders",
    "PUT /admin/riders/:id/block",
    "DELETE /admin/riders/:id/block",
  ],
  "a line beside that of a call that is made": [
    "PUT /admin/zones/:id",
    "POST /admin/zones/import",
    "PUT /admin/places/:id",
    "PUT /admin/vehicles/:id",
    "PUT /admin/vehicles/:id/documents/:kind",
    "PUT /admin/affiliates/:id/documents/:kind",
    "POST /admin/affiliates/:id/documents/:kind",
    "POST /admin/documents/:id/decision",
    "POST /admin/vehicle-classes",
    "PUT /admin/vehicle-classes/:id",
    "POST /admin/fees/draft/publication",
    "POST /admin/fees/versions/:id/withdrawal",
    "POST /admin/payouts/closing",
    "POST /admin/drivers/:id/statements",
    "POST /admin/drivers/:id/entries/:entryId/reversal",
    "DELETE /admin/reservations/:id/tracking-link",
    "POST /admin/settings/providers/:id/test",
    "PUT /admin/settings/logo",
    "DELETE /admin/settings/logo",
    "POST /admin/ratings/:id/seen",
  ],
};

/** Calls that are in no log, with the reason. */
const CALLS_NOT_AUDITED: Record<string, string> = {
  "POST /admin/reservations/:id/standing-order/preview": "Changes nothing.",
  "POST /admin/settings/texts/:id/preview": "Changes nothing.",
  "POST /admin/content-preview": "Changes nothing.",
  "POST /admin/settings/retention/preview": "Changes nothing.",
  "POST /admin/fees/simulation": "Changes nothing.",
  "POST /admin/auto-dispatch/dry-run": "Changes nothing.",
  "POST /admin/confirmation-rules/dry-run": "Changes nothing.",
  "POST /admin/quotes": "Changes nothing.",
  "POST /admin/reservations/:id/change-quote": "Changes nothing.",
  "POST /admin/reservations/:id/same-change/quote": "Changes nothing.",
  "POST /admin/reservations/:id/split-quote": "Changes nothing.",
  "POST /admin/reservations/:id/vehicle-quote": "Changes nothing.",
  "POST /admin/second-factor/offer": "Changes nothing until it is confirmed.",
  "POST /admin/imports": "Reads a file, and changes nothing until it is applied.",
  "POST /admin/imports/:id/try": "Changes nothing until it is applied.",
  "DELETE /admin/imports/:id": "Removes a file that was never applied.",
  "PUT /admin/presence": "Who looks at what now; kept nowhere.",
  "PUT /admin/getting-started":
    "What is left for later in the setup changes nothing in the business.",
  "PUT /admin/notifications": "What one is told of oneself.",
  "PUT /admin/push": "Notifications on one's own phone.",
  "DELETE /admin/push": "Notifications on one's own phone.",
  "POST /admin/views": "One's own view of the board.",
  "PUT /admin/views/order": "One's own views of the board.",
  "PUT /admin/views/:id": "One's own view of the board.",
  "DELETE /admin/views/:id": "One's own view of the board.",
  "POST /admin/reservations/:id/messages": "The conversation keeps who wrote what.",
  "POST /admin/reservations/:id/messages/read": "A mark of what was read.",
  "POST /admin/contact-messages/:id/read": "A mark of what was read.",
  "PUT /admin/callers/:id/note": "Is about a rider, of whom the log says nothing.",
};

let server: TestServer;
let staff: Browser & { admin: { id: string } };

beforeAll(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
  staff = await signInAdmin(server);
});
afterAll(() => server.close());

const made = new Set<string>();

/** Makes a call, which must succeed, and expects exactly one new log entry, with the actor. */
async function expectAudited(
  name: keyof typeof TESTED_ACTIONS,
  path: string,
  json: unknown = {},
): Promise<unknown> {
  const [method = ""] = name.split(" ");
  const count = () =>
    server.deps.db.$client
      .query<{ action: string; actor_id: string | null }, []>(
        "SELECT action, actor_id FROM audit_log ORDER BY number",
      )
      .all();
  const before = count().length;
  const answer = await staff.request(path, { method, json });
  const text = await answer.text();
  expect([name, answer.status < 300, answer.status < 300 ? "" : text]).toEqual([name, true, ""]);
  expect([name, count().slice(before)]).toEqual([
    name,
    [{ action: TESTED_ACTIONS[name], actor_id: staff.admin.id }],
  ]);
  made.add(name);
  return JSON.parse(text);
}

const versionOf = async (path: string) =>
  ((await (await staff.get(path)).json()) as { version: number }).version;

test("the audit log records changes of settings, prices, zones and places", async () => {
  await expectAudited("PUT /admin/edit-profile", "/admin/edit-profile", { firstName: "Adah" });
  const contact = (await (await staff.get("/admin/settings/contact")).json()) as {
    rules: object;
    version: number;
  };
  const auto = { on: true, rules: [], quiet: null, version: 0 };
  await expectAudited("PUT /admin/auto-dispatch", "/admin/auto-dispatch", auto);
  await expectAudited("PUT /admin/settings/flights", "/admin/settings/flights", {
    rules: [defaultRule],
    version: 0,
  });
  await expectAudited("PUT /admin/confirmation-rules", "/admin/confirmation-rules", {
    rules: [],
    version: 0,
  });
  const none = { text: "", cancellation: "" };
  await expectAudited("POST /admin/terms", "/admin/terms", {
    ...none,
    version: 0,
    text: "Be kind.",
  });
  // No rider needs to accept terms in the steps below.
  await staff.post("/admin/terms", { ...none, version: 1 });
  await expectAudited("PUT /admin/payment-rules", "/admin/payment-rules", {
    rules: [],
    payWithinMinutes: 30,
    version: 0,
  });
  await expectAudited("POST /admin/auto-dispatch/stop", "/admin/auto-dispatch/stop", {});
  await expectAudited("PUT /admin/settings/contact", "/admin/settings/contact", {
    ...contact.rules,
    phone: "+250788000000",
    version: contact.version,
  });
  await expectAudited("PUT /admin/invoice-reminders", "/admin/invoice-reminders", {
    remindInvoices: true,
    invoiceReminderDays: [7],
    version: await versionOf("/admin/invoice-reminders"),
  });
  await expectAudited("PUT /admin/settings/opening", "/admin/settings/opening", {
    open: true,
    version: await versionOf("/admin/settings/opening"),
  });
  for (const topic of [
    "name",
    "services",
    "brand",
    "hours",
    "online",
    "widget",
    "retention",
    "area",
    "region",
    "traffic",
  ] as const) {
    const path = `/admin/settings/${topic}` as const;
    const { rules, version } = (await (await staff.get(path)).json()) as {
      rules: object;
      version: number;
    };
    await expectAudited(`PUT ${path}`, path, { ...rules, version });
  }
  const router = "/admin/settings/providers/router";
  await expectAudited("PUT /admin/settings/providers/:id", router, {
    fields: { url: "http://10.0.0.7:5000" },
    version: 0,
  });
  await expectAudited("DELETE /admin/settings/providers/:id", router, { version: 1 });
  const text = "/admin/settings/texts/confirmed";
  const words = { subject: "Booked", body: "See you then.", sms: "" };
  await expectAudited("PUT /admin/settings/texts/:id", text, {
    ...words,
    language: "en",
    version: 0,
  });
  await expectAudited("DELETE /admin/settings/texts/:id", text, { language: "en", version: 1 });
  await expectAudited("PUT /admin/settings/documents", "/admin/settings/documents", {
    required: ["driving_licence"],
    version: await versionOf("/admin/settings/documents"),
  });
  const rules = (await (await staff.get("/admin/booking-rules")).json()) as object;
  await expectAudited("PUT /admin/trip-reminders", "/admin/trip-reminders", {
    reminder: { hours: 5, to: ["driver"] },
    reminderByService: {},
    version: await versionOf("/admin/trip-reminders"),
  });
  await expectAudited("PUT /admin/booking-rules", "/admin/booking-rules", {
    ...("rules" in rules ? (rules.rules as object) : rules),
    version: await versionOf("/admin/booking-rules"),
  });
  const draft = (await (await staff.get("/admin/fees/draft")).json()) as {
    schedule: unknown;
    version: number;
  };
  await expectAudited("PUT /admin/fees/draft", "/admin/fees/draft", {
    schedule: draft.schedule,
    version: draft.version,
  });
  await expectAudited("DELETE /admin/fees/draft", "/admin/fees/draft", {
    version: draft.version + 1,
  });
  const shape = {
    type: "Polygon",
    coordinates: [
      [
        [30, -2],
        [30.1, -2],
        [30.1, -1.9],
        [30, -1.9],
        [30, -2],
      ],
    ],
  };
  const { zone } = (await expectAudited("POST /admin/zones", "/admin/zones", {
    name: "Centre",
    color: 0,
    priority: 0,
    active: true,
    note: "",
    shape,
  })) as { zone: { id: string } };
  await expectAudited("DELETE /admin/zones/:id", `/admin/zones/${zone.id}`, { version: 1 });
  const { place } = (await expectAudited("POST /admin/places", "/admin/places", {
    name: "Office",
    address: "KN 3 Ave",
    kind: "address",
    keywords: "",
    latitude: -1.95,
    longitude: 30.06,
    pickupNote: "",
    active: true,
    zoneId: null,
  })) as { place: { id: string } };
  await expectAudited("DELETE /admin/places/:id", `/admin/places/${place.id}`, { version: 1 });
});

test("the audit log records changes of drivers, vehicles and companies", async () => {
  const { classId } = createVehicle(server, {});
  await expectAudited("POST /admin/vehicles", "/admin/vehicles", {
    classId,
    plate: "RAZ 1",
    vin: null,
    make: "Toyota",
    model: "Corolla",
    year: 2024,
    color: "grey",
    passengers: 3,
    luggage: 2,
    mobility: ["ambulatory"],
    state: "active",
    insuranceValidUntil: null,
    registrationValidUntil: null,
  });
  const driver = {
    firstName: "Eric",
    lastName: "Mugisha",
    email: "eric@example.com",
    phone: null,
    licenseId: "L1",
    licenseValidUntil: "2027-03-31",
    vehicleId: null,
  };
  const { driver: eric } = (await expectAudited(
    "POST /admin/drivers",
    "/admin/drivers",
    driver,
  )) as {
    driver: { id: string };
  };
  const his = `/admin/drivers/${eric.id}`;
  await expectAudited("PUT /admin/drivers/:id", his, { ...driver, firstName: "Erik", was: driver });
  const suspension = `${his}/suspension`;
  await expectAudited("POST /admin/drivers/:id/suspension", suspension, {
    reason: "Two complaints",
    trips: [],
  });
  await expectAudited("DELETE /admin/drivers/:id/suspension", suspension);
  await expectAudited(
    "PUT /admin/drivers/:id/documents/:kind",
    `${his}/documents/driving_licence`,
    {
      number: "LICENCE-4711",
      validUntil: "2028-01-01",
    },
  );
  await expectAudited("POST /admin/drivers/:id/adjustments", `${his}/adjustments`, {
    kind: "bonus",
    amountMinor: 1_000,
    currency: "RWF",
    reason: "For the holidays",
    tripNumber: null,
  });
  await expectAudited("POST /admin/drivers/:id/payments", `${his}/payments`, {
    kind: "payout",
    amountMinor: 500,
    currency: "RWF",
    paidOn: "2026-11-20",
    method: "cash",
    advance: true,
  });
  await expectAudited("POST /admin/companies", "/admin/companies", {
    name: "Acme",
    billingAddress: "KG 7 Ave 12",
  });
  const { id } = await createCompany(staff);
  await expectAudited("POST /admin/companies/:id/members", `/admin/companies/${id}/members`, {
    identifier: "somebody@example.com",
    role: "member",
  });
  await expectAudited(
    "POST /admin/companies/:id/cost-centres",
    `/admin/companies/${id}/cost-centres`,
    {
      name: "Sales",
    },
  );
  await invite(staff, id, "secret.rider@example.com", "manager");
  await addCostCentre(staff, id, "Board");
  const { browser: manager } = await signInRider(server, "secret.rider@example.com", {
    names: { firstName: "Uwera", lastName: "Mutesi" },
  });
  await manager.get("/companies");
  expect((await manager.post(`/companies/${id}/calendar`)).status).toBe(200);
  const { links } = (await (await staff.get("/admin/calendars")).json()) as CalendarLinks;
  expect(links).toMatchObject([{ person: "Uwera Mutesi" }]);
  await expectAudited("DELETE /admin/calendars/:id", `/admin/calendars/${links[0]?.id}`);
});

test("the audit log records actions on a trip and a lost report", async () => {
  const { browser } = await signInRider(server, "uwera@example.com");
  const { id, number } = await book(browser);
  const vehicle = createVehicle(server, {});
  const driver = createDriver(server, { email: "driver@example.com" });
  const there = `/admin/reservations/${id}`;
  const version = async () =>
    ((await (await staff.get(there)).json()) as { reservation: { version: number } }).reservation
      .version;
  const pair = { driverId: driver.id, vehicleId: vehicle.id };
  await expectAudited("POST /admin/reservations/:id/confirmation", `${there}/confirmation`, {
    version: await version(),
  });
  await expectAudited("POST /admin/reservations/:id/offer", `${there}/offer`, {
    ...pair,
    version: await version(),
  });
  await expectAudited("DELETE /admin/reservations/:id/offer", `${there}/offer`, {
    version: await version(),
  });
  await expectAudited("POST /admin/reservations/:id/offers", `${there}/offers`, {
    how: "in_turn",
    to: [pair],
    version: await version(),
  });
  await staff.delete(`${there}/offer`, { version: await version() });
  await expectAudited("POST /admin/reservations/:id/assignment", `${there}/assignment`, {
    ...pair,
    version: await version(),
  });
  await expectAudited("DELETE /admin/reservations/:id/assignment", `${there}/assignment`, {
    version: await version(),
    reason: "Uwera asked for another one",
  });
  await expectAudited("POST /admin/reservations/:id/cancellation", `${there}/cancellation`, {
    version: await version(),
    reason: "Uwera called",
  });
  await expectAudited("POST /admin/lost-reports", "/admin/lost-reports", {
    reservationNumber: number,
    lostLocal: null,
    reporterName: "Uwera Rider",
    contact: "+250788111222",
    category: "bag",
    what: "A bag",
    colour: "",
    marks: "",
    place: "unsure",
    wish: "collect",
    wishNote: "",
  });
  const { reports } = (await (await staff.get("/admin/lost-reports")).json()) as {
    reports: { id: string; version: number }[];
  };
  await expectAudited(
    "POST /admin/lost-reports/:id/closure",
    `/admin/lost-reports/${reports[0]?.id}/closure`,
    {
      version: reports[0]?.version,
      reason: "Uwera found it at home",
    },
  );
});

test("the audit log records locking, unlocking, signing out and its own verification", async () => {
  await expectAudited("POST /admin/audit/verification", "/admin/audit/verification");
  await expectAudited("POST /admin/status/backups", "/admin/status/backups");
  await expectAudited("POST /admin/lock", "/admin/lock");
  const wrongAnswer = await staff.post("/admin/unlock", { password: "not this one" });
  expect(wrongAnswer.status).toBe(401);
  await expectAudited("POST /admin/unlock", "/admin/unlock", { password: PASSWORD });
  await expectAudited("POST /admin/logout", "/admin/logout");
  await server.browser().post("/admin/login", { email: "no@example.com", password: "x" });
  const told = server.deps.db.$client
    .query<{ action: string }, []>("SELECT action FROM audit_log ORDER BY number DESC LIMIT 5")
    .all()
    .map(({ action }) => action);
  expect(told).toEqual([
    "staff.sign_in_failed",
    "staff.signed_out",
    "staff.unlocked",
    "staff.unlock_failed",
    "staff.locked",
  ]);
});

test("the audit log is an intact chain without data of riders or secrets", async () => {
  expect([...made].toSorted()).toEqual(Object.keys(TESTED_ACTIONS).toSorted());
  expect((await verifyAudit(server.deps.db, server.deps.keys)).intact).toBe(true);
  const log = JSON.stringify(server.deps.db.$client.query("SELECT * FROM audit_log").all());
  for (const word of [
    "Uwera",
    "uwera",
    "secret.rider",
    "250788111222",
    PASSWORD,
    "LICENCE-4711",
    "no@example",
  ])
    expect([word, log.includes(word)]).toEqual([word, false]);
});

test("every changing call of dispatch is in exactly one of the lists", async () => {
  const unsafeCalls = (await describedCalls(server)).filter(
    ({ security, method }) => security === "admin" && method !== "GET",
  );
  const listed = [
    ...Object.keys(TESTED_ACTIONS),
    ...Object.values(SAME_AUDIT_ACTION).flat(),
    ...Object.keys(CALLS_NOT_AUDITED),
  ];
  expect(listed.toSorted()).toEqual(unsafeCalls.map(nameOf).toSorted());
});
