/** `bun test` needs no flags for any file, and only tests of pages have a `document`. */
import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dir, "../..");
// A folder within the project, so that a page's test finds the packages.
mkdirSync(join(root, "dist"), { recursive: true });
const folder = mkdtempSync(join(root, "dist/any-file-"));
afterAll(() => rmSync(folder, { recursive: true }));

const serverDictionaries = `import { expect, test } from "bun:test";
test("has no document", () => {
  expect([typeof document, typeof window, typeof HTMLElement]).toEqual(Array(3).fill("undefined"));
  expect(String(FormData)).toContain("[native code]");
});
`;
const pageTestSource = `import { expect, test } from "bun:test";
import { createRouter, createRootRoute } from "@tanstack/react-router";
import { render, screen } from "@testing-library/react";
test("draws", () => {
  render(<p>Hello</p>);
  expect(screen.getByText("Hello").tagName).toBe("P");
  expect(createRouter({ routeTree: createRootRoute() }).isServer).toBe(false);
});
test("finds an empty page, and Bun's requests", () => {
  expect(document.body.childElementCount).toBe(0);
  expect(new Request("http://livery.test", { headers: { cookie: "a=b" } }).headers.get("cookie")).toBe("a=b");
});
`;

async function runTestFiles(...names: string[]): Promise<{ code: number; output: string }> {
  const files = names.map((name) => join(folder, name));
  for (const file of files)
    await Bun.write(file, file.endsWith("x") ? pageTestSource : serverDictionaries);
  const child = Bun.spawn([process.execPath, "test", ...files], {
    cwd: root,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const [output, code] = await Promise.all([new Response(child.stderr).text(), child.exited]);
  return { code, output };
}

test.each([
  ["a page's test alone", ["a.test.tsx"], 2],
  ["a server's test alone", ["a.test.ts"], 1],
  [
    "both in turn, in one process",
    ["b.test.ts", "c.test.tsx", "d.test.ts", "e.test.tsx", "f.test.ts"],
    7,
  ],
] as const)(
  "bun test needs no flags, and only page tests have a document: %s",
  async (_, names, tests) => {
    const { code, output } = await runTestFiles(...names);
    expect(code, output).toBe(0);
    expect(output).toContain(` ${tests} pass`);
  },
);
