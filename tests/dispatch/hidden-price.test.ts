/** What a driver learns about a trip's price before and after accepting it, with prices hidden and shown. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { settings } from "../../db/schema/settings";
import { reservations } from "../../db/schema/reservations";
import { notifications } from "../../db/schema/notifications";
import { driverStatements } from "../../db/schema/payouts";
import { closeDueWeeks } from "../../src/payouts/close-actions";
import type { DriverList, DriverReservation } from "../../src/reservations/contract";
import { SYSTEM_ACTOR } from "../../src/deps";
import { changeReservation } from "../../src/reservations/actions";
import { loadTrip } from "../../src/reservations/trip-queries";
import type { ContactRulesAnswer } from "../../src/settings/contact-contract";
import {
  assign,
  book,
  createDriverScene,
  type DriverScene,
  drive,
  look,
  offer,
} from "../pages/driver/scene";
import { textOfPdf } from "../support/pdf";
import { lastMessage, signInDriver } from "../support/sign-in";
import { signInAdmin } from "../support/staff";
import { json } from "../tracking/scene";

let scene: DriverScene;
beforeEach(async () => {
  scene = await createDriverScene();
  show(false);
});
afterEach(() => scene.server.close());

const show = (showFareToDrivers: boolean) =>
  scene.server.deps.db.update(settings).set({ showFareToDrivers }).run();
const listed = async (id: string) =>
  (
    await json<DriverList>(await scene.phone.get("/driver/reservations?when=today"))
  ).reservations.find((row) => row.id === id);
const read = async (id: string) =>
  (
    await json<{ reservation: DriverReservation }>(
      await scene.phone.get(`/driver/reservations/${id}`),
    )
  ).reservation;
/** Returns whether an answer contains the amount anywhere. */
const containsAmount = (answer: unknown, minor: number) =>
  new RegExp(`\\b${minor}\\b`).test(JSON.stringify(answer));

test("an offer shows what the driver earns, and not the price", async () => {
  const booked = await book(scene);
  const { fareMinor } = booked;
  await offer(scene, booked, 300);
  const [row, trip] = [await listed(booked.id), await read(booked.id)];
  expect(row?.payMinor).toBeGreaterThan(0);
  expect(row?.payMinor).toBeLessThan(fareMinor);
  expect(trip).toMatchObject({
    payMinor: row?.payMinor ?? -1,
    fareMinor: 0,
    lines: [],
    dueMinor: 0,
  });
  for (const answer of [row, trip]) expect(containsAmount(answer, fareMinor)).toBe(false);
  const earnedText = `You earn RWF ${new Intl.NumberFormat("en").format(row?.payMinor ?? 0)}`;
  const notice = scene.server.deps.db
    .select()
    .from(notifications)
    .all()
    .find(({ title }) => title === `New offer: trip ${booked.number}`);
  expect(notice?.body).toContain(`${earnedText}.`);
  const mail = lastMessage(scene.server, "eric@example.com");
  expect(mail.text.replaceAll("\u00a0", " ").replace("You earn: ", "You earn ")).toContain(
    earnedText,
  );
  expect(mail.text).not.toContain(new Intl.NumberFormat("en").format(fareMinor));
});

test("a driver sees the amount to collect, and after the trip what they earned", async () => {
  const given = await assign(scene, await book(scene));
  const { fareMinor } = await look(scene, given.id);
  expect(await read(given.id)).toMatchObject({ fareMinor: 0, dueMinor: fareMinor });
  await drive(scene, given, "en_route", "on_location", "passenger_on_board", "completed");
  const over = await read(given.id);
  const { pay } = await look(scene, given.id);
  expect(over).toMatchObject({ fareMinor: 0, lines: [], payMinor: pay?.totalMinor ?? -1 });
  expect(over.pay?.totalMinor).toBe(pay?.totalMinor ?? -1);
  expect(over.pay?.lines.map(({ kind, amountMinor }) => [kind, amountMinor])).toEqual(
    pay?.lines.map(({ kind, amountMinor }) => [kind, amountMinor]) ?? [],
  );
  const { dueMinor: _, ...others } = over;
  expect(containsAmount(others, fareMinor)).toBe(false);
});

