/** A trip's receipt and calendar file: who may read them, their content, and when they exist. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { reservations } from "../../db/schema/reservations";
import { assign, book, createDriverScene, type DriverScene, drive } from "../pages/driver/scene";
import { textOfPdf } from "../support/pdf";
import { signInRider } from "../support/sign-in";
import { countsTowardsTotal } from "../../src/fares/money-rules";
import { fareLine } from "../support/fare-lines";
import { englishLineTranslator } from "../../src/fares/line-words";
import { fareLineWords } from "../../src/fares/line-words";

let scene: DriverScene;
beforeEach(async () => {
  scene = await createDriverScene();
});
afterEach(() => scene.server.close());

const receipt = (id: string, browser = scene.rider) =>
  browser.get(`/reservations/${id}/receipt.pdf`);
const calendar = (id: string, browser = scene.rider) => browser.get(`/reservations/${id}/trip.ics`);
const change = (id: string, values: Partial<typeof reservations.$inferInsert>) =>
  scene.server.deps.db.update(reservations).set(values).where(eq(reservations.id, id)).run();

/** Returns the receipt's lines of text, each joined from its runs. */
async function linesOf(answer: Response): Promise<string[]> {
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  const runs = textOfPdf(new Uint8Array(await answer.arrayBuffer()));
  const lines = Map.groupBy(runs, ({ page, y }) => `${page} ${y}`);
  return [...lines.values()].map((line) =>
    line
      .toSorted((a, b) => a.x - b.x)
      .map(({ text }) => text)
      .join("|"),
  );
}

async function driven() {
  const trip = await assign(scene, await book(scene));
  return drive(scene, trip, "en_route", "on_location", "passenger_on_board", "completed");
}

describe("a receipt", () => {
  test("of a driven trip has its number, its places, each line of the price and the total", async () => {
    const trip = await driven();
    const answer = await receipt(trip.id);
    expect(answer.headers.get("content-disposition")).toBe(
      `attachment; filename="receipt-${trip.number}.pdf"`,
    );
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const lines = await linesOf(answer);
    expect(lines).toContain("Livery|Receipt");
    expect(lines.join("\n")).toContain(`No. ${trip.number}`);
    expect(lines).toContain("Pickup|Fri 20 Nov 2026, 14:30");
    expect(lines).toContain(`From|${trip.pickup.name}`);
    expect(lines).toContain(`To|${trip.dropoff.name}`);
    expect(trip.lines.length).toBeGreaterThan(1);
    for (const line of trip.lines.filter(countsTowardsTotal)) {
      const { label } = fareLineWords(line, englishLineTranslator("RWF"));
      expect([label, lines.some((each) => each.startsWith(`${label}|RWF `))]).toEqual([
        label,
        true,
      ]);
    }
    expect(lines).toContain(`Total|RWF ${trip.fareMinor.toLocaleString("en")}`);
    expect(lines).toContain(
      `Payment|Cash in the car. RWF ${trip.fareMinor.toLocaleString("en")} is still due.`,
    );
    // Riders may know the driver's first name.
    expect(lines).toContain(`Driver|${trip.driver?.firstName}`);
  });

  test("prints accents of many languages, and cents if the currency has them", async () => {
    const trip = await driven();
    change(trip.id, {
      passengerName: "Zoë Ngũgĩ-Łukasiewicz Ñandú Иван",
      pickupName: "Hôtel des Mille Collines, « entrée » №",
      currency: "EUR",
      fareMinor: 123_456,
      fareLines: [fareLine("base", 123_456), fareLine("tax", 18_832, false)],
      state: "settled",
      payment: "card",
      paidMinor: 123_456,
    });
    const lines = (await linesOf(await receipt(trip.id))).map((line) => line.replaceAll("|", ""));
    expect(lines).toContain("PassengerZoë Ngũgĩ-Łukasiewicz Ñandú Иван");
    expect(lines).toContain("FromHôtel des Mille Collines, « entrée » №");
    expect(lines).toContain("Base fareEUR 1,234.56");
    expect(lines).toContain("18 %, included in the price, EUR 188.32");
    expect(lines).toContain("TotalEUR 1,234.56");
    expect(lines).toContain("PaymentCard in the car. Paid in full.");
  });

  test("with a long price continues on further pages and wraps long words", async () => {
    const trip = await driven();
    const lines = Array.from({ length: 60 }, (_, at) => ({
      kind: "extra",
      params: { name: `Extra ${at} ${"x".repeat(at === 3 ? 200 : 1)}`, quantity: 2, eachMinor: 1 },
      amountMinor: 1,
    }));
    change(trip.id, { fareLines: lines, fareMinor: 60 });
    const runs = textOfPdf(new Uint8Array(await (await receipt(trip.id)).arrayBuffer()));
    expect(new Set(runs.map(({ page }) => page))).toEqual(new Set([0, 1, 2, 3]));
    for (const { x, y } of runs) {
      expect([x >= 50 && x < 560, y > 40 && y < 800]).toEqual([true, true]);
    }
  });

  test("exists for a late cancellation and a no-show, but not while there is no cost", async () => {
    const trip = await book(scene);
    const none = await receipt(trip.id);
    expect([none.status, (await none.json()).code]).toEqual([409, "reservation.no_receipt"]);
    change(trip.id, { state: "cancelled", cancellationFeeMinor: 0 });
    expect((await receipt(trip.id)).status).toBe(409);
    const line = fareLine("cancellation", 6_950);
    for (const state of ["cancelled", "no_show"] as const) {
      change(trip.id, {
        state,
        isLateCancellation: true,
        cancellationFeeMinor: 6_950,
        feeLines: [line],
      });
      const lines = await linesOf(await receipt(trip.id));
      expect(lines).toContain("Cancellation fee|RWF 6,950");
      expect(lines).toContain("To pay|RWF 6,950");
    }
  });

  test("is only for the trip's rider and dispatch", async () => {
    const trip = await driven();
    const stranger = (await signInRider(scene.server, "stranger@example.com")).browser;
    expect((await receipt(trip.id, stranger)).status).toBe(404);
    expect((await receipt(trip.id, scene.server.browser())).status).toBe(401);
    const answer = await scene.staff.get(`/admin/reservations/${trip.id}/receipt.pdf`);
    expect(await linesOf(answer)).toEqual(await linesOf(await receipt(trip.id)));
  });
});

