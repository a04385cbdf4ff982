/** A rider's main job, in each engine: prices, sign-in by code, booking, and a trip's page that follows. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import type { Reservation } from "../../src/reservations/contract";
import { type Demo, type Session, startDemo } from "../support/demo";
import { caller, type Engine, engineName, launchEngine, missing } from "../support/engine";
import { awake } from "../support/screen";
import { expectEventually } from "../support/soon";

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

  /** What dispatch does meanwhile, without a window. */
  async function askDesk<Answer>(path: string, body?: object): Promise<Answer> {
    const cookie = desk.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    const answer = await fetch(`${demo.url}/backend/admin${path}`, {
      headers: { cookie, origin: demo.url, "content-type": "application/json" },
      ...(body && { method: "POST", body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Answer;
  }

  async function choosePlace(page: Page, label: string, text: string, name: string) {
    const box = page.getByRole("combobox", { name: label });
    await box.fill("");
    await box.pressSequentially(text);
    await page.getByRole("option", { name }).first().click();
  }

  test("a new rider books, types the code, and sees what dispatch does", async () => {
    const page = await engine.open(`${demo.url}/`, "phone");
    await choosePlace(page, "Pickup", "Kigali International", "Kigali International Airport");
    await choosePlace(page, "Drop-off", "Marriott", "Kigali Marriott Hotel");
    await page.getByRole("button", { name: "See prices" }).click();
    await page.getByRole("button", { name: "Book Standard" }).click();
    await page.waitForURL("**/reservation**");
    await awake(page);
    await page.getByText("Later", { exact: true }).click();
    await page.getByRole("button", { name: "Tomorrow" }).click();
    await page.getByLabel("Time").selectOption("09:30");
    await page.getByLabel("Flight number").fill("WB 301");
    await page.getByRole("button", { name: "See cars and prices" }).click();
    await page.getByRole("button", { name: /^Continue · RWF/ }).click();
    await page.getByRole("button", { name: "Sign in to book" }).click();
    await page.getByRole("heading", { name: "What's your phone number or email?" }).waitFor();
    await awake(page);
    await page.getByRole("textbox").first().fill("aline@example.com");
    const seen = demo.codesTo("aline@example.com");
    await page.getByRole("button", { name: "Continue", exact: true }).click();
    await page.getByRole("heading", { name: /Hi there,/ }).waitFor();
    await page.getByLabel("Digit 1 of 4").click();
    await page.keyboard.type(await demo.code("aline@example.com", seen));
    await page.getByRole("heading", { name: "User Info" }).waitFor();
    await page.getByLabel("First Name").fill("Aline");
    await page.getByLabel("Last Name").fill("Mukamana");
    await page.getByRole("button", { name: "Save" }).click();
    await page.waitForURL("**/booking**");
    await awake(page);
    await page.getByRole("button", { name: "Book now" }).click();
    await page.waitForURL("**/trips/**");
    await page.getByRole("heading", { level: 1 }).waitFor();
    // Nobody reloads from here on.
    await page.evaluate(() => void Object.assign(window, { neverReloaded: true }));
    const id = await page.evaluate(() => location.pathname.split("/").at(-1));
    const { reservation } = await askDesk<{ reservation: Reservation }>(`/reservations/${id}`);
    await askDesk(`/reservations/${id}/confirmation`, { version: reservation.version });
    await page.getByText("Confirmed").first().waitFor();
    expect(await page.evaluate(() => "neverReloaded" in window)).toBe(true);
  });

  test("a number typed becomes a phone number of a country, and a pasted code signs in", async () => {
    const page = await engine.open(`${demo.url}/liveryClient`, "phone");
    const field = page.getByRole("textbox", { name: "E-mail or phone number" });
    await field.click();
    await page.keyboard.type("0788123456");
    await page.getByRole("combobox", { name: "Country", exact: true }).waitFor();
    await expectEventually(() => field.inputValue()).toBe("0788 123 456");
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("rider@example.com");
    await expectEventually(() => field.inputValue()).toBe("rider@example.com");
    const seen = demo.codesTo("rider@example.com");
    await page.keyboard.press("Enter");
    await page.getByLabel("Digit 1 of 4").waitFor();
    const code = await demo.code("rider@example.com", seen);
    // It comes from elsewhere, by the keys that copy and paste.
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

  test("without a network a page says so", async () => {
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
