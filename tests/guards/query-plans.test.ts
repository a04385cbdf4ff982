/**
 * Every statement behind a list, a guard or a step of a trip finds its rows by an index, however many rows exist. The
 * test checks the statements that the server really runs.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { riders } from "../../db/schema/accounts";
import { outbox } from "../../db/schema/notifications";
import { webhookEndpoints } from "../../db/schema/webhooks";
import { toCursor } from "../../src/formats/cursors";
import { turnOffEndpoint } from "../../src/webhooks/delivery-actions";
import { recordWebhook } from "../../src/webhooks/record-actions";
import { sweepDeliveries } from "../../src/webhooks/sweep-actions";
import { createWebhookWorker } from "../../src/webhooks/worker";
import type { QuoteAnswer } from "../../src/reservations/quotes/quote-contract";
import { sweepUploadsAndLinks } from "../../src/drivers/application-sweep-actions";
import { confirmByRules } from "../../src/auto-dispatch/confirmation/actions";
import { runAutoDispatch } from "../../src/auto-dispatch/actions";
import { expireOffers } from "../../src/dispatch/assignment/offer-actions";
import type { AffiliateAnswer } from "../../src/affiliates/contract";
import type { AvailabilityAnswer } from "../../src/availability/contract";
import type { InvoiceAnswer } from "../../src/invoices/contract";
import type { ContactList } from "../../src/contact/contact-desk-contract";
import { eraseContactMessagesOf } from "../../src/contact/sweep-actions";
import { countPromotionUses } from "../../src/fares/priced-trip-end-queries";
import { removePhone } from "../../src/notifications/push/push-actions";
import { findPushTarget, phonesOf } from "../../src/notifications/push/push-queries";
import { extendOrders } from "../../src/reservations/standing-orders/order-actions";
import { notifyOfUnreadMessages } from "../../src/messages/notify-actions";
import { remindOfTrips } from "../../src/reservations/messages/reminder-actions";
import { receiptOf } from "../../src/reservations/papers/document-queries";
import { createOutboxWorker } from "../../src/notifications/worker";
import { remindOfInvoices } from "../../src/payments/invoices/reminder-actions";
import { processWebhooks } from "../../src/payments/online/webhook-actions";
import { closeDueWeeks } from "../../src/payouts/close-actions";
import type { EntryAnswer, StatementList } from "../../src/payouts/contract";
import { endQuotes } from "../../src/quotes/actions";
import type { TripQuotesAnswer } from "../../src/quotes/contract";
import { verifyReports } from "../../src/reports/rollup-actions";
import { sweepExpiredRecords } from "../../src/process/housekeeping";
import { sweepRetainedRecords } from "../../src/privacy/retention-actions";
import { periods } from "../../src/settings/retention-contract";
import type { RiderList } from "../../src/riders/contract";
import type { MergeAnswer } from "../../src/riders/merge-contract";
import { endOldShifts } from "../../src/tracking/position-actions";
import { applicantLink, applyToDrive } from "../support/applicants";
import { book, trip } from "../support/booking";
import { bookOnAccount, createCompany, invite } from "../support/companies";
import { anyBooking, setConfirmationRules } from "../support/confirmation-rules";
import { createDriver, createVehicle } from "../support/fleet";
import { pdf } from "../support/pictures";
import { planOf, recordStatements } from "../support/query-plans";
import { createPhone } from "../support/push-phone";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { lastMessage, signInDriver, signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";
import { allowSettingOff } from "../support/waiting";

/** Tables that grow with the business. The others are as large as a fleet. */
const LARGE_TABLES = [
  "reservations",
  "reservation_events",
  "assignments",
  "offers",
  "auto_dispatch_runs",
  "idempotency_keys",
  "riders",
  "sessions",
  "devices",
  "codes",
  "code_sends",
  "code_guesses",
  "login_failures",
  "rider_identities",
  "provider_attempts",
  "rider_sign_ins",
  "outbox",
  "notifications",
  "push_subscriptions",
  "notification_choices",
  "quiet_hours",
  "rider_consents",
  "privacy_acts",
  "files",
  "promotion_uses",
  "driver_applications",
  "driver_application_files",
  "driver_application_links",
  "driver_application_events",
  "saved_places",
  "company_members",
  "company_events",
  "invoices",
  "invoice_lines",
  "invoice_balances",
  "invoice_mails",
  "payments",
  "payment_webhooks",
  "driver_days_off",
  "driver_availability_changes",
  "driver_statements",
  "driver_statement_lines",
  "driver_entries",
  "track_points",
  "tracking_links",
  "trip_ratings",
  "lost_reports",
  "found_items",
  "property_events",
  "trip_messages",
  "trip_approvals",
  "trip_quotes",
  "trip_quote_questions",
  "report_days",
  "report_months",
  "shift_days",
  "driver_shift_months",
  "driver_shift_days",
  "trip_threads",
  "no_shows",
  "incidents",
  "incident_photos",
  "incident_events",
  "vehicle_outages",
  "rider_blocks",
  "maintenance_entries",
  "odometer_readings",
  "contact_messages",
  "contact_entries",
  "audit_log",
  "webhook_deliveries",
  "flights",
  "flight_trips",
  "farm_outs",
];

let server: TestServer;
let admin: Browser;
let rider: Browser;
let driver: Browser;
let statements: Set<string>;

beforeAll(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
  allowSettingOff(server);
  createVehicle(server, { id: "car" });
  createDriver(server, { id: "driver", email: "driver@example.com" });
  admin = await signInAdmin(server);
  rider = (await signInRider(server)).browser;
  driver = (await signInDriver(server)).browser;
  ({ statements } = recordStatements(server.deps.db.$client));
});
afterAll(() => server.close());

/** Returns the statements that ran since the last call. */
function taken(): string[] {
  const found = [...statements];
  statements.clear();
  return found.filter((sql) => /^\s*(select|update|delete|insert)/i.test(sql));
}

/** Returns the statements that scan a growing table, with their plans. */
function slowQueriesIn(found: readonly string[]): string[] {
  return found
    .map((sql) => ({ sql, plan: planOf(server.deps.db.$client, sql) }))
    .filter(({ sql, plan }) => plan.split("\n").some((step) => isSlow(step, sql)))
    .map(({ sql, plan }) => `${sql}\n${plan}`);
}

