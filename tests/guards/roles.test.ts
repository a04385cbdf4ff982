/** Who may make which call of dispatch: every call, asked by every role, and by a locked screen. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "bun:test";
import { AdminRole } from "../../src/accounts/contract";
import { may, type Permission, permissions } from "../../src/accounts/permission-rules";
import { asksFor } from "../../src/http";
import { type DescribedCall, describedCalls, make, nameOf } from "../support/calls";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { signInAdmin } from "../support/staff";

/** Every call of dispatch by what it needs. One that is added is refused here until it is entered. */
const NEEDS: Record<Permission, readonly string[]> = {
  "dispatch.read": [
    "GET /admin/views",
    "POST /admin/views",
    "PUT /admin/views/order",
    "PUT /admin/views/:id",
    "DELETE /admin/views/:id",
    "GET /admin/settings/contact",
    "GET /admin/settings/brand",
    "GET /admin/settings/texts",
    "POST /admin/settings/texts/:id/preview",
    "GET /admin/settings/hours",
    "GET /admin/settings/online",
    "GET /admin/settings/widget",
    "GET /admin/settings/retention",
    "GET /admin/settings/area",
    "GET /admin/settings/region",
    "POST /admin/settings/retention/preview",
    "GET /admin/reservations/:id/receipt.pdf",
    "GET /admin/availability",
    "GET /admin/ratings",
    "GET /admin/drivers/:id/rating",
    "GET /admin/standing-orders",
    "POST /admin/reservations/:id/standing-order/preview",
    "GET /admin/standing-orders/:id",
    "GET /admin/outbox",
    "GET /admin/outbox/failed",
    "GET /admin/drivers",
    "GET /admin/vehicles",
    "GET /admin/zones",
    "GET /admin/zones/export",
    "GET /admin/zones/:id",
    "GET /admin/places",
    "GET /admin/places/:id",
    "GET /admin/vehicles/:id",
    "GET /admin/vehicles/:id/outages",
    "GET /admin/maintenance",
    "GET /admin/vehicles/:id/maintenance",
    "GET /admin/vehicles/:id/maintenance/entries",
    "GET /admin/vehicles/:id/maintenance/entries/:entryId/file",
    "GET /admin/vehicles/:id/odometer",
    "GET /admin/vehicle-classes",
    "GET /admin/drivers/:id",
    "GET /admin/drivers/:id/overview",
    "GET /admin/vehicles/:id/drivers",
    "GET /admin/settings/documents",
    "GET /admin/fees/versions",
    "GET /admin/fees/versions/:id",
    "GET /admin/fees/draft",
    "POST /admin/fees/simulation",
    "GET /admin/booking-rules",
    "GET /admin/reports",
    "GET /admin/reports.csv",
    "GET /admin/reservations",
    "GET /admin/reservations/counts",
    "GET /admin/reservations/changed",
    "GET /admin/events",
    "PUT /admin/presence",
    "GET /admin/reservations/:id",
    "GET /admin/reservations/:id/around",
    "GET /admin/reservations/:id/waybill.pdf",
    "GET /admin/reservations/:id/candidates",
    "GET /admin/reservations/:id/offers",
    "GET /admin/auto-dispatch",
    "POST /admin/auto-dispatch/dry-run",
    "GET /admin/reservations/:id/cancellation",
    "GET /admin/day",
    "GET /admin/search",
    "GET /admin/attention",
    "GET /admin/companies",
    "GET /admin/companies/:id",
    "GET /admin/companies/:id/trips",
    "GET /admin/companies/:id/trips.csv",
    "GET /admin/companies/:id/invoices",
    "GET /admin/invoices/:id",
    "GET /admin/invoices/:id/invoice.pdf",
    "GET /admin/payouts",
    "GET /admin/statements.csv",
    "GET /admin/statements/:id",
    "GET /admin/statements/:id/statement.pdf",
    "GET /admin/statements/:id/statement.csv",
    "GET /admin/drivers/:id/account",
    "GET /admin/drivers/:id/statements",
    "GET /admin/drivers/:id/entries",
    "GET /admin/messages",
    "GET /admin/reservations/:id/messages",
    "GET /admin/positions",
    "GET /admin/reservations/:id/tracking",
    "GET /admin/lost-reports",
    "GET /admin/lost-reports/:id",
    "GET /admin/found-items",
    "GET /admin/found-items/:id",
    "GET /admin/lost-reports/:id/photo",
    "GET /admin/found-items/:id/photo",
    "GET /admin/contact-messages",
    "GET /admin/contact-messages/counts",
    "GET /admin/contact-messages/:id",
    "GET /admin/contact-templates",
  ],
  "operator.rule": [
    "GET /admin/getting-started",
    "PUT /admin/settings/contact",
    "PUT /admin/auto-dispatch",
    "PUT /admin/settings/brand",
    "GET /admin/settings/providers",
    "POST /admin/settings/providers/:id/test",
    "PUT /admin/settings/texts/:id",
    "DELETE /admin/settings/texts/:id",
    "PUT /admin/settings/hours",
    "PUT /admin/settings/online",
    "PUT /admin/settings/widget",
    "PUT /admin/settings/retention",
    "PUT /admin/settings/logo",
    "PUT /admin/settings/area",
    "PUT /admin/settings/region",
    "DELETE /admin/settings/logo",
    "POST /admin/vehicle-classes",
    "PUT /admin/vehicle-classes/:id",
    "PUT /admin/settings/documents",
  ],
  "profile.change": [
    "PUT /admin/edit-profile",
    "GET /admin/second-factor",
    "POST /admin/second-factor/offer",
    "PUT /admin/second-factor",
    "DELETE /admin/second-factor",
    "POST /admin/second-factor/recovery-codes",
    "GET /admin/sessions",
    "DELETE /admin/sessions",
    "DELETE /admin/sessions/:id",
  ],
  "staff.rule": [
    "GET /admin/staff",
    "POST /admin/staff",
    "PUT /admin/settings/staff",
    "POST /admin/staff/:id/invitation",
    "PUT /admin/staff/:id/role",
    "POST /admin/staff/:id/deactivation",
    "DELETE /admin/staff/:id/deactivation",
    "DELETE /admin/staff/:id/second-factor",
    "GET /admin/staff/:id/sessions",
    "DELETE /admin/staff/:id/sessions",
    "DELETE /admin/staff/:id/sessions/:sessionId",
  ],
  "trips.run": [
    "POST /admin/reservations/:id/change-quote",
    "PUT /admin/reservations/:id",
    "POST /admin/reservations/:id/split-quote",
    "POST /admin/reservations/:id/split",
    "POST /admin/reservations/:id/no-show",
    "GET /admin/reservations/:id/no-show",
    "GET /admin/reservations/:id/no-show/photo",
    "POST /admin/ratings/:id/seen",
    "POST /admin/reservations/:id/standing-order",
    "POST /admin/standing-orders/:id/skips",
    "DELETE /admin/standing-orders/:id/skips",
    "POST /admin/standing-orders/:id/pause",
    "DELETE /admin/standing-orders/:id/pause",
    "POST /admin/standing-orders/:id/ending",
    "POST /admin/standing-orders/:id/change",
    "POST /admin/reservations/:id/boarding",
    "POST /admin/reservations/:id/pin",
    "POST /admin/reservations/:id/confirmation",
    "POST /admin/reservations/:id/rejection",
    "POST /admin/reservations/:id/offer",
    "POST /admin/reservations/:id/offers",
    "POST /admin/auto-dispatch/stop",
    "DELETE /admin/reservations/:id/offer",
    "POST /admin/reservations/:id/assignment",
    "DELETE /admin/reservations/:id/assignment",
    "POST /admin/reservations/:id/cancellation",
    "POST /admin/reservations/:id/call",
    "POST /admin/reservations/:id/landing",
    "PUT /admin/reservations/:id/driver",
    "GET /admin/callers",
    "GET /admin/callers/:id",
    "PUT /admin/callers/:id/note",
    "POST /admin/quotes",
    "POST /admin/reservations",
    "POST /admin/reservations/:id/messages",
    "POST /admin/reservations/:id/messages/read",
    "PUT /admin/reservations/:id/messages/closing",
    "DELETE /admin/reservations/:id/tracking-link",
  ],
  "papers.judge": [
    "GET /admin/driver-applications",
    "GET /admin/driver-applications/:id",
    "GET /admin/driver-applications/:id/files/:fileId",
    "PUT /admin/driver-applications/:id/files/:fileId/review",
    "POST /admin/driver-applications/:id/request",
    "POST /admin/driver-applications/:id/rejection",
    "POST /admin/driver-applications/:id/approval",
    "GET /admin/drivers/:id/documents",
    "PUT /admin/drivers/:id/documents/:kind",
    "GET /admin/vehicles/:id/documents",
    "PUT /admin/vehicles/:id/documents/:kind",
    "POST /admin/documents/:id/decision",
    "GET /admin/documents/:id/file",
    "GET /admin/documents",
  ],
  "incidents.keep": [
    "GET /admin/incidents",
    "GET /admin/incidents/:id",
    "GET /admin/incidents/:id/photos/:photoId",
    "POST /admin/incidents/:id/notes",
    "PUT /admin/incidents/:id/assignment",
    "POST /admin/incidents/:id/closure",
    "DELETE /admin/incidents/:id/closure",
  ],
  "outbox.retry": ["POST /admin/outbox/retries"],
  "riders.merge": [
    "GET /admin/riders/:id/alike",
    "GET /admin/riders/:id/merges/:foldedId",
    "POST /admin/riders/:id/merges",
  ],
  "riders.keep": [
    "GET /admin/riders",
    "GET /admin/riders/:id",
    "PUT /admin/riders/:id/block",
    "DELETE /admin/riders/:id/block",
  ],
  "website.keep": [
    "POST /admin/content-preview",
    "GET /admin/content-pictures",
    "POST /admin/content-pictures",
    "GET /admin/content/:kind",
    "POST /admin/content",
    "PUT /admin/content/:kind",
    "GET /admin/content/:kind/:key",
    "PUT /admin/content/:kind/:key",
    "DELETE /admin/content/:kind/:key",
    "GET /admin/content/:kind/:key/versions",
    "POST /admin/content/:kind/:key/restoration",
  ],
  "contact.answer": [
    "POST /admin/contact-messages/:id/read",
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
  "places.keep": [
    "POST /admin/zones",
    "POST /admin/zones/import",
    "PUT /admin/zones/:id",
    "DELETE /admin/zones/:id",
    "POST /admin/places",
    "PUT /admin/places/:id",
    "DELETE /admin/places/:id",
  ],
  "fleet.keep": [
    "POST /admin/vehicles",
    "PUT /admin/vehicles/:id",
    "POST /admin/vehicles/:id/maintenance/plans",
    "PUT /admin/vehicles/:id/maintenance/plans/:planId",
    "DELETE /admin/vehicles/:id/maintenance/plans/:planId",
    "POST /admin/vehicles/:id/maintenance/entries",
    "DELETE /admin/vehicles/:id/maintenance/entries/:entryId",
    "POST /admin/vehicles/:id/odometer",
    "POST /admin/vehicles/:id/outages",
    "PUT /admin/vehicles/:id/outages/:outageId",
    "DELETE /admin/vehicles/:id/outages/:outageId",
    "POST /admin/drivers",
    "PUT /admin/drivers/:id",
    "GET /admin/drivers/:id/suspension",
    "POST /admin/drivers/:id/suspension",
    "DELETE /admin/drivers/:id/suspension",
    "GET /admin/drivers/:id/availability",
    "PUT /admin/drivers/:id/availability/hours",
    "POST /admin/drivers/:id/availability/days-off",
    "DELETE /admin/drivers/:id/availability/days-off/:dayOffId",
    "PUT /admin/drivers/:id/availability/preferences",
  ],
  "assignment.override": ["POST /admin/reservations/:id/override"],
  "prices.publish": [
    "POST /admin/fees/versions/:id/withdrawal",
    "PUT /admin/fees/draft",
    "DELETE /admin/fees/draft",
    "POST /admin/fees/draft/publication",
  ],
  "booking.rule": ["PUT /admin/booking-rules"],
  "trips.settle": [
    "POST /admin/reservations/:id/settlement",
    "PUT /admin/reservations/:id/payment",
  ],
  "companies.keep": [
    "POST /admin/companies",
    "PUT /admin/companies/:id",
    "POST /admin/companies/:id/members",
    "PUT /admin/companies/:id/members/:memberId",
    "DELETE /admin/companies/:id/members/:memberId",
    "POST /admin/companies/:id/cost-centres",
    "PUT /admin/companies/:id/cost-centres/:centreId",
  ],
  "money.book": [
    "DELETE /admin/reservations/:id/settlement",
    "PUT /admin/reservations/:id/fare",
    "POST /admin/companies/:id/invoices",
    "POST /admin/invoices/:id/payments",
    "POST /admin/invoices/:id/payments/:paymentId/reversal",
    "POST /admin/invoices/:id/credit-notes",
    "POST /admin/payouts/closing",
    "POST /admin/drivers/:id/statements",
    "POST /admin/drivers/:id/adjustments",
    "POST /admin/drivers/:id/payments",
    "POST /admin/drivers/:id/entries/:entryId/reversal",
  ],
  "property.keep": [
    "POST /admin/lost-reports",
    "POST /admin/lost-reports/:id/searches",
    "POST /admin/lost-reports/:id/match",
    "DELETE /admin/lost-reports/:id/match",
    "POST /admin/lost-reports/:id/closure",
    "DELETE /admin/lost-reports/:id/closure",
    "POST /admin/found-items",
    "PUT /admin/found-items/:id/storage",
    "POST /admin/found-items/:id/return-attempts",
    "POST /admin/found-items/:id/handover",
    "POST /admin/found-items/:id/disposal",
  ],
  "revenue.read": ["GET /admin/reports/trips.csv"],
  "audit.read": ["GET /admin/audit", "GET /admin/audit.csv", "GET /admin/audit/state"],
  "server.watch": ["GET /admin/status", "POST /admin/status/backups"],
  "audit.verify": ["POST /admin/audit/verification"],
};

/** What a locked screen still answers. */
const EVEN_LOCKED = [
  "GET /admin/profile",
  "POST /admin/logout",
  "POST /admin/lock",
  "POST /admin/unlock",
];

let server: TestServer;
let calls: DescribedCall[];
const browsers = new Map<AdminRole, Browser>();

beforeAll(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
  calls = (await describedCalls(server)).filter(({ security }) => security === "admin");
  for (const role of AdminRole.options) browsers.set(role, await signInAdmin(server, { role }));
});
afterAll(() => server.close());

