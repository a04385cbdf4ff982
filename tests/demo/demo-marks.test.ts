/**
 * A demo cannot be mistaken for a real business: each of its pages and PDFs is marked, and those of a real business are
 * not.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { companies } from "../../db/schema/companies";
import { invoices } from "../../db/schema/invoices";
import { driverStatements } from "../../db/schema/payouts";
import { reservations } from "../../db/schema/reservations";
import { fillDemo } from "../../src/demo/fill";
import { waybillFor } from "../../src/dispatch/papers/waybill-queries";
import { readInvoicePdf } from "../../src/invoices/document-queries";
import { readAccountPdf } from "../../src/payments/books/account-queries";
import { readStatementPdf } from "../../src/payouts/file-queries";
import { readReceipt } from "../../src/reservations/papers/document-queries";
import { type RunningServer, startServer } from "../../src/server/server";
import { settings } from "../../db/schema/settings";
import { pagePaths } from "../support/page-paths";
import { textOfPdf } from "../support/pdf";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { signInDriver, signInRider } from "../support/sign-in";

let server: TestServer;
let runningServer: RunningServer;
let people: Record<string, Browser>;
beforeAll(async () => {
  server = await createTestServer({ RATE_LIMITS: "off", PORT: "0", HOST: "127.0.0.1" });
  await fillDemo(server.deps);
  runningServer = startServer(server.deps, new AbortController());
  const owner = server.browser();
  const account = { email: "admin@example.com", password: "livery-demo" };
  expect((await owner.post("/admin/login", account)).status).toBe(200);
  people = {
    visitor: server.browser(),
    rider: (await signInRider(server, "rider@example.com")).browser,
    driver: (await signInDriver(server, "driver@example.com")).browser,
    owner,
  };
}, 120_000);
afterAll(async () => {
  await runningServer.stop();
  server.close();
});

const DEMO_MARK = 'aria-label="Demo"';

test("every page of a demo shows the demo mark to visitor, rider, driver and owner", async () => {
  // Pages about single items have the same frame as the others.
  const paths = (await pagePaths()).filter((path) => !path.includes("$"));
  const found: string[] = [];
  let pages = 0;
  for (const [who, { cookies }] of Object.entries(people))
    for (const path of paths) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const answer = await fetch(`http://localhost:${runningServer.port}${path}`, {
        redirect: "manual",
        headers: { cookie },
      });
      const html = answer.headers.get("content-type")?.includes("html") ? await answer.text() : "";
      if (answer.status !== 200) continue;
      pages++;
      if (!html.includes(DEMO_MARK)) found.push(`${who} ${path}`);
    }
  expect(pages).toBeGreaterThan(100);
  expect(found).toEqual([]);
}, 120_000);

test("every PDF of a demo is marked DEMO, and a real business's PDF is not", async () => {
  const { deps } = server;
  const { db } = deps;
  const one = <Row>(rows: Row[]): Row => {
    const [row] = rows;
    if (!row) throw new Error("The demo has none.");
    return row;
  };
  const trip = one(db.select().from(reservations).where(eq(reservations.state, "settled")).all());
  const admin = { kind: "admin" } as const;
  const papers = () =>
    Promise.all([
      readReceipt(deps, trip.id, admin),
      waybillFor(deps, trip.id, admin),
      readInvoicePdf(deps, one(db.select().from(invoices).all()).id),
      readStatementPdf(deps, one(db.select().from(driverStatements).all()).id),
      readAccountPdf(deps, one(db.select().from(companies).all()).id, {
        from: "2026-11-01",
        to: "2026-11-30",
        currency: "RWF",
      }),
    ]);
  const haveDemoMark = (await papers()).map(({ bytes }) =>
    textOfPdf(bytes).some(({ text }) => text === "DEMO"),
  );
  expect(haveDemoMark).toEqual([true, true, true, true, true]);
  db.update(settings).set({ demo: false }).run();
  for (const { bytes } of await papers())
    expect(textOfPdf(bytes).some(({ text }) => text === "DEMO")).toBe(false);
});
