/** A fleet moves in by screen, file by file, at the size of a small business; it is taken back, and moves in again. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser } from "playwright-core";
import { type RunningServer, startServer } from "../../src/server/server";
import { launchChromium } from "../support/chromium";
import { expectMovedIn, rowCounts } from "../support/moved-in";
import { asTaxiSystem, fleetOf, inOrder } from "../support/other-systems";
import { openWindow, stateOf, type Window } from "../support/screen";
import { createTestServer, type TestServer } from "../support/server";
import { signInAdmin } from "../support/staff";

setDefaultTimeout(180_000);

let chromium: Browser;
let server: TestServer;
let running: RunningServer;
let folder: string;
beforeAll(async () => {
  server = await createTestServer({ RATE_LIMITS: "off", PORT: "0", HOST: "127.0.0.1" });
  running = startServer(server.deps, new AbortController());
  chromium = await launchChromium();
  folder = mkdtempSync(join(tmpdir(), "livery-moving-in-"));
});
afterAll(async () => {
  await chromium?.close();
  await running?.stop();
  server?.close();
  rmSync(folder, { recursive: true, force: true });
});

const imports = "/dispatch/dashboard/imports";
const press = ({ page }: Window, name: string | RegExp) =>
  page.getByRole("button", { name, exact: true }).filter({ visible: true }).first().click();

/** Imports each file, and gives the pages of the imports. */
async function moveIn(window: Window): Promise<string[]> {
  const { page } = window;
  const pages: string[] = [];
  for (const kind of inOrder) {
    await window.go(imports);
    await page.getByLabel("What is in the file").selectOption(kind);
    await page.getByLabel("File", { exact: true }).setInputFiles(join(folder, `${kind}.csv`));
    await press(window, "Upload file");
    await page.getByRole("heading", { name: `${kind}.csv` }).waitFor();
    // The payments have a file of their own.
    if (kind === "reservations") await page.getByLabel("Past trips are paid").uncheck();
    await press(window, "Try import");
    await press(window, /^Import [\d,]+ lines$/);
    await page.getByText(/lines added, 0 changed, 0 skipped\.$/).waitFor();
    pages.push(new URL(page.url()).pathname);
  }
  return pages;
}

test("5 companies, 400 riders, 12 drivers, 10 vehicles and 5,200 trips come, go, and come again", async () => {
  const fleet = fleetOf(server.deps.now());
  const files = asTaxiSystem(fleet);
  for (const kind of inOrder) writeFileSync(join(folder, `${kind}.csv`), files[kind]);
  const owner = await signInAdmin(server, { role: "owner" });
  const window = await openWindow(
    chromium,
    `http://localhost:${running.port}`,
    "desktop",
    stateOf(owner.cookies),
  );
  const before = rowCounts(server.deps);
  const pages = await moveIn(window);
  expectMovedIn(server.deps, fleet);
  for (const at of pages.toReversed()) {
    await window.go(at);
    await press(window, "Undo import");
    await window.page.getByRole("dialog").getByRole("button", { name: "Undo import" }).click();
    await window.page.getByText("This import was undone. Nothing of it is left.").waitFor();
  }
  expect(rowCounts(server.deps)).toEqual(before);
  await moveIn(window);
  expectMovedIn(server.deps, fleet);
  expect(window.faults).toEqual([]);
});
