/**
 * Imports reservations of another system as CSV and as XLSX, with `livery import` on an empty folder.
 *
 *   bun tests/bench/imports.ts [LINES] [--short]
 *
 * Prints the processor time and the peak memory of a dry run, and of the command that checks the file again and imports
 * it; the server runs each of these in a separate process. Exits with 1 if the memory exceeds its limit.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Papa from "papaparse";
import { zipSync } from "../imports/zip";
import { toLimousineFiles, counts, fleetOf } from "../support/other-systems";
import { ownResidentMiB, residentMiB } from "./process";

const isShort = process.argv.includes("--short");
const [given] = process.argv.slice(2).filter((arg) => arg !== "--short");
const lines = Number(given ?? (isShort ? 5_000 : 100_000));
/** The most memory that the whole command may use, in MiB. */
const MAX_MIB = 150;
const executable = join(import.meta.dir, "../../dist/livery");

/** Returns a table as spreadsheets write it: numbers directly, and texts as indexes of a list. */
function workbookOf(csv: string): Uint8Array<ArrayBuffer> {
  const places = new Map<string, number>();
  const cell = (text: string) =>
    /^\d+(\.\d+)?$/.test(text)
      ? `<c><v>${text}</v></c>`
      : `<c t="s"><v>${places.getOrInsertComputed(text, () => places.size)}</v></c>`;
  const rows = Papa.parse<string[]>(csv.trimEnd()).data.map(
    (cells) => `<row>${cells.map(cell).join("")}</row>`,
  );
  const texts = [...places.keys()].map((text) => `<si><t>${Bun.escapeHTML(text)}</t></si>`);
  const head = '<?xml version="1.0" encoding="UTF-8"?>';
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const packed = "http://schemas.openxmlformats.org/package/2006";
  const relationsOf = (...pairs: readonly [string, string][]) =>
    `${head}<Relationships xmlns="${packed}/relationships">${pairs
      .map(
        ([type, target], at) =>
          `<Relationship Id="rId${at + 1}" Type="${relations}/${type}" Target="${target}"/>`,
      )
      .join("")}</Relationships>`;
  // In the order of spreadsheets: the texts come last.
  return zipSync({
    "[Content_Types].xml": `${head}<Types xmlns="${packed}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/></Types>`,
    "_rels/.rels": relationsOf(["officeDocument", "xl/workbook.xml"]),
    "xl/workbook.xml": `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Trips" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relationsOf(
      ["worksheet", "worksheets/sheet1.xml"],
      ["sharedStrings", "sharedStrings.xml"],
    ),
    "xl/worksheets/sheet1.xml": `${head}<worksheet xmlns="${main}"><sheetData>${rows.join("")}</sheetData></worksheet>`,
    "xl/sharedStrings.xml": `${head}<sst xmlns="${main}" count="${places.size}" uniqueCount="${places.size}">${texts.join("")}</sst>`,
  });
}

/** Runs `livery import` until it exits, and returns the seconds of processor time and the peak memory. */
async function importFile(folder: string, kind: string, file: string, ...options: string[]) {
  const child = Bun.spawn([executable, "import", kind, file, ...options], {
    cwd: folder,
    env: { TZ: "UTC" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let [peakOwnMiB, peakResidentMiB] = [0, 0];
  const watch = setInterval(() => {
    if (child.exitCode !== null) return;
    peakOwnMiB = Math.max(peakOwnMiB, ownResidentMiB(child.pid));
    peakResidentMiB = Math.max(peakResidentMiB, residentMiB(child.pid) || 0);
  }, 10);
  const output = await new Response(child.stdout).text();
  clearInterval(watch);
  if ((await child.exited) !== 0) throw new Error(`${kind} could not be imported:\n${output}`);
  return {
    seconds: Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1e6,
    own: peakOwnMiB,
    resident: peakResidentMiB,
  };
}

const files = toLimousineFiles(fleetOf(Date.now(), lines));
const csv = new TextEncoder().encode(files.reservations);
let isHeld = true;
for (const [name, content] of [
  ["trips.csv", csv],
  ["trips.xlsx", workbookOf(files.reservations)],
] as const) {
  const folder = mkdtempSync(join(tmpdir(), "livery-bench-imports-"));
  try {
    for (const kind of ["vehicles", "drivers", "companies", "riders"] as const) {
      writeFileSync(join(folder, `${kind}.csv`), files[kind]);
      await importFile(folder, kind, `${kind}.csv`);
    }
    writeFileSync(join(folder, name), content);
    const dryRun = await importFile(folder, "reservations", name, "--unpaid", "--dry-run");
    const whole = await importFile(folder, "reservations", name, "--unpaid");
    const { own, resident: peakMiB } = whole;
    console.log(
      `${name}: ${(lines + counts.upcoming).toLocaleString("en")} lines dryRun in ${dryRun.seconds.toFixed(1)} s of processor time and imported in ${(whole.seconds - dryRun.seconds).toFixed(1)} s, at most ${Math.round(own)} MiB of its own, ${Math.round(peakMiB)} with the executable`,
    );
    // A figure that was never read does not pass.
    isHeld &&= own > 0 && own <= MAX_MIB;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
process.exit(isHeld ? 0 : 1);
