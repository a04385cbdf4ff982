/** Single lines and files: what is guessed, refused, merged, given out again, and what hostile files leave behind. */
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { zipSync } from "./zip";
import { riders } from "../../db/schema/accounts";
import { imports } from "../../db/schema/imports";
import { payments } from "../../db/schema/payments";
import { reservations } from "../../db/schema/reservations";
import { vehicles } from "../../db/schema/vehicles";
import { AppError } from "../../src/errors";
import { readArguments, runImportCommand } from "../../src/imports/command";
import { importFields } from "../../src/imports/field-rules";
import { exportAsCsv } from "../../src/imports/queries";
import type { ImportKind } from "../../src/imports/contract";
import { createTestServer, START, type TestServer } from "../support/server";
import { createDriver, createVehicle } from "../support/fleet";

let server: TestServer;
beforeEach(async () => {
  server = await createTestServer();
});
afterEach(() => server.close());

/** Runs the command on a file; gives its exit code and what it said. */
async function run(kind: string, content: string | Uint8Array, ...options: string[]) {
  const path = join(server.folder, "file");
  writeFileSync(path, content);
  const command = readArguments([kind, path, ...options]);
  if (!command) throw new Error("No such command");
  const said: string[] = [];
  try {
    const code = await runImportCommand(server.deps, command, (line) => said.push(line));
    return { code, said: said.join("\n") };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { code: error.code, said: error.message };
  }
}
const csvOf = (kind: ImportKind) => [...exportAsCsv(server.deps, kind)].join("");
const trips = () => server.deps.db.select().from(reservations).all();
const people = () => server.deps.db.select().from(riders).all();

/** Nothing is left of a file that was refused. */
function expectNothing() {
  expect(people()).toEqual([]);
  expect(server.deps.db.select().from(imports).all()).toEqual([]);
  const folder = join(server.folder, "imports");
  expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
}

