/** The driver's dashboard: specification section 2, driver area, and the content of each screen. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { eq } from "drizzle-orm";
import { forgetDriverData } from "../../../client/driving/answers";
import { documents } from "../../../db/schema/documents";
import { closeDueWeeks } from "../../../src/payouts/close-actions";
import { closePage, openPage } from "../../support/pages";
import { interceptedBrowser } from "../rider/scene";
import { openArea } from "./open-area";
import { installStream, TestStream } from "./stream";
import { assign, book, createDriverScene, type DriverScene, drive, offer, takeCash } from "./scene";

let scene: DriverScene;
let removeStream: () => void;

beforeEach(async () => {
  removeStream = installStream();
  scene = await createDriverScene();
});

afterEach(() => {
  closePage();
  forgetDriverData();
  scene.server.close();
  removeStream();
});

const open = (path?: string) => openArea(scene, path);

test("sections 2 and 6: every driver screen redirects a signed-out visitor to /JoinUs", async () => {
  for (const path of [
    "",
    "/requests/today",
    "/requests/future",
    "/requests/past",
    "/management",
    "/billing",
    "/profile",
    "/trips/01a1fa78-0000-7000-8000-000000000000",
  ]) {
    const router = await openPage(scene.server, `/driver/dashboard${path}`);
    expect(router.state.location.pathname).toBe("/JoinUs");
    closePage();
  }
});

test("an unknown address shows that the page can't be found, and links to the driver's home", async () => {
  await open("/driver/dashboard/nowhere");
  expect(within(screen.getByRole("main")).getByText("We can’t find that page")).toBeTruthy();
  const home = screen.getByRole("link", { name: "Go to the home page" });
  expect(home.getAttribute("href")).toBe("/driver/dashboard");
});

test("section 6: a rider's session does not open the driver's area", async () => {
  const router = await openPage(scene.server, "/driver/dashboard", scene.rider);
  expect(router.state.location.pathname).toBe("/JoinUs");
});

test("section 2: the sidebar, the title and the empty table match the specification", async () => {
  await open();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Ride Requests");
  expect(screen.getByText("No ride requests yet")).toBeTruthy();
  const sidebar = screen.getByRole("navigation", { name: "Driver" });
  expect(
    within(sidebar)
      .getAllByRole("link")
      .map((link) => link.textContent),
  ).toEqual([
    "Home",
    "Requested Ride",
    "Today",
    "Future",
    "Past",
    "Management",
    "Driver Billing",
    "Profile",
  ]);
  expect(screen.getByRole("button", { name: "Log out" })).toBeTruthy();
});

test("section 2: the table has the specification's columns, and a row links to its trip", async () => {
  const trip = await assign(scene, await book(scene, { passengerName: "Grace Ingabire" }));
  await open();
  const table = screen.getByRole("table");
  expect(
    within(table)
      .getAllByRole("columnheader")
      .map((cell) => cell.textContent),
  ).toEqual([
    "Request ID",
    "Pickup Location",
    "Drop-off Location",
    "Ride Time",
    "Rider Type",
    "Fare",
    "Status",
  ]);
  const [, row] = within(table).getAllByRole("row");
  const cells = within(row as HTMLElement).getAllByRole("cell");
  expect(cells.map((cell) => cell.textContent?.replace(/\u00a0/g, " "))).toEqual([
    String(trip.number),
    "Kigali International Airport",
    "Kigali Marriott Hotel",
    "Fri 20 Nov, 14:30",
    "Airport pickup",
    `RWF ${new Intl.NumberFormat("en").format(trip.fareMinor)}`,
    "Assigned",
  ]);
  const link = within(row as HTMLElement).getByRole("link");
  expect(link.getAttribute("href")).toBe(`/driver/dashboard/trips/${trip.id}`);
});

test("section 2: Today, Future and Past each show their own rides", async () => {
  const today = await assign(scene, await book(scene));
  const future = await assign(scene, await book(scene, { pickupLocal: "2026-11-22T09:00" }));
  const router = await open("/driver/dashboard/requests");
  expect(router.state.location.pathname).toBe("/driver/dashboard/requests/today");
  const shownNumber = (number: number) =>
    within(screen.getByRole("table")).queryByText(String(number));
  expect(shownNumber(today.number)).not.toBeNull();
  expect(shownNumber(future.number)).toBeNull();

  const sidebar = screen.getByRole("navigation", { name: "Driver" });
  await userEvent.click(within(sidebar).getByRole("link", { name: "Future" }));
  await waitFor(() => expect(shownNumber(future.number)).not.toBeNull());
  expect(shownNumber(today.number)).toBeNull();

  await userEvent.click(within(sidebar).getByRole("link", { name: "Past" }));
  await screen.findByText("No ride requests yet");
});

test("sections 2 and 9: a new driver's bell shows 3, and opening it marks them as read", async () => {
  await open();
  await userEvent.click(screen.getByRole("button", { name: "Notifications, 3" }));
  const list = within(screen.getByRole("dialog", { name: "Notifications" }));
  expect(await list.findByText("Welcome. Complete your profile")).toBeTruthy();
  expect(await list.findByText("Share your availability")).toBeTruthy();
  expect(await list.findByText("Install the app")).toBeTruthy();
  await screen.findByRole("button", { name: "Notifications", hidden: true });
  // New notifications stay marked until the list is closed.
  expect(list.getAllByText("New")).toHaveLength(3);
});

test("Home shows the current trip instead of the next one, also after midnight", async () => {
  const later = await assign(scene, await book(scene, { pickupLocal: "2026-11-21T06:00" }));
  const night = await assign(scene, await book(scene, { pickupLocal: "2026-11-20T23:30" }));
  await drive(scene, night, "en_route", "on_location", "passenger_on_board");
  // It is 00:10 in Kigali, so the current trip began yesterday.
  scene.server.advance(14 * 3_600_000 + 10 * 60_000);
  await open();
  const current = screen.getByRole("region", { name: "Current trip" });
  expect(
    within(current).getByRole("link", { name: new RegExp(`Trip ${night.number}`) }),
  ).toBeTruthy();
  expect(within(current).getByRole("button", { name: "Complete trip" })).toBeTruthy();
  expect(screen.queryByRole("link", { name: new RegExp(`Trip ${later.number}:`) })).toBeNull();
});

test("Driver Billing shows this week's earnings and cash, then each closed week's statement", async () => {
  const trips = [];
  for (const hour of ["11:00", "13:00"]) {
    const trip = await assign(scene, await book(scene, { pickupLocal: `2026-11-20T${hour}` }));
    const driven = await drive(
      scene,
      trip,
      ...["en_route", "on_location", "passenger_on_board", "completed"],
    );
    trips.push(await takeCash(scene, driven));
  }
  const missed = await assign(scene, await book(scene, { pickupLocal: "2026-11-20T15:00" }));
  trips.push(await drive(scene, missed, "en_route", "on_location", "no_show"));
  scene.server.advance(86_400_000);
  await open("/driver/dashboard/billing");
  const plain = (node: Element) => node.textContent?.replace(/\u00a0/g, " ") ?? "";
  const money = (minor: number) => `RWF ${new Intl.NumberFormat("en").format(minor)}`;
  const week = screen.getByRole("group", { name: "This week so far" });
  const earnedMinor = trips.reduce((sum, { pay }) => sum + (pay?.totalMinor ?? 0), 0);
  const held = trips
    .filter(({ state }) => state === "completed")
    .reduce((sum, { fareMinor }) => sum + fareMinor, 0);
  expect(earnedMinor).toBeGreaterThan(0);
  expect(held).toBeGreaterThan(earnedMinor);
  expect(plain(week)).toContain(`You hand in${money(held - earnedMinor)}`);
  expect(plain(week)).toContain(`Earned${money(earnedMinor)}`);
  expect(plain(week)).toContain(`Collected from passengers-${money(held)}`);
  const row = within(week).getByRole("link", { name: new RegExp(`Trip ${missed.number}`) });
  expect(plain(row)).toContain("No-show");
  closePage();

  scene.server.advance(3 * 86_400_000);
  expect(await closeDueWeeks(scene.server.deps)).toBe(1);
  const router = await open("/driver/dashboard/billing");
  const statements = screen.getByRole("region", { name: "Statements" });
  const link = within(statements).getByRole("link", { name: /Week of Mon 16 Nov 2026/ });
  expect(plain(link)).toContain("To hand in");
  await userEvent.click(link);
  await screen.findByRole("heading", { name: "Statement 1" });
  expect(router.state.location.pathname).toStartWith("/driver/dashboard/statements/");
  const main = screen.getByRole("main");
  expect(plain(main)).toContain(`You hand in${money(held - earnedMinor)}`);
  await waitFor(() =>
    expect(within(main).getAllByRole("link", { name: /Trip \d+/ })).toHaveLength(3),
  );
  expect(within(main).getByRole("link", { name: "Download PDF" }).getAttribute("href")).toMatch(
    /^\/backend\/driver\/statements\/.+\/statement\.pdf$/,
  );
});

test("a slow screen keeps the rest of the page and shows a placeholder", async () => {
  let answer = () => {};
  const billing = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const slowBrowser = interceptedBrowser(scene.phone, {
    "GET /driver/billing": () => billing.then(() => scene.phone.get("/driver/billing")),
  });
  await openArea(scene, "/driver/dashboard/profile", slowBrowser);
  const sidebar = screen.getByRole("navigation", { name: "Driver" });
  await userEvent.click(within(sidebar).getByRole("link", { name: "Driver Billing" }));
  const pending = await screen.findByText("Loading", undefined, { timeout: 4000 });
  await waitFor(() => expect(screen.getAllByRole("main")).toHaveLength(1));
  await waitFor(() => expect(screen.getByRole("main").contains(pending)).toBe(true));
  expect(await screen.findByRole("button", { name: "Notifications, 3" })).toBeTruthy();
  answer();
  await screen.findByRole("heading", { level: 1, name: "Driver Billing" });
});

test("a statement of another driver is not shown", async () => {
  await open("/driver/dashboard/statements/other");
  await screen.findByText("This is not your statement");
  expect(screen.queryByRole("link", { name: "Download PDF" })).toBeNull();
});

test("Management warns of a licence that expires soon, and says to call dispatch", async () => {
  const { db, now } = scene.server.deps;
  db.update(documents)
    .set({ expiresAt: now() + 10.5 * 86_400_000 })
    .where(eq(documents.driverId, scene.row.id))
    .run();
  await open("/driver/dashboard/management");
  const main = within(screen.getByRole("main"));
  expect(main.getByText("10 days left")).toBeTruthy();
  expect(main.getByText("Toyota")).toBeTruthy();
  expect(main.getByText(scene.car.plate)).toBeTruthy();
  expect(main.getByText(/call dispatch/)).toBeTruthy();
});

test("Profile shows the driver, the licence and the vehicle", async () => {
  await open("/driver/dashboard/profile");
  const main = within(screen.getByRole("main"));
  expect(main.getByText("Eric Mugisha")).toBeTruthy();
  expect(main.getByText("+250780010001")).toBeTruthy();
  expect(main.getByText(new RegExp(scene.car.plate))).toBeTruthy();
  expect(main.getByText("Valid")).toBeTruthy();
});

test("section 4: logging out ends the session and opens the driver's sign-in", async () => {
  const router = await open();
  await userEvent.click(screen.getByRole("button", { name: "Log out" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/liveryDriver"));
  const answer = await scene.phone.get("/driver/get-driver");
  expect(await answer.json()).toEqual({ authenticated: false, getdriver: null });
});

test("logging out closes the event stream before the page changes", async () => {
  let open: number | null = null;
  const phone = interceptedBrowser(scene.phone, {
    // The sign-in screen makes this call.
    "GET /driver/get-driver": () => {
      if (screen.queryByRole("button", { name: "Log out" }))
        open = TestStream.opened.filter((one) => one.readyState !== TestStream.CLOSED).length;
      return undefined;
    },
  });
  const router = await openArea(scene, "/driver/dashboard", phone);
  open = null;
  await userEvent.click(screen.getByRole("button", { name: "Log out" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/liveryDriver"));
  expect<number | null>(open).toBe(0);
});

test("the title of the tab counts open offers", async () => {
  await offer(scene, await book(scene));
  await open("/driver/dashboard/profile");
  await waitFor(() => expect(document.title).toBe("(1) Profile · Livery"));
});
