import type { RetentionAnswer } from "../../src/privacy/retention-contract";
import type { RetainedKind } from "../../src/settings/retention-contract";
import { Card } from "../ui/card";
import { expiredRecordWords, retainedWords } from "./retention-words";
import { groupInto } from "../../src/settings/group-into";

/** The records that were deleted recently at the end of their retention period, by day. */
export function RemovalLog({ removed }: { removed: RetentionAnswer["removed"] }) {
  const days = [...groupInto(removed, ({ day }) => day)];
  return (
    <Card>
      <h2 className="font-semibold text-base">What was deleted</h2>
      <p className="mt-1 text-ink-muted text-sm">
        Numbers only, for the last 400 days. The audit log shows who changed the periods.
      </p>
      {days.length === 0 && <p className="mt-3 text-sm">Nothing has been deleted yet.</p>}
      <dl className="mt-2 divide-y divide-line text-sm empty:hidden">
        {days.map(([day, lines]) => (
          <div className="grid gap-x-4 py-2 sm:grid-cols-[8rem_1fr]" key={day}>
            <dt className="text-ink-muted">
              <time dateTime={day}>{dayFormat.format(Date.parse(day))}</time>
            </dt>
            <dd>
              <ul>
                {lines.map(({ kind, removed }) => (
                  <li className="flex justify-between gap-4" key={kind}>
                    <span>
                      {retainedWords[kind as RetainedKind]?.title ??
                        expiredRecordWords[kind] ??
                        kind}
                    </span>
                    <span className="tabular-nums">{removed.toLocaleString("en")}</span>
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

const dayFormat = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });
