/**
 * A step that SQL alone cannot do: an affiliate's insurance ends at midnight after its last day, in the
 * operator's time zone.
 */
import type { Database } from "bun:sqlite";

/** Makes a document from the last day of each affiliate's insurance. */
export function recordInsurances(client: Database): void {
  const operator = client
    .query<{ timeZone: string }, []>("SELECT time_zone AS timeZone FROM settings")
    .get();
  const insuredAffiliates = client
    .query<{ id: string; day: string; at: number }, []>(
      "SELECT id, insurance_until AS day, updated_at AS at FROM affiliates WHERE insurance_until IS NOT NULL",
    )
    .all();
  for (const { id, day, at } of insuredAffiliates) {
    const timeZone = operator?.timeZone ?? "UTC";
    const end = Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime({ timeZone });
    client
      .query(
        "INSERT INTO documents (id, affiliate_id, kind, expires_at, state, created_at, decided_at) VALUES (?, ?, 'affiliate_insurance', ?, 'valid', ?, ?)",
      )
      .run(Bun.randomUUIDv7(), id, end.epochMilliseconds, at, at);
  }
}