function isSlow(detail: string, sql: string): boolean {
  const scanMatch = /^SCAN (\w+)(.*)/.exec(detail);
  if (!scanMatch) return false;
  const [, name = "", how = ""] = scanMatch;
  // A plan names a table by its alias if the statement has one.
  const alias = new RegExp(`\\b(?:from|join)\\s+"?(\\w+)"?\\s+(?:as\\s+)?"?${name}\\b`, "i");
  const table = alias.exec(sql)?.[1] ?? name;
  if (!LARGE_TABLES.includes(table)) return false;
  // A scan along an index with a limit reads only as many rows as the limit.
  return !(/USING (COVERING )?INDEX/.test(how) && /\blimit\b/i.test(sql));
}

test("slowQueriesIn finds statements without an index", () => {
  expect(
    slowQueriesIn([
      "SELECT * FROM reservations WHERE passenger_name = 'x'",
      "SELECT r.id FROM reservations r LEFT JOIN drivers d ON d.id = r.driver_id WHERE r.note = ''",
      "SELECT count(*) FROM reservations INDEXED BY reservations_state GROUP BY state",
      'select "id" from "sessions" where "user_agent" = 1',
    ]),
  ).toHaveLength(4);
});

test("webhook deliveries are sent, listed, replayed and deleted by index", async () => {
  const endpoint = { id: "hooks", url: "https://hooks.example/", description: "", secret: "none" };
  const { db, write } = server.deps;
  db.insert(webhookEndpoints)
    .values({ ...endpoint, createdAt: server.deps.now() })
    .run();
  await write((tx) => {
    const now = server.deps.now();
    recordWebhook(tx, "rider.created", { at: now, now }, () => ({ id: "r1" }));
  });
  const worker = createWebhookWorker(server.deps);
  worker.wake();
  await worker.stop();
  const path = "/admin/webhooks/hooks";
  for (const query of ["", "?failed=true", `?cursor=${toCursor([1, "x"])}`])
    expect((await admin.get(`${path}/deliveries${query}`)).status).toBe(200);
  expect((await admin.get("/admin/webhooks")).status).toBe(200);
  const failedSince = new Date(0).toISOString();
  for (const json of [{ failedSince }, { deliveryId: "none" }])
    expect([200, 404]).toContain((await admin.post(`${path}/replays`, json)).status);
  await write((tx) => turnOffEndpoint(tx, "hooks", "owner", server.deps.now()));
  await sweepDeliveries(server.deps);
  db.delete(webhookEndpoints).run();
  expect(slowQueriesIn(taken())).toEqual([]);
});

test("the session of each request is found by index", async () => {
  for (const [browser, path] of [
    [rider, "/auth/current-user"],
    [rider, "/auth/identities"],
    [rider, "/auth/sign-ins"],
    [rider, "/users/notification-choices"],
    [rider, "/users/consents"],
    [rider, "/users/privacy"],
    [driver, "/driver/get-driver"],
    [admin, "/admin/profile"],
  ] as const)
    expect((await browser.get(path)).status).toBe(200);
  const found = taken();
  expect(found.length).toBeGreaterThan(3);
  expect(slowQueriesIn(found)).toEqual([]);
});

const filters = ["", "state=pending", "state=pending&state=confirmed", "from=2026-11-20"];
const services = [
  "service=home_care",
  "service=home_care&service=airport_pickup&state=pending&overdue=true",
];
const ranges = [
  ...filters,
  ...services,
  "to=2026-11-20",
  "from=2026-11-01&to=2026-11-30&state=assigned",
  "flight=any",
  "flight=late&state=pending&state=confirmed&from=2026-11-20",
  "flight=cancelled&service=airport_pickup",
];
const sorts = ["pickupAt", "-pickupAt", "createdAt", "-createdAt"];
const cursor = Buffer.from(JSON.stringify([1_800_000_000_000, "x"])).toString("base64url");

test("a list filtered by service and sorted by booking time uses the index of the service", async () => {
  // This test must run before the other lists, because a statement is recorded when it is first prepared.
  taken();
  for (const from of ["", `&cursor=${cursor}`]) {
    const path = `/admin/reservations?service=home_care&sort=-createdAt${from}`;
    expect([path, (await admin.get(path)).status]).toEqual([path, 200]);
  }
  const found = taken().filter((sql) => sql.includes("r.created_at AS at"));
  expect(found).toHaveLength(2);
  for (const sql of found)
    expect([sql, planOf(server.deps.db.$client, sql)]).toEqual([
      sql,
      expect.stringMatching(/r USING INDEX reservations_service\b/),
    ]);
});

test("dispatch's list uses an index with every filter, sort and cursor", async () => {
  for (const filter of ranges)
    for (const sort of sorts)
      for (const from of ["", `&cursor=${cursor}`]) {
        const path = `/admin/reservations?${filter}&sort=${sort}${from}`;
        expect([path, (await admin.get(path)).status]).toEqual([path, 200]);
      }
  const found = taken().filter((sql) => sql.includes("FROM reservations"));
  expect(found.length).toBeGreaterThanOrEqual(30);
  expect(slowQueriesIn(found)).toEqual([]);
  const orderedIndex = /reservations_(pickup|created|state|state_created|service|flight)\b/;
  // Reads the rows of a page by ids that are already known.
  const idLookup = /^SEARCH r USING INDEX sqlite_autoindex_reservations_1 \(id=\?\)/;
  for (const sql of found) {
    const plan = planOf(server.deps.db.$client, sql);
    if (!idLookup.test(plan))
      expect([sql, plan]).toEqual([sql, expect.stringMatching(orderedIndex)]);
  }
});

test("the trips of a vehicle are read along its own index, and those of a driver without a scan", async () => {
  const filterQueries = [
    "",
    "&state=settled",
    "&state=settled&state=cancelled&from=2026-11-01&to=2026-11-30",
    "&service=home_care&state=completed",
  ];
  const ask = async (of: string) => {
    taken();
    for (const narrow of filterQueries)
      for (const from of ["", `&cursor=${cursor}`]) {
        const path = `/admin/reservations?${of}&sort=-pickupAt${narrow}${from}`;
        expect([path, (await admin.get(path)).status]).toEqual([path, 200]);
      }
    return taken().filter((sql) => sql.includes("FROM reservations"));
  };
  const vehicleAnswer = await ask("vehicle=x");
  expect(vehicleAnswer.length).toBeGreaterThanOrEqual(6);
  for (const sql of vehicleAnswer) {
    const plan = planOf(server.deps.db.$client, sql);
    expect([sql, plan]).toEqual([
      sql,
      expect.stringMatching(/r USING INDEX reservations_vehicle\b/),
    ]);
    expect(plan).not.toContain("USE TEMP B-TREE FOR ORDER BY");
  }
  const ofDriver = await ask("driver=x");
  expect(ofDriver.length).toBeGreaterThanOrEqual(4);
  expect(slowQueriesIn(ofDriver)).toEqual([]);
});