describe("hostile files", () => {
  const header = "First name,Last name,Phone\n";
  test("formulas are text, and are given out as text", async () => {
    const text = `First name,Last name,E-mail,Note\n=HYPERLINK("x"),Uwase,a@example.com,'=1+1\n`;
    expect(await run("riders", text)).toMatchObject({ code: 0 });
    expect(people()).toMatchObject([{ firstName: '=HYPERLINK("x")', dispatchNote: "=1+1" }]);
    expect(csvOf("riders")).toContain(`"'=HYPERLINK(""x"")"`);
  });

  test.each([
    [
      "10,000 columns",
      `${"a,".repeat(10_000)}b\n${"1,".repeat(10_000)}1\n`,
      "Line 1 has 10001 columns. A file can have at most 500.",
    ],
    [
      "a NUL",
      `${header}Ada,Uwase\0,+250788000001\n`,
      "Line 2 has a NUL character, which no table has. Export the file again.",
    ],
    ["nothing", "", "This file is empty."],
    ["a header alone", header, "This file has a header but no lines below it."],
    [
      "an open quotation mark",
      `${header}"Ada,Uwase,+250788000001\n${"x".repeat(30_000)}`,
      /^Line 2 has a cell of \d+ characters\. A quotation mark may be missing/,
    ],
  ])("%s", async (_name, text, words) => {
    expect(await run("riders", text)).toEqual({
      code: "import.unreadable",
      said: typeof words === "string" ? words : expect.stringMatching(words),
    });
    expectNothing();
  });

  test("a million empty lines are nothing, and their lines are counted", async () => {
    const text = `${header}${"\n".repeat(1_000_000)}Ada,Uwase,2.5E+11\n`;
    expect(await run("riders", text)).toMatchObject({
      code: 1,
      said: expect.stringContaining(
        "Line 1000002, Phone: A spreadsheet has shortened this number to 2.5E+11, and its digits are lost.",
      ),
    });
    expectNothing();
  }, 30_000);

  test("mixed encodings are refused with the line, one encoding is read", async () => {
    const utf8 = new TextEncoder().encode(`${header}Zoë,Uwase,+250788000001\n`);
    const latin = new Uint8Array([
      0x5a,
      0x6f,
      0xeb,
      0x2c,
      0x4b,
      0x65,
      0x7a,
      0x61,
      0x2c,
      0x2b,
      ...new TextEncoder().encode("250788000002\n"),
    ]);
    expect(await run("riders", Buffer.concat([utf8, latin]))).toEqual({
      code: "import.unreadable",
      said: "Line 3 is written in another encoding than other lines. Save the whole file as UTF-8.",
    });
    expectNothing();
    expect(
      await run("riders", Buffer.concat([new TextEncoder().encode(header), latin])),
    ).toMatchObject({ code: 0 });
    expect(people()).toMatchObject([{ firstName: "Zoë", phone: "+250788000002" }]);
    const utf16 = Buffer.concat([
      new Uint8Array([0xff, 0xfe]),
      Buffer.from(`${header}Óscar,Núñez,+250788000003\n`, "utf16le"),
    ]);
    expect(await run("riders", utf16)).toMatchObject({ code: 0 });
    expect(people().map(({ firstName }) => firstName)).toEqual(["Zoë", "Óscar"]);
  });

  test("days of 31/12 against 12/31: the column decides, and where it does not, somebody has to", async () => {
    let number = 0;
    const lines = (...days: string[]) =>
      `Number,Date,Time,Passenger,Pickup,Fare\n${days.map((day) => `${++number},${day},10:00,Ada,Home,5000\n`).join("")}`;
    expect(await run("reservations", lines("12/10/2026", "31/12/2026"), "--unpaid")).toMatchObject({
      code: 0,
    });
    expect(trips().map(({ pickupLocal }) => pickupLocal)).toEqual([
      "2026-10-12T10:00",
      "2026-12-31T10:00",
    ]);
    expect(await run("reservations", lines("12/10/2026"), "--dry-run")).toMatchObject({
      code: 1,
      said: expect.stringContaining(
        "The dates in “Date” could be day or month first. Add --dates dmy (31/12/2026) or --dates mdy (12/31/2026).",
      ),
    });
    expect(
      await run("reservations", lines("12/10/2026"), "--dates", "mdy", "--new-numbers"),
    ).toMatchObject({ code: 0 });
    expect(trips().map(({ pickupLocal }) => pickupLocal)).toContain("2026-12-10T10:00");
    expect(
      await run("reservations", lines("13/12/2026", "12/13/2026"), "--new-numbers", "--dry-run"),
    ).toMatchObject({
      code: 1,
      said: expect.stringContaining("Line 3, Pickup date: “12/13/2026” is not a day"),
    });
  });

  test("a workbook is read; a bomb, a liar, a ZIP of something else and a damaged one are refused", async () => {
    const sheet = (rows: string) =>
      `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`;
    const row = (at: number, ...cells: string[]) =>
      `<row r="${at}">${cells.map((cell) => (cell.startsWith("#") ? `<c><v>${cell.slice(1)}</v></c>` : `<c t="inlineStr"><is><t>${cell}</t></is></c>`)).join("")}</row>`;
    const workbook = (text: string, unpacked?: number) =>
      zipSync(
        {
          "[Content_Types].xml": `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
          "_rels/.rels": `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
          "xl/workbook.xml": `<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
          "xl/_rels/workbook.xml.rels": `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
          "xl/worksheets/sheet1.xml": text,
        },
        unpacked,
      );
    const good = sheet(
      row(1, "First name", "Last name", "Phone") + row(2, "Ada", "Uwase", "#250788000001"),
    );
    expect(await run("riders", workbook(good))).toMatchObject({ code: 0 });
    expect(people()).toMatchObject([{ firstName: "Ada", phone: "+250788000001" }]);
    const refusals: [Uint8Array, string | RegExp][] = [
      [
        workbook(good, 400_000_000),
        "This workbook unpacks to more than 300 MB. Save the one sheet as CSV instead.",
      ],
      [workbook(sheet(row(1, "a")), 0), "This is a ZIP file, not a workbook. Export .xlsx or CSV."],
      [workbook(sheet(`<c>${" ".repeat(1_000_000)}</c>`), 100), /^This workbook cannot be read \(/],
      [zipSync({ "a.txt": "hello" }), /^This workbook cannot be read \(/],
      [workbook(good).slice(0, 700), "This is a ZIP file, not a workbook. Export .xlsx or CSV."],
      [
        new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0, 0, 0, 0]),
        "This is a workbook of an old kind, or one with a password. Save it as .xlsx without one, or as CSV.",
      ],
    ];
    for (const [bytes, words] of refusals)
      expect(await run("riders", bytes)).toEqual({
        code: "import.unreadable",
        said: typeof words === "string" ? words : expect.stringMatching(words),
      });
    expect(people()).toHaveLength(1);
  });
});

