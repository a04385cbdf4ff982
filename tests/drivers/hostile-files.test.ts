/** Files that are not what they claim, broken forms and limits: each is refused, and nothing is left behind. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { driverApplicationFiles } from "../../db/schema/drivers";
import { files } from "../../db/schema/files";
import { jpeg, jpegWithGps, pdf, png } from "../support/pictures";
import { pdfFile } from "../support/pdf-files";
import { createTestServer, type TestServer } from "../support/server";

let server: TestServer;
let picture: Buffer;
let gps: Buffer;
let webp: Buffer;
beforeAll(async () => {
  server = await createTestServer();
  picture = Buffer.from(await jpeg());
  gps = Buffer.from(await jpegWithGps());
  webp = Buffer.from(await new Bun.Image(png(40, 30)).webp({ quality: 80 }).bytes());
});
afterAll(() => server.close());
beforeEach(() => {
  server.advance(86_400_000);
});

const folder = () => join(server.deps.config.dataDir, "uploads");
const storedFiles = () => (existsSync(folder()) ? readdirSync(folder()) : []);
let count = 0;

/** Sends bytes as one upload from a new visitor, and returns what was stored. */
async function upload(content: Uint8Array, name: string, field = "proofOfAddress") {
  const address = `10.0.${++count >> 8}.${count & 255}`;
  const ticket = Buffer.from(`ticket${String(count).padStart(10, "0")}`).toString("base64url");
  const body = Buffer.concat([
    Buffer.from(
      `--x\r\nContent-Disposition: form-data; name="ticket"\r\n\r\n${ticket}\r\n--x\r\nContent-Disposition: form-data; name="field"\r\n\r\n${field}\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`,
    ),
    content,
    Buffer.from("\r\n--x--\r\n"),
  ]);
  return send(body, address);
}
async function send(body: Uint8Array, address: string, path = "/uploads") {
  const before = new Set(storedFiles());
  const answer = await server.app.fetch(
    new Request(`http://livery.test/backend/driver-application${path}`, {
      method: "POST",
      headers: {
        "content-type": "multipart/form-data; boundary=x",
        origin: "http://livery.test",
        host: "livery.test",
      },
      body: body as BodyInit,
    }),
    { address },
  );
  const json = (await answer.json()) as {
    code?: string;
    message?: string;
    upload?: { id: string; name: string };
  };
  const left = storedFiles().filter((each) => !before.has(each));
  return { status: answer.status, ...json, left };
}

