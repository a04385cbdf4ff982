/** The migrations in order, embedded in the executable. Append only: a released one never changes. */
import baseline from "./0000_baseline.sql" with { type: "text" };
import fareLineFacts from "./0001_fare_line_facts.sql" with { type: "text" };
import eventKinds from "./0002_event_kinds.sql" with { type: "text" };
import tripNotices from "./0003_trip_notices.sql" with { type: "text" };

export const migrations: readonly { name: string; sql: string }[] = [
  // Every table with its indices, and by hand below them: the searches and the triggers.
  { name: "0000_baseline", sql: baseline },
  { name: "0001_fare_line_facts", sql: fareLineFacts },
  // What happens to a trip is stored as a kind with facts; words are made for whoever reads it.
  { name: "0002_event_kinds", sql: eventKinds },
  // Of which trip a driver was told: what they were told goes with its rider.
  { name: "0003_trip_notices", sql: tripNotices },
];
