/**
 * Two dispatchers work on the same trip: each sees the other, and neither overwrites the other's changes unknowingly.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import type { Browser } from "playwright-core";
import { admins } from "../../db/schema/accounts";
import { reservations } from "../../db/schema/reservations";
import { type RunningServer, startServer } from "../../src/server/server";
import { launchChromium } from "../support/chromium";
import { createDriver, createVehicle } from "../support/fleet";
import { reservationValues } from "../support/reservations";
import { openWindow, stateOf, type Window } from "../support/screen";
import { createTestServer, type TestServer } from "../support/server";
import { expectEventually } from "../support/eventually";
import { signInAdmin } from "../support/staff";

const HOUR = 3_600_000;
const board = "/dispatch/dashboard/reservation?state=all";

let browser: Browser;
let server: TestServer;
let runningServer: RunningServer;
let ana: Window;
let ben: Window;
let trip: ReturnType<typeof reservationValues>;

async function openAs(firstName: string, lastName: string): Promise<Window> {
  const { cookies, admin } = await signInAdmin(server, { role: "dispatcher" });
  server.deps.db.update(admins).set({ firstName, lastName }).where(eq(admins.id, admin.id)).run();
  return openWindow(browser, `http://localhost:${runningServer.port}`, "desktop", stateOf(cookies));
}

const row = ({ page }: Window) => page.getByRole("row", { name: /Reservation 1001,/ });
const details = ({ page }: Window) => page.getByRole("region", { name: "Reservation 1001" });

beforeAll(async () => {
  browser = await launchChromium();
  server = await createTestServer({ PORT: "0", HOST: "127.0.0.1", RATE_LIMITS: "off" });
  server.deps.now = Date.now;
  runningServer = startServer(server.deps, new AbortController());
  trip = reservationValues({
    number: 1001,
    pickupAt: Date.now() + HOUR,
    vehicleClassId: createVehicle(server).classId,
  });
  server.deps.db.insert(reservations).values(trip).run();
  const cars = [createVehicle(server), createVehicle(server)];
  for (const [at, firstName] of ["Eric", "Grace"].entries())
    createDriver(server, { firstName, lastName: "Mugisha", vehicleId: cars[at]?.id ?? null });
  ana = await openAs("Ana", "Keza");
  ben = await openAs("Ben", "Mugabo");
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await runningServer?.stop();
  server?.close();
});

test("a dispatcher sees on the row and in the details that another has the trip open or is editing it", async () => {
  await ben.go(board);
  await ana.go(`${board}&open=${trip.id}`);
  await row(ben).getByText("Ana Keza has this open").waitFor();

  await row(ben).getByRole("link").click();
  await details(ben).getByText("Ana Keza has this open").waitFor();
  await details(ana).getByText("Ben Mugabo has this open").waitFor();
  await ana.look("presence-open");

  await details(ana).getByRole("button", { name: "Assign driver", exact: true }).click();
  await ana.page.getByRole("dialog").waitFor();
  await details(ben).getByText("Ana Keza is editing").waitFor();
  await ben.look("presence-editing");

  // Another tab of the same dispatcher does not count as another person.
  const tab = await ana.context.newPage();
  await tab.goto(ana.page.url());
  await tab.getByRole("region", { name: "Reservation 1001" }).getByText("Ben Mugabo has").waitFor();
  expect(await tab.getByText(/Ana Keza (is|has)/).count()).toBe(0);
  await tab.close();

  await ana.page.keyboard.press("Escape");
  await details(ben).getByText("Ana Keza has this open").waitFor();
  await ana.go("/dispatch/dashboard/places");
  await details(ben)
    .getByText(/Ana Keza/)
    .waitFor({ state: "detached" });
  expect([...ana.faults, ...ben.faults]).toEqual([]);
}, 60_000);

test("the second dispatcher to assign reads what the first one changed and keeps the chosen driver", async () => {
  for (const window of [ana, ben]) {
    await window.go(`${board}&open=${trip.id}`);
    await details(window).getByRole("button", { name: "Assign driver", exact: true }).click();
  }
  const choose = async ({ page }: Window, name: string) => {
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("radio", { name: new RegExp(`^${name} Mugisha`) }).check();
    await dialog.getByRole("button", { name: "Assign directly" }).click();
  };
  await choose(ana, "Eric");
  await details(ana).getByText("Assigned", { exact: true }).first().waitFor();
  await choose(ben, "Grace");
  const dialog = ben.page.getByRole("dialog");
  await dialog
    .getByText(
      /Confirmed → Assigned, Driver: Eric Mugisha, .* by Ana Keza, just now\. Your action was not carried out/,
    )
    .waitFor();
  await expectEventually(() => dialog.getByRole("radio", { name: /^Grace/ }).isChecked()).toBe(
    true,
  );
  await ben.look("conflict-assign");
  const stored = server.deps.db.select().from(reservations).all()[0];
  expect([stored?.state, stored?.version]).toEqual(["assigned", 2]);
  expect(ana.faults).toEqual([]);
  expect(ben.faults.filter((fault) => !fault.includes("status of 409"))).toEqual([]);
}, 60_000);