test("trips that wait for approval are found by the index of approvals", async () => {
  taken();
  for (const query of ["", "&sort=-createdAt", `&state=pending&cursor=${cursor}`, "&q=uwase"]) {
    const path = `/admin/reservations?approval=true${query}`;
    expect([path, (await admin.get(path)).status]).toEqual([path, 200]);
  }
  const found = taken().filter((sql) => sql.includes("trip_approvals a WHERE"));
  expect(found.length).toBeGreaterThanOrEqual(4);
  expect(slowQueriesIn(found)).toEqual([]);
  for (const sql of found)
    expect([sql, planOf(server.deps.db.$client, sql)]).toEqual([
      sql,
      // The index is partial: it contains only waiting approvals.
      expect.stringMatching(/SCAN a USING INDEX trip_approvals_due/),
    ]);
});

test("the trips on a company's account are read along the company's own index", async () => {
  taken();
  for (const narrow of ["", "&state=settled&state=cancelled", `&cursor=${cursor}`]) {
    const path = `/admin/reservations?company=x&sort=-createdAt${narrow}`;
    expect([path, (await admin.get(path)).status]).toEqual([path, 200]);
  }
  const found = taken().filter((sql) => sql.includes("FROM reservations"));
  expect(found).toHaveLength(3);
  for (const sql of found) {
    const plan = planOf(server.deps.db.$client, sql);
    expect([sql, plan]).toEqual([
      sql,
      expect.stringMatching(/r USING INDEX reservations_company_created\b/),
    ]);
    expect(plan).not.toContain("USE TEMP B-TREE FOR ORDER BY");
  }
});

test("the overviews of a driver and a vehicle and a suspension need no scan", async () => {
  taken();
  for (const path of [
    "/admin/drivers/driver/overview",
    "/admin/drivers/driver/suspension",
    "/admin/vehicles/car/drivers",
  ])
    expect([path, (await admin.get(path)).status]).toEqual([path, 200]);
  const none = { reason: "x", trips: [] };
  expect((await admin.post("/admin/drivers/driver/suspension", none)).status).toBe(200);
  expect((await admin.delete("/admin/drivers/driver/suspension")).status).toBe(200);
  driver = (await signInDriver(server)).browser;
  const found = taken();
  expect(found.some((sql) => sql.includes("FROM assignments"))).toBe(true);
  expect(slowQueriesIn(found)).toEqual([]);
});

test("reports read the stored days, and their trips and the nightly check need no scan", async () => {
  // A whole month, with days before and after it.
  const period = "from=2026-09-20&to=2026-11-20";
  for (const by of ["day", "driver", "vehicle_class", "source", "service_type", "company"])
    expect((await admin.get(`/admin/reports?${period}&by=${by}`)).status).toBe(200);
  const found = taken();
  for (const table of ["report_days", "report_months", "shift_days", "driver_shift_days"])
    expect(found.filter((sql) => sql.includes(`FROM ${table}`)).length).toBeGreaterThan(0);
  expect(found.filter((sql) => sql.includes("FROM reservations"))).toEqual([]);
  expect(slowQueriesIn(found)).toEqual([]);
  for (const narrow of ["", "&driver=x", "&company=none", "&vehicleClass=x&source=web"])
    expect((await admin.get(`/admin/reports/trips.csv?${period}${narrow}`)).status).toBe(200);
  for (const narrow of ["driver=x", "company=x", "vehicleClass=x", "source=web", "arrival=late"])
    for (const states of ["state=completed&state=settled", "state=cancelled"]) {
      const path = `/admin/reservations?${period}&${narrow}&${states}`;
      expect([path, (await admin.get(path)).status]).toEqual([path, 200]);
    }
  await verifyReports(server.deps);
  expect(slowQueriesIn(taken())).toEqual([]);
});

test("search, counts and dispatch's other lists need no scan", async () => {
  for (const path of [
    "/admin/reservations?q=uwase",
    "/admin/reservations?q=uwase&state=pending&sort=-createdAt",
    "/admin/status",
    "/admin/reservations/counts",
    "/admin/reservations/changed?id=x",
    "/admin/reservations/changed?id=x&id=y&state=pending&state=completed&q=uwase",
    "/admin/reservations/changed?id=x&service=hourly&driver=x&vehicle=x&from=2026-11-20",
    "/admin/day?day=2026-11-20",
    "/admin/day?day=2026-11-20&state=pending&state=confirmed&q=uwase&overdue=true",
    "/admin/day?day=2026-11-20&service=home_care&service=airport_pickup",
    "/admin/views",
    "/admin/flights",
    "/admin/attention",
    "/admin/search?q=kigali%20airport",
    "/admin/search?q=1001",
    "/admin/search?q=%2B250788123456",
    "/admin/outbox",
    "/admin/outbox?failed=true",
    "/admin/outbox/failed",
    "/admin/drivers",
    "/admin/drivers?state=active&onShift=true&ending=true&service=hourly&zone=x&q=a",
    "/admin/vehicles",
    "/admin/vehicles?class=x&use=out&equipment=wheelchair&ending=true&q=a",
  ])
    expect([path, (await admin.get(path)).status]).toEqual([path, 200]);
  expect(slowQueriesIn(taken())).toEqual([]);
});

test("the uses of a promotion are counted by index", () => {
  taken();
  countPromotionUses(server.deps.db, "promotion", "rider");
  const found = taken().filter((sql) => sql.includes("promotion_uses"));
  expect(found.length).toBe(2);
  expect(slowQueriesIn(found)).toEqual([]);
});

