/**
 * Single lines and files: values that are guessed, refused, merged or exported again, and what hostile files leave
 * behind.
 */
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import Papa from "papaparse";
import { zipSync } from "./zip";
import { riderBlocks, riderMerges, riders } from "../../db/schema/accounts";
import { companies } from "../../db/schema/companies";
import { feeDraft } from "../../db/schema/fares";
import { quietHours } from "../../db/schema/notifications";
import { importRows, imports } from "../../db/schema/imports";
import { places } from "../../db/schema/places";
import { payments } from "../../db/schema/payments";
import { reservations } from "../../db/schema/reservations";
import { drivers } from "../../db/schema/drivers";
import { documents } from "../../db/schema/documents";
import { vehicles } from "../../db/schema/vehicles";
import { AppError } from "../../src/errors";
import { readArguments, runImportCommand, undoFromCommand } from "../../src/imports/command";
import { guessMapping, importFields, missingFields } from "../../src/imports/field-rules";
import { cellText } from "../../src/imports/value-rules";
import { localTimeAt } from "../../src/settings/local-time";
import { exportAsCsv } from "../../src/imports/queries";
import type { ImportKind } from "../../src/imports/contract";
import { createTestServer, type TestServer } from "../support/server";
import { createDriver, createVehicle } from "../support/fleet";

let server: TestServer;
beforeEach(async () => {
  server = await createTestServer();
});
afterEach(() => server.close());

/** Runs the command on a file, and returns its exit code and output. */
async function run(kind: string, content: string | Uint8Array, ...options: string[]) {
  const path = join(server.folder, "file");
  writeFileSync(path, content);
  const command = readArguments([kind, path, ...options]);
  if (!command) throw new Error("No such command");
  const output: string[] = [];
  try {
    const code = await runImportCommand(server.deps, command, (line) => output.push(line));
    return { code, output: output.join("\n") };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { code: error.code, output: error.message };
  }
}
const csvOf = (kind: ImportKind) => [...exportAsCsv(server.deps, kind)].join("");
const trips = () => server.deps.db.select().from(reservations).all();
const people = () => server.deps.db.select().from(riders).all();

/** Expects that a refused file left no rows. */
function expectNoRows() {
  expect(people()).toEqual([]);
  expect(server.deps.db.select().from(imports).all()).toEqual([]);
  const folder = join(server.folder, "imports");
  expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
}

