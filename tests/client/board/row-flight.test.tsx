/** What a board row shows about its flight: first what dispatch has to decide. */
import { afterEach, expect, test } from "bun:test";
import { cleanup, render } from "@testing-library/react";
import { RowFlight } from "../../../client/board/board-row-parts";
import type { ReservationRow } from "../../../src/reservations/contract";

afterEach(cleanup);

const now = Date.parse("2026-11-20T08:00:00Z");
const at = "2026-11-20T12:05:00.000Z";
const flight = {
  number: "WB711",
  state: "scheduled",
  at,
  hasHappened: false,
  delayMinutes: 0,
  proposedPickupAt: null,
} as const;

test.each([
  [undefined, ""],
  [{ state: "waiting", at: null, delayMinutes: null }, "WB711"],
  [{}, "WB711Lands 14:05"],
  [{ delayMinutes: 14 }, "WB711Lands 14:05"],
  [{ delayMinutes: 40 }, "WB71140 min late"],
  [{ delayMinutes: -25 }, "WB71125 min early"],
  [{ delayMinutes: 40, hasHappened: true, state: "landed" }, "WB711Landed 14:05"],
  [{ delayMinutes: 40, proposedPickupAt: "2026-11-20T12:45:00.000Z" }, "WB711Move to 14:45"],
  // If the proposed time has passed, the pickup is moved to now.
  [{ delayMinutes: -40, proposedPickupAt: "2026-11-20T07:00:00.000Z" }, "WB711Move to 10:00"],
  [{ delayMinutes: 40, state: "cancelled" }, "WB711Cancelled"],
  [{ state: "diverted" }, "WB711Diverted"],
  [{ state: "unknown", at: null }, "WB711Not found"],
] as const)("RowFlight shows the flight %o as %p", (known, expectedText) => {
  const row = {
    state: "assigned",
    serviceType: "airport_pickup",
    ...(known && { flight: { ...flight, ...known } }),
  } as ReservationRow;
  const { container } = render(
    <RowFlight className="" now={now} row={row} timeZone="Africa/Kigali" />,
  );
  expect(container.textContent).toBe(expectedText);
});

test("RowFlight shows when a departure leaves, and no new pickup time once the driver has set off", () => {
  const row = {
    state: "en_route",
    serviceType: "airport_dropoff",
    flight: { ...flight, proposedPickupAt: at },
  } as unknown as ReservationRow;
  const { container } = render(
    <RowFlight className="" now={now} row={row} timeZone="Africa/Kigali" />,
  );
  expect(container.textContent).toBe("WB711Leaves 14:05");
});