const needOf = (call: DescribedCall) =>
  (Object.keys(NEEDS) as Permission[]).find((each) => NEEDS[each].includes(nameOf(call)));

/** The call's status and code. A stream that is let in is left at once. */
async function ask(browser: Browser, call: DescribedCall): Promise<string> {
  const answer = await make(browser, call, call.takesJson ? { json: {} } : {});
  const isJson = answer.headers.get("content-type")?.includes("json") ?? false;
  if (!isJson) await answer.body?.cancel();
  const body = isJson ? ((await answer.json()) as { code?: string } | null) : null;
  return body?.code ? `${answer.status} ${body.code}` : String(answer.status);
}

test("every call of dispatch is in the list, once, and the code asks for what stands there", () => {
  expect(calls.length).toBeGreaterThan(150);
  const listed = [...EVEN_LOCKED, ...Object.values(NEEDS).flat()];
  expect(listed.toSorted()).toEqual(calls.map(nameOf).toSorted());
  const asked = server.app.routes.flatMap(({ handler, method, path }) => {
    const permission: unknown = Reflect.get(handler, asksFor);
    return permission ? [`${method} ${path.replace("/backend", "")}: ${String(permission)}`] : [];
  });
  const wanted = Object.entries(NEEDS).flatMap(([need, names]) =>
    names.map((name) => `${name}: ${need}`),
  );
  expect(asked.toSorted()).toEqual(wanted.toSorted());
});