test("phones that want notifications are found by index", async () => {
  taken();
  const phone = createPhone("https://fcm.googleapis.com/fcm/send/x").subscription;
  for (const [browser, path] of [
    [rider, "/users/push"],
    [driver, "/driver/push"],
  ] as const) {
    expect((await browser.put(path, phone)).status).toBe(200);
    expect((await browser.get(path)).status).toBe(200);
    expect((await browser.delete(path)).status).toBe(200);
  }
  phonesOf(server.deps.db, "rider", "rider", 0);
  findPushTarget(server.deps, "phone");
  await removePhone(server.deps, "phone");
  const found = taken().filter((sql) => sql.includes("push_subscriptions"));
  expect(found.length).toBeGreaterThanOrEqual(6);
  expect(slowQueriesIn(found)).toEqual([]);
});

test("the lists of a rider and of a driver are read along their own index", async () => {
  for (const when of ["upcoming", "past", "cancelled"])
    for (const from of ["", `&cursor=${cursor}`, "&q=airport"])
      expect((await rider.get(`/reservations?when=${when}${from}`)).status).toBe(200);
  for (const when of ["today", "future", "past"])
    for (const from of ["", `&cursor=${cursor}`])
      expect((await driver.get(`/driver/reservations?when=${when}${from}`)).status).toBe(200);
  await driver.get("/driver/notifications");
  const found = taken();
  expect(slowQueriesIn(found)).toEqual([]);
  const lists = found.filter((sql) => sql.includes("FROM reservations"));
  expect(lists.length).toBeGreaterThanOrEqual(8);
  // A few letters occur in everybody's trips, so a rider's search does not use the index of all trips.
  expect(found.filter((sql) => sql.includes("reservation_search"))).toEqual([]);
  for (const sql of lists) {
    expect([sql, planOf(server.deps.db.$client, sql)]).toEqual([
      sql,
      // Rows that a search has found are read by id.
      expect.stringMatching(/reservations_(rider|driver)\b|SEARCH r USING INDEX \S+ \(id=\?\)/),
    ]);
    // In the order of days, the list of a person with few trips would read everybody's trips.
    expect([sql, planOf(server.deps.db.$client, sql)]).not.toEqual([
      sql,
      expect.stringMatching(/reservations_pickup\b/),
    ]);
  }
});

test("drivers' availability and the candidates for a trip need no scan", async () => {
  const made = await book(rider, {}, { "idempotency-key": "availability" });
  taken();
  const day = { version: 0, fromDay: "2027-03-01", untilDay: "2027-03-02" };
  const added = await driver.post("/driver/availability/days-off", day);
  const { availability } = (await added.json()) as AvailabilityAnswer;
  const { id } = availability.daysOff.upcomingDays[0] ?? {};
  const hours = { version: 0, spans: [{ weekday: 1, from: "08:00", until: "17:00" }] };
  expect((await driver.put("/driver/availability/hours", hours)).status).toBe(200);
  const path = "/admin/drivers/driver/availability";
  expect((await admin.get(path)).status).toBe(200);
  expect((await admin.get(`/admin/reservations/${made.id}/candidates`)).status).toBe(200);
  expect((await admin.delete(`${path}/days-off/${id}?version=1`)).status).toBe(200);
  const found = taken();
  expect(found.filter((sql) => sql.includes("driver_days_off")).length).toBeGreaterThan(4);
  expect(slowQueriesIn(found)).toEqual([]);
});

test("auto-dispatch, confirmation rules and their dry runs need no scan", async () => {
  taken();
  const rule = {
    name: "All",
    serviceTypes: [],
    weekdays: [],
    from: "00:00",
    until: "00:00",
    mode: "suggest",
    drivers: 1,
    answerSeconds: 60,
    startMinutes: 10_080,
    alertMinutes: 5,
  };
  const rules = { rules: [rule], quiet: null };
  const savedAnswer = await admin.put("/admin/auto-dispatch", { on: true, version: 0, ...rules });
  expect(savedAnswer.status).toBe(200);
  await runAutoDispatch(server.deps);
  await setConfirmationRules(admin, { freeVehicle: true, withoutNoShow: true });
  const ruleSettings = { rules: [{ ...anyBooking, leastTrips: 1, freeVehicle: true }] };
  expect((await admin.post("/admin/confirmation-rules/dry-run", ruleSettings)).status).toBe(200);
  await confirmByRules(server.deps);
  expect((await admin.get("/admin/auto-dispatch")).status).toBe(200);
  expect((await admin.post("/admin/auto-dispatch/dry-run", rules)).status).toBe(200);
  expect((await admin.post("/admin/auto-dispatch/stop", {})).status).toBe(200);
  const found = taken();
  expect(found.some((sql) => sql.includes("auto_dispatch_runs"))).toBe(true);
  expect(slowQueriesIn(found)).toEqual([]);
});

