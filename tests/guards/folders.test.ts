/** No folder is a mixture: one with more than about 30 files is divided into folders, named by subject. */
import { expect, test } from "bun:test";
import { dirname, join } from "node:path";
import { Glob } from "bun";

const root = join(import.meta.dir, "../..");
const MAX_COUNT = 30;

/**
 * Folders that are flat by nature: in them a file is an address, a component of the design system or the tables of a
 * slice.
 */
const flat = /^(?:client\/routes(?:\/|$)|client\/ui$|db\/schema$|db\/migrations(?:\/|$))/;

/** Returns the folders with more than `MAX_COUNT` files, not counting subfolders, each with its count. */
function fullFolders(paths: Iterable<string>): string[] {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const folder = dirname(path);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([folder, count]) => count > MAX_COUNT && !flat.test(folder))
    .map(([folder, count]) => `${folder}: ${count}`);
}

test("no folder has more than 30 files", () => {
  const sources = new Glob("{src,client,db,languages,build}/**/*.{ts,tsx}").scanSync(root);
  expect(fullFolders(sources)).toEqual([]);
});

test("fullFolders finds a folder with 31 files and skips flat ones", () => {
  const files = (folder: string) =>
    Array.from({ length: MAX_COUNT + 1 }, (_, at) => `${folder}/${at}.ts`);
  expect(fullFolders(files("src/dispatch"))).toEqual([`src/dispatch: ${MAX_COUNT + 1}`]);
  expect(fullFolders(files("client/ui"))).toEqual([]);
  expect(fullFolders(files("client/routes/dispatch"))).toEqual([]);
});
