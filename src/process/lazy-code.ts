/**
 * The executable's late code: what a start and the home page do not need lies in it compressed, some
 * hundreds of kilobytes a pack (made by `build/server-code.ts`), and is unpacked when it is first asked
 * for. From source there is none, and nothing here does anything.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { embeddedFolder } from "./embedded";

/** Name of a late file → the pack it is in, and where in that. */
export type LazyFiles = Record<string, { pack: string; start: number; end: number }>;

/** Of a pack's folder, beside the packs: which file is where. */
export const LAZY_INDEX = "index.zst";

/** Names a late file in `import`. */
export const LAZY_SCHEME = "late:";

/** In late code the beginning of the path of what lies beside it: early code to import, a file to read. */
export const EMBEDDED = "embedded:/";

/** Makes the runtime find late code; to be called before anything of it is imported. */
export function openLazyCode(): void {
  if (!Bun.isStandaloneExecutable) return;
  const folder = join(embeddedFolder, "late");
  const embedded = JSON.stringify(join(embeddedFolder, "/")).slice(0, -1);
  let files: LazyFiles | undefined;
  // What is asked for together was packed together.
  let last: { pack: string; bytes: Uint8Array } | undefined;
  Bun.plugin({
    name: "late code",
    setup(build) {
      build.onResolve({ filter: /^late:/ }, ({ path }) => ({
        path: path.slice(LAZY_SCHEME.length),
        namespace: "late",
      }));
      build.onLoad({ filter: /./, namespace: "late" }, ({ path }) => {
        files ??= readIndex(join(folder, LAZY_INDEX));
        const file = files[path];
        if (!file) throw new Error(`This build has no ${path}`);
        const { pack, start, end } = file;
        if (last?.pack !== pack)
          last = { pack, bytes: Bun.zstdDecompressSync(readFileSync(join(folder, pack))) };
        const code = new TextDecoder().decode(last.bytes.subarray(start, end));
        return { contents: code.replaceAll(`"${EMBEDDED}`, embedded), loader: "js" };
      });
    },
  });
}

function readIndex(path: string): LazyFiles {
  return JSON.parse(new TextDecoder().decode(Bun.zstdDecompressSync(readFileSync(path))));
}