test("booking and every step of a trip need no scan", async () => {
  const made = await book(rider, {}, { "idempotency-key": "a" });
  const path = `/admin/reservations/${made.id}`;
  const pair = { driverId: "driver", vehicleId: "car" };
  const worker = createOutboxWorker(server.deps, { receiptOf, print: () => {} });
  worker.start();
  let version = 1;
  const step = async (browser: Browser, to: string, body: object = {}) => {
    const answer = await browser.post(to, { version, ...body });
    expect([to, answer.status]).toEqual([to, 200]);
    version++;
  };
  await step(admin, `${path}/confirmation`);
  expect((await admin.get(`${path}/candidates`)).status).toBe(200);
  await step(admin, `${path}/offer`, { ...pair, seconds: 30 });
  server.advance(31_000);
  expect(await expireOffers(server.deps)).toBe(1);
  version++;
  await step(admin, `${path}/offer`, pair);
  await step(driver, `/driver/reservations/${made.id}/acceptance`);
  const position = { latitude: -1.9, longitude: 30, accuracyMeters: 5 };
  for (const to of ["en_route", "on_location", "passenger_on_board", "completed"]) {
    await step(driver, `/driver/reservations/${made.id}/progress`, { to });
    server.advance(2_000);
    const recordedAt = new Date(server.deps.now()).toISOString();
    await driver.post("/driver/positions", { positions: [{ ...position, recordedAt }] });
  }
  const messageAttention = `/reservations/${made.id}/messages`;
  await rider.post(messageAttention, { text: "Hello", key: "12345678" });
  await driver.post(`/driver${messageAttention}`, { text: "Here", key: "12345678" });
  for (const path of [messageAttention, `${messageAttention}?before=9`, "/messages/unread"])
    expect((await rider.get(path)).status).toBe(200);
  expect((await driver.get("/driver/messages/unread")).status).toBe(200);
  for (const query of [
    "",
    "actor=a",
    "action=zone.changed",
    "subjectKind=zone&subjectId=z",
    "from=2026-11-01&to=2026-11-30",
    "q=zone",
    "q=zone&actor=a&from=2026-11-01",
  ])
    expect((await admin.get(`/admin/audit?${query}`)).status).toBe(200);
  expect((await admin.get("/admin/audit/state")).status).toBe(200);
  expect((await admin.get("/admin/messages")).status).toBe(200);
  await rider.post(`${messageAttention}/read`, { id: 2 });
  server.advance(120_000);
  await notifyOfUnreadMessages(server.deps);
  await remindOfTrips(server.deps);
  await rider.put(`/reservations/${made.id}/rating`, { stars: 2 });
  await rider.put(`/reservations/${made.id}/tip`, { version, tipMinor: 100 });
  version++;
  await rider.get(`/reservations/${made.id}/afterwards`);
  for (const which of [`reservationId=${made.id}`, "driverId=driver", "unseen=true"])
    expect((await admin.get(`/admin/ratings?${which}`)).status).toBe(200);
  await driver.get("/driver/rating");
  await admin.post(`/admin/ratings/${made.id}/seen`);
  const dueMinor = 100_000;
  expect((await admin.get(`${path}/payments`)).status).toBe(200);
  const paid = { amountMinor: dueMinor, method: "cash", paidOn: "2026-11-20" };
  expect((await admin.post(`${path}/payments`, { version, ...paid })).status).toBe(201);
  version++;
  for (const which of ["", "?what=no_show", "?rider=x", "?overpaid=true"])
    expect((await admin.get(`/admin/unpaid${which}`)).status).toBe(200);
  await step(admin, `${path}/settlement`);
  const other = await book(rider);
  version = 1;
  await step(admin, `/admin/reservations/${other.id}/confirmation`);
  await step(admin, `/admin/reservations/${other.id}/assignment`, pair);
  await step(rider, `/reservations/${other.id}/cancellation`);
  await rider.get(`/reservations/${made.id}`);
  await rider.get(`/reservations/${made.id}/tracking`);
  await server.browser().get("/track/x");
  for (const on of [true, false]) await driver.post("/driver/shift", { on });
  await admin.get("/admin/positions");
  await admin.get(`${path}/tracking`);
  await admin.delete(`${path}/tracking-link`);
  await server.deps.write((tx) => endOldShifts(tx, server.deps.now()));
  await sweepRetainedRecords(server.deps);
  await worker.stop();
  const found = taken();
  expect(found.length).toBeGreaterThan(25);
  expect(slowQueriesIn(found)).toEqual([]);
});

test("the idempotency keys of bookings are deleted by index", async () => {
  taken();
  await sweepExpiredRecords(server.deps);
  const found = taken().filter((text) => text.includes("idempotency_keys"));
  expect(found.length).toBe(1);
  expect(slowQueriesIn(found)).toEqual([]);
});

test("drivers' accounts, their weekly closing and their payments need no scan", async () => {
  const { id } = await book(rider);
  server.deps.db.$client.run(
    `UPDATE reservations SET state = 'settled', driver_id = 'driver', pay_minor = 1,
       pickup_at = ${server.deps.now() - 8 * 86_400_000} WHERE id = '${id}'`,
  );
  const of = "/admin/drivers/driver";
  taken();
  const open = await admin.post(`${of}/adjustments`, {
    kind: "bonus",
    currency: "RWF",
    amountMinor: 5,
    reason: "x",
  });
  expect(open.status).toBe(201);
  await closeDueWeeks(server.deps);
  const { statements: closed } = (await (
    await admin.get(`${of}/statements`)
  ).json()) as StatementList;
  expect(closed.length).toBeGreaterThan(0);
  const paidAnswer = await admin.post(`${of}/payments`, {
    kind: "hand_in",
    currency: "RWF",
    amountMinor: 1,
    paidOn: "2026-11-20",
    method: "cash",
  });
  const { entry } = (await paidAnswer.json()) as EntryAnswer;
  expect((await admin.post(`${of}/entries/${entry.id}/reversal`)).status).toBe(201);
  const weekCursor = Buffer.from(JSON.stringify(["2026-12-07", "0"])).toString("base64url");
  for (const [browser, at] of [
    [admin, "/admin/payouts"],
    [admin, `${of}/account`],
    [admin, `${of}/statements?cursor=${weekCursor}`],
    [admin, `${of}/entries?cursor=${cursor}`],
    [admin, `/admin/statements/${closed[0]?.id}`],
    [admin, "/admin/statements.csv?month=2026-11"],
    [driver, "/driver/billing"],
    [driver, `/driver/statements?cursor=${weekCursor}`],
    [driver, `/driver/statements/${closed[0]?.id}`],
  ] as const)
    expect([at, (await browser.get(at)).status]).toEqual([at, 200]);
  const found = taken().filter((sql) => !sql.includes("SET state = 'settled'"));
  expect(found.length).toBeGreaterThan(20);
  expect(slowQueriesIn(found)).toEqual([]);
});

test("contact messages are listed, searched, answered and erased by index", async () => {
  taken();
  const letter = { name: "A", contact: "a@example.com", text: "Hello" };
  expect((await rider.post("/contact", letter)).status).toBe(201);
  const at = "/admin/contact-messages";
  for (const box of ["open", "mine", "closed", "spam"])
    for (const more of ["", `&cursor=${cursor}`, "&q=hello"])
      expect((await admin.get(`${at}?box=${box}${more}`)).status).toBe(200);
  expect((await admin.get(`${at}/counts`)).status).toBe(200);
  const { messages } = (await (await admin.get(at)).json()) as ContactList;
  const of = `${at}/${messages[0]?.id}`;
  await admin.post(`${of}/read`);
  expect((await admin.post(`${of}/answers`, { version: 1, text: "Hi" })).status).toBe(200);
  expect((await admin.post(`${of}/notes`, { text: "Hi" })).status).toBe(200);
  await server.deps.write((tx) => {
    eraseContactMessagesOf(tx, { id: "nobody", contacts: ["b@example.com", "+250788000000"] });
  });
  const found = taken();
  expect(found.filter((sql) => sql.includes("contact_")).length).toBeGreaterThan(20);
  expect(slowQueriesIn(found)).toEqual([]);
});

