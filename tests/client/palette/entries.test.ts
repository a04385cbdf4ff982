import { expect, test } from "bun:test";
import { screensOfRole } from "../../../client/office/navigation";
import {
  tripActionEntries,
  commandEntries,
  entriesFor,
  entriesOfHits,
  recentEntries,
  screenEntries,
} from "../../../client/palette/entries";
import type { AdminRole } from "../../../src/accounts/contract";
import type { SearchHit } from "../../../src/desk/contract";
import type { ReservationRow, ReservationState } from "../../../src/reservations/contract";

const frame = { onLock() {}, onSignOut() {}, onShowKeys() {}, onCopyLink() {} };
const row = (state: ReservationState) =>
  ({
    id: "one",
    number: 1404,
    state,
    serviceType: "point_to_point",
    willCall: false,
    onRequest: false,
    pickup: { latitude: -1.95, longitude: 30.06 },
    stops: [],
    dropoff: { latitude: -1.97, longitude: 30.14 },
  }) as unknown as ReservationRow;
const actionsOf = (state: ReservationState, role: AdminRole) =>
  tripActionEntries({ row: row(state), act: () => {} }, role, frame).map(({ title }) => title);
const hit = (kind: SearchHit["kind"], id: string): SearchHit => ({
  kind,
  id,
  title: id,
  detail: "",
  pickupAt: null,
  state: null,
});

test("the palette offers only the actions that the selected trip's state and the role allow", () => {
  expect(actionsOf("pending", "dispatcher")).toEqual([
    "Confirm booking",
    "Assign driver",
    "Change payment",
    "Agree on price",
    "Reject booking",
    "Cancel trip",
    "Open details",
    "Open page",
    "Copy link",
    "Duplicate trip",
    "Book return trip",
  ]);
  expect(actionsOf("completed", "accountant")).toEqual([
    "Record payment",
    "Settle trip",
    "Change payment",
    "Correct fare",
    "Open details",
    "Open page",
    "Copy link",
  ]);
  expect(actionsOf("offered", "owner")).toContain("Withdraw offer");
});

test("an action chosen in the palette starts the same action as the panel's button", () => {
  const started: string[] = [];
  const offered = tripActionEntries(
    { row: row("pending"), act: (name) => started.push(name) },
    "owner",
    frame,
  );
  offered.find(({ title }) => title === "Assign driver")?.run?.();
  expect(started).toEqual(["assign"]);
});

test("the palette offers a new booking to a dispatcher, but not to an accountant", () => {
  const titles = (role: AdminRole) => commandEntries(role, frame).map(({ title }) => title);
  expect(titles("dispatcher")).toContain("New booking");
  expect(titles("accountant")).toEqual(["Lock screen", "Show keyboard shortcuts", "Sign out"]);
});

test("the palette orders its sections by what is typed, and puts results first for a number", () => {
  const own = {
    actions: tripActionEntries({ row: row("pending"), act: () => {} }, "owner", frame),
    recents: recentEntries([{ key: "go x", title: "Map", detail: "", to: "/x" }]),
    others: [...commandEntries("owner", frame), ...screenEntries(screensOfRole("owner"))],
  };
  const hits = entriesOfHits([hit("reservation", "r"), hit("driver", "d")]);
  const sections = (typed: string) => [
    ...new Set(entriesFor(typed, own, typed === "" ? [] : hits).map(({ section }) => section)),
  ];
  expect(sections("")).toEqual(["Reservation 1404", "Recent", "Actions", "Go to"]);
  expect(sections("driv")).toEqual(["Reservation 1404", "Go to", "Reservations", "Drivers"]);
  expect(sections("1404").slice(0, 2)).toEqual(["Reservations", "Drivers"]);
  expect(entriesFor("lock", own, [])[0]?.title).toBe("Lock screen");
  expect(entriesFor("help", own, [])[0]?.title).toBe("Show keyboard shortcuts");
  const keys = entriesFor("", own, []).map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
});

test("a search result opens its own page", () => {
  const ways = entriesOfHits([hit("rider", "r"), hit("driver", "d"), hit("reservation", "n")]);
  expect(ways.map(({ destination }) => destination)).toEqual([
    { to: "/dispatch/dashboard/riders/r" },
    { to: "/dispatch/dashboard/DriverManagement/d" },
    { to: "/dispatch/dashboard/reservation/n" },
  ]);
});

test("each screen that the palette offers is a page", async () => {
  const tree = await Bun.file("client/routeTree.gen.ts").text();
  for (const { destination } of screenEntries(screensOfRole("owner")))
    expect(tree).toContain(JSON.stringify(destination?.to));
});
