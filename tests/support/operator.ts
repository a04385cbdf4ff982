/**
 * An operator's first day, for browser tests: the executable in an empty folder with an owner and a mailbox, people who
 * sign in as people do, and a rider who books.
 */
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { book, HOTEL, AIRPORT } from "./booking";
import { createInstallation, type RunningExecutable } from "./executable";
import { type Postbox, startMailbox } from "./postbox";
import { waitUntilReady } from "./screen";
import { createVisitor, type Visitor } from "./visitor";

const OWNER = { email: "owner@example.com", password: "a long enough password" };
const RIDER_EMAIL = "aline@example.com";
const CODE_PATTERN = /(?<!\d)\d{4}(?!\d)/;

export interface Operator {
  running: RunningExecutable;
  url: string;
  timeZone: string;
  mailbox: Postbox;
  /** The faults in all windows: exceptions, errors on the console and requests to other servers. */
  faults: string[];
  /** Opens a window that is not signed in, and waits until the page responds, unless `device` runs no scripts. */
  open(path: string, device: BrowserContextOptions): Promise<Page>;
  /** Opens the owner's window, signed in to dispatch. */
  dispatch(path: string): Promise<Page>;
  /** The owner's calls. */
  owner: Visitor;
  /** Opens a phone and signs a driver in with the code from their mail. */
  signInDriver(email: string, firstName: string): Promise<Page>;
  /** Books a trip as a rider, `daysAhead` days from now at ten in the morning, and returns its number. */
  book(daysAhead: number): Promise<number>;
  close(): Promise<void>;
}

/** Starts the server in a time zone where it is noon, because reminders are sent by day. The caller must close it. */
export async function startFreshServer(browser: Browser): Promise<Operator> {
  const mailbox = await startMailbox();
  const installation = createInstallation();
  const timeZone = zoneAtNoon(Date.now());
  const running = await installation.start({
    SMTP_URL: mailbox.url,
    MAIL_FROM: "Livery <rides@example.com>",
    ADMIN_EMAIL: OWNER.email,
    ADMIN_PASSWORD: OWNER.password,
    TIME_ZONE: timeZone,
    RATE_LIMITS: "off",
  });
  const { url } = running;
  const faults: string[] = [];
  const owner = createVisitor(url);
  await expectOk(owner.post("/admin/login", OWNER));

  const open = async (path: string, device: BrowserContextOptions) => {
    const context = await browser.newContext({ reducedMotion: "reduce", ...device });
    const page = await context.newPage();
    page.setDefaultTimeout(40_000);
    page.on("pageerror", (error) => faults.push(`${page.url()}: ${error.message}`));
    // Without scripts, the console only reports that a form was refused.
    const scripts = device.javaScriptEnabled !== false;
    page.on("console", (message) => {
      if (scripts && message.type() === "error") faults.push(`${page.url()}: ${message.text()}`);
    });
    page.on("request", (request) => {
      if (!/^(?:blob|data):/.test(request.url()) && !request.url().startsWith(url))
        faults.push(`asked ${request.url()}`);
    });
    await page.goto(url + path);
    if (scripts) await waitUntilReady(page);
    return page;
  };

  let rider: Visitor | null = null;
  return {
    running,
    url,
    timeZone,
    mailbox,
    faults,
    owner,
    open,
    async dispatch(path) {
      const board = await open("/dispatch", { viewport: { width: 1440, height: 900 } });
      await board.getByLabel("E-mail").fill(OWNER.email);
      await board.getByLabel("Password", { exact: true }).fill(OWNER.password);
      await board.getByRole("button", { name: "Sign in" }).click();
      await board.waitForURL("**/dispatch/dashboard/reservation**");
      await board.goto(url + path);
      await waitUntilReady(board);
      return board;
    },
    async signInDriver(email, firstName) {
      const phone = await open("/liveryDriver", {
        viewport: { width: 360, height: 740 },
        hasTouch: true,
        isMobile: true,
      });
      await phone.getByRole("textbox").first().fill(email);
      await phone.getByRole("button", { name: "Continue", exact: true }).click();
      await phone.getByRole("heading", { name: `Welcome back, ${firstName}` }).waitFor();
      const [code] = await mailbox.wait(email, CODE_PATTERN);
      await phone.getByLabel("Digit 1 of 4").click();
      await phone.keyboard.type(code);
      await phone.waitForURL("**/driver/dashboard**");
      return phone;
    },
    async book(daysAhead) {
      rider ??= await signInRider(url, mailbox);
      const day = Temporal.Now.plainDateISO(timeZone).add({ days: daysAhead });
      const { number } = await book(rider, {
        serviceType: "point_to_point",
        pickup: HOTEL,
        dropoff: AIRPORT,
        pickupLocal: `${day}T10:00`,
      });
      return number;
    },
    async close() {
      await installation.close();
      await mailbox.close();
    },
  };
}

/** Returns a time zone in which it is about noon. */
export function zoneAtNoon(now: number): string {
  const offsetHours = 12 - new Date(now).getUTCHours();
  // POSIX time zones have the opposite sign.
  return `Etc/GMT${offsetHours > 0 ? "-" : "+"}${Math.abs(offsetHours)}`;
}

async function signInRider(url: string, mailbox: Postbox): Promise<Visitor> {
  const rider = createVisitor(url);
  await expectOk(rider.post("/auth/send-otp", { identifier: RIDER_EMAIL }));
  const [otp] = await mailbox.wait(RIDER_EMAIL, CODE_PATTERN);
  await expectOk(rider.post("/auth/verify-otp", { identifier: RIDER_EMAIL, otp }));
  const body = new FormData();
  body.set("firstName", "Aline");
  body.set("lastName", "Mukamana");
  await expectOk(rider.request("/users/update-profile", { method: "PUT", body }));
  return rider;
}

async function expectOk(response: Promise<Response>): Promise<void> {
  const answer = await response;
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${await answer.text()}`);
}