const text = (words: string) => Buffer.from(words, "latin1");
const HTML = text("<html><script>alert(1)</script></html>");
const SVG = text('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
const EXE = Buffer.concat([text("MZ\x90\0\x03"), Buffer.alloc(200)]);
const box = (brand: string) => Buffer.concat([text(`\0\0\0\x18ftyp${brand}`), Buffer.alloc(300)]);

describe("files that are refused", () => {
  test.each<[string, () => Uint8Array, string, string, number, string]>([
    ["HTML named .jpg", () => HTML, "a.jpg", "proofOfAddress", 415, "paper.wrong_type"],
    ["HTML named .pdf", () => HTML, "a.pdf", "proofOfAddress", 415, "paper.wrong_type"],
    ["HTML named .png, as a photo", () => HTML, "a.png", "exteriorPhoto1", 415, "paper.wrong_type"],
    ["an SVG with a script", () => SVG, "a.svg", "proofOfAddress", 415, "paper.wrong_type"],
    ["an SVG named .png", () => SVG, "a.png", "proofOfAddress", 415, "paper.wrong_type"],
    ["an SVG as a photo", () => SVG, "a.jpg", "interiorPhoto4", 415, "paper.wrong_type"],
    ["a program named .pdf.exe", () => EXE, "a.pdf.exe", "proofOfAddress", 415, "paper.wrong_type"],
    ["a program named .pdf", () => EXE, "a.pdf", "proofOfAddress", 415, "paper.wrong_type"],
    ["a PDF named .exe", () => pdf(), "a.pdf.exe", "proofOfAddress", 415, "paper.wrong_type"],
    ["a PDF named .html", () => pdf(), "a.html", "proofOfAddress", 415, "paper.wrong_type"],
    ["a JPEG named .php", () => picture, "a.jpg.php", "exteriorPhoto1", 415, "paper.wrong_type"],
    [
      "a file name with an extension after a NUL",
      () => pdf(),
      "a.pdf\0.exe",
      "proofOfAddress",
      415,
      "paper.wrong_type",
    ],
    ["a PDF as a photo", () => pdf(), "a.pdf", "exteriorPhoto1", 415, "paper.wrong_type"],
    ["a WebP as a document", () => webp, "a.webp", "proofOfAddress", 415, "paper.wrong_type"],
    [
      "a GIF",
      () => Buffer.concat([text("GIF89a"), Buffer.alloc(50)]),
      "a.gif",
      "exteriorPhoto1",
      415,
      "paper.wrong_type",
    ],
    [
      "a GIF named .jpg",
      () => Buffer.concat([text("GIF89a"), Buffer.alloc(50)]),
      "a.jpg",
      "exteriorPhoto1",
      415,
      "paper.wrong_type",
    ],
    [
      "a BMP",
      () => Buffer.concat([text("BM"), Buffer.alloc(90)]),
      "a.jpg",
      "exteriorPhoto1",
      415,
      "paper.wrong_type",
    ],
    [
      "a TIFF",
      () => Buffer.concat([text("II*\0"), Buffer.alloc(90)]),
      "a.jpg",
      "exteriorPhoto1",
      415,
      "paper.wrong_type",
    ],
    [
      "a ZIP",
      () => Buffer.concat([text("PK\x03\x04"), Buffer.alloc(90)]),
      "a.pdf",
      "proofOfAddress",
      415,
      "paper.wrong_type",
    ],
    ["HEIC", () => box("heic"), "IMG_1.heic", "exteriorPhoto1", 415, "paper.heic"],
    [
      "HEIC of the brand mif1",
      () => box("mif1"),
      "IMG_1.HEIC",
      "proofOfAddress",
      415,
      "paper.heic",
    ],
    ["HEIC named .jpg", () => box("heix"), "a.jpg", "exteriorPhoto1", 415, "paper.heic"],
    ["AVIF", () => box("avif"), "a.jpg", "exteriorPhoto1", 415, "paper.wrong_type"],
    [
      "an MP4 video named .jpg",
      () => box("isom"),
      "a.jpg",
      "exteriorPhoto1",
      415,
      "paper.wrong_type",
    ],
    [
      "a JPEG cut short",
      () => picture.subarray(0, picture.length >> 1),
      "a.jpg",
      "exteriorPhoto1",
      415,
      "paper.damaged",
    ],
    [
      "only the first three bytes of a JPEG",
      () => picture.subarray(0, 3),
      "a.jpg",
      "exteriorPhoto1",
      415,
      "paper.damaged",
    ],
    [
      "rubbish between the first and last bytes of a JPEG",
      () => Buffer.concat([text("\xff\xd8\xff"), Buffer.alloc(500, 7), text("\xff\xd9")]),
      "a.jpg",
      "exteriorPhoto1",
      415,
      "paper.damaged",
    ],
    [
      "a PNG cut short",
      () => png(60, 40).subarray(0, 60),
      "a.png",
      "proofOfAddress",
      415,
      "paper.damaged",
    ],
    [
      "only the signature of a PNG",
      () => png(60, 40).subarray(0, 8),
      "a.png",
      "proofOfAddress",
      415,
      "paper.damaged",
    ],
    [
      "a PDF cut short",
      () => pdf().subarray(0, 60),
      "a.pdf",
      "proofOfAddress",
      415,
      "paper.damaged",
    ],
    [
      "a PDF after HTML",
      () => Buffer.concat([HTML, pdf()]),
      "a.pdf",
      "proofOfAddress",
      415,
      "paper.wrong_type",
    ],
    ...(
      [
        ["rc4Of40Bits", "paper.locked"],
        ["rc4Of128Bits", "paper.locked"],
        ["aesOf128Bits", "paper.locked"],
        ["aesWithOpenMetadata", "paper.locked"],
        ["aesOf256BitsOld", "paper.locked"],
        ["aesOf256Bits", "paper.locked"],
        ["aesWithLists", "paper.locked"],
        ["withoutPages", "paper.no_pages"],
        ["withoutPagesInLists", "paper.no_pages"],
      ] as const
    ).map(([name, code]): [string, () => Uint8Array, string, string, number, string] => [
      `a PDF, ${name}`,
      () => pdfFile(name),
      "a.pdf",
      "proofOfAddress",
      415,
      code,
    ]),
    [
      "a PDF whose header comes too late",
      () => Buffer.concat([Buffer.alloc(1_030, 0x20), pdf()]),
      "a.pdf",
      "proofOfAddress",
      415,
      "paper.wrong_type",
    ],
    [
      "a PDF after the first bytes of a program",
      () => Buffer.concat([text("MZ\r\n"), pdf()]),
      "a.pdf",
      "proofOfAddress",
      415,
      "paper.wrong_type",
    ],
    [
      "a PDF after a comment with HTML",
      () => Buffer.concat([text("% <script>\n"), pdf()]),
      "a.pdf",
      "proofOfAddress",
      415,
      "paper.wrong_type",
    ],
    [
      "a PDF whose encryption object has a number of 9.9 million digits",
      () => text(`%PDF-1.5\n/Encrypt ${"1".repeat(9_900_000)} 0 R\n%%EOF`),
      "a.pdf",
      "proofOfAddress",
      415,
      "paper.no_pages",
    ],
    ["plain text", () => text("hello"), "a.pdf", "proofOfAddress", 415, "paper.wrong_type"],
    ["a single byte", () => text("x"), "a.jpg", "exteriorPhoto1", 415, "paper.wrong_type"],
    ["zero bytes", () => text(""), "a.jpg", "exteriorPhoto1", 400, "request.malformed"],
    ["a pixel bomb", () => png(16_000, 16_000), "a.png", "exteriorPhoto1", 413, "paper.too_large"],
    [
      "11 MB",
      () => Buffer.alloc(11 * 1024 * 1024, 1),
      "a.pdf",
      "proofOfAddress",
      413,
      "request.too_large",
    ],
    [
      "a file for an unknown field",
      () => pdf(),
      "a.pdf",
      "../../etc/passwd",
      400,
      "request.invalid",
    ],
    ["a file for a text field", () => pdf(), "a.pdf", "firstName", 400, "request.invalid"],
  ])("%s", async (_title, content, name, field, status, code) => {
    const answer = await upload(content(), name, field);
    expect({ status: answer.status, code: answer.code, left: answer.left }).toEqual({
      status,
      code,
      left: [],
    });
    expect(answer.message).toBeTruthy();
  });

  test("a refused HEIC photo comes with advice to save it as JPG", async () => {
    const { message } = await upload(box("heic"), "IMG.heic", "exteriorPhoto1");
    expect(message).toContain("Save the photo as JPG");
  });
});

describe("accepted files, stored under the server's own names", () => {
  const kept = async (content: Uint8Array, name: string, field?: string) => {
    const answer = await upload(content, name, field);
    expect(answer.status).toBe(201);
    const id = answer.upload?.id ?? "";
    expect(answer.left).toEqual([id]);
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    return { name: answer.upload?.name, bytes: readFileSync(join(folder(), id)) };
  };

  test.each([
    ["../../x.png", "x.png"],
    ["a\0b.png", "ab.png"],
    ["C:\\Users\\me\\x.png", "x.png"],
    ["\u202egnp.x.png", "gnp.x.png"],
    ["x", "x"],
    ["<b>x</b>.png", "b>.png"],
  ])("the file name %j is shown as %j", async (name, shown) => {
    expect((await kept(png(20, 10), name)).name).toBe(shown);
  });

  test.each<[string, Uint8Array]>([
    ["a byte order mark", Buffer.concat([text("\xef\xbb\xbf"), pdf()])],
    ["an empty line", Buffer.concat([text("\r\n"), pdf()])],
    ["as many spaces as allowed", Buffer.concat([Buffer.alloc(1_019, 0x20), pdf()])],
    [
      "printer commands",
      Buffer.concat([
        text('\x1b%-12345X@PJL JOB NAME="Licence"\r\n@PJL ENTER LANGUAGE=PDF\r\n'),
        pdf(),
      ]),
    ],
    ["a printer command on the same line", Buffer.concat([text("\x1b%-12345X"), pdf()])],
    ["a comment", Buffer.concat([text("% scanned\n"), pdf()])],
  ])("a PDF may have %s before its header", async (_, content) => {
    expect((await kept(content, "a.pdf")).bytes).toEqual(Buffer.from(content));
  });

  test.each([
    "objectsInLists",
    "rc4Of40BitsForChanges",
    "rc4Of128BitsForChanges",
    "aesOf128BitsForChanges",
    "aesWithOpenMetadataForChanges",
    "aesOf256BitsOldForChanges",
    "aesOf256BitsForChanges",
    "aesWithListsForChanges",
  ] as const)("a PDF that opens without a password is accepted: %s", async (name) => {
    expect((await kept(pdfFile(name), "a.pdf")).bytes).toEqual(Buffer.from(pdfFile(name)));
  });

  test("a PDF with the word stream in its text is accepted", async () => {
    const words = "%PDF-1.4\n1 0 obj<</Title(A stream\nof words)>>endobj\n";
    const content = Buffer.concat([text(words), pdf()]);
    expect((await kept(content, "a.pdf")).bytes).toEqual(content);
  });

  test("a long file name is shortened and keeps its extension", async () => {
    const { name } = await kept(png(20, 10), `${"x".repeat(400)}.png`);
    expect(name?.length).toBeLessThan(100);
    expect(name).toEndWith(".png");
  });

  test("a JPEG with PHP after its end is stored without the PHP", async () => {
    const php = Buffer.concat([picture, text("<?php system($_GET['x']); ?>")]);
    const { bytes } = await kept(php, "a.jpg", "exteriorPhoto1");
    expect(bytes.includes("<?php")).toBe(false);
  });

  test("a photo is stored without its location", async () => {
    const { bytes } = await kept(gps, "a.jpg", "exteriorPhoto1");
    expect(bytes.includes("Exif")).toBe(false);
  });

  test("a WebP photo is stored as JPEG", async () => {
    const { bytes } = await kept(webp, "a.webp", "exteriorPhoto1");
    expect(bytes.subarray(0, 3)).toEqual(text("\xff\xd8\xff"));
  });
});

describe("upload limits", () => {
  const part = (name: string, file: string | null, content: Uint8Array | string) =>
    Buffer.concat([
      text(
        `--x\r\nContent-Disposition: form-data; name="${name}"${file === null ? "" : `; filename="${file}"`}\r\n\r\n`,
      ),
      Buffer.from(content),
      text("\r\n"),
    ]);
  const ticket = Buffer.from("ticket of the limits").toString("base64url").slice(0, 22);
  const bigPdf = (bytes: number, seed: number) =>
    Buffer.concat([
      text(`%PDF-1.4 ${seed}\n`),
      Buffer.alloc(bytes, seed),
      text("\n1 0 obj<</Type/Page>>endobj\n%%EOF\n"),
    ]);

  test("a form that is cut short leaves no file behind", async () => {
    const body = Buffer.concat([
      part("proofOfAddress", "a.pdf", pdf()),
      part("drivingCertificate", "b.pdf", pdf()).subarray(0, 200),
    ]);
    const answer = await send(body, "10.9.0.1", "");
    expect(answer).toMatchObject({ status: 400, code: "request.malformed", left: [] });
  });

  test("the uploads under one ticket are limited to 80 MB in total", async () => {
    const fields = [
      "nationalIdOrPassport",
      "drivingCertificate",
      "proofOfAddress",
      "policeClearanceCertificate",
      "workPermitOrVisa",
      "drugTestReport",
      "employmentReferenceLetter",
    ];
    const one = (field: string, bytes: number, seed: number) =>
      send(
        Buffer.concat([
          part("ticket", null, ticket),
          part("field", null, field),
          part("file", "a.pdf", bigPdf(bytes, seed)),
          text("--x--\r\n"),
        ]),
        "10.9.0.2",
      );
    const bytesBelowLimit = 10 * 1024 * 1024 - 100;
    for (const [i, field] of fields.entries())
      expect((await one(field, bytesBelowLimit, i + 1)).status).toBe(201);
    expect((await one("bankStatementFile", bytesBelowLimit, 8)).status).toBe(201);
    // Replacing a file does not increase the total, but another file does.
    const replaced = await one("bankStatementFile", bytesBelowLimit, 9);
    expect(replaced.status).toBe(201);
    const more = await send(
      Buffer.concat([
        part("ticket", null, ticket),
        part("field", null, "exteriorPhoto1"),
        part("file", "a.jpg", Buffer.concat([picture, Buffer.alloc(5_000)])),
        text("--x--\r\n"),
      ]),
      "10.9.0.2",
    );
    expect(more).toMatchObject({ status: 413, code: "paper.too_large", left: [] });
    const rows = server.deps.db.select().from(driverApplicationFiles).all();
    expect(rows.filter(({ address }) => address === "10.9.0.2")).toHaveLength(8);
  });

  test("stored files and database rows match after all uploads", () => {
    const known = server.deps.db.select({ id: files.id }).from(files).all();
    expect(storedFiles().sort()).toEqual(known.map(({ id }) => id).sort());
  });
});
