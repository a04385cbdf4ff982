import { describe, expect, test } from "bun:test";
import { mayAct } from "../../../client/trip-acts/allowed-acts";
import { attentionOf } from "../../../client/board/attention";
import { addDays, allStates, openStates } from "../../../src/dispatch/board/view-rules";
import {
  dayOf,
  daysOf,
  listQuery,
  readBoardSearch,
  toggleStateFilter,
} from "../../../client/board/board-filters";
import { timeUntilPickup } from "../../../client/office/words";
import type { ReservationRow, ReservationState } from "../../../src/reservations/contract";

/** 20 November 2026, 23:30 in Kigali, which is two hours ahead of UTC. */
const now = Date.parse("2026-11-20T21:30:00Z");
const kigali = "Africa/Kigali";

describe("the board's address", () => {
  test("keeps valid filters and drops invalid ones", () => {
    expect(
      readBoardSearch({
        state: "pending.nonsense.settled",
        range: "week",
        q: 1042,
        sort: "-createdAt",
      }),
    ).toEqual({ state: "pending.settled", range: "week", q: "1042", sort: "-createdAt" });
    expect(
      readBoardSearch({
        state: "x",
        range: "constructor",
        q: {},
        sort: "fare",
        open: [],
        from: "x",
      }),
    ).toEqual({});
    expect(readBoardSearch({ range: "today", from: "2026-01-01" })).toEqual({ range: "today" });
    expect(readBoardSearch({ range: "custom", from: "2026-01-01", to: "tomorrow" })).toEqual({
      range: "custom",
      from: "2026-01-01",
    });
  });

  test("has a key for each filter, even if it is unset", () => {
    expect(Object.keys(readBoardSearch({})).sort()).toEqual([
      "approval",
      "arrival",
      "company",
      "day",
      "driver",
      "flight",
      "from",
      "open",
      "order",
      "overdue",
      "q",
      "range",
      "saved",
      "service",
      "sort",
      "source",
      "state",
      "to",
      "vehicleClass",
      "view",
    ]);
  });

  test("reads the view, its day and the kinds of service, and drops invalid values", () => {
    expect(
      readBoardSearch({
        view: "timeline",
        day: "2026-11-21",
        service: "interpreter.nonsense.home_care",
        overdue: true,
        approval: "true",
      }),
    ).toEqual({
      view: "timeline",
      day: "2026-11-21",
      service: "home_care.interpreter",
      overdue: true,
      approval: true,
    });
    expect(
      readBoardSearch({
        view: "table",
        day: "2026-02-30",
        service: "x",
        overdue: "no",
        approval: 1,
      }),
    ).toEqual({});
  });

  test("gives timeline and map the chosen day, else the first day of the range, else today", () => {
    expect(dayOf({ day: "2027-01-02", range: "today" }, kigali, now)).toBe("2027-01-02");
    expect(dayOf({ range: "tomorrow" }, kigali, now)).toBe("2026-11-21");
    expect(dayOf({ range: "custom", from: "2026-12-24" }, kigali, now)).toBe("2026-12-24");
    expect(dayOf({ range: "all" }, kigali, now)).toBe("2026-11-20");
    expect(dayOf({}, kigali, now)).toBe("2026-11-20");
  });

  test("a state's chip turns its filter on and off, and the states keep the order of a trip's life", () => {
    expect(toggleStateFilter({}, "assigned")).toBe("assigned");
    expect(toggleStateFilter({ state: "assigned" }, "pending")).toBe("pending.assigned");
    expect(toggleStateFilter({ state: "pending.assigned" }, "assigned")).toBe("pending");
    expect(toggleStateFilter({ state: "pending" }, "pending")).toBeUndefined();
    expect(toggleStateFilter({ state: "all" }, "pending")).toBe("pending");
  });

  test("lists every open state from the operator's today on if it has no filter", () => {
    expect(openStates).toEqual([
      "pending",
      "confirmed",
      "offered",
      "assigned",
      "en_route",
      "on_location",
      "passenger_on_board",
    ]);
    expect(listQuery({}, kigali, now)).toEqual({
      state: [...openStates],
      from: "2026-11-20",
      sort: "pickupAt",
    });
    expect(listQuery({ state: "all", range: "all" }, kigali, now)).toEqual({ sort: "pickupAt" });
  });

  test("counts days in the operator's time zone", () => {
    const day = (range: "today" | "tomorrow" | "week", zone: string) =>
      daysOf({ range }, zone, now);
    expect(day("today", kigali)).toEqual({ from: "2026-11-20", to: "2026-11-20" });
    expect(day("today", "Asia/Tokyo")).toEqual({ from: "2026-11-21", to: "2026-11-21" });
    expect(day("tomorrow", kigali)).toEqual({ from: "2026-11-21", to: "2026-11-21" });
    expect(day("week", kigali)).toEqual({ from: "2026-11-20", to: "2026-11-26" });
    expect(addDays("2026-02-28", 1)).toBe("2026-03-01");
    expect(addDays("2026-01-01", -1)).toBe("2025-12-31");
  });
});

const row = (state: ReservationState, minutes: number) =>
  ({
    id: `${state} ${minutes}`,
    state,
    pickupAt: new Date(now + minutes * 60_000).toISOString(),
  }) as ReservationRow;

test("timeUntilPickup says how far away a pickup is or how late its driver is", () => {
  const cases: [ReservationState, number, string | undefined][] = [
    ["assigned", 25, "in 25 min"],
    ["assigned", 0, "now"],
    ["assigned", -12, "12 min late"],
    ["en_route", -61, "1 h late"],
    ["confirmed", 59, "in 59 min"],
    ["confirmed", 200, "in 3 h"],
    ["confirmed", 13 * 60, undefined],
    ["passenger_on_board", -12, undefined],
    ["completed", 25, undefined],
    ["cancelled", -5, undefined],
  ];
  for (const [state, minutes, words] of cases)
    expect([state, minutes, timeUntilPickup(row(state, minutes), now)?.text]).toEqual([
      state,
      minutes,
      words,
    ]);
});

test("attentionOf finds trips without a driver within the hour, late ones and unconfirmed ones", () => {
  const watched = [
    row("confirmed", 61),
    row("confirmed", 60),
    row("offered", 10),
    row("assigned", -1),
    row("assigned", 0),
    row("en_route", -30),
    row("pending", 3000),
    row("pending", 20),
    { ...row("quote", 5000), onRequest: true },
    row("quote", 10),
  ];
  const { tripsWithoutDriver, lateTrips, requestedTrips, pendingTrips } = attentionOf(watched, now);
  expect(tripsWithoutDriver.map(({ id }) => id)).toEqual(["offered 10", "confirmed 60"]);
  expect(lateTrips.map(({ id }) => id)).toEqual(["en_route -30", "assigned -1"]);
  expect(requestedTrips.map(({ id }) => id)).toEqual(["quote 5000"]);
  expect(pendingTrips.map(({ id }) => id)).toEqual(["pending 20", "pending 3000"]);
});

test("mayAct allows no action in a state that has no transition for it", () => {
  for (const state of ["cancelled", "no_show", "rejected", "passenger_on_board"] as const)
    for (const act of [
      "confirm",
      "reject",
      "assign",
      "withdraw",
      "unassign",
      "cancel",
      "reopen",
    ] as const)
      expect([state, act, mayAct(act, state)]).toEqual([state, act, false]);
  expect(allStates.filter((state) => mayAct("cancel", state))).toEqual([
    "quote",
    "pending",
    "confirmed",
    "offered",
    "assigned",
    "en_route",
    "on_location",
  ]);
});
