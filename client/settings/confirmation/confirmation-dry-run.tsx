import { useState } from "react";
import type {
  ConfirmationDryRun as DryRun,
  ConfirmationRule,
} from "../../../src/auto-dispatch/confirmation/contract";
import { FormFailure } from "../../forms/form";
import { useOffice } from "../../office/calls";
import { useStaffActions } from "../../office/use-staff-form";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { Moment } from "../../ui/moment";
import { PlainLink } from "../../ui/plain-link";
import { Section } from "../../ui/section";
import { countText } from "../../ui/trip-words";

/** How many bookings are shown before "Show all". */
const MAX_BOOKINGS_SHOWN = 10;

/** What the rules would have done with the bookings of the last 30 days. */
export function ConfirmationDryRun({
  currentRules,
}: {
  /** Returns the typed rules; null if they have faults, which the screen shows. */
  currentRules: () => ConfirmationRule[] | null;
}) {
  const { api, call } = useOffice();
  const actions = useStaffActions();
  const [dryRun, setDryRun] = useState<DryRun | null>(null);
  const test = async () => {
    const rules = currentRules();
    if (rules)
      await actions.act(
        "test",
        () => call(api.admin["confirmation-rules"]["dry-run"].$post({ json: { rules } })),
        setDryRun,
      );
  };
  return (
    <Section
      detail="Tests the rules above, saved or not, on the bookings of the last 30 days, with today’s prices and vehicles. Nothing is changed."
      title="What the rules would have done"
    >
      <Card>
        <Button
          busy={actions.busy}
          busyLabel="Testing..."
          onClick={() => void test()}
          size="small"
          variant="secondary"
        >
          Test rules
        </Button>
        <FormFailure form={actions} />
        <div aria-live="polite" className="mt-4 empty:hidden">
          {dryRun && <DryRunResult found={dryRun} />}
        </div>
      </Card>
    </Section>
  );
}

function DryRunResult({ found: dryRun }: { found: DryRun }) {
  const [showsAll, setShowsAll] = useState(false);
  const { bookings, confirmed, reasons, waiting, more } = dryRun;
  if (bookings === 0)
    return <p className="text-ink-muted text-sm">There were no bookings in the last 30 days.</p>;
  const sum = (counts: readonly { count: number }[]) =>
    counts.reduce((total, { count }) => total + count, 0);
  return (
    <>
      <p className="text-sm">
        <span className="font-medium">
          {`Of ${countText(bookings, "booking")}, rules would confirm ${sum(confirmed)} and leave ${sum(reasons)} to dispatch.`}
        </span>
        {more && " Only the newest bookings were tested."}
      </p>
      <ul className="mt-3 divide-y divide-line border-line border-y text-sm">
        {[
          ...confirmed.map(({ text, count }) => ({ text: `Confirmed by rule “${text}”`, count })),
          ...reasons,
        ].map(({ text, count }) => (
          <li className="flex gap-3 py-2" key={text}>
            <span className="w-10 shrink-0 text-end font-medium tabular-nums">{count}</span>
            <span className="min-w-0 break-words">{text}</span>
          </li>
        ))}
      </ul>
      {waiting.length > 0 && <h3 className="mt-4 font-medium text-sm">Left to dispatch</h3>}
      <ul className="divide-y divide-line text-sm">
        {(showsAll ? waiting : waiting.slice(0, MAX_BOOKINGS_SHOWN)).map(
          ({ id, number, bookedAt, why }) => (
            <li className="py-2" key={id}>
              <p className="flex flex-wrap items-baseline gap-x-2">
                <PlainLink
                  className="text-accent-text tabular-nums underline underline-offset-2 pointer-coarse:py-3"
                  href={`/dispatch/dashboard/reservation?open=${id}&state=all`}
                >
                  Trip {number}
                </PlainLink>
                <span className="text-ink-muted">
                  Booked <Moment at={bookedAt} />
                </span>
              </p>
              <p className="text-ink-muted">{why}</p>
            </li>
          ),
        )}
      </ul>
      {!showsAll && waiting.length > MAX_BOOKINGS_SHOWN && (
        <Button className="mt-3" onClick={() => setShowsAll(true)} size="small" variant="secondary">
          {`Show all ${waiting.length}`}
        </Button>
      )}
    </>
  );
}
