/**
 * The pages as an app on the phone: installable, readable without a network as far as they are saved, wiped with the
 * session, and complete after a new build.
 */
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  expect,
  setDefaultTimeout,
  test,
} from "bun:test";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { openAssets } from "../../src/process/assets";
import { type RunningServer, startServer } from "../../src/server/server";
import { book } from "../support/booking";
import { launchChromium } from "../support/chromium";
import { createDriver } from "../support/fleet";
import { waitUntilReady, sizes } from "../support/screen";
import { createTestServer, type Browser as Visitor, type TestServer } from "../support/server";
import { signInDriver, signInRider } from "../support/sign-in";
import { expectEventually, until } from "../support/eventually";

setDefaultTimeout(60_000);

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium("whole");
}, 60_000);
afterAll(() => browser?.close());

let server: TestServer;
let runningServer: RunningServer;
let origin: string;
let rider: Visitor;
let tripId: string;
let windows: BrowserContext[];

beforeEach(async () => {
  server = await createTestServer({ PORT: "0", HOST: "127.0.0.1", RATE_LIMITS: "off" });
  rider = (await signInRider(server, "rider@example.com")).browser;
  tripId = (await book(rider, {}, { "idempotency-key": "a" })).id;
  runningServer = startServer(server.deps, new AbortController());
  origin = `http://localhost:${runningServer.port}`;
  windows = [];
}, 60_000);
afterEach(async () => {
  for (const window of windows) await window.close();
  await runningServer?.stop();
  server?.close();
}, 60_000);

/** Opens a phone on which this visitor is signed in. */
async function phoneOf(visitor?: Visitor): Promise<Page> {
  const context = await browser.newContext({ ...sizes.phone, reducedMotion: "reduce" });
  windows.push(context);
  if (visitor) await signIn(context, visitor);
  const page = await context.newPage();
  page.setDefaultTimeout(40_000);
  return page;
}

function signIn(context: BrowserContext, visitor: Visitor) {
  return context.addCookies(
    [...visitor.cookies].map(([name, value]) => ({ name, value, url: origin })),
  );
}

/** Returns the pages that are saved on the phone; areas without any are left out. */
function kept(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const paths: string[] = [];
    for (const name of await caches.keys()) {
      if (!name.startsWith("kept-")) continue;
      for (const { url } of await (await caches.open(name)).keys())
        paths.push(new URL(url).pathname + new URL(url).search);
    }
    return paths;
  });
}

const isControlledByWorker = (page: Page) =>
  page.evaluate(() => navigator.serviceWorker.controller !== null);
const trips = () => ["/trips", `/trips/${tripId}`];

/** Opens the rider's trips and waits until they are saved completely. */
async function saveTripsOnPhone(page: Page): Promise<void> {
  await page.goto(`${origin}/trips`);
  await until("keeping", async () => {
    const paths = await kept(page);
    return [...trips(), "/trips?when=past"].every((path) => paths.includes(path));
  });
}