test("quotes by dispatch are sent, opened, answered and ended by index", async () => {
  const gate = { name: "The blue gate", detail: "", latitude: null, longitude: null };
  const { id } = await book(rider, { dropoff: gate });
  taken();
  const at = `/admin/reservations/${id}/quote`;
  const quote = {
    ...{ version: 1, text: "", terms: "None", validHours: 1 },
    items: [{ text: "Van", quantity: 1, unitMinor: 5 }],
  };
  expect((await admin.post(at, quote)).status).toBe(200);
  const { quotes } = (await (await admin.get(at)).json()) as TripQuotesAnswer;
  const token = quotes[0]?.url?.split("/").at(-1);
  const page = `/quote/${token}`;
  expect((await rider.get(page)).status).toBe(200);
  expect((await rider.post(page, { answer: "ask", question: "Why?" })).status).toBe(200);
  expect((await admin.post(`${at}/answers`, { text: "So." })).status).toBe(200);
  expect((await admin.post(at, { ...quote, version: 4 })).status).toBe(200);
  await endQuotes(server.deps);
  const found = taken();
  expect(found.filter((sql) => sql.includes("trip_quote")).length).toBeGreaterThanOrEqual(10);
  expect(slowQueriesIn(found)).toEqual([]);
});

test("companies, their people, trips and invoices are read and written by index", async () => {
  const company = await createCompany(admin, { creditLimitMinor: 1_000_000 });
  const path = `/admin/companies/${company.id}`;
  await invite(admin, company.id, "rider@example.com", "manager");
  taken();
  expect((await rider.get("/companies")).status).toBe(200);
  const bookedAnswer = await bookOnAccount(rider, { companyId: company.id });
  expect(bookedAnswer.status).toBe(201);
  for (const [browser, at] of [
    [rider, `/companies/${company.id}`],
    [admin, path],
    [admin, "/admin/companies?q=acme"],
    [admin, `${path}/trips`],
    [admin, `${path}/trips?open=yes&cursor=${cursor}`],
    [admin, `${path}/trips?month=2026-11`],
    [admin, `${path}/trips.csv?month=2026-11`],
    [admin, `${path}/settlement?month=2026-11`],
    [admin, `${path}/invoices?cursor=${cursor}`],
  ] as const)
    expect([at, (await browser.get(at)).status]).toEqual([at, 200]);
  server.deps.db.$client.run("UPDATE reservations SET state = 'settled' WHERE company_id <> ''");
  const invoiceAnswer = await admin.post(`${path}/invoices`, {
    currency: "RWF",
    until: "2026-12-01",
  });
  const { invoice } = (await invoiceAnswer.json()) as InvoiceAnswer;
  const at = `/admin/invoices/${invoice.id}`;
  const paidAnswer = await admin.post(`${at}/payments`, {
    paidOn: "2026-11-20",
    amountMinor: 1,
    method: "cash",
  });
  const [payment] = ((await paidAnswer.json()) as InvoiceAnswer).invoice.payments;
  await admin.post(`${at}/payments/${payment?.id}/reversal`);
  const [line] = invoice.lines;
  const creditNoteAnswer = await admin.post(`${at}/credit-notes`, {
    reason: "x",
    lines: [{ reservationId: line?.reservationId, amountMinor: 1 }],
  });
  expect(creditNoteAnswer.status).toBe(201);
  expect((await admin.get(at)).status).toBe(200);
  const byDay = Buffer.from(JSON.stringify(["2026-11-20", "x"])).toString("base64url");
  for (const list of [
    "ageing",
    "books/journal.csv?from=2026-11-01&to=2026-11-30",
    "books/xero.csv?from=2026-11-01&to=2026-11-30&sales=200&noTax=x",
    `companies/${company.id}/account.csv?from=2026-11-01&to=2026-11-30&currency=RWF`,
    `invoices?cursor=${cursor}`,
    `invoices?show=paid&cursor=${cursor}`,
    `invoices?show=open&cursor=${byDay}`,
    `invoices?show=overdue&company=${company.id}`,
    `invoices?company=${company.id}`,
  ])
    expect([list, (await admin.get(`/admin/${list}`)).status]).toEqual([list, 200]);
  const rule = (await (await admin.get("/admin/invoice-reminders")).json()) as { version: number };
  await admin.put("/admin/invoice-reminders", {
    remindInvoices: true,
    invoiceReminderDays: [7, 14],
    version: rule.version,
  });
  await remindOfInvoices(server.deps);
  await processWebhooks(server.deps);
  const found = taken().filter((sql) => !sql.includes("company_id <> ''"));
  expect(found.length).toBeGreaterThan(30);
  expect(slowQueriesIn(found)).toEqual([]);
});

test("an affiliate's statement is read by index", async () => {
  const there = await admin.post("/admin/affiliates", {
    name: "Swift Cars",
    email: "ops@swift.example",
    rateKind: "percent",
    ratePercent: 80,
  });
  const { affiliate } = (await there.json()) as AffiliateAnswer;
  const path = `/admin/affiliates/${affiliate.id}/statement?month=2026-11`;
  expect((await admin.get(path)).status).toBe(200);
  const found = taken();
  expect(found.some((sql) => sql.includes("farm_outs"))).toBe(true);
  expect(slowQueriesIn(found)).toEqual([]);
});

