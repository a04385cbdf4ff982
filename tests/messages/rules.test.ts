import { describe, expect, test } from "bun:test";
import type { Side } from "../../src/messages/contract";
import {
  canReadMessage,
  OPEN_AFTER_TRIP_MS,
  readersOf,
  recipientOf,
  NOTIFY_AFTER_MS,
  NOTIFY_INTERVAL_MS,
  notifyAt,
  writingStateOf,
} from "../../src/messages/rules";
import { transitions } from "../../src/reservations/rules";
import type { ReservationState } from "../../src/reservations/contract";

const sides: Side[] = ["rider", "driver", "dispatch"];

describe("writable", () => {
  const trip = { driverId: "d", endedAt: null, closedAt: null };

  test("allows messages only with a driver, from assigned to passenger on board", () => {
    const open = Object.keys(transitions).filter(
      (state) =>
        writingStateOf({ ...trip, state: state as ReservationState }, "rider", 1) === "yes",
    );
    expect(open.sort()).toEqual(["assigned", "en_route", "on_location", "passenger_on_board"]);
    expect(writingStateOf({ ...trip, driverId: null, state: "confirmed" }, "rider", 1)).toBe(
      "not_yet",
    );
  });

  test("allows messages until four hours after the end, to the millisecond", () => {
    const over = { ...trip, state: "completed" as const, endedAt: 1_000 };
    expect(writingStateOf(over, "rider", 1_000 + OPEN_AFTER_TRIP_MS - 1)).toBe("yes");
    for (const side of sides)
      expect(writingStateOf(over, side, 1_000 + OPEN_AFTER_TRIP_MS)).toBe("over");
    const never = { ...over, state: "cancelled" as const, driverId: null };
    expect(writingStateOf(never, "rider", 2_000)).toBe("over");
  });

  test("allows only dispatch to write in a closed conversation", () => {
    const closed = { ...trip, state: "en_route" as const, closedAt: 5 };
    expect(sides.map((side) => writingStateOf(closed, side, 10))).toEqual([
      "closed",
      "closed",
      "yes",
    ]);
  });
});

test.each([
  ["rider", undefined, true, "driver"],
  ["rider", "both", true, "driver"],
  ["rider", "dispatch", true, "dispatch"],
  ["driver", undefined, true, "rider"],
  ["driver", "driver", true, "rider"],
  ["driver", "dispatch", true, "dispatch"],
  ["driver", "rider", false, "dispatch"],
  ["dispatch", undefined, true, "both"],
  ["dispatch", "rider", true, "rider"],
  ["dispatch", "driver", true, "driver"],
  ["dispatch", "dispatch", true, "both"],
  ["dispatch", undefined, false, "driver"],
  ["dispatch", "rider", false, null],
] as const)(
  "recipientOf sends a message from %s to %s, with a rider %p, to %s",
  (side, wanted, hasRider, reached) => {
    expect(recipientOf(side, wanted, hasRider)).toBe(reached);
  },
);

test("dispatch reads every message; rider and driver read what they wrote or received", () => {
  for (const sender of sides)
    for (const recipient of ["both", "rider", "driver", "dispatch"] as const) {
      expect(canReadMessage({ sender, recipient }, "dispatch")).toBe(true);
      for (const side of ["rider", "driver"] as const)
        expect(canReadMessage({ sender, recipient }, side)).toBe(
          sender === side || recipient === side || recipient === "both",
        );
    }
});

test("readersOf counts only the recipients of a message", () => {
  const marks = { rider: 5, driver: 4, dispatch: 9 };
  const read = (id: number, sender: Side, recipient: "both" | "rider" | "driver" | "dispatch") =>
    readersOf({ id, sender, recipient }, marks);
  expect(read(4, "dispatch", "both")).toEqual(["rider", "driver"]);
  expect(read(5, "dispatch", "both")).toEqual(["rider"]);
  expect(read(5, "driver", "rider")).toEqual(["rider"]);
  expect(read(6, "driver", "rider")).toEqual([]);
  expect(read(4, "rider", "driver")).toEqual(["driver"]);
  expect(read(9, "rider", "dispatch")).toEqual(["dispatch"]);
});

test("notifyAt waits one minute, and five minutes after the last notification", () => {
  expect(notifyAt(10_000, null)).toBe(10_000 + NOTIFY_AFTER_MS);
  expect(notifyAt(10_000, 9_000)).toBe(9_000 + NOTIFY_INTERVAL_MS);
  expect(notifyAt(10_000_000, 9_000)).toBe(10_000_000 + NOTIFY_AFTER_MS);
});