test("a driver's account and statement show what they earned, and not the price", async () => {
  const given = await assign(scene, await book(scene, { payment: "card" }));
  const { fareMinor } = await look(scene, given.id);
  await drive(scene, given, "en_route", "on_location", "passenger_on_board", "completed");
  const { server, phone } = scene;
  const open = async () => (await phone.get("/driver/billing")).text();
  expect(containsAmount(await open(), fareMinor)).toBe(false);
  server.advance(8 * 86_400_000);
  expect(await closeDueWeeks(server.deps)).toBe(1);
  const [statement] = server.deps.db.select().from(driverStatements).all();
  const path = `/driver/statements/${statement?.id}`;
  const { browser: later } = await signInDriver(server, "eric@example.com");
  const all = async () =>
    (await (await later.get(path)).text()) +
    (await (await later.get(`${path}/statement.csv`)).text());
  expect(await all()).toContain(`${statement?.payMinor}`);
  expect(containsAmount(await all(), fareMinor)).toBe(false);
  show(true);
  expect(containsAmount(await all(), fareMinor)).toBe(true);
  const owner = await signInAdmin(server, { role: "owner", email: "owner@example.com" });
  show(false);
  const office = await owner.get(`/admin/statements/${statement?.id}/statement.csv`);
  expect(containsAmount(await office.text(), fareMinor)).toBe(true);
});

test("the driver's timeline of a changed trip shows neither the old nor the new price", async () => {
  const given = await assign(scene, await book(scene));
  const { fareMinor } = await look(scene, given.id);
  const changed = {
    kind: "changed",
    note: true,
    fareFromMinor: fareMinor,
    fareMinor: fareMinor + 1_000,
    currency: "RWF",
  } as const;
  const { deps } = scene.server;
  await deps.write((tx) => {
    const row = loadTrip(tx, { actor: SYSTEM_ACTOR, id: given.id });
    const by = { actor: SYSTEM_ACTOR, now: deps.now() };
    changeReservation(deps, tx, row, { ...by, changes: {}, event: changed });
  });
  const saidText = async () => JSON.stringify((await read(given.id)).timeline);
  expect(await saidText()).toContain('"note":true');
  for (const minor of [fareMinor, fareMinor + 1_000])
    expect(containsAmount(await saidText(), minor)).toBe(false);
  show(true);
  for (const minor of [fareMinor, fareMinor + 1_000])
    expect(containsAmount(await saidText(), minor)).toBe(true);
});

test("a driver does not see the refund that is owed for a cancelled trip", async () => {
  const given = await assign(scene, await book(scene));
  const { fareMinor } = await look(scene, given.id);
  const { db } = scene.server.deps;
  db.update(reservations)
    .set({ state: "cancelled", cancellationFeeMinor: 0, paidMinor: fareMinor })
    .where(eq(reservations.id, given.id))
    .run();
  expect((await look(scene, given.id)).dueMinor).toBe(-fareMinor);
  expect((await read(given.id)).dueMinor).toBe(0);
});

test("a driver's waybill has no fare while prices are hidden", async () => {
  const given = await assign(scene, await book(scene));
  const names = async () => {
    const paper = await scene.phone.get(`/driver/reservations/${given.id}/waybill.pdf`);
    return textOfPdf(new Uint8Array(await paper.arrayBuffer())).map(({ text }) => text);
  };
  expect(await names()).toContain("Payment");
  expect(await names()).not.toContain("Fare");
  show(true);
  expect(await names()).toContain("Fare");
});

test("drivers see the price if the operator shows it", async () => {
  const owner = await signInAdmin(scene.server, { role: "owner", email: "owner@example.com" });
  const { rules, version } = await json<ContactRulesAnswer>(
    await owner.get("/admin/settings/contact"),
  );
  expect(rules.showFareToDrivers).toBe(false);
  const savedAnswer = await owner.put("/admin/settings/contact", {
    ...rules,
    showFareToDrivers: true,
    version,
  });
  expect(savedAnswer.status).toBe(200);
  const booked = await book(scene);
  await offer(scene, booked, 300);
  const trip = await read(booked.id);
  expect(trip).toMatchObject({ fareMinor: booked.fareMinor, dueMinor: booked.fareMinor });
  expect(trip.lines.length).toBeGreaterThan(0);
  expect(await listed(booked.id)).toMatchObject({ fareMinor: booked.fareMinor });
  const mail = lastMessage(scene.server, "eric@example.com");
  expect(mail.text).toContain(new Intl.NumberFormat("en").format(booked.fareMinor));
});
