/** `bun run dev`: its options, and which changes make it build the browser's files. */
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { changesAssets, serverArguments } from "../../build/develop";
import { routeTreesOfAreas } from "../../build/routes";

test.each([
  ["no words", [], ["serve"]],
  ["--demo", ["--demo"], ["serve", "--demo"]],
  ["serve", ["serve"], ["serve"]],
  ["serve and --demo", ["serve", "--demo"], ["serve", "--demo"]],
])("bun run dev starts the server when given %s", (_, words, expected) => {
  expect(serverArguments(words)).toEqual(expected);
});

test.each([[["demo"]], [["--port", "80"]], [["--demo", "serve"]], [["serve", "backup"]]])(
  "bun run dev with %p names the unknown word and ends",
  async (words) => {
    const child = Bun.spawn([process.execPath, "build.ts", "--dev", ...words], {
      cwd: join(import.meta.dir, "../.."),
      stdio: ["ignore", "ignore", "pipe"],
    });
    const output = await new Response(child.stderr).text();
    expect(await child.exited).toBe(2);
    const unknown = words.find((word) => !["serve", "--demo"].includes(word)) ?? "serve";
    expect(output).toContain(`Unknown word ${unknown}. `);
    expect(output).toContain("--demo");
  },
);

const browserModules = new Set(["src/fares/contract.ts", "db/demo.ts"]);
test.each([
  ["a route of the server", false, ["src/fares/routes.ts"]],
  ["a migration", false, ["db/migrations/list.ts"]],
  ["a screen", true, ["client/ui/button.tsx"]],
  ["a dictionary", true, ["languages/fr/common.json"]],
  ["a contract that browsers load", true, ["src/fares/contract.ts"]],
  ["a table that browsers load", true, ["db/demo.ts"]],
  ["a page of the server, which may name a CSS class", true, ["src/pages/pages.tsx"]],
  ["a route of the server and a client file", true, ["src/fares/routes.ts", "client/api.ts"]],
])("a change of %s rebuilds the browser's files: %p", (_, needsBuild, files) => {
  expect(changesAssets(files, browserModules)).toBe(needsBuild);
});

test("a route added or removed between two builds changes the next route tree", async () => {
  const root = mkdtempSync(join(tmpdir(), "livery-routes-"));
  const file = (name: string) => join(root, "src/routes", name);
  const write = (name: string, path: string) =>
    Bun.write(
      file(name),
      `import { createFileRoute } from "@tanstack/react-router";
export const Route = createFileRoute("${path}")({});
`,
    );
  const publicRoutes = async () =>
    (await routeTreesOfAreas(root)).get("public")?.topRoutes.toSorted();
  try {
    await Bun.write(join(root, "tsr.config.json"), JSON.stringify({ tmpDir: join(root, "tmp") }));
    await Bun.write(
      file("__root.tsx"),
      `import { createRootRoute } from "@tanstack/react-router";
export const Route = createRootRoute({});
`,
    );
    await write("about.tsx", "/about");
    expect(await publicRoutes()).toEqual(["/about"]);
    await write("faq.tsx", "/faq");
    expect(await publicRoutes()).toEqual(["/about", "/faq"]);
    rmSync(file("about.tsx"));
    expect(await publicRoutes()).toEqual(["/faq"]);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
