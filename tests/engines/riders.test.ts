/** A rider's main job in each engine: prices, sign-in by code, booking, and a trip's page that updates itself. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Reservation } from "../../src/reservations/contract";
import { type Demo, type Session, startDemo } from "../support/demo";
import {
  callAs,
  caller,
  type Engine,
  engineName,
  launchEngine,
  missing,
  typeMoment,
} from "../support/engine";
import { faultsOnPaper, applyPrintLayout } from "../support/print-layout";
import { waitUntilReady, choosePlace } from "../support/screen";
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

  /** Makes a call as dispatch while the rider's page is open. */
  const callAsDispatcher = <Answer>(path: string, body?: object) =>
    callAs<Answer>(desk, `${demo.url}/backend/admin${path}`, body);

  test("a new rider books, signs in with a code and sees dispatch's confirmation without a reload", async () => {
    const page = await engine.open(`${demo.url}/`, "phone");
    await choosePlace(page, "Pickup", "Kigali International", "Kigali International Airport");
    await choosePlace(page, "Drop-off", "Marriott", "Kigali Marriott Hotel");
    await page.getByRole("button", { name: "See prices" }).click();
    await page.getByRole("button", { name: "Book Standard" }).click();
    await page.waitForURL("**/reservation**");
    await waitUntilReady(page);
    await page.getByText("Later", { exact: true }).click();
    await page.getByRole("button", { name: "Tomorrow" }).click();
    await page.getByLabel("Time").selectOption("09:30");
    await page.getByLabel("Flight number").fill("WB 301");
    await page.getByRole("button", { name: "See cars and prices" }).click();
    await page.getByRole("button", { name: /^Continue · RWF/ }).click();
    await page.getByRole("button", { name: "Sign in to book" }).click();
    await page.getByRole("heading", { name: "What's your phone number or email?" }).waitFor();
    await waitUntilReady(page);
    await page.getByRole("textbox").first().fill("aline@example.com");
    const seen = demo.countCodesTo("aline@example.com");
    await page.getByRole("button", { name: "Continue", exact: true }).click();
    await page.getByRole("heading", { name: /Hi there,/ }).waitFor();
    await page.getByLabel("Digit 1 of 4").click();
    await page.keyboard.type(await demo.code("aline@example.com", seen));
    await page.getByRole("heading", { name: "User Info" }).waitFor();
    await page.getByLabel("First Name").fill("Aline");
    await page.getByLabel("Last Name").fill("Mukamana");
    await page.getByRole("button", { name: "Save" }).click();
    await page.waitForURL("**/booking**");
    await waitUntilReady(page);
    await page.getByRole("button", { name: "Book now" }).click();
    await page.waitForURL("**/trips/**");
    await page.getByRole("heading", { level: 1 }).waitFor();
    // The page is not reloaded from here on.
    await page.evaluate(() => void Object.assign(window, { isSameDocument: true }));
    const id = await page.evaluate(() => location.pathname.split("/").at(-1));
    const { reservation } = await callAsDispatcher<{ reservation: Reservation }>(
      `/reservations/${id}`,
    );
    await callAsDispatcher(`/reservations/${id}/confirmation`, { version: reservation.version });
    await page.getByText("Confirmed").first().waitFor();
    expect(await page.evaluate(() => "isSameDocument" in window)).toBe(true);
  });

  test("a typed number becomes a phone number with its country, and a pasted code signs the rider in", async () => {
    const page = await engine.open(`${demo.url}/liveryClient`, "phone");
    const field = page.getByRole("textbox", { name: "E-mail or phone number" });
    await field.click();
    await page.keyboard.type("0788123456");
    await page.getByRole("combobox", { name: "Country", exact: true }).waitFor();
    await expectEventually(() => field.inputValue()).toBe("0788 123 456");
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("rider@example.com");
    await expectEventually(() => field.inputValue()).toBe("rider@example.com");
    const seen = demo.countCodesTo("rider@example.com");
    await page.keyboard.press("Enter");
    await page.getByLabel("Digit 1 of 4").waitFor();
    const code = await demo.code("rider@example.com", seen);
    // The code is copied elsewhere, and pasted with the keyboard.
    await page.evaluate(() => {
      const note = document.body.appendChild(document.createElement("textarea"));
      note.focus();
    });
    await page.keyboard.type(code);
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.press("ControlOrMeta+c");
    await page.getByLabel("Digit 1 of 4").focus();
    await page.keyboard.press("ControlOrMeta+v");
    await page.waitForURL("**/booking**");
  });

  test("every field on a phone is large enough not to zoom the page on focus", async () => {
    for (const path of ["/", "/liveryClient", "/reservation", "/contact-us", "/driver-apply"]) {
      const page = await engine.open(demo.url + path, "phone");
      const fields = await page.evaluate(() =>
        [...document.querySelectorAll("input, select, textarea")]
          .filter((of) => of.checkVisibility() && !of.matches("[type=checkbox], [type=radio]"))
          .map((of) => `${of.id || of.localName} ${getComputedStyle(of).fontSize}`),
      );
      expect(
        fields.filter((field) => Number.parseFloat(field.split(" ").at(-1) ?? "") < 16),
      ).toEqual([]);
      if (path !== "/driver-apply") expect(fields).not.toEqual([]);
    }
  });

  test("the day and time that a visitor types on the home page are kept in the booking", async () => {
    const page = await engine.open(`${demo.url}/`, "phone");
    await choosePlace(page, "Pickup", "Kigali International", "Kigali International Airport");
    await choosePlace(page, "Drop-off", "Marriott", "Kigali Marriott Hotel");
    // The day equals the month, because browsers write them in different orders.
    const year = new Date().getFullYear() + 1;
    await typeMoment(page, page.getByLabel("Day"), `02 02 ${year}`);
    await typeMoment(page, page.getByLabel("Time"), "09 30 AM");
    await page.getByRole("button", { name: "See prices" }).click();
    await page.getByRole("button", { name: "Book Standard" }).click();
    await page.waitForURL("**/reservation**");
    await waitUntilReady(page);
    await expectEventually(() => page.getByLabel("Day").inputValue()).toBe(`${year}-02-02`);
    await expectEventually(() => page.getByLabel("Time").inputValue()).toBe("09:30");
  });

  test("a page says that the browser blocks notifications, and its links still work", async () => {
    const refused =
      engineName === "webkit"
        ? "This browser cannot show notifications."
        : "This browser blocks our notifications. You can allow them in its settings for this site.";
    for (const [who, path, next, heading] of [
      ["rider", "/profile/notifications", "Trips", "Trips"],
      ["driver", "/driver/dashboard/profile", "Home", "Ride Requests"],
    ] as const) {
      const session = await demo.signIn(caller, who);
      const page = await engine.open(demo.url + path, "desktop", session);
      await page.getByText(refused).waitFor();
      const box = page.getByRole("checkbox", { name: "Notifications on this phone" });
      expect(await box.isDisabled()).toBe(true);
      await page.getByRole("link", { name: next, exact: true }).first().click();
      await page.getByRole("heading", { level: 1, name: heading }).waitFor();
    }
  });

  test("a rider's trip prints in full, without menus", async () => {
    const session = await demo.signIn(caller, "rider");
    const page = await engine.open(`${demo.url}/trips?when=past`, "paper", session);
    await page.locator("main a[href^='/trips/0']").first().click();
    await page.waitForURL("**/trips/0**");
    await page.getByRole("heading", { level: 1 }).waitFor();
    await waitUntilReady(page);
    await page.evaluate(applyPrintLayout);
    await expectEventually(() => page.evaluate(faultsOnPaper)).toEqual([]);
  });

  test("a rider stays signed in and reads their trips after the phone clears its storage", async () => {
    const session = await demo.signIn(caller, "rider");
    const page = await engine.open(`${demo.url}/trips`, "phone", session);
    await page.evaluate(async () => {
      localStorage.clear();
      sessionStorage.clear();
      for (const name of await caches.keys()) await caches.delete(name);
      for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name);
      for (const worker of await navigator.serviceWorker.getRegistrations())
        await worker.unregister();
    });
    await page.reload();
    await page.getByRole("heading", { level: 1, name: "Trips" }).waitFor();
    await page.locator("main a[href^='/trips/0']").first().waitFor();
  });

  test("a page opened without a network says that the rider is offline", async () => {
    const page = await engine.open(
      `${demo.url}/trips`,
      "phone",
      await demo.signIn(caller, "rider"),
    );
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    demo.running.kill("SIGKILL");
    await demo.running.exited;
    await page.goto(`${demo.url}/profile/payments`);
    await page.getByRole("heading", { name: "You are offline" }).waitFor();
  });
});
