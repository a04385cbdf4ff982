/**
 * An operator's working day: the real server with outgoing mail, a fleet of six, staff and riders in separate browsers,
 * and one clock for all, which the test moves through the day.
 */
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { admins } from "../../db/schema/accounts";
import { vehicleClasses } from "../../db/schema/vehicles";
import type { AdminRole } from "../../src/accounts/contract";
import { type Background, startBackground } from "../../src/process/background";
import { type RunningServer, startServer } from "../../src/server/server";
import { launchChromium } from "./chromium";
import { createDriver, createVehicle } from "./fleet";
import { type Postbox, startMailbox } from "./postbox";
import { openWindow, type Size, type Window } from "./screen";
import { createTestServer, type Browser as Caller, type TestServer } from "./server";
import { signInDriver, signInRider } from "./sign-in";
import { createAdmin, PASSWORD } from "./staff";

const MINUTE = 60_000;
/** Shorter than the time after which an idle desk locks. */
const STEP_MS = 15 * MINUTE;
const MAX_FAULTS_PRINTED = 10;
const ZONE = "Africa/Kigali";
const START_TIME = "06:30";

/** The drivers of the fleet with their cars. */
const fleet = [
  { firstName: "Eric", lastName: "Mugisha", plate: "RAE 101 A" },
  { firstName: "Grace", lastName: "Umutoni", plate: "RAE 102 B" },
  { firstName: "Jean", lastName: "Habimana", plate: "RAE 103 C", class: "Executive SUV" },
  { firstName: "Keza", lastName: "Ineza", plate: "RAE 104 D" },
  { firstName: "Louis", lastName: "Nkusi", plate: "RAE 105 E" },
  { firstName: "Marie", lastName: "Uwera", plate: "RAE 106 F" },
] as const;
export type DriverName = (typeof fleet)[number]["firstName"];

export interface DayDriver {
  id: string;
  name: string;
  vehicleId: string;
  plate: string;
  /** The driver's signed-in phone. */
  calls: Caller;
}

