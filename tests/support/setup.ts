/**
 * Runs before the first test of each process (see bunfig.toml), so that `bun test` with any file needs no flags. A file
 * that ends in .test.tsx tests a page and gets a document. One that ends in .test.ts has none, even after a page's test
 * in the same process.
 */
import { afterEach, setDefaultTimeout } from "bun:test";
import { plugin } from "bun";

/** How long a test may take on a busy machine, in ms, by its folder. Some files allow more. */
const longest: Record<string, number> = { browser: 120_000, bench: 180_000, soak: 180_000 };
const MAX_OTHER_TEST_MS = 60_000;
const slowFactor = Math.max(1, Number(process.env.LIVERY_SLOW ?? 1));

let dom: typeof import("./dom") | undefined;

plugin({
  name: "tests",
  setup(build) {
    // A file is loaded when all tests of the file before it have run.
    build.onLoad({ filter: /\.test\.tsx?$/ }, async ({ path }) => {
      const isPageTest = path.endsWith("x");
      const [, folder = ""] = /\/tests\/(\w+)\//.exec(path) ?? [];
      setDefaultTimeout(slowFactor * (longest[folder] ?? MAX_OTHER_TEST_MS));
      if (isPageTest) dom ??= await import("./dom");
      dom?.setDocument(isPageTest);
      return { contents: await Bun.file(path).text(), loader: isPageTest ? "tsx" : "ts" };
    });
    // With Bun's conditions, the router would always act as on a server. This module lets it check for a document
    // instead.
    build.onLoad({ filter: /router-core\/dist\/esm\/isServer\/server\.js$/ }, async ({ path }) => ({
      contents: await Bun.file(path.replace("server.js", "development.js")).text(),
      loader: "js",
    }));
  },
});

afterEach(() => dom?.cleanUp());
