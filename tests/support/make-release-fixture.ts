/**
 * Keeps a data folder made by a release, for `tests/backup/releases.test.ts`:
 *
 *   mkdir /tmp/release && cd /tmp/release && livery demo      with the release's executable
 *   bun tests/support/make-release-fixture.ts 0.2.0 /tmp/release/data
 */
import { join } from "node:path";
import { packFolder, releasesFolder } from "./release-fixture";

const [name, dataDir, ...more] = process.argv.slice(2);
if (!name || !dataDir || more.length > 0 || !/^[\w.-]+$/.test(name)) {
  console.error("Usage: bun tests/support/make-release-fixture.ts NAME DATA_DIR");
  process.exit(2);
}
const file = join(releasesFolder, `${name}.json.zst`);
const bytes = packFolder(dataDir);
await Bun.write(file, bytes);
console.log(`${file}, ${Math.round(bytes.byteLength / 1000)} kB`);
