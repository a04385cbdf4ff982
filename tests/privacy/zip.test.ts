/** The archive is a valid ZIP file, and is written while it is being read. */
import { expect, test } from "bun:test";
import { type Entry, zip } from "../../src/privacy/zip";
import { unzip } from "../support/unzip";

const collect = async (pieces: AsyncIterable<Uint8Array>) => {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
};

test("unzipped entries equal the originals, whether compressed, stored or empty", async () => {
  const longText = "Kigali, ville aux mille collines. ".repeat(20_000);
  const randomBytes = crypto.getRandomValues(new Uint8Array(50_000));
  const entries: Entry[] = [
    { name: "data/a.json", content: ["[", longText, "]"] },
    { name: "files/é.webp", content: [randomBytes], stored: true },
    { name: "empty.txt", content: [] },
  ];
  const archive = await collect(zip(entries, Date.parse("2026-11-20T08:00:00Z")));
  expect(archive.length).toBeLessThan(60_000);
  const found = await unzip(archive);
  expect([...found.keys()]).toEqual(["data/a.json", "files/é.webp", "empty.txt"]);
  expect(new TextDecoder().decode(found.get("data/a.json"))).toBe(`[${longText}]`);
  expect(found.get("files/é.webp")).toEqual(randomBytes);
  expect(found.get("empty.txt")).toHaveLength(0);
});

test("zip reads its content only as the output is consumed", async () => {
  let read = 0;
  function* content() {
    for (; read < 1_000; read++) yield crypto.getRandomValues(new Uint8Array(65_536));
  }
  const pieces = zip([{ name: "long", content: content() }], 0);
  for (let n = 0; n < 5; n++) await pieces.next();
  expect(read).toBeLessThan(100);
  await pieces.return(undefined);
});
