import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { countries } from "../src/accounts/phones/phone-countries";
import { flagUrl, flagsFolder } from "../client/phone-input/flag";

/**
 * Reads the flags of all countries in the phone input, by address (without the first slash). The name of their folder
 * has a hash of all of them. `client/phone-input/flag.tsx` states this name, so that server and browser agree on it.
 * Throws if the pictures have changed.
 */
export async function readCountryFlags(): Promise<Map<string, Uint8Array>> {
  const packageFolder = dirname(
    fileURLToPath(import.meta.resolve("country-flag-icons/package.json")),
  );
  const flags = new Map<string, Uint8Array>();
  const hash = new Bun.CryptoHasher("sha256");
  for (const { iso2 } of countries.toSorted((a, b) => (a.iso2 < b.iso2 ? -1 : 1))) {
    const bytes = await Bun.file(join(packageFolder, `3x2/${iso2}.svg`)).bytes();
    hash.update(iso2).update(bytes);
    flags.set(flagUrl(iso2).slice(1), bytes);
  }
  const folder = `flags-${hash.digest("hex").slice(0, 12)}`;
  if (folder !== flagsFolder)
    throw new Error(
      `The flags have changed: flagsFolder in client/phone-input/flag.tsx is ${folder}`,
    );
  return flags;
}