test("lost and found is read and written by index", async () => {
  const made = await book(rider);
  const path = `/admin/reservations/${made.id}`;
  const pair = { driverId: "driver", vehicleId: "car" };
  await admin.post(`${path}/confirmation`, { version: 1 });
  await admin.post(`${path}/assignment`, { version: 2, ...pair });
  for (const [at, to] of ["en_route", "on_location", "passenger_on_board", "completed"].entries())
    await driver.post(`/driver/reservations/${made.id}/progress`, { version: 3 + at, to });
  const form = new FormData();
  for (const [name, value] of Object.entries({ category: "keys", what: "Keys", contact: "me" }))
    form.set(name, value);
  taken();
  const reportAnswer = await rider.request(`/reservations/${made.id}/lost-reports`, { form });
  expect(reportAnswer.status).toBe(201);
  const { report } = (await reportAnswer.json()) as { report: { id: string } };
  const found = await driver.request(`/driver/reservations/${made.id}/found-items`, { form });
  const { item } = (await found.json()) as { item: { id: string } };
  for (const list of [
    "/admin/lost-reports",
    "/admin/lost-reports?state=open",
    "/admin/lost-reports?unsearched=true",
    `/admin/lost-reports?q=key&category=keys&cursor=${cursor}`,
    "/admin/found-items",
    "/admin/found-items?state=kept&q=key",
    "/admin/found-items?due=true",
    `/admin/lost-reports/${report.id}`,
    `/admin/found-items/${item.id}`,
  ])
    expect([list, (await admin.get(list)).status]).toEqual([list, 200]);
  const match = { version: 1, itemId: item.id, itemVersion: 1 };
  expect((await admin.post(`/admin/lost-reports/${report.id}/match`, match)).status).toBe(200);
  for (const list of ["/lost-reports", `/lost-reports?reservationId=${made.id}&cursor=${cursor}`])
    expect((await rider.get(list)).status).toBe(200);
  for (const list of ["/driver/found-items", `/driver/found-items?cursor=${cursor}`])
    expect((await driver.get(list)).status).toBe(200);
  await sweepRetainedRecords(server.deps);
  const days = Object.fromEntries(
    Object.entries(periods).map(([kind, { least }]) => [kind, least]),
  );
  expect((await admin.post("/admin/settings/retention/preview", { days })).status).toBe(200);
  expect((await admin.get("/admin/settings/retention")).status).toBe(200);
  const statements = taken();
  expect(statements.length).toBeGreaterThan(20);
  expect(slowQueriesIn(statements)).toEqual([]);
});

test("a vehicle's outages, maintenance and odometer are read by index", async () => {
  taken();
  const outageAnswer = await admin.post("/admin/vehicles/car/outages", {
    startsLocal: "2031-01-01T08:00",
    endsLocal: "2031-01-01T12:00",
    reason: "Brakes",
  });
  expect(outageAnswer.status).toBe(201);
  const { outage } = (await outageAnswer.json()) as { outage: { id: string; version: number } };
  const plan = { kind: "service", everyMonths: 12, everyMeters: null, fromDay: "2026-01-01" };
  await admin.post("/admin/vehicles/car/maintenance/plans", { ...plan, fromMeters: null });
  await admin.post("/admin/vehicles/car/odometer", { meters: 1_000 });
  for (const list of [
    "/admin/vehicles/car/outages",
    "/admin/vehicles/car/outages?when=past",
    `/admin/vehicles/car/outages?cursor=${cursor}`,
    "/admin/maintenance",
    "/admin/vehicles/car/maintenance",
    "/admin/vehicles/car/maintenance/entries",
    "/admin/vehicles/car/odometer",
    `/admin/vehicles/car/odometer?cursor=${cursor}`,
  ])
    expect([list, (await admin.get(list)).status]).toEqual([list, 200]);
  const there = `/admin/vehicles/car/outages/${outage.id}?version=${outage.version}`;
  expect((await admin.request(there, { method: "DELETE" })).status).toBe(200);
  const statements = taken();
  expect(statements.length).toBeGreaterThan(5);
  expect(slowQueriesIn(statements)).toEqual([]);
});

test("incidents and no-shows are read by index", async () => {
  taken();
  const incidentAnswer = await driver.post("/driver/incidents", {
    key: "report-0001",
    kind: "damage",
    what: "A mirror",
    happenedAt: new Date(server.deps.now()).toISOString(),
    hurt: false,
    position: null,
    reservationId: null,
  });
  expect(incidentAnswer.status).toBe(201);
  const { incident } = (await incidentAnswer.json()) as { incident: { id: string } };
  expect((await driver.get(`/driver/incidents?cursor=${cursor}`)).status).toBe(200);
  for (const list of [
    "/admin/incidents",
    "/admin/incidents?state=open",
    `/admin/incidents?driverId=driver&cursor=${cursor}`,
    "/admin/incidents?reservationId=none",
    `/admin/incidents/${incident.id}`,
    "/admin/reservations/none/no-show",
  ])
    expect([list, (await admin.get(list)).status]).toEqual([list, 200]);
  await sweepRetainedRecords(server.deps);
  const statements = taken();
  expect(statements.length).toBeGreaterThan(10);
  expect(slowQueriesIn(statements)).toEqual([]);
});

test("applications, their files and limits are read by index", async () => {
  // This server keeps its rate limits, because they count rows.
  const limitedServer = await createTestServer();
  const staff = await signInAdmin(limitedServer);
  const { statements: ran, stop } = recordStatements(limitedServer.deps.db.$client);
  const { applicationId: id } = await applyToDrive(limitedServer, { whole: true });
  const token = applicantLink(limitedServer, "applicant@example.com");
  const status = `/driver-application/status/${token}`;
  const visitor = limitedServer.browser();
  const form = new FormData();
  form.set("ticket", "AAAAAAAAAAAAAAAAAAAAAA");
  form.set("field", "proofOfAddress");
  form.set("file", new File([pdf()], "a.pdf"));
  const sentAnswer = await visitor.request("/driver-application/uploads", { form });
  expect(sentAnswer.status).toBe(201);
  await visitor.post("/driver-application/link", { identifier: "applicant@example.com" });
  expect((await visitor.put(status, { answers: { color: "Red" } })).status).toBe(200);
  const at = "/admin/driver-applications";
  for (const path of [at, `${at}?q=x`, `${at}?status=submitted`, `${at}/${id}`])
    expect([path, (await staff.get(path)).status]).toEqual([path, 200]);
  await staff.post(`${at}/${id}/rejection`, { reason: "No.", version: 2 });
  await limitedServer.deps.write((tx) => sweepUploadsAndLinks(tx, limitedServer.deps.now()));
  limitedServer.advance(400 * 86_400_000);
  await sweepRetainedRecords(limitedServer.deps);
  stop();
  limitedServer.close();
  const found = [...ran].filter((sql) => /driver_application/.test(sql));
  expect(found.length).toBeGreaterThan(20);
  expect(slowQueriesIn(found)).toEqual([]);
});

test("the copy and the erasure of a rider's data need no scan", async () => {
  const { browser } = await signInRider(server, "leaving@example.com");
  const made = await book(browser);
  await browser.post(`/reservations/${made.id}/cancellation`, { version: 1 });
  taken();
  const copy = await browser.post("/users/export");
  expect(copy.status).toBe(200);
  await copy.bytes();
  await browser.post("/users/confirmation-code");
  const { code } = lastMessage(server, "leaving@example.com");
  expect((await browser.post("/users/erasure", { otp: code })).status).toBe(200);
  const found = taken();
  expect(found.length).toBeGreaterThan(40);
  expect(slowQueriesIn(found)).toEqual([]);
});