describe("hostile files", () => {
  const header = "First name,Last name,Phone\n";
  test("formulas are imported as text and exported as text", async () => {
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
      "Line 2 has a NUL character, which a table cannot have. Export the file again.",
    ],
    ["an empty file", "", "This file is empty."],
    [
      "more lines than a file may have",
      `${header}${"Ada,Uwase,+250788000001\n".repeat(200_001)}`,
      "A file can have at most 200,000 lines. Split this one.",
    ],
    ["a header alone", header, "This file has a header but no lines below it."],
    [
      "an unclosed quotation mark",
      `${header}"Ada,Uwase,+250788000001\n${"x".repeat(30_000)}`,
      /^Line 2 has a cell of \d+ characters\. A closing quotation mark may be missing there or earlier/,
    ],
  ])("are refused: %s", async (_name, text, words) => {
    expect(await run("riders", text)).toEqual({
      code: "import.unreadable",
      output: typeof words === "string" ? words : expect.stringMatching(words),
    });
    expectNoRows();
  });

  test("a million empty lines are skipped, but counted in the line numbers", async () => {
    const text = `${header}${"\n".repeat(1_000_000)}Ada,Uwase,2.5E+11\n`;
    expect(await run("riders", text)).toMatchObject({
      code: 1,
      output: expect.stringContaining(
        "Line 1000002, Phone: A spreadsheet has shortened this number to 2.5E+11, and its digits are lost.",
      ),
    });
    expectNoRows();
  }, 30_000);

  test("mixed encodings are refused with the line, and a single encoding is read", async () => {
    const utf8Bytes = new TextEncoder().encode(`${header}Zoë,Uwase,+250788000001\n`);
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
    expect(await run("riders", Buffer.concat([utf8Bytes, latin]))).toEqual({
      code: "import.unreadable",
      output: "Line 3 has a different encoding from the other lines. Save the whole file as UTF-8.",
    });
    expectNoRows();
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
    // Big-endian, and without a byte order mark.
    const more = (phone: string) => Buffer.from(`${header}Inès,Lee,${phone}\n`, "utf16le");
    const utf16Bytes = Buffer.concat([
      new Uint8Array([0xff, 0xfe]),
      more("+250788000004"),
    ]).swap16();
    for (const bytes of [utf16Bytes, more("+250788000005"), more("+250788000006").swap16()])
      expect(await run("riders", bytes)).toMatchObject({ code: 0 });
    expect(people().filter(({ firstName }) => firstName === "Inès")).toHaveLength(3);
  });

  test("the order of day and month is taken from the column, or must be given", async () => {
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
      output: expect.stringContaining(
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
      output: expect.stringContaining("Line 3, Pickup date: “12/13/2026” is not a day"),
    });
  });

  test("a workbook is read, and a ZIP bomb, another ZIP or a damaged workbook is refused", async () => {
    const sheet = (rows: string) =>
      `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`;
    const row = (at: number, ...cells: string[]) =>
      `<row r="${at}">${cells.map((cell) => (cell.startsWith("#") ? `<c><v>${cell.slice(1)}</v></c>` : `<c t="inlineStr"><is><t>${cell}</t></is></c>`)).join("")}</row>`;
    const workbook = (text: string, unpackedBytes?: number, shared = "") =>
      zipSync(
        {
          "xl/sharedStrings.xml": `<?xml version="1.0"?><sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><si><t>${shared}</t></si></sst>`,
          "[Content_Types].xml": `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
          "_rels/.rels": `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
          "xl/workbook.xml": `<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
          "xl/_rels/workbook.xml.rels": `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
          "xl/worksheets/sheet1.xml": text,
        },
        unpackedBytes,
      );
    const goodSheet = sheet(
      row(1, "First name", "Last name", "Phone") + row(2, "Ada", "Uwase", "#250788000001"),
    );
    expect(await run("riders", workbook(goodSheet))).toMatchObject({ code: 0 });
    expect(people()).toMatchObject([{ firstName: "Ada", phone: "+250788000001" }]);
    // The import reads the computed value of a formula, and the row number may be very high.
    const sheetWithFormula = `${row(1, "First name", "Last name", "E-mail")}<row r="1048576"><c t="str"><f>HYPERLINK("http://x","Zoë")</f><v>=Zoë</v></c><c t="inlineStr"><is><t>Keza</t></is></c><c t="inlineStr"><is><t>zoe@</t></is></c></row>`;
    expect(await run("riders", workbook(sheet(sheetWithFormula)))).toMatchObject({
      code: 1,
      output: expect.stringContaining("Line 1048576, E-mail: “zoe@” is not an e-mail address"),
    });
    const refusals: [Uint8Array, string | RegExp][] = [
      [
        workbook(sheet('<row r="1"><c r="NTP1"><v>1</v></c></row>')),
        "Line 1 has 10000 columns. A file can have at most 500.",
      ],
      [
        workbook(goodSheet, 400_000_000),
        "This workbook unpacks to more than 300 MB. Save only the sheet that you need, as CSV.",
      ],
      // One long text, referenced by as many cells as fit into a megabyte.
      [
        workbook(
          sheet(`<row>${'<c t="s"><v>0</v></c>'.repeat(480)}</row>`.repeat(100)),
          undefined,
          "a".repeat(19_000),
        ),
        "This workbook unpacks to more than 300 MB. Save only the sheet that you need, as CSV.",
      ],
      [workbook(sheet(row(1, "a")), 0), "This is a ZIP file, not a workbook. Export .xlsx or CSV."],
      [workbook(sheet(`<c>${" ".repeat(1_000_000)}</c>`), 100), /^This workbook cannot be read \(/],
      [zipSync({ "a.txt": "hello" }), /^This workbook cannot be read \(/],
      [
        workbook(goodSheet).slice(0, 700),
        "This is a ZIP file, not a workbook. Export .xlsx or CSV.",
      ],
      [
        new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0, 0, 0, 0]),
        "This workbook has an old format or a password. Save it as .xlsx without a password, or as CSV.",
      ],
    ];
    for (const [bytes, words] of refusals)
      expect(await run("riders", bytes)).toEqual({
        code: "import.unreadable",
        output: typeof words === "string" ? words : expect.stringMatching(words),
      });
    expect(people()).toHaveLength(1);
  });
});

