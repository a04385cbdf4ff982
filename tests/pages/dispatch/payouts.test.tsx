/** Dispatch sees the amounts owed to drivers, closes weeks, pays, adjusts and reverses. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { driverEntries, driverStatements } from "../../../db/schema/payouts";
import { createDriver } from "../../support/fleet";
import { closePage, openPage } from "../../support/pages";
import { type Browser, START } from "../../support/server";
import { signInAdmin } from "../../support/staff";
import { browserThatLosesAnswer, createScene, type Scene } from "./scene";

const WEEK_MS = 7 * 86_400_000;
let scene: Scene;
beforeEach(async () => {
  scene = await createScene();
  createDriver(scene.server, { id: "paid", firstName: "Grace", lastName: "Aaron" });
  scene.addTrip({
    state: "settled",
    payment: "account",
    driverId: "paid",
    pickupAt: START - WEEK_MS,
    payMinor: 9_730,
    payLines: [
      { kind: "fare_share", params: { percent: 70, ofMinor: 13_900 }, amountMinor: 9_730 },
    ],
  });
});
afterEach(() => {
  closePage();
  scene.close();
});

const open = (page: string, browser: Browser = scene.desk) =>
  openPage(scene.server, `/dispatch/dashboard/${page}`, browser);
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole("button", { name }));
const plain = (node: Element | null) => node?.textContent?.replace(/\u00a0/g, " ") ?? "";
const form = (name: string) => within(screen.getByRole("form", { name }));
const type = async (where: ReturnType<typeof form>, label: string | RegExp, text: string) => {
  const field = where.getByLabelText(label);
  await userEvent.clear(field);
  if (text) await userEvent.type(field, text);
};
const db = () => scene.server.deps.db;

test("staff close pay weeks, pay a driver in part and reverse a wrong payment", async () => {
  await open("payouts");
  const row = () => screen.getAllByRole("row").find((each) => /Grace/.test(plain(each))) ?? null;
  expect(plain(row())).toContain("Pay week to close");
  expect(plain(row())).toContain("RWF 9,730");
  await press("Close pay weeks");
  await screen.findAllByText("We pay the driver");
  expect(db().select().from(driverStatements).all()).toMatchObject([
    { number: 1, closingMinor: 9_730 },
  ]);
  closePage();

  await open("payouts/paid");
  expect(screen.queryByRole("button", { name: "Close pay weeks" })).toBeNull();
  const payment = form("Record payment");
  expect(payment.getByLabelText<HTMLInputElement>(/^Amount/).value).toBe("9,730");
  await type(payment, /^Amount/, "10,000");
  await press("Record payment");
  await screen.findByText("We owe the driver at most RWF 9,730.");
  await type(payment, /^Amount/, "4,000");
  await type(payment, /^Payment reference/, "MM 77");
  await press("Record payment");
  const entries = await screen.findByRole("table", { name: "Payments and adjustments" });
  expect(plain(entries)).toContain("Paid to the driver, mobile money");
  expect(plain(entries)).toContain("MM 77");
  await screen.findByText("Partly paid");
  await press("Reverse entry");
  await screen.findByText("Reverses an earlier entry");
  expect(
    db()
      .select()
      .from(driverEntries)
      .all()
      .map(({ amountMinor }) => amountMinor),
  ).toEqual([-4_000, 4_000]);
});

test("an adjustment needs an amount, a reason and a trip that the driver drove", async () => {
  await open("payouts/paid");
  await press("Add adjustment");
  await screen.findByText("Enter an amount");
  const adjustment = form("Add adjustment");
  await userEvent.selectOptions(adjustment.getByLabelText("Kind"), "damage");
  await waitFor(() =>
    expect(adjustment.getByLabelText<HTMLSelectElement>("In favour of").value).toBe("against"),
  );
  await type(adjustment, /^Amount/, "1,500");
  await press("Add adjustment");
  await screen.findByText("This field is required.");
  await type(adjustment, /^Reason/, "Bumper");
  await type(adjustment, /^Trip number/, "999999");
  await press("Add adjustment");
  await screen.findByText("This driver did not drive this trip.");
  await type(adjustment, /^Trip number/, "");
  await press("Add adjustment");
  await screen.findByText("Bumper");
  expect(db().select().from(driverEntries).all()).toMatchObject([
    { kind: "damage", amountMinor: -1_500, reason: "Bumper" },
  ]);
});

test("a payment edited after a lost answer is recorded only when it is sent again", async () => {
  await scene.desk.post("/admin/payouts/closing");
  const path = "/admin/drivers/paid/payments";
  await open("payouts/paid", browserThatLosesAnswer(scene.desk, path));
  const payment = form("Record payment");
  await type(payment, /^Amount/, "4,000");
  await press("Record payment");
  await payment.findByRole("alert");
  await type(payment, /^Amount/, "3,000");
  await press("Record payment");
  await payment.findByText(/^Your earlier entry was recorded, but this one was not\./);
  const entries = await screen.findByRole("table", { name: "Payments and adjustments" });
  expect(plain(entries)).toContain("4,000");
  expect(payment.getByLabelText<HTMLInputElement>(/^Amount/).value).toBe("3,000");
  const paid = () =>
    db()
      .select()
      .from(driverEntries)
      .all()
      .map(({ amountMinor }) => amountMinor);
  expect(paid()).toEqual([-4_000]);
  await press("Record payment");
  await waitFor(() => expect(paid()).toEqual([-4_000, -3_000]));
});

test("a statement shows its trips and files, and a dispatcher cannot change payouts", async () => {
  await scene.desk.post("/admin/payouts/closing");
  const dispatcher = await signInAdmin(scene.server, { role: "dispatcher" });
  await open("payouts/paid", dispatcher);
  expect(screen.queryByRole("form")).toBeNull();
  expect(screen.queryByRole("button", { name: "Reverse entry" })).toBeNull();
  closePage();
  const [statement] = db().select().from(driverStatements).all();
  await open(`statements/${statement?.id}`, dispatcher);
  const main = screen.getByRole("main");
  expect(plain(main)).toContain("Livery pays Grace Aaron");
  expect(plain(main)).toContain("Billed to a company");
  for (const file of ["PDF", "CSV"])
    expect(screen.getByRole("link", { name: `Download ${file}` }).getAttribute("href")).toBe(
      `/backend/admin/statements/${statement?.id}/statement.${file.toLowerCase()}`,
    );
});

test("a month is chosen by name, and its statements can be downloaded as CSV", async () => {
  await open("payouts");
  const month = await screen.findByRole<HTMLSelectElement>("combobox", { name: "Month" });
  expect([...month.options].slice(0, 2).map(({ text }) => text)).toEqual([
    "November 2026",
    "October 2026",
  ]);
  const file = () => screen.getByRole("link", { name: "Download CSV" }).getAttribute("href");
  expect(file()).toBe("/backend/admin/statements.csv?month=2026-11");
  await userEvent.selectOptions(month, "October 2026");
  expect(file()).toBe("/backend/admin/statements.csv?month=2026-10");
});