describe("lines", () => {
  test("one fault keeps all lines out", async () => {
    const text = "Prénom,Nom,Courriel\nAda,Uwase,ada@example.com\nEric,Mugisha,eric\n";
    expect(await run("riders", text)).toMatchObject({
      code: 1,
      said: expect.stringContaining("Line 3, E-mail: “eric” is not an e-mail address"),
    });
    expectNothing();
  });

  test("who is here already is skipped, filled in or changed, as chosen", async () => {
    const text = (note: string, phone: string) =>
      `Name,E-mail,Phone,Note\n"Uwase, Ada",ada@example.com,${phone},${note}\n`;
    await run("riders", text("first", ""));
    const look = () => people().map(({ phone, dispatchNote }) => [phone, dispatchNote]);
    await run("riders", text("second", "0788000001"));
    expect(look()).toEqual([[null, "first"]]);
    await run("riders", text("second", "0788000001"), "--duplicates", "fill");
    expect(look()).toEqual([["+250788000001", "first"]]);
    await run("riders", text("second", ""), "--duplicates", "update");
    expect(look()).toEqual([["+250788000001", "second"]]);
  });

  test("the same line twice in a file counts once", async () => {
    const text = "Plate,Make,Model,Year\nRAE 1 A,Kia,Rio,2020\nrae 1  a,Kia,Rio,2020\n";
    expect(await run("vehicles", text)).toMatchObject({
      code: 0,
      said: expect.stringContaining("1 to add, 0 to change, 1 to skip."),
    });
    expect(server.deps.db.select().from(vehicles).all()).toHaveLength(1);
  });

  test("past trips are paid unless it is said that they are not; coming ones keep their agreed price", async () => {
    const text = `Number,Date,Passenger,Pickup,Drop-off,Fare,Company
7,2026-11-01 08:00,Ada,Home,Work,"12,500",
8,2026-12-01 08:00,Ada,Home,Work,9000,
X-9,2026-11-02 08:00,Ada,Home,Work,4000,
`;
    expect(await run("reservations", text)).toMatchObject({ code: 0 });
    expect(trips().map((row) => [row.number, row.state, row.fareMinor, row.paidMinor])).toEqual([
      [7, "settled", 12_500, 12_500],
      [8, "confirmed", 9_000, 0],
      [9, "settled", 4_000, 4_000],
    ]);
    expect(trips()[1]?.fareLines).toEqual([
      { kind: "agreed_price", params: {}, amountMinor: 9_000 },
    ]);
    // The number of the other system finds it again.
    expect(await run("reservations", text)).toMatchObject({
      said: expect.stringContaining("0 to add, 0 to change, 3 to skip."),
    });
    expect(await run("payments", "Number,Date,Amount\nX-9,2026-11-03,100\n")).toMatchObject({
      code: 0,
    });
    expect(trips().map(({ paidMinor }) => paidMinor)).toEqual([12_500, 0, 4_100]);
    expect(server.deps.db.select().from(payments).all()).toHaveLength(3);
  });

  test.each([
    [
      "a past trip that never ended",
      "State,Date,Passenger,Pickup,Fare\nConfirmed,2026-10-01 08:00,Ada,Home,1\n",
      "Line 2, State: The pickup is in the past",
    ],
    [
      "a coming trip without a price",
      "Date,Passenger,Pickup,Fare\n2026-12-24 08:00,Ada,Home,\n",
      "Line 2, Fare: A future trip needs its agreed price",
    ],
    [
      "a company that is not here",
      "Date,Passenger,Pickup,Fare,Company\n2026-11-01 08:00,Ada,Home,1,Acme\n",
      "Line 2, Company: There is no company “Acme”. Import companies first.",
    ],
    [
      "another currency",
      "Date,Passenger,Pickup,Fare,Currency\n2026-11-01 08:00,Ada,Home,1,USD\n",
      "Line 2, Currency: Amounts here are in RWF, not in USD",
    ],
    [
      "decimals that the currency has not",
      "Date,Passenger,Pickup,Fare\n2026-11-01 08:00,Ada,Home,12.50\n",
      "Line 2, Fare: RWF has no decimals: “12.50”",
    ],
    [
      "no time",
      "Date,Passenger,Pickup,Fare\n2026-11-01,Ada,Home,1\n",
      "Line 2, Pickup time: The time of day is missing",
    ],
    [
      "no column for the pickup",
      "Date,Passenger,Fare\n2026-11-01,Ada,1\n",
      "Line 1, Pickup: No column is chosen for this field",
    ],
  ])("%s is a fault of the line", async (_name, text, words) => {
    expect(await run("reservations", text)).toMatchObject({
      code: 1,
      said: expect.stringContaining(words),
    });
    expect(trips()).toEqual([]);
  });

  test("two coming trips of one driver at one time are refused, with the line", async () => {
    const vehicle = await createVehicle(server);
    await createDriver(server, { email: "eric@example.com", vehicleId: vehicle.id });
    const text = `Date,Passenger,Pickup,Fare,Driver
2026-12-24 08:00,Ada,Home,1000,eric@example.com
2026-12-24 08:10,Zoë,Work,1000,eric@example.com
`;
    expect(await run("reservations", text)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/Line 3, Driver: .* has another trip at that time/),
    });
    expect(trips()).toEqual([]);
  });
});