test("the site can be installed, with a manifest, icons and a service worker", async () => {
  const page = await phoneOf();
  for (const [path, name, start] of [
    ["/", "Livery", "/booking"],
    ["/liveryDriver", "Livery Driver", "/driver/dashboard"],
  ] as const) {
    await page.goto(origin + path);
    const address = await page.locator("link[rel=manifest]").getAttribute("href");
    const manifest = await (await fetch(origin + address)).json();
    expect(manifest).toMatchObject({ name, start_url: start, display: "standalone" });
    expect(start.startsWith(manifest.scope)).toBe(true);
    const drawnSizes = await page.evaluate(async (icons: { src: string; sizes: string }[]) => {
      const measured: string[] = [];
      for (const { src } of icons) {
        const image = new Image();
        image.src = src;
        await image.decode();
        measured.push(`${image.naturalWidth}x${image.naturalHeight}`);
      }
      return measured;
    }, manifest.icons);
    expect(drawnSizes).toEqual(manifest.icons.map(({ sizes }: { sizes: string }) => sizes));
    expect(manifest.icons.map(({ purpose }: { purpose: string }) => purpose)).toContain("maskable");
  }
  // A page that was loading when the service worker took over is controlled by it only after the next load.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await page.reload();
  await until("control", () => isControlledByWorker(page));
  // Chrome's own reasons against installing it.
  await page.goto(origin);
  const session = await page.context().newCDPSession(page);
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  expect(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito")).toEqual([]);
  const { errors } = await session.send("Page.getAppManifest");
  expect(errors).toEqual([]);
  const worker = await fetch(`${origin}/sw.js`);
  expect(worker.headers.get("cache-control")).toBe("no-cache");
  expect(worker.headers.get("content-security-policy")).toStartWith("default-src 'none'");
});

test("a visitor without a network sees that they are offline, and the phone keeps no page", async () => {
  const page = await phoneOf();
  await page.goto(origin);
  await until("control", () => isControlledByWorker(page));
  await page.context().setOffline(true);
  await page.goto(`${origin}/reservation`);
  await page.getByRole("heading", { name: "You are offline" }).waitFor();
  expect(await page.getByRole("heading", { name: "Pages you can still read" }).count()).toBe(0);
  const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).not.toBe(
    background,
  );
  expect(await kept(page)).toEqual([]);
  await page.context().setOffline(false);
  await page.getByRole("link", { name: "Try again" }).click();
  await page.waitForURL(`${origin}/reservation`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await expectEventually(() => page.getByRole("heading", { name: "You are offline" }).count()).toBe(
    0,
  );
});

test("the phone shows its offline notices in the rider's language", async () => {
  const form = new FormData();
  form.append("language", "fr");
  await rider.request("/users/update-profile", { method: "PUT", form });
  const page = await phoneOf(rider);
  await saveTripsOnPhone(page);
  await page.context().setOffline(true);
  await page.goto(`${origin}/trips/${tripId}`);
  await page
    .getByText(/^Enregistré sur ce téléphone à \d\d:\d\d\. Cette page a pu changer/)
    .waitFor();
  await page.goto(`${origin}/profile/privacy`);
  await page.getByRole("heading", { name: "Vous êtes hors ligne" }).waitFor();
  await page.getByRole("heading", { name: "Vous pouvez encore lire" }).waitFor();
  await page.getByRole("link", { name: /^Vos trajets passés/ }).waitFor();
});

test("a rider reads saved trips without a network, with their time, and the live page after", async () => {
  const page = await phoneOf(rider);
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  await saveTripsOnPhone(page);
  await page.context().setOffline(true);
  await page.goto(`${origin}/trips/${tripId}`);
  await page
    .getByText(/^Saved on this phone at \d\d:\d\d\. This page may have changed since then\./)
    .waitFor();
  await page.getByText("Kigali Marriott Hotel").first().waitFor();
  // From page to page through the app's own links.
  await page.getByRole("navigation").getByRole("link", { name: "Trips" }).last().click();
  await page.waitForURL(`${origin}/trips`);
  await page.getByText(/^Saved on this phone at/).waitFor();
  await page
    .getByRole("link", { name: /Kigali International Airport/ })
    .first()
    .click();
  await page.waitForURL(`${origin}/trips/${tripId}`);
  // A page that is not saved says so, and lists the saved ones.
  await page.goto(`${origin}/profile/privacy`);
  await page.getByRole("heading", { name: "You are offline" }).waitFor();
  await page.getByRole("link", { name: /Kigali International Airport/ }).click();
  await page.getByText(/^Saved on this phone at/).waitFor();
  await page.context().setOffline(false);
  await page.getByRole("link", { name: "Try again" }).click();
  await page.getByText("Kigali Marriott Hotel").first().waitFor();
  await until("the live page", async () => (await page.locator("#kept").count()) === 0);
  expect(faults).toEqual([]);
});

test("saved pages hold no code, no token and no tracking link", async () => {
  const page = await phoneOf(rider);
  const link = await rider.post(`/reservations/${tripId}/tracking-link`);
  expect(link.status).toBeLessThan(300);
  await saveTripsOnPhone(page);
  const texts = await page.evaluate(async () => {
    const found: string[] = [];
    for (const name of await caches.keys())
      for (const answer of await (await caches.open(name)).matchAll())
        if (answer.headers.get("content-type")?.startsWith("text/html"))
          found.push(await answer.text());
    return found;
  });
  expect(texts.length).toBeGreaterThan(3);
  const secrets = [...rider.cookies.values(), /\/track\/[\w-]{10}/, /eyJ[\w-]+\.eyJ/];
  for (const text of texts)
    for (const secret of secrets)
      expect(typeof secret === "string" ? text.includes(secret) : secret.test(text)).toBe(false);
});

test("signing out deletes the saved pages", async () => {
  const page = await phoneOf(rider);
  await saveTripsOnPhone(page);
  await page.goto(`${origin}/profile/security`);
  await waitUntilReady(page);
  await page
    .getByRole("button", { name: /Log out|Sign out/ })
    .first()
    .click();
  await page.waitForURL((url) => !url.pathname.startsWith("/profile"));
  await until("wiping", async () => (await kept(page)).length === 0);
});

test("a session that ended elsewhere deletes the saved pages at the next visit", async () => {
  const page = await phoneOf(rider);
  await saveTripsOnPhone(page);
  await rider.post("/auth/logout");
  await page.goto(`${origin}/trips`);
  await until("wiping", async () => (await kept(page)).length === 0);
});

test("another rider on the same phone finds no saved page of the rider before", async () => {
  const page = await phoneOf(rider);
  await saveTripsOnPhone(page);
  const other = await signInRider(server, "other@example.com");
  await signIn(page.context(), other.browser);
  await page.goto(`${origin}/booking`);
  await until("wiping", async () => !(await kept(page)).includes(`/trips/${tripId}`));
  await page.context().setOffline(true);
  await page.goto(`${origin}/trips/${tripId}`);
  await page.getByRole("heading", { name: "You are offline" }).waitFor();
});

test("a driver reads today's trips without a network", async () => {
  createDriver(server, { email: "driver@example.com" });
  const { browser: driver } = await signInDriver(server, "driver@example.com");
  const page = await phoneOf(driver);
  await page.goto(`${origin}/driver/dashboard`);
  await until("keeping", async () =>
    (await kept(page)).includes("/driver/dashboard/requests/today"),
  );
  await page.waitForLoadState("networkidle");
  await page.context().setOffline(true);
  await page.goto(`${origin}/driver/dashboard`);
  await page.getByText(/^Saved on this phone at/).waitFor();
});

test("the phone keeps no page of dispatch", async () => {
  const page = await phoneOf();
  await page.goto(origin);
  await until("control", () => isControlledByWorker(page));
  await page.goto(`${origin}/dispatch`);
  await page.waitForLoadState("networkidle");
  const chunks = await page.evaluate(async () => {
    const cache = await caches.open("assets");
    return (await cache.keys()).map(({ url }) => new URL(url).pathname);
  });
  const own = openAssets().manifest.areas.dispatch?.entry ?? "";
  expect(own).not.toBe("");
  expect(chunks).not.toContain(own);
  await page.context().setOffline(true);
  expect(await page.goto(`${origin}/dispatch`).catch(() => null)).toBeNull();
});

test("a page opened before an update reloads if one of its parts no longer exists", async () => {
  const page = await phoneOf(rider);
  await page.goto(`${origin}/trips`);
  await waitUntilReady(page);
  // The next build: the file with the account's pages has another name, and the old one no longer exists.
  const assets = openAssets();
  const gone = (assets.manifest.routes["/_rider/_protected/profile/privacy"] ?? [])[0] ?? "";
  expect(gone).not.toBe("");
  let requestCount = 0;
  const next = {
    ...assets,
    respond: (path: string, request: Request, origins?: readonly string[]) => {
      if (path !== gone || requestCount > 0) return assets.respond(path, request, origins);
      requestCount++;
      return undefined;
    },
  };
  const { port } = runningServer;
  await runningServer.stop();
  runningServer = startServer(
    { ...server.deps, config: { ...server.deps.config, port } },
    new AbortController(),
    next,
  );
  await page.getByRole("navigation").getByRole("link", { name: "Account" }).last().click();
  await page.getByRole("link", { name: "Privacy" }).first().click();
  await page.waitForURL(`${origin}/profile/privacy`);
  await page
    .getByRole("heading", { name: /What Livery knows/ })
    .first()
    .waitFor();
  expect(requestCount).toBe(1);
  expect(await page.getByText("Something went wrong").count()).toBe(0);
});

test("a push notification shows its text and holds the path of its trip", async () => {
  const page = await phoneOf(rider);
  await page.context().grantPermissions(["notifications"], { origin });
  await page.goto(`${origin}/booking`);
  await until("control", () => isControlledByWorker(page));
  const session = await page.context().newCDPSession(page);
  const registration = new Promise<string>((resolve) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    });
  });
  await session.send("ServiceWorker.enable");
  const notice = { title: "Your driver is here", body: "Eric waits", path: `/trips/${tripId}` };
  await session.send("ServiceWorker.deliverPushMessage", {
    origin,
    registrationId: await registration,
    data: JSON.stringify(notice),
  });
  const shown = () =>
    page.evaluate(async () => {
      const { getNotifications } = await navigator.serviceWorker.ready.then((r) => ({
        getNotifications: () => r.getNotifications(),
      }));
      return (await getNotifications()).map(({ title, body, tag, data }) => ({
        title,
        body,
        tag,
        data,
      }));
    });
  await until("the notification", async () => (await shown()).length === 1);
  const { title, body, path } = notice;
  await expectEventually(() => shown()).toEqual([{ title, body, tag: path, data: path }]);
});
