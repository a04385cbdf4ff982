/** What the executable produces with its embedded files, such as fonts. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { ReservationList } from "../../src/reservations/contract";
import {
  createInstallation,
  type RunningExecutable,
  type Installation,
} from "../support/executable";
import { textOfPdf } from "../support/pdf";
import { signInOutside } from "../support/visitor";

/** A name that requires three fonts in addition to the brand's own. */
const brand = "王小明 Ṣọlá Cars प्रिया";

let installation: Installation;
let server: RunningExecutable;
beforeAll(async () => {
  installation = createInstallation();
  server = await installation.start({ RATE_LIMITS: "off", BRAND: brand }, "serve", "--demo");
});
afterAll(() => installation.close());

test("the receipt of a past trip prints a brand in several scripts", async () => {
  const rider = await signInOutside(server, "rider@example.com");
  const list = await rider.get("/reservations?when=past&limit=100");
  const { reservations } = (await list.json()) as ReservationList;
  const trip = reservations.find(({ state }) => state === "completed" || state === "settled");
  const answer = await rider.get(`/reservations/${trip?.id}/receipt.pdf`);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  const text = textOfPdf(new Uint8Array(await answer.arrayBuffer())).map((run) => run.text);
  expect(text).toContain("Receipt");
  expect(text).toContain(brand);
  expect(text).toContain(`No. ${trip?.number}`);
});
