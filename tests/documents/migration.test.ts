/** Dates that drivers and vehicles had of old are documents afterwards. */
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate } from "../../db/migrate";
import { migrations } from "../../db/migrations/list";
import { openDatabase } from "../../db/open";

test("licence, insurance and registration are carried over, and nothing is made up", () => {
  const folder = mkdtempSync(join(tmpdir(), "livery-migration-"));
  const db = openDatabase(join(folder, "livery.sqlite"));
  try {
    migrate(
      db,
      migrations.findIndex(({ name }) => name.endsWith("_documents")),
    );
    db.$client
      .run(`INSERT INTO vehicle_classes (id, name, description, passengers, luggage, illustration, mobility, position)
      VALUES ('c', 'Standard', '', 3, 2, 'sedan', '[]', 1)`);
    for (const [id, plate, insurance, registration] of [
      ["v1", "RAA 1", 500, 600],
      ["v2", "RAA 2", 700, null],
    ] as const)
      db.$client
        .query(
          `INSERT INTO vehicles (id, class_id, plate, make, model, year, color, passengers, luggage, mobility, state,
             insurance_expires_at, registration_expires_at, created_at)
           VALUES (?, 'c', ?, 'Toyota', 'Camry', 2022, 'Black', 3, 2, '[]', 'active', ?, ?, 100)`,
        )
        .run(id, plate, insurance, registration);
    db.$client
      .run(`INSERT INTO drivers (id, first_name, last_name, email, state, license_id, license_expires_at, vehicle_id, created_at)
      VALUES ('d', 'Eric', 'Mugisha', 'eric@example.com', 'active', 'L-1', 400, 'v1', 100)`);
    migrate(db);
    const rows = db.$client
      .query(
        "SELECT driver_id, vehicle_id, kind, number, expires_at, state FROM documents ORDER BY expires_at",
      )
      .all();
    const row = { driver_id: null, vehicle_id: null, number: "", state: "valid" };
    expect(rows).toEqual([
      { ...row, driver_id: "d", kind: "driving_licence", number: "L-1", expires_at: 400 },
      { ...row, vehicle_id: "v1", kind: "vehicle_insurance", expires_at: 500 },
      { ...row, vehicle_id: "v1", kind: "vehicle_registration", expires_at: 600 },
      { ...row, vehicle_id: "v2", kind: "vehicle_insurance", expires_at: 700 },
    ]);
  } finally {
    db.$client.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
