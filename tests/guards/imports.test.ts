import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { importViolations, importCycles, clientLayers, importsOf } from "./import-rules";

const root = join(import.meta.dir, "../..");

async function readSources(): Promise<Map<string, string>> {
  const sources = new Map<string, string>();
  for (const folder of ["src", "client", "db", "languages"]) {
    for await (const path of new Bun.Glob(`${folder}/**/*.{ts,tsx}`).scan(root)) {
      if (path.endsWith(".d.ts")) continue;
      sources.set(path, await Bun.file(join(root, path)).text());
    }
  }
  return sources;
}

describe("import rules", () => {
  test("hold for all sources", async () => {
    const sources = await readSources();
    expect(sources.size).toBeGreaterThan(50);
    expect(importViolations(sources)).toEqual([]);
  });

  const cleanFiles: Record<string, string> = {
    "src/fares/contract.ts": `import { z } from "zod";`,
    "src/fares/rules.ts": `import type { Fare } from "./contract";`,
    "src/fares/rounding.ts": `export const round = 1;`,
    "src/fares/actions.ts": `import { fees } from "../../db/schema/fares";\nimport type { Deps } from "../deps";`,
    "src/fares/routes.ts": `import { createRouter } from "../server/calls";\nimport { quote } from "./actions";\nimport { deskRoutes } from "./desk-routes";`,
    "src/fares/desk-routes.ts": `import { createRouter } from "../server/calls";`,
    "src/app.ts": `import { Hono } from "hono";\nimport { fareRoutes } from "./fares/routes";\nimport { createRouter } from "./server/http";`,
    "client/routes/book.tsx": `import { Fare } from "../../src/fares/contract";\nimport type { App } from "../../src/app";\nimport { round } from "../../src/fares/rounding";`,
  };

  test("find no violation in clean files", () => {
    expect(importViolations(new Map(Object.entries(cleanFiles)))).toEqual([]);
  });

  test.each([
    [
      "a contract that reads the database",
      "src/fares/contract.ts",
      `import { fees } from "../../db/schema/fares";`,
    ],
    ["rules that import a query", "src/fares/rules.ts", `import { list } from "./queries";`],
    [
      "rules that import a server package",
      "src/fares/rules.ts",
      `import { join } from "node:path";`,
    ],
    [
      "rules that read the clock",
      "src/fares/rules.ts",
      `export const soon = () => Date.now() + 1;`,
    ],
    [
      "a slice that imports a later slice",
      "src/fares/queries.ts",
      `import { board } from "../dispatch/queries";`,
    ],
    [
      "routes that query the database",
      "src/fares/routes.ts",
      `import { fees } from "../../db/schema/fares";`,
    ],
    [
      "routes that import another slice's actions",
      "src/dispatch/routes.ts",
      `import { quote } from "../fares/actions";`,
    ],
    [
      "actions that import HTTP code",
      "src/fares/actions.ts",
      `import { validate } from "../http";`,
    ],
    [
      "routes that import another slice's routes",
      "src/dispatch/routes.ts",
      `import { fareRoutes } from "../fares/routes";`,
    ],
    [
      "actions that import routes",
      "src/dispatch/actions.ts",
      `import { fareRoutes } from "../fares/routes";`,
    ],
    [
      "an app that imports only some of a slice's routes",
      "src/app.ts",
      `import { deskRoutes } from "./fares/desk-routes";`,
    ],
    ["an app that imports an action", "src/app.ts", `import { quote } from "./fares/actions";`],
    [
      "deps that import the type of a slice's action",
      "src/deps.ts",
      `import type { quote } from "./fares/actions";`,
    ],
    [
      "a client file that imports the server",
      "client/ui/fare.tsx",
      `import { createApp } from "../../src/app";`,
    ],
    [
      "a client file that imports an action",
      "client/ui/fare.tsx",
      `import { quote } from "../../src/fares/actions";`,
    ],
    [
      "a client file that imports a server package",
      "client/ui/fare.tsx",
      `import { eq } from "drizzle-orm";`,
    ],
    [
      "a server file that imports the client",
      "src/server/http.ts",
      `import { x } from "../../client/api";`,
    ],
    [
      "a database file that imports the server",
      "db/open.ts",
      `import { config } from "../src/config";`,
    ],
    [
      "a server file that reads the environment",
      "src/server/http.ts",
      `export const port = process.env.PORT;`,
    ],
    [
      "a client file that reads the environment",
      "client/ui/x.tsx",
      `export const x = process.env.SECRET;`,
    ],
    ["a file named helpers", "src/fares/fare-helpers.ts", `export const x = 1;`],
    [
      "a barrel file",
      "client/ui/parts.ts",
      `export { Button } from "./button";\nexport * from "./card";`,
    ],
    [
      "a slice missing from the order of slices",
      "src/loyalty/queries.ts",
      `import type { Deps } from "../deps";`,
    ],
    [
      "a dynamic import of a later slice",
      "src/fares/actions.ts",
      `await import("../dispatch/actions");`,
    ],
    [
      "a re-export of a later slice",
      "src/fares/queries.ts",
      `export { board } from "../dispatch/queries";`,
    ],
    [
      "a slice that imports the demo",
      "src/fares/queries.ts",
      `import { createRandom } from "../demo/random";`,
    ],
    ["an area that imports another area", "client/fees/x.ts", `import { x } from "../board/x";`],
    [
      "an area that imports a type of another area",
      "client/fees/x.ts",
      `import type { X } from "../board/x";`,
    ],
    ["an area that loads another area lazily", "client/fees/x.ts", `await import("../board/x");`],
    [
      "an office file that imports an area",
      "client/office/x.ts",
      `import { x } from "../board/x";`,
    ],
    ["a design system that imports an area", "client/ui/x.tsx", `import { x } from "../site/x";`],
    ["a design system that imports a kit", "client/ui/x.tsx", `import { x } from "../map/x";`],
    ["a kit that imports a later kit", "client/map/x.ts", `import { x } from "../booking/x";`],
    [
      "an area that imports a route",
      "client/fees/x.ts",
      `import { Route } from "../routes/index";`,
    ],
    [
      "a route that imports the router",
      "client/routes/x.tsx",
      `import type { X } from "../router";`,
    ],
    ["a folder without a layer", "client/loyalty/x.ts", `export const x = 1;`],
    ["an import of the command line", "src/server/http.ts", `import { version } from "../main";`],
  ])("catch %s", (_title, path, source) => {
    const found = importViolations(new Map(Object.entries({ ...cleanFiles, [path]: source })));
    expect(found.filter((violation) => violation.startsWith(`${path}: `))).not.toEqual([]);
  });

  test.each([
    ["values", `import { b } from "./b";`, `import { a } from "./a";`],
    ["types", `import type { B } from "./b";`, `import type { A } from "./a";`],
    ["a file that is loaded lazily", `const b = () => import("./b");`, `import { a } from "./a";`],
    [
      "the type of a file that is loaded lazily",
      `type B = typeof import("./b");`,
      `import { a } from "./a";`,
    ],
  ])("catch a circular import of %s", (_title, a, b) => {
    const plantedFiles = { ...cleanFiles, "client/ui/a.tsx": a, "client/ui/b.ts": b };
    expect(importViolations(new Map(Object.entries(plantedFiles)))).toEqual([
      "client/ui/a.tsx: imports itself by client/ui/b.ts",
    ]);
  });

  test("catch a circular import over three files and report it once", () => {
    const plantedFiles = {
      "src/fares/a.ts": `import type { B } from "./b";`,
      "src/fares/b.ts": `import { c } from "./c";`,
      "src/fares/c.ts": `import { a } from "./a";\nimport { b } from "./d";`,
      "src/fares/d.ts": `export const b = 1;`,
    };
    expect(importCycles(new Map(Object.entries(plantedFiles)))).toEqual([
      ["src/fares/a.ts", "src/fares/b.ts", "src/fares/c.ts"],
    ]);
  });

  test("give every client folder exactly one layer, and every folder exists", async () => {
    const clientFolders = clientLayers.flat();
    expect(clientFolders.toSorted()).toEqual([...new Set(clientFolders)].toSorted());
    const there = [...(await readSources()).keys()].map((path) => path.split(/[/.]/, 2)[1]);
    expect(
      clientFolders.filter((room) => room !== "ground" && !there.includes(room.split(".")[0])),
    ).toEqual([]);
  });

  test("see imports over several lines, imports of types and imports for side effects", () => {
    const source = `import {\n  a,\n  type B,\n} from "./x";\nimport type { C } from "../y.ts";\nimport "./z";\n`;
    expect(
      importsOf("src/fares/queries.ts", source).map(({ target, isTypeOnly }) => [
        target,
        isTypeOnly,
      ]),
    ).toEqual([
      ["src/fares/x", false],
      ["src/y", true],
      ["src/fares/z", false],
    ]);
  });
});