for (const role of AdminRole.options)
  test(`${role}: 403 for every call that the role may not make, and for no other`, async () => {
    const browser = browsers.get(role);
    if (!browser) throw new Error("not signed in");
    const wrong: string[] = [];
    for (const call of calls) {
      const need = needOf(call);
      if (!need) continue;
      const answer = await ask(browser, call);
      const refused = answer === "403 request.forbidden";
      if (refused === may(role, need) || answer.startsWith("5"))
        wrong.push(`${nameOf(call)}: ${answer}`);
    }
    expect(wrong).toEqual([]);
  });

test("a locked screen gets 423 from every call but four, streams and files too, whatever the role", async () => {
  for (const role of AdminRole.options) {
    const browser = await signInAdmin(server, { role });
    expect((await browser.post("/admin/lock")).status).toBe(200);
    const wrong: string[] = [];
    for (const call of calls) {
      if (EVEN_LOCKED.includes(nameOf(call))) continue;
      const answer = await ask(browser, call);
      if (answer !== "423 admin.locked") wrong.push(`${nameOf(call)}: ${answer}`);
    }
    expect(wrong).toEqual([]);
    expect((await browser.get("/admin/profile")).status).toBe(200);
  }
});

test("docs/roles.md says what the table says", () => {
  const page = readFileSync(join(import.meta.dir, "../../docs/roles.md"), "utf8");
  const told = [...page.matchAll(/^\| ([A-Z][^|]*?) +\| (yes|) *\| (yes|) *\| (yes|) *\|$/gm)]
    .map((row) => row.slice(1))
    .filter(([says]) => says !== "What");
  expect(told).toEqual(
    Object.values(permissions).map(({ says, roles }) => [
      says,
      ...AdminRole.options.map((role) =>
        (roles as readonly string[]).includes(role) ? "yes" : "",
      ),
    ]),
  );
});
