/** An owner imports a file on the screen: a column chosen by hand, a dry run with a fault, the import, and its undoing. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser, Locator } from "playwright-core";
import { riders } from "../../db/schema/accounts";
import { type RunningServer, startServer } from "../../src/server/server";
import { launchChromium } from "../support/chromium";
import { openWindow, stateOf } from "../support/screen";
import { createTestServer, type TestServer } from "../support/server";
import { expectEventually } from "../support/soon";
import { signInAdmin } from "../support/staff";

setDefaultTimeout(120_000);

let chromium: Browser;
let server: TestServer;
let running: RunningServer;
let folder: string;
beforeAll(async () => {
  server = await createTestServer({ RATE_LIMITS: "off", PORT: "0", HOST: "127.0.0.1" });
  running = startServer(server.deps, new AbortController());
  chromium = await launchChromium();
  folder = mkdtempSync(join(tmpdir(), "livery-import-"));
});
afterAll(async () => {
  await chromium?.close();
  await running?.stop();
  server?.close();
  rmSync(folder, { recursive: true, force: true });
});

test.each(["desktop", "phone"] as const)(
  "a file is mapped, tried, mended, imported and undone on a %s",
  async (size) => {
    const owner = await signInAdmin(server, { role: "owner" });
    const window = await openWindow(
      chromium,
      `http://localhost:${running.port}`,
      size,
      stateOf(owner.cookies),
    );
    const { page } = window;
    const press = (name: string | RegExp) =>
      page.getByRole("button", { name, exact: true }).filter({ visible: true }).first().click();
    const people = () =>
      server.deps.db
        .select()
        .from(riders)
        .all()
        .map(({ email }) => email);
    const upload = async (text: string) => {
      const path = join(folder, "contacts.csv");
      writeFileSync(path, text);
      await window.go("/dispatch/dashboard/imports");
      await page.getByLabel("What is in the file").selectOption("riders");
      await page.getByLabel("File", { exact: true }).setInputFiles(path);
      await press("Upload file");
      await page.getByRole("heading", { name: "contacts.csv" }).waitFor();
    };
    await window.go("/dispatch/dashboard/imports");
    await window.look(`imports-${size}`);
    await upload("Vorname,Last name,E-mail\nAda,Uwase,ada\nZoë,Keza,zoe@example.com\n");
    await page.getByLabel("First name").selectOption("Vorname");
    await press("Test import");
    const found = page.getByText("Line 2, E-mail: “ada” is not an e-mail address");
    await found.waitFor();
    // Pressed below the columns: what was found comes into sight.
    const isInSight = (shown: Locator) =>
      shown.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      });
    expect(await isInSight(found)).toBe(true);
    await page.route("**/backend/admin/imports/**", (route) => route.abort());
    await press("Test import");
    const fault = page.getByText("Failed to fetch");
    await fault.waitFor();
    await expectEventually(() => isInSight(fault)).toBe(true);
    await page.unroute("**/backend/admin/imports/**");
    expect(await page.getByRole("button", { name: /^Import / }).count()).toBe(0);
    await window.look(`import-faults-${size}`);
    await upload(
      "First name,Last name,E-mail\nAda,Uwase,ada@example.com\nZoë,Keza,zoe@example.com\n",
    );
    await press("Test import");
    await press("Import 2 lines");
    await page.getByText("2 lines added, 0 changed, 0 skipped.").waitFor();
    expect(people()).toEqual(["ada@example.com", "zoe@example.com"]);
    await window.look(`import-done-${size}`);
    await press("Undo import");
    await page.getByRole("dialog").getByRole("button", { name: "Undo import" }).click();
    await page.getByText("This import was undone. Nothing from it is left.").waitFor();
    expect(people()).toEqual([]);
    await page.getByRole("link", { name: "All imports" }).click();
    await page.getByRole("heading", { level: 1, name: "Import" }).waitFor();
    // The connection that was cut.
    expect(window.faults.filter((fault) => !fault.includes("ERR_FAILED"))).toEqual([]);
    await window.context.close();
  },
);