describe("guessMapping", () => {
  const guessedColumns = (kind: ImportKind, headers: string) => {
    const names = headers.split(",");
    return Object.fromEntries(
      Object.entries(guessMapping(kind, names)).map(([field, at]) => [field, names[at] ?? ""]),
    );
  };
  test.each<[string, ImportKind, string, Record<string, string>]>([
    [
      "Google Contacts",
      "riders",
      "First Name,Middle Name,Last Name,Phonetic First Name,Nickname,Notes,Photo,Organization Name,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value",
      {
        "First name": "First Name",
        "Last name": "Last Name",
        "E-mail": "E-mail 1 - Value",
        Phone: "Phone 1 - Value",
        Note: "Notes",
      },
    ],
    [
      "Google Contacts, older files",
      "riders",
      "Name,Given Name,Additional Name,Family Name,Notes,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Type,Phone 1 - Value",
      {
        "First name": "Given Name",
        "Last name": "Family Name",
        "Full name": "Name",
        "E-mail": "E-mail 1 - Value",
        Phone: "Phone 1 - Value",
        Note: "Notes",
      },
    ],
    [
      "Limo Anywhere’s manifest tool",
      "reservations",
      "Pickup Address Name Mapping,Pickup Street Mapping,Dropoff Address Name Mapping,Dropoff Street Mapping,Vehicle Type,First Name Column,Last Name Column,Phone Column,Email Column,Pickup Date Column,Pickup Time Column,Num Passengers,Trip Notes,Arriving Flight Number",
      {
        "Pickup date": "Pickup Date Column",
        "Pickup time": "Pickup Time Column",
        Pickup: "Pickup Address Name Mapping",
        "Pickup address": "Pickup Street Mapping",
        "Drop-off": "Dropoff Address Name Mapping",
        "Drop-off address": "Dropoff Street Mapping",
        "Passenger first name": "First Name Column",
        "Passenger last name": "Last Name Column",
        "Passenger phone": "Phone Column",
        Rider: "Email Column",
        Passengers: "Num Passengers",
        Flight: "Arriving Flight Number",
        Note: "Trip Notes",
        "Vehicle class": "Vehicle Type",
      },
    ],
    [
      "Fleetbase",
      "drivers",
      "name,phone_number,email_address,country,drivers_license_number,vehicle_plate_number",
      {
        "Full name": "name",
        "E-mail": "email_address",
        Phone: "phone_number",
        Vehicle: "vehicle_plate_number",
        "Driving licence number": "drivers_license_number",
      },
    ],
    [
      "Fleetbase",
      "vehicles",
      "make,model,release_year,trim,vehicle_type,plate_number,vin_number,driver_name",
      {
        Plate: "plate_number",
        Class: "vehicle_type",
        Make: "make",
        Model: "model",
        Year: "release_year",
        VIN: "vin_number",
      },
    ],
    [
      "Moovs",
      "reservations",
      "Trip Confirmation,Status,Pickup Date,Pickup Time,Passenger Name,Passenger Email,Pickup Address,Dropoff Address,Vehicle,Driver,Total Amount",
      {
        Number: "Trip Confirmation",
        State: "Status",
        "Pickup date": "Pickup Date",
        "Pickup time": "Pickup Time",
        "Pickup address": "Pickup Address",
        "Drop-off address": "Dropoff Address",
        Passenger: "Passenger Name",
        "Passenger e-mail": "Passenger Email",
        Driver: "Driver",
        Vehicle: "Vehicle",
        Fare: "Total Amount",
      },
    ],
    [
      "TaxiCaller",
      "reservations",
      "Job ID,Job status,Pickup date/time,Passenger name,Phone,From,To,Passengers,Account,Vehicle number,Driver,Total",
      {
        Number: "Job ID",
        State: "Job status",
        "Pickup date": "Pickup date/time",
        Pickup: "From",
        "Drop-off": "To",
        Passenger: "Passenger name",
        "Passenger phone": "Phone",
        Passengers: "Passengers",
        Company: "Account",
        Driver: "Driver",
        Vehicle: "Vehicle number",
        Fare: "Total",
      },
    ],
    [
      "a French office",
      "companies",
      "Raison sociale,Adresse de facturation,E-mail de facturation,Numéro de TVA,Délai de paiement,Plafond,Centres de coût,Responsables,Membres",
      {
        Name: "Raison sociale",
        "Billing address": "Adresse de facturation",
        "Billing e-mail": "E-mail de facturation",
        "Tax number": "Numéro de TVA",
        "Payment days": "Délai de paiement",
        "Credit limit": "Plafond",
        "Cost centres": "Centres de coût",
        Managers: "Responsables",
        Members: "Membres",
      },
    ],
    [
      "a Spanish office",
      "reservations",
      "Localizador,Estado,Fecha de recogida,Hora de recogida,Pasajero,Teléfono,Correo electrónico,Lugar de recogida,Lugar de destino,Pasajeros,Tipo de vehículo,Empresa,Conductor,Matrícula,Importe,Moneda",
      {
        Number: "Localizador",
        State: "Estado",
        "Pickup date": "Fecha de recogida",
        "Pickup time": "Hora de recogida",
        Pickup: "Lugar de recogida",
        "Drop-off": "Lugar de destino",
        Passenger: "Pasajero",
        "Passenger phone": "Teléfono",
        Rider: "Correo electrónico",
        Passengers: "Pasajeros",
        "Vehicle class": "Tipo de vehículo",
        Company: "Empresa",
        Driver: "Conductor",
        Vehicle: "Matrícula",
        Fare: "Importe",
        Currency: "Moneda",
      },
    ],
    [
      "a Spanish office",
      "payments",
      "Número de reserva,Fecha de pago,Tipo,Forma de pago,Importe,Moneda,Referencia,Motivo",
      {
        Number: "Número de reserva",
        Date: "Fecha de pago",
        Kind: "Tipo",
        Method: "Forma de pago",
        Amount: "Importe",
        Currency: "Moneda",
        Reference: "Referencia",
        Reason: "Motivo",
      },
    ],
  ])("maps the columns of %s: %s", (_system, kind, headers, expected) => {
    expect(guessedColumns(kind, headers)).toEqual(expected);
    expect(missingFields(kind, guessMapping(kind, headers.split(",")))).toEqual([]);
  });
});

