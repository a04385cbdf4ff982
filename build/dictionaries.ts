import { basename, dirname, join } from "node:path";

/** The dictionaries as files to serve, path → bytes, and the name of this state of them. */
export async function readDictionaries(
  root: string,
): Promise<{ version: string; files: Map<string, Uint8Array> }> {
  const folder = join(root, "client/words");
  const found = new Map<string, string>();
  for await (const file of new Bun.Glob("*/*.json").scan(folder)) {
    const dictionary: unknown = await Bun.file(join(folder, file)).json();
    found.set(`${dirname(file)}-${basename(file, ".json")}`, JSON.stringify(dictionary));
  }
  const sorted = [...found].sort(([a], [b]) => (a < b ? -1 : 1));
  const version = Bun.hash.wyhash(JSON.stringify(sorted)).toString(36);
  return {
    version,
    files: new Map(
      sorted.map(([name, text]) => [
        `assets/words-${name}-${version}.json`,
        new TextEncoder().encode(text),
      ]),
    ),
  };
}