describe("a calendar file", () => {
  const unfoldLines = (text: string) => text.replaceAll("\r\n ", "").split("\r\n");

  test("has the time, the place and the page, in lines that every calendar reads", async () => {
    const trip = await book(scene);
    change(trip.id, {
      state: "pending",
      pickupName: "Café; Chez Zoë, Kigali",
      pickupDetail: "é".repeat(90),
    });
    const answer = await calendar(trip.id);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([
      200,
      "text/calendar; charset=utf-8",
    ]);
    expect(answer.headers.get("content-disposition")).toBe(
      `attachment; filename="trip-${trip.number}.ics"`,
    );
    const text = await answer.text();
    expect(text.endsWith("END:VCALENDAR\r\n")).toBe(true);
    for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    const lines = unfoldLines(text);
    // 14:30 in Kigali.
    expect(lines).toContain("DTSTART:20261120T123000Z");
    expect(lines).toContain(
      `DTEND:${new Date(Date.parse(trip.pickupAt) + trip.durationSeconds * 1000).toISOString().replace(/[-:]|\.\d+/g, "")}`,
    );
    expect(lines).toContain(`UID:${trip.id}@localhost`);
    expect(lines).toContain("STATUS:TENTATIVE");
    expect(lines).toContain(`URL:http://localhost:3000/trips/${trip.id}`);
    expect(lines.find((line) => line.startsWith("LOCATION:"))).toBe(
      `LOCATION:Café\\; Chez Zoë\\, Kigali\\, ${"é".repeat(90)}`,
    );
    expect(lines.find((line) => line.startsWith("DESCRIPTION:Pickup"))).toContain(
      "Pickup: Fri 20 Nov 2026\\, 14:30\\n",
    );
  });

  test("follows the trip: confirmed with its driver, then cancelled", async () => {
    const trip = await assign(scene, await book(scene));
    const lines = unfoldLines(await (await calendar(trip.id)).text());
    expect(lines).toContain("STATUS:CONFIRMED");
    expect(lines).toContain("METHOD:PUBLISH");
    expect(lines).toContain(`SEQUENCE:${trip.version}`);
    expect(lines.join("\n")).toContain(trip.vehicle?.plate ?? "no plate");
    change(trip.id, { state: "cancelled" });
    const gone = unfoldLines(await (await calendar(trip.id)).text());
    expect(gone).toContain("STATUS:CANCELLED");
    expect(gone).toContain("METHOD:CANCEL");
    expect(gone).not.toContain("BEGIN:VALARM");
  });

  test("is only for the trip's rider", async () => {
    const trip = await book(scene);
    const stranger = (await signInRider(scene.server, "stranger@example.com")).browser;
    expect((await calendar(trip.id, stranger)).status).toBe(404);
    expect((await calendar(trip.id, scene.server.browser())).status).toBe(401);
  });
});