test("a rider's saved and recent places are read by index", async () => {
  const place = { label: "Home", name: "KG 11 Ave 24", latitude: -1.9497, longitude: 30.1262 };
  const savedPlaceAnswer = await rider.post("/saved-places", place);
  const { savedPlace } = (await savedPlaceAnswer.json()) as { savedPlace: { id: string } };
  await rider.put(`/saved-places/${savedPlace.id}`, { ...place, label: "Work" });
  for (const q of ["", "work", "kigali"])
    expect((await rider.get(`/places?q=${q}`)).status).toBe(200);
  await rider.delete(`/saved-places/${savedPlace.id}`);
  const found = taken();
  expect(found.length).toBeGreaterThan(8);
  expect(slowQueriesIn(found)).toEqual([]);
  const recent = found.filter((sql) => sql.includes("FROM reservations"));
  expect(recent.length).toBeGreaterThan(0);
  for (const sql of recent)
    expect([sql, planOf(server.deps.db.$client, sql)]).toEqual([
      sql,
      expect.stringMatching(/reservations_rider\b/),
    ]);
});

test("repeating trips are made, listed, changed and ended by index", async () => {
  const first = await book(rider, { pickupLocal: "2026-11-23T07:30" });
  taken();
  const repeat = { weekdays: [1, 3], everyWeeks: 1, end: { kind: "never" } };
  const createdAnswer = await rider.post(`/reservations/${first.id}/standing-order`, { repeat });
  expect(createdAnswer.status).toBe(201);
  const { standingOrder } = (await createdAnswer.json()) as { standingOrder: { id: string } };
  const path = `/standing-orders/${standingOrder.id}`;
  for (const list of ["/standing-orders", `/standing-orders?cursor=${cursor}`, path])
    expect([list, (await rider.get(list)).status]).toEqual([list, 200]);
  for (const query of ["", "?state=active", `?state=active&cursor=${cursor}`])
    expect((await admin.get(`/admin/standing-orders${query}`)).status).toBe(200);
  const skip = { day: "2026-12-02", feesMinor: 0 };
  expect((await rider.post(`${path}/skips`, { ...skip, version: 1 })).status).toBe(200);
  expect((await rider.delete(`${path}/skips`, { ...skip, version: 2 })).status).toBe(200);
  const change = { from: "2026-11-23", pickupTime: "08:00", version: 3 };
  expect((await rider.post(`${path}/change`, change)).status).toBe(200);
  server.advance(86_400_000);
  await extendOrders(server.deps);
  const stop = { cancelTrips: true, feesMinor: 0, version: 4 };
  expect((await rider.post(`${path}/ending`, stop)).status).toBe(200);
  const found = taken().filter((sql) => /standing_order/.test(sql));
  expect(found.length).toBeGreaterThan(15);
  expect(slowQueriesIn(found)).toEqual([]);
});

test("a caller and their trips are found and booked for by index", async () => {
  const { id } = server.deps.db.select({ id: riders.id }).from(riders).all()[0] ?? { id: "" };
  // The server's clock has passed the end of the first session.
  const desk = await signInAdmin(server);
  taken();
  for (const q of ["0788", "0788 123 456", "3456", "+33 6", "uwa", "aline@example"])
    expect((await desk.get(`/admin/callers?q=${encodeURIComponent(q)}`)).status).toBe(200);
  expect((await desk.get(`/admin/callers/${id}`)).status).toBe(200);
  expect((await desk.put(`/admin/callers/${id}/note`, { note: "x" })).status).toBe(200);
  const quotedAnswer = await desk.post("/admin/quotes", trip({ pickupLocal: "asap" }));
  const { quote, options } = (await quotedAnswer.json()) as QuoteAnswer;
  const caller = { phone: "0788 123 456", name: "Diane Uwera" };
  const vehicleClassId = options[0]?.vehicleClass.id;
  const createdAnswer = await desk.post(
    "/admin/reservations",
    { quote, vehicleClassId, caller },
    { "Idempotency-Key": "plans" },
  );
  expect(createdAnswer.status).toBe(201);
  const found = taken();
  expect(found.length).toBeGreaterThan(15);
  expect(slowQueriesIn(found)).toEqual([]);
});

test("failed messages are sent again by index, one alone or all of a kind", async () => {
  const staff = await signInAdmin(server);
  const [message] = server.deps.db.select({ id: outbox.id }).from(outbox).limit(1).all();
  const until = server.deps.now() + 86_400_000;
  server.deps.db.$client.run(
    "UPDATE outbox SET state = 'failed', body = 'x', channel = 'email', kind = 'receipt', retry_until = ?",
    [until],
  );
  taken();
  for (const which of [{ id: message?.id }, { kind: "receipt", channel: "email" }]) {
    const answer = await staff.post("/admin/outbox/retries", which);
    expect(await answer.json()).not.toEqual({ retried: 0 });
  }
  expect(slowQueriesIn(taken())).toEqual([]);
});

test("riders are listed, searched, viewed and merged by index", async () => {
  const staff = await signInAdmin(server);
  taken();
  for (const query of ["", `?cursor=${cursor}`, "?q=alice", "?q=7881234"])
    expect((await staff.get(`/admin/riders${query}`)).status).toBe(200);
  const { riders: found } = (await (await staff.get("/admin/riders")).json()) as RiderList;
  expect((await staff.get(`/admin/riders/${found[0]?.id}`)).status).toBe(200);
  for (const { id } of found)
    expect((await staff.get(`/admin/riders/${id}/duplicates`)).status).toBe(200);
  const path = `/admin/riders/${found[0]?.id}/merges`;
  const merged = found[1]?.id ?? "";
  const getAnswer = await staff.get(`${path}/${merged}`);
  const { merge } = (await getAnswer.json()) as MergeAnswer;
  const done = await staff.post(path, {
    mergedId: merged,
    seen: merge.seen,
    name: "kept",
    phone: "kept",
    email: "kept",
    note: "",
    moveMemberships: true,
  });
  expect(done.status).toBe(200);
  expect(slowQueriesIn(taken())).toEqual([]);
});
