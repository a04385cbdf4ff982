/** Which rows of a long board are drawn, and that rows which stay are not moved. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { groupsToRender, groupsOf } from "../../../client/board/board-row-parts";
import { addDays } from "../../../src/dispatch/board/view-rules";
import type { ReservationRow } from "../../../src/reservations/contract";

const stop = { name: "Airport", detail: "", latitude: -1.9, longitude: 30.1 };

const rowAt = (at: number, day: number): ReservationRow => ({
  id: `trip-${at}`,
  number: 1001 + at,
  state: "confirmed",
  serviceType: "point_to_point",
  pickupAt: `${addDays("2026-11-20", day)}T10:00:00.000Z`,
  pickup: stop,
  dropoff: stop,
  stops: [],
  rider: null,
  passenger: { name: "Aline Uwase", phone: null },
  vehicleClass: { id: "class", name: "Sedan" },
  driver: null,
  vehicle: null,
  fareMinor: 13_900,
  currency: "RWF",
  payMinor: null,
  onRequest: false,
  willCall: false,
  otherLeg: null,
  version: 1,
});

/** Returns the keys of every row and gap of every day, in their order. */
const keysOf = (...list: Parameters<typeof groupsToRender>) =>
  groupsToRender(...list).flatMap((renderedGroup) =>
    "gap" in renderedGroup
      ? [renderedGroup.key]
      : [
          `day ${renderedGroup.day}`,
          ...renderedGroup.renderedRows.map((piece) =>
            "gap" in piece ? `${renderedGroup.day} ${piece.key}` : piece.row.id,
          ),
        ],
  );

test("rows that stay drawn keep their order, wherever the list is scrolled to", () => {
  const rows = Array.from({ length: 600 }, (_, at) => rowAt(at, at < 450 ? 0 : at < 480 ? 1 : 2));
  const groups = groupsOf(rows, "Africa/Kigali");
  const keysWhenScrolledTo = (top: number, selected: number) =>
    keysOf(
      groups,
      { top, bottom: top + 900, overscanPx: 1_200, rowHeight: 37, headHeight: 29 },
      { rows, selectedId: rows[selected]?.id ?? null, openRowId: null },
    );
  fc.assert(
    fc.property(
      fc.nat(22_000),
      fc.nat(22_000),
      fc.nat(599),
      fc.nat(599),
      (top, to, selected, next) => {
        const before = keysWhenScrolledTo(top, selected);
        const after = keysWhenScrolledTo(to, next);
        const stays = new Set(before).intersection(new Set(after));
        expect(after.filter((key) => stays.has(key))).toEqual(
          before.filter((key) => stays.has(key)),
        );
      },
    ),
    { numRuns: 300, examples: [[0, 2_000, 1, 1]] },
  );
});
