/** Reports on screen: periods, groups, figures that lead to the board, and the dispatcher's view. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { reservations } from "../../../db/schema/reservations";
import { vehicleClasses } from "../../../db/schema/vehicles";
import { closePage, openPage } from "../../support/pages";
import { reservationValues } from "../../support/reservations";
import { signInAdmin } from "../../support/staff";
import { createScene, type Scene } from "./scene";

let scene: Scene;
/** The date of the scene's clock. */
const today = "2026-11-20";
const pickupAt = Date.parse(`${today}T08:00:00+02:00`);

beforeEach(async () => {
  scene = await createScene();
});
afterEach(() => {
  closePage();
  scene.close();
});

const REPORTS_PATH = "/dispatch/dashboard/reports";

function put(row: Partial<typeof reservations.$inferInsert>, number: number) {
  const { db } = scene.server.deps;
  const [first] = db.select().from(vehicleClasses).all();
  const values = { number, pickupAt, vehicleClassId: first?.id ?? "", ...row };
  db.insert(reservations).values(reservationValues(values)).run();
}

test("the report shows the totals of the period, and each figure links to its trips", async () => {
  const { driver } = scene.addDriver("Eric", "Mugisha");
  const driven = { state: "completed", driverId: driver.id, fareMinor: 12_000 } as const;
  const line = { kind: "base", params: {}, amountMinor: 12_000 };
  put({ ...driven, fareLines: [line], arrivedAt: pickupAt }, 9_001);
  put({ ...driven, fareLines: [line], arrivedAt: pickupAt + 600_000 }, 9_002);
  put({ state: "cancelled", cancellationFeeMinor: 3_000 }, 9_003);
  const router = await openPage(scene.server, REPORTS_PATH, scene.desk);
  const figures = within(screen.getByRole("region", { name: "Figures" }));
  expect(figures.getByText("RWF 27,000")).toBeTruthy();
  expect(figures.getByText("50.0 %")).toBeTruthy();
  const chart = screen.getByRole("img", { name: /^Trips driven/ });
  expect(chart.querySelector("[style]")).toBeNull();
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Group by" }), "driver");
  const table = await screen.findByRole("table", { name: /^By driver/ });
  // The heading names the currency once, so that all columns fit on a laptop.
  expect(screen.getByRole("heading", { name: "Details Amounts in RWF" })).toBeTruthy();
  await waitFor(() => expect(router.state.location.search).toEqual({ by: "driver" }));
  const row = within(table).getByRole("row", { name: /^Eric Mugisha/ });
  await waitFor(() => expect(within(row).getAllByText("24,000")).toHaveLength(2));
  await userEvent.click(within(row).getByRole("link", { name: "Eric Mugisha, late: 1" }));
  await waitFor(() =>
    expect(router.state.location.pathname).toBe("/dispatch/dashboard/reservation"),
  );
  await waitFor(() => expect(screen.getAllByText("9002").length).toBeGreaterThan(0));
  await waitFor(() => expect(screen.queryByText("9001")).toBeNull());
  await userEvent.click(
    screen.getByRole("button", { name: /^Only trips driven by Eric Mugisha, with a late driver/ }),
  );
  await waitFor(() => expect(screen.getAllByText("9001").length).toBeGreaterThan(0));
});

test("the report shows when there were no trips, and the address keeps the chosen days", async () => {
  const router = await openPage(scene.server, REPORTS_PATH, scene.desk);
  expect(screen.getByText("No trips in this period")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Custom" }));
  await waitFor(() =>
    expect(router.state.location.search).toEqual({
      period: "custom",
      from: `${today.slice(0, 8)}01`,
      to: today,
    }),
  );
  await userEvent.click(screen.getByRole("button", { name: "Today" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ period: "today" }));
  const file = screen.getByRole("link", { name: "Trips as CSV" });
  expect(file.getAttribute("href")).toBe(
    `/backend/admin/reports/trips.csv?from=${today}&to=${today}`,
  );
});

test("a dispatcher sees no revenue and gets no CSV link", async () => {
  put({ state: "completed" }, 9_001);
  const desk = await signInAdmin(scene.server, { role: "dispatcher" });
  await openPage(scene.server, REPORTS_PATH, desk);
  expect(screen.getByRole("heading", { name: "Reports" })).toBeTruthy();
  expect(screen.getByRole("link", { name: /^Trips: show trips/ })).toBeTruthy();
  expect(screen.queryByText(/Revenue/)).toBeNull();
  expect(screen.queryByText(/RWF/)).toBeNull();
  expect(screen.queryByRole("link", { name: "Trips as CSV" })).toBeNull();
});