test("what is given out comes in again as it was", async () => {
  const now = START;
  const { asTaxiSystem, fleetOf, inOrder } = await import("../support/other-systems");
  const files = asTaxiSystem(fleetOf(now));
  const some = (text: string) => text.split("\n").slice(0, 400).join("\n");
  for (const kind of inOrder)
    expect(
      await run(
        kind,
        kind === "reservations"
          ? some(files[kind])
          : files[kind].split("\n").slice(0, 200).join("\n"),
        "--unpaid",
      ),
    ).toMatchObject({ code: 0 });
  await run(
    "places",
    "Name,Kind,Address,Latitude,Longitude,IATA\nOur office,Address,KN 5 Rd,-1.95,30.06,\n",
  );
  await run(
    "repeating",
    'Days,Start date,Time,Passenger,From,To\n"Mon, Wed",2026-12-01,07:30,Ada Uwase,Our office,Kigali International Airport\n',
  );
  const kinds = Object.keys(importFields) as ImportKind[];
  const before = Object.fromEntries(kinds.map((kind) => [kind, csvOf(kind)]));
  expect(before.repeating).toContain('"Monday; Wednesday",1,2026-12-01,,07:30');
  server.close();
  server = await createTestServer();
  server.deps.db.$client.run("DELETE FROM places");
  for (const kind of [
    "vehicles",
    "drivers",
    "companies",
    "riders",
    "places",
    "repeating",
    "reservations",
    "payments",
  ])
    expect([kind, await run(kind, before[kind] ?? "", "--unpaid")]).toMatchObject([
      kind,
      { code: 0 },
    ]);
  for (const kind of kinds) expect(csvOf(kind)).toBe(before[kind] ?? "");
}, 60_000);
