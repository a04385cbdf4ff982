/**
 * Dispatch's day in each engine: the board and the phone booking by keyboard, dialogs, menus, toasts, a zone, and
 * dates.
 */
import { afterAll, beforeAll, describe, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { type Demo, type Session, startDemo } from "../support/demo";
import {
  caller,
  type Engine,
  engineName,
  launchEngine,
  missing,
  typeMoment,
} from "../support/engine";
import { faultsOnPaper, applyPrintLayout } from "../support/print-layout";
import { waitUntilReady } from "../support/screen";
import { expectEventually } from "../support/eventually";

setDefaultTimeout(120_000);

describe.skipIf(missing !== undefined)(engineName, () => {
  let demo: Demo;
  let engine: Engine;
  let desk: Session;

  beforeAll(async () => {
    [demo, engine] = await Promise.all([startDemo(), launchEngine()]);
    desk = await demo.signIn(caller, "dispatcher");
  }, 60_000);
  afterAll(async () => {
    await engine?.close();
    await demo?.close();
  });

  const open = (path: string): Promise<Page> =>
    engine.open(`${demo.url}/dispatch/dashboard${path}`, "desktop", desk);

  test("a dispatcher finds and confirms a trip by keyboard in the palette, and a toast appears", async () => {
    const page = await open("/companies");
    const { reservations } = await page.evaluate(
      async () =>
        (await (await fetch("/backend/admin/reservations?state=pending&limit=1")).json()) as {
          reservations: { number: number }[];
        },
    );
    const number = reservations[0]?.number;
    const palette = page.getByRole("dialog", { name: "Find anything" });
    const call = async () => {
      await page.keyboard.press("Control+k");
      await palette.waitFor();
    };
    await call();
    await page.keyboard.type(`${number}`);
    await page.keyboard.press("Enter");
    await page
      .getByRole("heading", { name: `Reservation ${number}` })
      .first()
      .waitFor();
    await call();
    await page.keyboard.type("confirm");
    await palette.getByRole("option", { name: /^Confirm booking/ }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByText(`Reservation ${number} confirmed`).waitFor();
    // Escape closes a dialog.
    await call();
    await page.keyboard.type("assign");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Send offer" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Send offer" }).waitFor({ state: "hidden" });
  });

  test("a click opens a trip from the list, and its menu opens and closes", async () => {
    const page = await open("/reservation");
    await page.locator("main tbody tr").nth(1).click();
    const panel = page.getByRole("region", { name: /^Reservation 1\d{3}/ });
    await panel.waitFor();
    // Content that is still loading moves its buttons.
    await waitUntilReady(page);
    await panel.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem").first().waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("menuitem").first().waitFor({ state: "hidden" });
  });

  test("a dispatcher books a known caller's trip with the keyboard only", async () => {
    const page = await open("/new");
    const field = async (name: string, text: string, ...last: string[]) => {
      await page.waitForFunction(
        (wanted) =>
          document.activeElement?.getAttribute("name") === wanted ||
          document.activeElement?.id === wanted,
        name,
      );
      await page.keyboard.type(text);
      for (const key of last) await page.keyboard.press(key);
    };
    await field("caller", "0780000322");
    await page.getByRole("option", { name: /Ange Uwase/ }).waitFor();
    await page.keyboard.press("Enter");
    await field("latest-trip", "tomorrow 8");
    await field("when", "", "Enter");
    await field("from", "marriott", "Enter");
    await field("to", "airport", "Enter");
    await page.locator("#flightNumber").waitFor();
    await field("kind", "", "Enter");
    await field("flightNumber", "wb203", "Enter");
    await field("passengers", "2", "Enter");
    await page
      .getByText(/RWF, about .* minutes, .* kilometres/)
      .first()
      .waitFor();
    await page.keyboard.press("Control+Enter");
    await page.getByRole("heading", { name: /^Reservation \d+ is confirmed/ }).waitFor();
  });

  test("a dispatcher draws a zone with the mouse and changes it with the keyboard", async () => {
    const page = await open("/FeeManagement/zones");
    await page.getByRole("button", { name: "New zone" }).click();
    await page.getByLabel("Name").first().fill("Drawn");
    const map = page.getByRole("group", { name: "Map of the zones" });
    const frame = await map.boundingBox();
    if (!frame) throw new Error("no map");
    for (const [x, y] of [
      [0.3, 0.3],
      [0.6, 0.3],
      [0.6, 0.7],
      [0.3, 0.7],
      [0.3, 0.3],
    ] as const)
      await page.mouse.click(frame.x + frame.width * x, frame.y + frame.height * y);
    await page.getByRole("button", { name: /^Corner 1 of 4/ }).focus();
    await page.keyboard.press("PageDown");
    await page.keyboard.press("+");
    await page.getByRole("button", { name: /^Corner 3 of 5/ }).waitFor();
    await page.keyboard.press("Delete");
    await page.getByRole("button", { name: /^Corner 2 of 4/ }).waitFor();
    await page.getByRole("button", { name: "Save zone" }).click();
    await page.getByRole("button", { name: /Drawn/ }).first().waitFor();
  });

  test("a dispatcher types a day into a date field", async () => {
    const page = await open("/audit");
    const from = page.getByLabel("From");
    // The day equals the month, because browsers write them in different orders.
    await typeMoment(page, from, "11 11 2026");
    await expectEventually(() => from.inputValue()).toBe("2026-11-11");
    await page.waitForURL("**from=2026-11-11**");
  });

  test("the board, a report, prices, the audit log and incidents print in full, without menus", async () => {
    for (const path of ["/reservation", "/reports", "/FeeManagement", "/audit", "/incidents"]) {
      const page = await engine.open(`${demo.url}/dispatch/dashboard${path}`, "paper", desk);
      await page.evaluate(applyPrintLayout);
      await expectEventually(async () => [path, await page.evaluate(faultsOnPaper)]).toEqual([
        path,
        [],
      ]);
    }
  });
});
