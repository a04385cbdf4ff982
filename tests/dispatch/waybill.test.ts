/** A trip's waybill: what it contains, who gets it, and when there is none. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { assign, book, createDriverScene, type DriverScene } from "../pages/driver/scene";
import { textOfPdf } from "../support/pdf";
import { signInAdmin } from "../support/staff";

let scene: DriverScene;
beforeEach(async () => {
  scene = await createDriverScene();
});
afterEach(() => scene.server.close());

const dispatchWaybill = (id: string, browser = scene.staff) =>
  browser.get(`/admin/reservations/${id}/waybill.pdf`);
const ofDriver = (id: string) => scene.phone.get(`/driver/reservations/${id}/waybill.pdf`);

/** Returns the PDF's lines of text, each joined from its runs. */
async function linesOf(answer: Response): Promise<string[]> {
  const runs = textOfPdf(new Uint8Array(await answer.arrayBuffer()));
  const lines = Map.groupBy(runs, ({ page, y }) => `${page} ${y}`);
  return [...lines.values()].map((line) =>
    line
      .toSorted((a, b) => a.x - b.x)
      .map(({ text }) => text)
      .join("|"),
  );
}

test("a waybill names driver, vehicle, passenger, places, pickup time and fare", async () => {
  const trip = await assign(scene, await book(scene));
  const answer = await dispatchWaybill(trip.id);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  expect(answer.headers.get("content-disposition")).toBe(
    `attachment; filename="waybill-${trip.number}.pdf"`,
  );
  const lines = await linesOf(answer);
  expect(lines).toContain("Livery|Waybill");
  expect(lines).toContain(`Driver|${trip.driver?.firstName} ${trip.driver?.lastName}`);
  expect(lines).toContain(`Plate|${trip.vehicle?.plate}`);
  expect(lines).toContain(`Passenger|${trip.passenger.name}`);
  expect(lines).toContain("Pickup|Fri 20 Nov 2026, 14:30");
  expect(lines).toContain(`From|${trip.pickup.name}`);
  expect(lines).toContain(`To|${trip.dropoff.name}`);
  expect(lines).toContain(`Reference|${trip.number}`);
  expect(lines).toContain(`Fare|RWF ${trip.fareMinor.toLocaleString("en")}`);
  expect(lines.find((line) => line.startsWith("Booked|"))).toStartWith(
    "Booked|Fri 20 Nov 2026, 10",
  );
  expect(lines.find((line) => line.startsWith("Basis|"))).toStartWith("Basis|Agreed in advance: ");
});

test("a driver downloads the waybill of their own trip only, the same one as dispatch", async () => {
  const trip = await assign(scene, await book(scene));
  expect(await linesOf(await ofDriver(trip.id))).toEqual(
    await linesOf(await dispatchWaybill(trip.id)),
  );
  const other = await book(scene);
  expect((await ofDriver(other.id)).status).toBe(404);
  expect((await scene.rider.get(`/admin/reservations/${trip.id}/waybill.pdf`)).status).toBe(401);
  const accountant = await signInAdmin(scene.server, { role: "accountant" });
  expect((await dispatchWaybill(trip.id, accountant)).status).toBe(200);
});

test("a trip has no waybill before a driver is assigned or after it is cancelled", async () => {
  const trip = await book(scene);
  const refusedAnswer = await dispatchWaybill(trip.id);
  expect([refusedAnswer.status, ((await refusedAnswer.json()) as { code: string }).code]).toEqual([
    409,
    "assignment.no_waybill",
  ]);
  expect((await dispatchWaybill("nobody")).status).toBe(404);
  const assigned = await assign(scene, trip);
  const { version } = assigned;
  await scene.staff.post(`/admin/reservations/${trip.id}/cancellation`, { version });
  expect((await dispatchWaybill(trip.id)).status).toBe(409);
});

describe("names in their own script on a waybill", () => {
  // Right-to-left text is drawn, and found here, from its last letter to its first.
  const asDrawn = (text: string) =>
    /[\u0590-\u08ff]/.test(text)
      ? [...new Intl.Segmenter().segment(text)]
          .map(({ segment }) => segment)
          .toReversed()
          .join("")
      : text;
  test.each([
    ["Chinese, simplified", "王小明"],
    ["Chinese, traditional", "陳怡君"],
    ["Chinese, a character used only in names", "李喆堃"],
    ["Japanese", "山田 さくら タロウ"],
    ["Korean", "김민준"],
    ["Arabic", "محمد علي"],
    ["Persian", "پریسا گلچین"],
    ["Hebrew", "דוד כהן"],
    ["Vietnamese", "Nguyễn Thị Hồng"],
    ["Yoruba", "Ṣọlá"],
    ["Yoruba, letters with combining marks", "Ẹ̀bùn Ọ̀ṣun"],
    ["Akan", "Kɔfi Mɛnsa"],
    ["Hausa", "Ɗan Ƙano"],
    ["Greek", "Αλέξανδρος Παπαδόπουλος"],
    ["Cyrillic", "Юрій Ґудзь"],
    ["Kazakh", "Әлия Қожа"],
    ["Hindi", "प्रिया शर्मा"],
    ["Bengali", "শেখ হাসিনা"],
    ["Tamil", "கோபால்"],
    ["Thai", "สมชาย ใจดี"],
    ["Amharic", "አበበ በቂላ"],
    ["Georgian", "გიორგი"],
    ["Armenian", "Արամ"],
    ["Latin with accents", "Zoë Łukasz Şahin"],
  ])("%s: %s", async (_, passengerName) => {
    const trip = await assign(scene, await book(scene, { passengerName }));
    const answer = await dispatchWaybill(trip.id);
    expect(answer.headers.get("unwritable")).toBeNull();
    expect(await linesOf(answer)).toContain(`Passenger|${asDrawn(passengerName)}`);
  });
});

test("a character that no font has is printed as a question mark and listed in a header", async () => {
  const trip = await assign(scene, await book(scene, { passengerName: "𠮷野 𞤀" }));
  const answer = await dispatchWaybill(trip.id);
  expect(decodeURIComponent(answer.headers.get("unwritable") ?? "")).toBe("𠮷𞤀");
  expect(await linesOf(answer)).toContain("Passenger|?野 ?");
});