test("importing any module except the command line has no side effects", async () => {
  const files = [...(await readSources()).keys()].filter(
    (path) =>
      path !== "src/main.ts" && !path.startsWith("client/entry") && path !== "db/drizzle.config.ts",
  );
  const script = `for (const path of ${JSON.stringify(files)}) await import("./" + path);`;
  // The paths are relative, because an argument has a maximum length and the folder may be deep. The imports run in a
  // separate process: anything left running keeps that process alive past the time limit.
  const child = Bun.spawn([process.execPath, "-e", script], {
    cwd: root,
    stdout: "pipe",
    stderr: "pipe",
    timeout: 60_000,
  });
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  expect({ out, err, code }).toEqual({ out: "", err: "", code: 0 });
}, 70_000);

// A part that suspends in a page rendered in one pass gives its first visitors an error page. Parts named by
// `lazyServed` are loaded before, and the data of `late` has arrived by then, or the page is streamed.
test("only parts that the server loads beforehand can suspend", async () => {
  const suspensePattern = /import \{[^}]*\b(lazy|Suspense)\b[^}]*\} from "react"/;
  expect(suspensePattern.test(`import { lazy, useState } from "react";`)).toBe(true);
  const sources = await readSources();
  const found = [...sources].filter(([, text]) => suspensePattern.test(text));
  expect(found.map(([path]) => path).sort()).toEqual([
    "client/deferred-part.tsx",
    "client/lazy-served.tsx",
  ]);
  const render = sources.get("src/pages/page-renderer.tsx") ?? "";
  expect(render).toMatch(/await loadServedParts\(\);\s+const markup = renderToString\(/);
  expect(render).toMatch(
    /await loadServedParts\(\);\s+const stream = await renderToReadableStream\(/,
  );
});