describe("imported lines", () => {
  test("one faulty line keeps out all lines of its file", async () => {
    const text = "Prénom,Nom,Courriel\nAda,Uwase,ada@example.com\nEric,Mugisha,eric\n";
    expect(await run("riders", text)).toMatchObject({
      code: 1,
      output: expect.stringContaining("Line 3, E-mail: “eric” is not an e-mail address"),
    });
    expectNoRows();
  });

  test("known riders are skipped, filled in or updated, as chosen", async () => {
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

  test.each<[ImportKind, string, string]>([
    [
      "vehicles",
      "Plate,Class,Make,Model,Year,Colour,Passengers,Luggage,Equipment,State\nRAE 1 A,Executive SUV,Kia,Rio,2020,Red,7,6,Wheelchair,Out of service\n",
      "Plate,Make,Model,Year\nRAE 1 A,Kia,Rio,2020\n",
    ],
    [
      "companies",
      "Name,Billing address,Payment days,Needs cost centre,State\nAcme,KN 4 Ave,14,yes,Suspended\n",
      "Name,Note\nAcme,\n",
    ],
    [
      "places",
      "Name,Kind,Address,Latitude,Longitude,Active\nGate,Hotel,KN 5 Rd,-1.95,30.06,no\n",
      "Name,Address,Latitude,Longitude\nGate,KN 5 Rd,-1.95,30.06\n",
    ],
  ])("an update keeps the columns that its file does not have: %s", async (kind, first, second) => {
    expect(await run(kind, first)).toMatchObject({ code: 0 });
    const before = csvOf(kind);
    expect(await run(kind, second, "--duplicates", "update")).toMatchObject({
      code: 0,
      output: expect.stringContaining("0 to add, 0 to change, 1 to skip."),
    });
    expect(csvOf(kind)).toBe(before);
  });

  test("an import leaves the state of a known driver unchanged and adds a note", async () => {
    const text = (state: string) => `Name,E-mail,State\nEric Mugisha,eric@example.com,${state}\n`;
    await run("drivers", text("Active"));
    const before = csvOf("drivers");
    expect(await run("drivers", text("Suspended"), "--duplicates", "update")).toMatchObject({
      output: expect.stringContaining(
        "1 line with another state of a driver than here: it stays, change it on the driver’s page",
      ),
    });
    expect(csvOf("drivers")).toBe(before);
  });

  test("an update changes a company's settings to yes and to no", async () => {
    const flags = "Needs cost centre,Needs reference,Approves members";
    await run("companies", `Name,${flags}\nAcme,no,yes,no\n`);
    await run("companies", `Name,${flags}\nAcme,yes,no,yes\n`, "--duplicates", "update");
    expect(csvOf("companies")).toContain("Acme,Acme,,,30,,yes,no,,yes,");
  });

  test.each<[ImportKind, string, string]>([
    [
      "vehicles",
      "Plate,Make,Model,Year,Colour,Vehicle insurance until\nRAE 1 A,Kia,Rio,2020,Red,2027-01-31\n",
      "Plate,Make,Model,Year,Colour,VIN,Vehicle insurance until,Vehicle inspection number\nrae 1 a,Kia,Ceed,2021,Blue,1HGCM82633A004352,2028-01-31,I-1\n",
    ],
    [
      "drivers",
      "First name,Last name,E-mail,Driving licence number\nEric,Mugisha,eric@example.com,L-1\n",
      "First name,Last name,E-mail,Phone,Driving licence number,Driving licence until\nErik,Keza,eric@example.com,0788000001,L-2,2028-01-31\n",
    ],
    [
      "companies",
      "Name,Note,Cost centres,Members\nAcme,first,Sales,ada@example.com\n",
      "Name,Note,Payment days,Cost centres,Managers\nACME,second,14,Sales;Care,boss@example.com\n",
    ],
    [
      "riders",
      "Name,E-mail,Note\nAda Uwase,ada@example.com,first\n",
      "Name,E-mail,Phone,Note\nAda Keza,ada@example.com,0788000001,second\n",
    ],
    [
      "places",
      "Name,Address,Latitude,Longitude\nGate,KN 5 Rd,-1.95,30.06\n",
      "Name,Address,Latitude,Longitude,IATA,Entrance notes\nGate,KN 5 Rd,-1.96,30.07,KGL,Ring\n",
    ],
  ])("an undo restores what the file changed: %s", async (kind, first, second) => {
    await run(kind, first);
    const before = csvOf(kind);
    expect(await run(kind, second, "--duplicates", "update")).toMatchObject({
      code: 0,
      output: expect.stringContaining("0 to add, 1 to change, 0 to skip."),
    });
    expect(csvOf(kind)).not.toBe(before);
    const last = server.deps.db.select().from(imports).all().at(-1);
    await undoFromCommand(server.deps, last?.id ?? "", () => {});
    expect(csvOf(kind)).toBe(before);
  });

  test("an undo keeps a rider who was blocked, merged or given quiet hours since", async () => {
    await run("riders", "Name,E-mail\nAda Uwase,ada@example.com\n");
    const { db, now } = server.deps;
    const [rider] = people();
    const riderId = rider?.id ?? "";
    const [made] = db.select().from(imports).all();
    const block = { byName: "Olivia", at: now() };
    for (const [table, row] of [
      [riderBlocks, { ...block, riderId, reason: "Never came" }],
      [riderMerges, { ...block, mergedRiderId: "m", mergedIntoRiderId: riderId, name: "A" }],
      [quietHours, { riderId, fromMinute: 0, untilMinute: 60, updatedAt: block.at }],
    ] as const) {
      db.insert(table).values(row).run();
      const undone = undoFromCommand(server.deps, made?.id ?? "", () => {});
      await expect(undone).rejects.toThrow("something else refers to it");
      expect(people()).toHaveLength(1);
      db.delete(table).run();
    }
    await undoFromCommand(server.deps, made?.id ?? "", () => {});
    expect(people()).toEqual([]);
  });

  test.each([
    ["companies", companies, "Name\nAcme\n"],
    ["places", places, "Name,Latitude,Longitude\nGate,-1.95,30.06\n"],
  ] as const)("an undo keeps a record that a price list names: %s", async (kind, table, text) => {
    const { db } = server.deps;
    const names = () =>
      db
        .select({ name: table.name })
        .from(table)
        .all()
        .map(({ name }) => name);
    const before = names();
    await run(kind, text);
    const [made] = db.select().from(imports).all();
    const [row] = db.select().from(importRows).all();
    const undo = () => undoFromCommand(server.deps, made?.id ?? "", () => {});
    const priced = { version: 1, updatedAt: 0, updatedByName: "Olivia" };
    db.insert(feeDraft)
      .values({ ...priced, id: 9, schedule: { of: row?.rowId } })
      .run();
    await expect(undo()).rejects.toThrow("something else refers to it");
    expect(names()).toHaveLength(before.length + 1);
    db.delete(feeDraft).where(eq(feeDraft.id, 9)).run();
    await undo();
    expect(names()).toEqual(before);
  });

  test("an undo keeps a document that a driver has sent since", async () => {
    const vehicle = await createVehicle(server, { plate: "RAE 900 Z" });
    const driver = await createDriver(server, { vehicleId: vehicle.id });
    const importRow =
      "Plate,Make,Model,Year,Vehicle insurance number\nRAE 900 Z,Kia,Rio,2020,N-1\n";
    const { db } = server.deps;
    const stored = () => db.select().from(documents).where(eq(documents.vehicleId, vehicle.id));
    db.delete(documents).where(eq(documents.vehicleId, vehicle.id)).run();
    expect(await run("vehicles", importRow, "--duplicates", "update")).toMatchObject({ code: 0 });
    const values = {
      kind: "vehicle_insurance",
      state: "pending_review",
      sentById: driver.id,
    } as const;
    db.insert(documents)
      .values({ ...values, id: "sent", vehicleId: vehicle.id, createdAt: 1 })
      .run();
    const [made] = db.select().from(imports).all();
    await undoFromCommand(server.deps, made?.id ?? "", () => {});
    expect(stored().all()).toMatchObject([{ id: "sent" }]);
  });

  test.each([
    ["vehicles", vehicles, "vehicle_insurance", "Plate,Make,Model,Year\nRAE 900 Z,Kia,Rio,2020\n"],
    ["drivers", drivers, "driving_licence", "Name,E-mail\nEric Mugisha,eric@example.com\n"],
  ] as const)(
    "an undo keeps a record with documents sent since: %s",
    async (list, table, kind, text) => {
      await run(list, text);
      const { db } = server.deps;
      const id = db.select({ id: table.id }).from(table).all()[0]?.id ?? "";
      const owner = list === "vehicles" ? { vehicleId: id } : { driverId: id };
      db.insert(documents)
        .values({ ...owner, id: "sent", kind, state: "pending_review", createdAt: 1 })
        .run();
      const [made] = db.select().from(imports).all();
      const undo = undoFromCommand(server.deps, made?.id ?? "", () => {});
      await expect(undo).rejects.toThrow("something else refers to it");
      expect(db.select().from(documents).all()).toMatchObject([{ id: "sent" }]);
    },
  );

  test("a duplicate line in a file counts once", async () => {
    const text = "Plate,Make,Model,Year\nRAE 1 A,Kia,Rio,2020\nrae 1  a,Kia,Rio,2020\n";
    expect(await run("vehicles", text)).toMatchObject({
      code: 0,
      output: expect.stringContaining("1 to add, 0 to change, 1 to skip."),
    });
    expect(server.deps.db.select().from(vehicles).all()).toHaveLength(1);
  });

  test("notes and errors say line for one and lines for several", async () => {
    const header = "Plate,Make,Model,Year,Class\n";
    const cars =
      "RAE 1 A,Kia,Rio,2020,Standard car\nRAE 2 A,Kia,Rio,2020,Big van\nRAE 3 A,Kia,Rio,2020,Big van\n";
    const { output } = await run("vehicles", header + cars);
    expect(output).toContain("1 line of the class “Standard car”, taken as Standard\n");
    expect(output).toContain("2 lines of the class “Big van”, taken as Van\n");
    const faultyReport = await run("vehicles", `${header}RAE 4 A,Kia,Rio,1800,Standard\n`);
    expect(faultyReport.output).toContain("Lines with errors: 1.");
  });

  test("past trips count as paid, and future trips keep their agreed price", async () => {
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
    // The other system's number identifies the trip again.
    expect(await run("reservations", text)).toMatchObject({
      output: expect.stringContaining("0 to add, 0 to change, 3 to skip."),
    });
    expect(await run("payments", "Number,Date,Amount\nX-9,2026-11-03,100\n")).toMatchObject({
      code: 0,
    });
    expect(trips().map(({ paidMinor }) => paidMinor)).toEqual([12_500, 0, 4_100]);
    expect(server.deps.db.select().from(payments).all()).toHaveLength(3);
  });

  test("a payment has the decimals of its trip's currency", async () => {
    const text = "Number,Date,Passenger,Pickup,Fare\n7,2026-11-01 08:00,Ada,Home,12500\n";
    await run("reservations", text, "--unpaid");
    server.deps.db.update(reservations).set({ currency: "USD" }).run();
    const payment = "Number,Date,Amount,Currency\n7,2026-11-03,12.50,USD\n";
    expect(await run("payments", payment)).toMatchObject({ code: 0 });
    expect(server.deps.db.select().from(payments).all()).toMatchObject([
      { amountMinor: 1_250, currency: "USD" },
    ]);
  });

  test("a trip is linked to its rider by whichever contact the file has", async () => {
    await run(
      "riders",
      "First name,Last name,E-mail,Phone\nAda,Uwase,ada@example.com,0788000001\n",
    );
    const trip = (contact: string, value: string) =>
      run(
        "reservations",
        `Date,Passenger,Pickup,Fare,${contact}\n2026-11-01 08:00,Ada,Home,1,${value}\n`,
      );
    for (const [contact, value] of [
      ["Rider", "ada@example.com"],
      ["Passenger phone", "0788000001"],
      ["Passenger e-mail", "ada@example.com"],
    ] as const)
      expect(await trip(contact, value)).toMatchObject({ code: 0 });
    const [ada] = people();
    expect(trips().map(({ riderId }) => riderId)).toEqual(Array(3).fill(ada?.id));
  });

  test.each([
    [
      "a past trip that is only confirmed",
      "State,Date,Passenger,Pickup,Fare\nConfirmed,2026-10-01 08:00,Ada,Home,1\n",
      "Line 2, State: The pickup is in the past",
    ],
    [
      "a future trip without a price",
      "Date,Passenger,Pickup,Fare\n2026-12-24 08:00,Ada,Home,\n",
      "Line 2, Fare: A future trip needs its agreed price",
    ],
    [
      "an unknown company",
      "Date,Passenger,Pickup,Fare,Company\n2026-11-01 08:00,Ada,Home,1,Acme\n",
      "Line 2, Company: There is no company “Acme”. Import companies first.",
    ],
    [
      "another currency",
      "Date,Passenger,Pickup,Fare,Currency\n2026-11-01 08:00,Ada,Home,1,USD\n",
      "Line 2, Currency: Your currency is RWF, not USD",
    ],
    [
      "decimal places that the currency does not have",
      "Date,Passenger,Pickup,Fare\n2026-11-01 08:00,Ada,Home,12.50\n",
      "Line 2, Fare: RWF has no decimal places: “12.50”",
    ],
    [
      "a missing time of day",
      "Date,Passenger,Pickup,Fare\n2026-11-01,Ada,Home,1\n",
      "Line 2, Pickup time: The time of day is missing",
    ],
    [
      "a missing pickup column",
      "Date,Passenger,Fare\n2026-11-01,Ada,1\n",
      "Line 1, Pickup: No column is chosen for this field",
    ],
  ])("a line is refused for %s", async (_name, text, words) => {
    expect(await run("reservations", text)).toMatchObject({
      code: 1,
      output: expect.stringContaining(words),
    });
    expect(trips()).toEqual([]);
  });

  test("a trip under way whose file names no driver is confirmed, not assigned", async () => {
    const twoHoursAgo = localTimeAt(server.deps.now() - 2 * 3_600_000, "Africa/Kigali");
    const text = `State,Date,Passenger,Pickup,Fare\nIn progress,${twoHoursAgo},Ada,Home,1000\n`;
    expect(await run("reservations", text)).toMatchObject({ code: 0 });
    expect(trips()).toMatchObject([{ state: "confirmed", driverId: null, vehicleId: null }]);
  });

  test("a pickup time with a zone is read in that zone, unless its time has a column of its own", async () => {
    const text = `Date,Pickup time,Passenger,Pickup,Fare
2027-06-01T14:30:00Z,,Ada,Home,1000
2027-06-01T23:30:00.000+00:00,,Ada,Home,1000
2027-06-01 02:30 -0500,,Ada,Home,1000
2027-06-01T23:00:00Z,14:30,Ada,Home,1000
`;
    expect(await run("reservations", text)).toMatchObject({ code: 0 });
    expect(trips().map(({ pickupLocal }) => pickupLocal)).toEqual([
      "2027-06-01T16:30",
      "2027-06-02T01:30",
      "2027-06-01T09:30",
      "2027-06-01T14:30",
    ]);
  });

  test.each([
    ["2027-06-01 09:30-10:30", null],
    ["2027-06-01 0930-1030", null],
    ["2027-06-01 09:30 -10:00", null],
    ["2027-06-01 09:30+15:00", null],
    ["2027-06-01 09:30+02:10", null],
    ["2027-06-01 09:30:00-12:30", null],
    ["2027-06-01T09:30-05:00", "2027-06-01T16:30"],
    ["2027-06-01 09:30:00-05:00", "2027-06-01T16:30"],
    ["2027-06-01 09:30+05:45", "2027-06-01T05:45"],
    ["2027-06-01 09:30+14:00", "2027-05-31T21:30"],
  ])("the pickup time %s is read only if it has a real zone", async (text, pickupLocal) => {
    const file = `Date,Passenger,Pickup,Fare\n${text},Ada,Home,1000\n`;
    const { code, output } = await run("reservations", file);
    if (pickupLocal === null) expect(output).toContain("is not a time");
    else expect(code).toBe(0);
    expect(trips().map((trip) => trip.pickupLocal)).toEqual(pickupLocal ? [pickupLocal] : []);
  });

  test("two future trips of one driver at one time are refused, with the line", async () => {
    const vehicle = await createVehicle(server);
    await createDriver(server, { email: "eric@example.com", vehicleId: vehicle.id });
    const text = `Date,Passenger,Pickup,Fare,Driver
2026-12-24 08:00,Ada,Home,1000,eric@example.com
2026-12-24 08:10,Zoë,Work,1000,eric@example.com
`;
    expect(await run("reservations", text)).toMatchObject({
      code: 1,
      output: expect.stringMatching(/Line 3, Driver: .* has another trip at that time/),
    });
    expect(trips()).toEqual([]);
  });
});

/** Lines that fill every column of every list, in the order of import. */
const allColumns: Record<ImportKind, Record<string, string>[]> = {
  vehicles: [
    {
      ...{ Plate: "RAE 900 Z", Class: "Standard", Make: "Toyota", Model: "Hiace", Year: "2019" },
      ...{ Colour: "White", VIN: "1HGCM82633A004352", Passengers: "3", Luggage: "1" },
      ...{ Equipment: "Wheelchair; Scooter", State: "Out of service" },
    },
    { Plate: "RAE 901 Z", Make: "Kia", Model: "Rio", Year: "2020" },
  ],
  drivers: [
    {
      ...{ "First name": "Solange", "One name": "yes", "E-mail": "solange@example.com" },
      ...{ Phone: "+250788300001", Language: "fr", Vehicle: "RAE 900 Z", State: "Suspended" },
    },
    { "First name": "Eric", "Last name": "Mugisha", "E-mail": "eric@example.com" },
  ],
  companies: [
    {
      ...{
        Name: "Umuganda; Sons | Co",
        "Billing address": "1 KN 4 Ave\nKigali",
        "Tax number": "T-1",
      },
      ...{ "Billing e-mail": "bills@example.com", "Payment days": "14", "Credit limit": "250000" },
      ...{ "Needs cost centre": "yes", "Needs reference": "yes", "Approves members": "yes" },
      ...{ "Reference pattern": "PO-###", "Approves trips": "Above an amount" },
      ...{ "Approves above": "50000", "Hours to approve": "48", "Hours before pickup": "0" },
      ...{ "Without approval": "Confirmed" },
      ...{ "Copies to": "ops@example.com (changes, receipts); desk@example.com (confirmations)" },
      ...{ State: "Suspended", Note: "-5 % “as agreed”", "Cost centres": "Sales; Care, night" },
      ...{ Managers: "boss@example.com", Members: "ada@example.com; +250788000009" },
    },
    { Name: "Acme", "Cost centres": "Sales", Members: "ada@example.com" },
  ],
  riders: [
    {
      ...{ "First name": "Ada", "Last name": "=Uwase", "E-mail": "ada@example.com" },
      ...{ Phone: "+250788000001", Language: "fr", Note: 'Ring "twice",\nthen wait; @door' },
    },
    { "First name": "Zoë", "One name": "yes", Phone: "+250788000002" },
  ],
  places: [
    {
      ...{ Name: "Our airport", Kind: "Airport", Address: "KN 5 Rd", Latitude: "-1.9686" },
      ...{ Longitude: "30.1395", Keywords: "kgl, kanombe", IATA: "KGL", Active: "no" },
      ...{ "Entrance notes": "Gate 2", "Pickup instructions": "Under the clock" },
    },
  ],
  repeating: [
    {
      ...{ Weekdays: "Monday; Friday", "Every weeks": "2", "Starts on": "2026-12-07" },
      ...{ "Ends on": "2027-03-05", "Pickup time": "07:05", "Skip holidays": "yes" },
      ...{ State: "Active", "Not on": "2026-12-25; 2027-01-01" },
    },
    {
      ...{ Weekdays: "Tuesday", "Starts on": "2026-12-08", "Ends after": "10", State: "Paused" },
      ...{ "Pickup time": "08:10", Passenger: "Ada", Pickup: "Our airport", "Drop-off": "Hotel" },
      ...{ "Drop-off latitude": "-1.9532", "Drop-off longitude": "30.0616" },
      ...{ "Pickup latitude": "-1.9686", "Pickup longitude": "30.1395" },
    },
  ],
  reservations: [
    {
      ...{ Number: "31", State: "Cancelled", "Pickup date": "2026-11-02", "Pickup time": "07:05" },
      ...{ "Distance km": "12.5", Minutes: "31.5", Driver: "eric@example.com" },
      ...{ Vehicle: "RAE 900 Z", Fare: "0", Currency: "RWF", Fee: "2500", Invoiced: "yes" },
    },
    {
      ...{ Number: "32", State: "Completed", "Pickup date": "2026-11-03", "Pickup time": "08:00" },
      ...{ Passenger: "Zoë", Pickup: "Home", Fare: "9000", Rider: "+250788000002" },
    },
    ...["Settled", "No-show", "Rejected", "Pending", "Confirmed", "Assigned"].map((State, at) => ({
      ...{ Number: `${33 + at}`, State, Passenger: "Zoë", Pickup: "Home", Fare: "7000" },
      ...{ "Pickup date": at < 3 ? "2026-11-04" : "2026-12-04", "Pickup time": `0${at}:30` },
      ...(State === "Assigned" && { Driver: "eric@example.com", Vehicle: "RAE 901 Z" }),
    })),
    ...["Price requested", "Confirmed"].map((State, at) => ({
      ...{ Number: `${39 + at}`, State, Passenger: "Zoë", Pickup: "Home", Fare: "0" },
      ...{ "Pickup date": "2026-12-05", "Pickup time": "09:30" },
    })),
  ],
  payments: [
    { Number: "32", Date: "2026-11-03", Kind: "Paid", Method: "Cash", Amount: "9000" },
    { Number: "33", Date: "2026-11-09", Kind: "Waiver", Amount: "7000", Reason: "A friend" },
    {
      ...{ Number: "32", Date: "2026-11-04", Kind: "Refund", Method: "Mobile money" },
      ...{ Amount: "-2000", Currency: "RWF", Reference: "MM-7", Reason: "Came late" },
    },
  ],
};
const completeTrip = {
  ...{ Service: "Hourly", Hours: "3", Mobility: "Wheelchair", Flight: "WB203", Note: "Gate 4" },
  ...{ Pickup: "Airport", "Pickup address": "KN 5 Rd", "Pickup latitude": "-1.9686" },
  ...{ "Pickup longitude": "30.1395", "Drop-off": "Hotel", "Drop-off address": "KN 3 Ave" },
  ...{ "Drop-off latitude": "-1.9532", "Drop-off longitude": "30.0616", Luggage: "2" },
  ...{ Stops: "Bank — KN 2 Ave @-1.95,30.06; The blue gate", Passenger: "Zoë Keza" },
  ...{ "Passenger phone": "+250788000002", "Passenger e-mail": "zoe@example.com" },
  ...{ "Passenger language": "en", Rider: "ada@example.com", Passengers: "3" },
  ...{ "Vehicle class": "Standard", Payment: "Account", Company: "Acme" },
  ...{ "Cost centre": "Sales", Reference: "PO-7" },
};
Object.assign(allColumns.repeating[0] ?? {}, completeTrip);
Object.assign(allColumns.reservations[0] ?? {}, completeTrip);

test("every column of every list can be exported and imported again unchanged", async () => {
  const kinds = Object.keys(allColumns) as ImportKind[];
  for (const kind of kinds) {
    const lines = allColumns[kind];
    const fields = importFields[kind]
      .filter(({ isImportOnly }) => !isImportOnly)
      .map(({ name }) => name);
    for (const name of fields.filter((each) => / (number|until)$/.test(each)))
      if (lines[0] && !lines[0][name])
        lines[0][name] = name.endsWith("until") ? "2028-03-31" : "N-17";
    expect([kind, lines.flatMap(Object.keys).filter((name) => !fields.includes(name))]).toEqual([
      kind,
      [],
    ]);
    for (const name of fields)
      expect([kind, name, lines.some((line) => line[name])]).toEqual([kind, name, true]);
    const text = Papa.unparse(lines, { columns: fields });
    expect([kind, await run(kind, text, "--unpaid")]).toMatchObject([kind, { code: 0 }]);
    const out = Papa.parse<Record<string, string>>(csvOf(kind).trimEnd(), { header: true }).data;
    const isRowOfLine = (row: Record<string, string>, line: Record<string, string>) =>
      fields.every((name) => !line[name] || cellText(row[name] ?? "") === cellText(line[name]));
    for (const line of lines)
      expect([line, out.filter((row) => isRowOfLine(row, line)).length]).toEqual([line, 1]);
  }
  const before = kinds.map(csvOf);
  server.close();
  server = await createTestServer();
  server.deps.db.$client.run("DELETE FROM places");
  for (const [at, kind] of kinds.entries())
    expect([kind, await run(kind, before[at] ?? "", "--unpaid")]).toMatchObject([
      kind,
      { code: 0 },
    ]);
  expect(kinds.map(csvOf)).toEqual(before);
}, 60_000);