export interface WorkingDay {
  server: TestServer;
  origin: string;
  mailbox: Postbox;
  /** The date of the day, a Sunday: `2026-11-22`. */
  date: string;
  drivers: Record<DriverName, DayDriver>;
  riders: Record<"bosco" | "chantal" | "diane", Caller>;
  /** Lets time pass until a time of day (`09:30`), today or some days later. */
  until(time: string, daysOn?: number): Promise<void>;
  /** Opens a window in a separate browser that uses the day's clock. */
  open(size: Size, as?: Caller): Promise<Window>;
  /** Opens a desk where a member of staff is signed in, by their e-mail address and password. */
  desk(email: string): Promise<Window>;
  /** Signs a member of staff out at their desk and closes it. */
  leave(desk: Window): Promise<void>;
  /** Returns the faults of all windows so far. */
  faults(): string[];
  /** Runs a part of the day. If it fails, prints where the pictures of all windows are, and ends the day. */
  part(work: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** Starts the day at half past six on a Sunday morning. The caller must close it. */
export async function startWorkingDay(staff: readonly StaffMember[]): Promise<WorkingDay> {
  const mailbox = await startMailbox();
  const server = await createTestServer({
    PORT: "0",
    HOST: "127.0.0.1",
    RATE_LIMITS: "off",
    SMTP_URL: mailbox.url,
    MAIL_FROM: "Livery <rides@example.com>",
  });
  const today = Temporal.Now.plainDateISO(ZONE);
  // The week ends with this day, so its statements can be closed the next morning.
  const date = today.add({ days: 7 - (today.dayOfWeek % 7) });
  const timeToday = (time: string, daysLater = 0) =>
    date.add({ days: daysLater }).toZonedDateTime({ timeZone: ZONE, plainTime: time })
      .epochMilliseconds;
  let clockAheadMs = timeToday(START_TIME) - Date.now();
  server.deps.now = () => Date.now() + clockAheadMs;

  for (const member of staff) await addStaff(server, member);
  const drivers = await addFleet(server);
  const riders = {
    bosco: await rider(server, "bosco@example.com", "Bosco", "Kayitare"),
    chantal: await rider(server, "chantal@example.com", "Chantal", "Mukamana"),
    diane: await rider(server, "diane@example.com", "Diane", "Gasana"),
  };
  // The server starts only now, because codes can be read in the outbox until they are sent.
  const runningServer: RunningServer = startServer(server.deps, new AbortController());
  const background: Background = startBackground(server.deps);
  const origin = `http://localhost:${runningServer.port}`;
  const chromium: Browser = await launchChromium();
  const windows: Window[] = [];
  const dispatchPages = new Set<Page>();
  /** For each phone's page, a function that waits until all its calls are answered. */
  const phones = new Map<Page, () => Promise<void>>();

  const sendServerTime = (context: BrowserContext) =>
    context.addInitScript(`globalThis.ahead = ${clockAheadMs};`);
  let isStopped = false;
  const day: WorkingDay = {
    server,
    origin,
    mailbox,
    date: date.toString(),
    drivers,
    riders,
    async until(time, daysOn = 0) {
      const end = timeToday(time, daysOn);
      // A call that runs while the clock moves would give a phone a time between the old and the new.
      await Promise.all(
        [...phones.keys()].map((page) => page.evaluate("globalThis.holdRequests?.()")),
      );
      await Promise.all([...phones.values()].map((rest) => rest()));
      while (server.deps.now() < end) {
        clockAheadMs += Math.min(STEP_MS, end - server.deps.now());
        await Promise.all(
          windows.map(async ({ context, page }) => {
            await sendServerTime(context);
            await page.evaluate((now) => Object.assign(globalThis, { ahead: now }), clockAheadMs);
            if (dispatchPages.has(page)) await touch(page);
          }),
        );
      }
      await Promise.all(
        [...phones.keys()].map((page) => page.evaluate("globalThis.releaseRequests?.()")),
      );
    },
    async open(size, as) {
      const window = await openWindow(chromium, origin, size);
      await window.context.addInitScript(moveClock);
      await sendServerTime(window.context);
      const cookies = [...(as?.cookies ?? [])];
      await window.context.addCookies(
        cookies.map(([name, value]) => ({ name, value, url: origin })),
      );
      if (as) phones.set(window.page, window.rest);
      windows.push(window);
      return window;
    },
    async desk(email) {
      const window = await day.open("desktop");
      const { page } = window;
      await window.go("/dispatch");
      await page.getByLabel("E-mail").fill(email);
      await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.waitForURL("**/dispatch/dashboard/reservation**");
      dispatchPages.add(page);
      return window;
    },
    async leave(window) {
      await window.go("/dispatch/dashboard/reservation");
      await window.page
        .getByRole("button", { name: /^(?:Sign|Log) out/ })
        .first()
        .click();
      await window.page.waitForURL(/\/dispatch\/?$/);
      dispatchPages.delete(window.page);
      windows.splice(windows.indexOf(window), 1);
      await window.close();
    },
    faults: () => windows.flatMap((window) => window.faults),
    async part(work) {
      if (isStopped) throw new Error("Not driven: an earlier part of the day has failed");
      try {
        await work();
      } catch (error) {
        isStopped = true;
        for (const [at, { page }] of windows.entries()) {
          const path = join(tmpdir(), `livery-working-day-${at}.png`);
          await page.screenshot({ path }).catch(() => {});
          console.log(`${page.url()} looked like ${path}`);
        }
        console.log(day.faults().slice(0, MAX_FAULTS_PRINTED));
        throw error;
      }
    },
    async close() {
      await chromium.close();
      await background.stop();
      await runningServer.stop();
      server.close();
      await mailbox.close();
    },
  };
  return day;
}

export interface StaffMember {
  email: string;
  role: AdminRole;
  firstName: string;
  lastName: string;
}

async function addStaff(server: TestServer, { email, role, ...names }: StaffMember): Promise<void> {
  const { id } = await createAdmin(server, { email, role });
  server.deps.db.update(admins).set(names).where(eq(admins.id, id)).run();
}

async function addFleet(server: TestServer): Promise<WorkingDay["drivers"]> {
  const added: Partial<WorkingDay["drivers"]> = {};
  const classes = server.deps.db.select().from(vehicleClasses).all();
  for (const { firstName, lastName, plate, ...car } of fleet) {
    const wanted = "class" in car ? car.class : "Standard";
    const of = classes.find(({ name }) => name === wanted);
    if (!of) throw new Error(`There is no class ${wanted}`);
    const { id: classId, passengers, luggage } = of;
    const { id: vehicleId } = createVehicle(server, { plate, classId, passengers, luggage });
    const email = `${firstName.toLowerCase()}@example.com`;
    const { id } = createDriver(server, { firstName, lastName, email, vehicleId });
    const { browser: calls } = await signInDriver(server, email);
    added[firstName] = { id, name: `${firstName} ${lastName}`, vehicleId, plate, calls };
  }
  return added as WorkingDay["drivers"];
}

async function rider(server: TestServer, email: string, firstName: string, lastName: string) {
  return (await signInRider(server, email, { names: { firstName, lastName } })).browser;
}

/** Moves the mouse at a desk and makes a call, so that the desk does not lock. */
async function touch(page: Page): Promise<void> {
  const x = 200 + Math.round(Math.random() * 50);
  await page.mouse.move(x, 4);
  await page.evaluate(async () => {
    const answer = await fetch("/backend/admin/profile");
    await answer.text();
  });
}

/**
 * Runs in every page. Sets the page's clock to the machine's time plus `ahead`, and lets a test hold back calls while
 * that changes.
 */
function moveClock(): void {
  const RealDate = Date;
  const clock = globalThis as unknown as { ahead?: number };
  class MovedDate extends RealDate {
    constructor(...given: [] | [number]) {
      if (given.length === 0) super(MovedDate.now());
      else super(...given);
    }
    static override now(): number {
      return RealDate.now() + (clock.ahead ?? 0);
    }
  }
  globalThis.Date = MovedDate as DateConstructor;

  const call = globalThis.fetch;
  let open = Promise.resolve();
  const fetchWhenReleased = async (...given: Parameters<typeof call>) => {
    await open;
    return call(...given);
  };
  Object.assign(globalThis, {
    fetch: fetchWhenReleased,
    holdRequests() {
      open = new Promise((releaseCalls) =>
        Object.assign(globalThis, { releaseRequests: releaseCalls }),
      );
    },
  });
}
