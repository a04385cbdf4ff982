/**
 * An owner imports on the screen: a file with a column that is chosen by hand, a dry run with a fault, the import and
 * how it is undone, and the whole fleet of another system in the formats of three systems.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  setDefaultTimeout,
  test,
} from "bun:test";
import type { Browser, Locator } from "playwright-core";
import { riders } from "../../db/schema/accounts";
import { type RunningServer, startServer } from "../../src/server/server";
import { launchChromium } from "../support/chromium";
import { expectImported, rowCounts } from "../support/imported-fleet";
import {
  toFrenchFiles,
  toLimousineFiles,
  toTaxiFiles,
  counts,
  fleetOf,
  importOrder,
} from "../support/other-systems";
import { openWindow, type Size, stateOf } from "../support/screen";
import { createTestServer, START, type TestServer } from "../support/server";
import { expectEventually } from "../support/eventually";
import { signInAdmin } from "../support/staff";

setDefaultTimeout(120_000);

let chromium: Browser;
let server: TestServer;
let running: RunningServer;
let folder: string;
beforeAll(async () => {
  chromium = await launchChromium();
  folder = mkdtempSync(join(tmpdir(), "livery-import-"));
});
afterAll(async () => {
  await chromium?.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off", PORT: "0", HOST: "127.0.0.1" });
  running = startServer(server.deps, new AbortController());
});
afterEach(async () => {
  await running.stop();
  server.close();
});

/** Opens the import screens as an owner. */
async function openImports(size: Size) {
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
  return {
    ...{ owner, window, page, press },
    async upload(kind: string, name: string, text: string) {
      const path = join(folder, name);
      writeFileSync(path, text);
      await window.go("/dispatch/dashboard/imports");
      await page.getByLabel("What is in the file").selectOption(kind);
      await page.getByLabel("File", { exact: true }).setInputFiles(path);
      await press("Upload file");
      await page.getByRole("heading", { name }).waitFor();
    },
    async undo() {
      await press("Undo import");
      await page.getByRole("dialog").getByRole("button", { name: "Undo import" }).click();
      await page.getByText("This import was undone. None of its changes remain.").waitFor();
    },
  };
}

test.each(["desktop", "phone"] as const)(
  "an owner maps, tests, corrects, imports and undoes a file on a %s",
  async (size) => {
    const { window, page, press, upload, undo } = await openImports(size);
    const people = () =>
      server.deps.db
        .select()
        .from(riders)
        .all()
        .map(({ email }) => email);
    await window.go("/dispatch/dashboard/imports");
    await window.look(`imports-${size}`);
    await upload(
      "riders",
      "contacts.csv",
      "Vorname,Last name,E-mail\nAda,Uwase,ada\nZoë,Keza,zoe@example.com\n",
    );
    await page.getByLabel("First name").selectOption("Vorname");
    await page.getByLabel("Save column choices as").fill("German contacts");
    await press("Test import");
    const found = page.getByText("Line 2, E-mail: “ada” is not an e-mail address");
    await found.waitFor();
    // The button is below the columns, so the result scrolls into view.
    const isInViewport = (shown: Locator) =>
      shown.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      });
    expect(await isInViewport(found)).toBe(true);
    await page.route("**/backend/admin/imports/**", (route) => route.abort());
    await press("Test import");
    const fault = page.getByText("Failed to fetch");
    await fault.waitFor();
    await expectEventually(() => isInViewport(fault)).toBe(true);
    await page.unroute("**/backend/admin/imports/**");
    expect(await page.getByRole("button", { name: /^Import / }).count()).toBe(0);
    await window.look(`import-faults-${size}`);
    await upload(
      "riders",
      "contacts.csv",
      "Vorname,Last name,E-mail\nAda,Uwase,ada@example.com\nZoë,Keza,zoe@example.com\n",
    );
    await page.getByLabel("Saved column choices").selectOption("German contacts");
    await press("Test import");
    await press("Import 2 lines");
    await page.getByText("2 lines added, 0 changed, 0 skipped.").waitFor();
    expect(people()).toEqual(["ada@example.com", "zoe@example.com"]);
    await window.look(`import-done-${size}`);
    await undo();
    expect(people()).toEqual([]);
    await page.getByRole("link", { name: "All imports" }).click();
    await page.getByRole("heading", { level: 1, name: "Import" }).waitFor();
    // The test cut this connection.
    expect(window.faults.filter((fault) => !fault.includes("ERR_FAILED"))).toEqual([]);
    await window.context.close();
  },
);

describe("importing a whole fleet", () => {
  // Each system writes its files differently.
  for (const [name, write, size, past] of [
    ["a limousine system, is undone, and moves in again", toLimousineFiles, "laptop", 5_000],
    ["a taxi system", toTaxiFiles, "phone", 100],
    ["a French office", toFrenchFiles, "laptop", 100],
  ] as const)
    test(`from ${name}`, async () => {
      const fleet = fleetOf(START, past);
      const files = write(fleet);
      const isWhole = past === counts.past;
      const { owner, window, page, press, upload, undo } = await openImports(size);
      // Five thousand trips are tested and imported while other tests run.
      page.setDefaultTimeout(200_000);
      const before = rowCounts(server.deps);
      const importFile = async (isRepeat = false) => {
        const done: string[] = [];
        for (const kind of importOrder) {
          const isTripImport = kind === "reservations";
          const look = isTripImport && !isRepeat ? window.look : async () => {};
          await upload(kind, `${kind}.csv`, files[kind]);
          // Payments are imported from a separate file.
          if (isTripImport) await page.getByLabel("Past trips are paid").uncheck();
          // Columns that match no field are named, not dropped silently.
          const unusedColumns = page.getByText("Columns that are not imported: Account Number");
          expect(await unusedColumns.count()).toBe(files[kind].includes("Account Number") ? 1 : 0);
          await look(`move-in-${write.name}`);
          await press("Test import");
          if (isWhole && isTripImport)
            await page.getByRole("progressbar", { name: "Testing the import" }).waitFor();
          await page.getByText("No errors.").waitFor();
          await look(`move-in-${write.name}-tried`);
          await press(/^Import /);
          await page.getByText(/ added, 0 changed, 0 skipped\.$/).waitFor();
          done.push(new URL(page.url()).pathname);
        }
        await expectImported(
          async (kind) => (await owner.get(`/admin/exports/${kind}`)).text(),
          fleet,
        );
        return done;
      };
      const done = await importFile();
      if (isWhole) {
        for (const path of done.toReversed()) {
          await window.go(path);
          await undo();
        }
        expect(rowCounts(server.deps)).toEqual(before);
        await importFile(true);
      }
      await window.go("/dispatch/dashboard/imports");
      await window.look(`imported-${write.name}`);
      expect(window.faults).toEqual([]);
      await window.close();
    }, 600_000);
});
