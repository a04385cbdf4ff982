/** The documents describe the sources correctly, and every document can be reached from the first one. */
import { Glob } from "bun";
import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { variableNames } from "../../src/config";
import { clientLayers, folderGroups, slices } from "./import-rules";

const root = join(import.meta.dir, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const documents = [
  "README.md",
  "CONTRIBUTING.md",
  ...[...new Glob("docs/**/*.md").scanSync(root)].sort(),
];

test("docs/configuration.md lists exactly the server's environment variables", () => {
  const rows = read("docs/configuration.md")
    .split("\n")
    .filter((line) => line.startsWith("| `"));
  const named = rows.flatMap((row) => {
    const [, first = ""] = row.split("|");
    return [...first.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
  });
  expect(named.toSorted()).toEqual([...variableNames].sort());
});

test("every variable that a document names exists", () => {
  const variablePrefixes = new Set(variableNames.map((name) => name.split("_")[0]));
  const wrongNames = documents.flatMap((path) =>
    [...read(path).matchAll(/`([A-Z][A-Z]+_[A-Z_]+)(?:=[^`]*)?`/g)]
      .map(([, name = ""]) => name)
      .filter((name) => variablePrefixes.has(name.split("_")[0]) && !variableNames.includes(name))
      .map((name) => `${path}: ${name}`),
  );
  expect(wrongNames).toEqual([]);
});

test("docs/architecture.md lists the slices in their order", () => {
  const text = read("docs/architecture.md").replace(/\s+/g, " ");
  const [, list = ""] = /in which they may import each other: ([^.]+)\./.exec(text) ?? [];
  const existingSlices = slices.filter((slice) => existsSync(join(root, "src", slice)));
  expect(list.split(", ")).toEqual(existingSlices);
  const folders = readdirSync(join(root, "src"), { withFileTypes: true });
  expect(
    folders
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual([...existingSlices, ...folderGroups].toSorted());
  for (const room of folderGroups) expect(text).toContain(`src/${room}/ `);
});

test("docs/architecture.md lists the client's layers from the top", () => {
  const layers = read("docs/architecture.md").split("| Layer, from the top")[1] ?? "";
  const rows = layers.split("\n\n")[0] ?? "";
  const foldersOfLayer = clientLayers.map((layer) =>
    layer
      .map((room) => rows.split("\n").findIndex((row) => row.includes(`\`${room}\``)))
      .filter((row) => row >= 0),
  );
  const named = foldersOfLayer.filter((rows) => rows.length > 0).flat();
  expect(named.length).toBeGreaterThan(15);
  expect(named).toEqual(named.toSorted((a, b) => b - a));
});

test("every path in README.md, CONTRIBUTING.md and docs/architecture.md exists", () => {
  const path = /(?<![\w./@-])(?:src|client|db|build|tests|docs)\/[\w./${}*<>-]*[\w}*>]/g;
  const isThere = (target: string) =>
    /[<*]/.test(target)
      ? !new Glob(target.replace(/<\w+>/g, "*")).scanSync({ cwd: root, onlyFiles: false }).next()
          .done
      : existsSync(join(root, target));
  const named = ["README.md", "CONTRIBUTING.md", "docs/architecture.md"].flatMap((page) =>
    [...read(page).matchAll(path)].map(([target]) => ({ page, target })),
  );
  expect(named.filter(({ page }) => page === "docs/architecture.md").length).toBeGreaterThan(120);
  expect(named.filter(({ target }) => !isThere(target))).toEqual([]);
});

test("every source file that a document or a comment names exists", async () => {
  const sources = [
    "build.ts",
    ...new Glob("{src,client,db,languages,build,tests}/**/*.{ts,tsx}").scanSync(root),
  ];
  const named = await Promise.all(
    [...documents, ...sources].map(async (path) => {
      const text = await Bun.file(join(root, path)).text();
      return [
        ...text.matchAll(/`((?:src|client|db|build|tests)\/(?:[\w./-]|\{\$brand\})+\.tsx?)`/g),
      ].map(([, target = ""]) => ({ path, target }));
    }),
  );
  expect(named.flat().length).toBeGreaterThan(40);
  expect(named.flat().filter(({ target }) => !existsSync(join(root, target)))).toEqual([]);
});

test("every link in a document leads to an existing file", () => {
  const brokenLinks = documents.flatMap((path) =>
    [...read(path).matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)]
      .map(([, target = ""]) => target)
      .filter((target) => !existsSync(join(root, dirname(path), target)))
      .map((target) => `${path}: ${target}`),
  );
  expect(brokenLinks).toEqual([]);
});

test("README.md links to every document for operators", () => {
  const readme = read("README.md");
  const unseen = documents.filter(
    (path) => /^docs\/[^/]+\.md$/.test(path) && !readme.includes(`](${path})`),
  );
  expect(unseen).toEqual([]);
});

test("docs/decisions/README.md links to every decision", () => {
  const index = read("docs/decisions/README.md");
  const unseen = documents.filter((path) => {
    const [, name] = /^docs\/decisions\/(.+\.md)$/.exec(path) ?? [];
    return name && name !== "README.md" && !index.includes(`](${name})`);
  });
  expect(unseen).toEqual([]);
});
