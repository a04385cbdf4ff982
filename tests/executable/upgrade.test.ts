/** The executable upgrades the data of an older release, including steps that SQL cannot express. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { migrate } from "../../db/migrate";
import { migrations } from "../../db/migrations/list";
import { openDatabase } from "../../db/open";
import { createInstallation } from "../support/executable";

setDefaultTimeout(60_000);

test("an upgrade records insurance dates as documents and hashes the keys of booking requests", async () => {
  const installation = createInstallation();
  const data = join(installation.folder, "data");
  const file = join(data, "livery.sqlite");
  mkdirSync(data, { mode: 0o700 });
  const older = openDatabase(file);
  migrate(
    older,
    migrations.slice(
      0,
      migrations.findIndex(({ name }) => name === "0035_affiliate_insurance"),
    ),
  );
  older.$client.run(
    `INSERT INTO affiliates (id, version, name, language, rate_kind, rate_percent, rate_minor, insurance_until, active, created_at, updated_at)
     VALUES ('a', 1, 'Volcano Cars', 'en', 'percent', 80, 0, '2027-06-30', 1, 1, 1)`,
  );
  older.$client.run(
    "INSERT INTO idempotency_keys (id, account_id, key, body_hash, reservation_id, created_at) VALUES ('k', 'r', 'plain', 'h', 't', 1)",
  );
  older.$client.close();
  try {
    await installation.run("admin", "add", "ada@example.com");
    const upgraded = openDatabase(file);
    const documents = upgraded.$client
      .query("SELECT affiliate_id AS affiliate, kind, expires_at AS expiresAt FROM documents")
      .all();
    const keys = upgraded.$client.query("SELECT key FROM idempotency_keys").all();
    upgraded.$client.close();
    expect(documents).toEqual([
      { affiliate: "a", kind: "affiliate_insurance", expiresAt: Date.UTC(2027, 6, 1) },
    ]);
    expect(keys).toEqual([
      { key: new Bun.CryptoHasher("sha256").update("plain").digest("base64url") },
    ]);
  } finally {
    await installation.close();
  }
});
