import { join } from "node:path";

/** Returns the SHA-256 of each file in a folder, in the format of `sha256sum --check`. */
export async function checksumsOf(folder: string, names: readonly string[]): Promise<string> {
  const lines: string[] = [];
  for (const name of names) {
    const hash = new Bun.CryptoHasher("sha256");
    for await (const chunk of Bun.file(join(folder, name)).stream()) hash.update(chunk);
    lines.push(`${hash.digest("hex")}  ${name}\n`);
  }
  return lines.join("");
}
