import { stat } from "node:fs/promises";
import { join } from "node:path";

/**
 * Returns a short text that changes when the content of a file under `inputs` changes (folders or files, relative to
 * `root`). It is fast enough for every start.
 */
export async function stampOf(root: string, inputs: string[]): Promise<string> {
  const files: string[] = [];
  for (const input of inputs) {
    const path = join(root, input);
    if (!(await stat(path).catch(() => undefined))?.isDirectory()) files.push(input);
    else for await (const file of new Bun.Glob(`${input}/**/*`).scan(root)) files.push(file);
  }
  files.sort();
  const hash = new Bun.CryptoHasher("sha256");
  hash.update(`${Bun.version}\0${process.platform}\0${process.arch}`);
  const contents = await Promise.all(
    files.map((file) =>
      Bun.file(join(root, file))
        .bytes()
        .catch(() => new Uint8Array()),
    ),
  );
  for (const [index, file] of files.entries()) {
    hash.update(`\0${file}\0`).update(contents[index] ?? "");
  }
  return hash.digest("hex");
}
