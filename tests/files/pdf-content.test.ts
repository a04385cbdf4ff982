/** PDFs that cost too much time or memory to read. */
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { faultOf, type PdfFault } from "../../src/files/pdf-content";
import { pdfFile } from "../support/pdf-files";

const MB = 1024 * 1024;
const LARGE_BYTES = 20 * MB;
const END = "%%EOF";
const largePdf = (before: string, part: string, after: string) =>
  Buffer.from(
    `%PDF-1.5\n${before}${part.repeat(LARGE_BYTES / part.length)}${after}${END}`,
    "latin1",
  );
const list = Buffer.concat([
  Buffer.from("<</Type/ObjStm/Filter/FlateDecode>>stream\n"),
  deflateSync(Buffer.alloc(0)),
  Buffer.from("endstream"),
]);
const lists = (count: number) =>
  Buffer.concat([
    Buffer.from("%PDF-1.5\n"),
    ...Array.from({ length: count }, () => list),
    Buffer.from(END),
  ]);
const lock = "/Encrypt<</Filter/Standard/R 3/P -4";

/** Reads a PDF in a separate process, and returns how much memory that took. */
async function readInOwnProcess(
  content: Uint8Array,
): Promise<{ fault: PdfFault | null; bytes: number }> {
  const module = join(import.meta.dir, "../../src/files/pdf-content.ts");
  const child = Bun.spawn(
    [
      process.execPath,
      "-e",
      `import { faultOf } from ${JSON.stringify(module)};
      const given = await Bun.stdin.bytes();
      const before = process.memoryUsage.rss();
      const fault = faultOf(given);
      console.log(JSON.stringify({ fault, bytes: process.memoryUsage.rss() - before }));`,
    ],
    { stdin: content, stdout: "pipe" },
  );
  return (await new Response(child.stdout).json()) as { fault: PdfFault | null; bytes: number };
}

test.each<[string, () => Buffer, PdfFault]>([
  [
    "an object that begins 2.6 million times",
    () => largePdf("/Encrypt 1 0 R ", "1 0 obj ", ""),
    "locked",
  ],
  ["a string as long as the file", () => largePdf(`${lock}/O<00>/U(`, "a", ")>>"), "locked"],
  ["a string of escapes", () => largePdf(`${lock}/O<00>/U(`, "\\1", ")>>"), "locked"],
  ["a string that has no end", () => largePdf(`${lock}/O<00>/U(`, "a", ""), "locked"],
  ["a string of hexadecimal digits", () => largePdf(`${lock}/O<00>/U<`, "0f", ">>>"), "locked"],
  [
    "a file identifier as long as the file",
    () => largePdf(`${lock}/O<00>/U<00>>>/ID[(`, "a", ")]"),
    "locked",
  ],
  ["300,000 lists of objects", () => lists(300_000), "damaged"],
])("a PDF of 20 MB is read in less than 140 MB of memory: %s", async (_, content, fault) => {
  const read = await readInOwnProcess(content());
  expect(read.fault).toBe(fault);
  expect(read.bytes).toBeLessThan(140 * MB);
});

describe("impossible object numbers in a PDF", () => {
  const digits = "1".repeat(LARGE_BYTES / 2);
  test.each([
    ["a huge object", `/Encrypt ${digits} 0 R`],
    ["a huge generation", `/Encrypt 1 ${digits} R`],
    ["an 11-digit object", `/Encrypt ${"1".repeat(11)} 0 R`],
  ])("a PDF is not locked by %s number", (_, reference) => {
    expect(faultOf(Buffer.from(`%PDF-1.5\n${reference} ${END}`))).toBe("no_pages");
    expect(faultOf(Buffer.from(`%PDF-1.5\n<</Type/Page>>${reference} ${END}`))).toBeNull();
  });
});

test("a PDF with more than 10,000 lists of objects counts as damaged", () => {
  expect(faultOf(lists(10_000))).toBe("no_pages");
  expect(faultOf(lists(10_001))).toBe("damaged");
});

test("the last of several objects with one number counts", () => {
  const open = Buffer.from(pdfFile("rc4Of128BitsForChanges")).toString("latin1");
  const id = /\/Encrypt\s+(\d+)/.exec(open)?.[1];
  expect(id).toBeDefined();
  const before = open.replace("%PDF", `%PDF-1.4\n${id} 0 obj<<>>endobj\n%PDF`);
  expect(faultOf(Buffer.from(before, "latin1"))).toBeNull();
  const after = open.replace(/%%EOF\s*$/, `${id} 0 obj<<>>endobj\n%%EOF`);
  expect(faultOf(Buffer.from(after, "latin1"))).toBe("locked");
});
