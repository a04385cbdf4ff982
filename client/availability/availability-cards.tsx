import type { ReactNode } from "react";
import type { Availability } from "../../src/availability/contract";
import { Card } from "../ui/card";
import { Moment } from "../ui/moment";
import { Section } from "../ui/section";
import type { AvailabilityCalls } from "./calls";
import { DaysOff } from "./days-off";
import { PreferencesPart } from "./preferences";
import { WeekHours } from "./week-hours";
import { type Reader, words } from "./words";

/** Hours, days off and preferences of a driver, each saved separately. */
export function AvailabilityCards({
  availability,
  reader,
  calls,
  onSaved,
}: {
  availability: Availability;
  reader: Reader;
  calls: AvailabilityCalls;
  onSaved: (availability: Availability) => void;
}) {
  const { hours, daysOff, preferences, today } = availability;
  const said = words[reader];
  const changed = (section: Pick<Availability["hours"], "changed">) => (
    <Changed reader={reader} section={section} />
  );
  return (
    <>
      <Card>
        <Section detail={said.hours} title="Availability">
          <WeekHours calls={calls} hours={hours} onSaved={onSaved} reader={reader} />
          {changed(hours)}
        </Section>
      </Card>
      <div className="grid min-w-0 gap-4">
        <Card>
          <Section detail={said.daysOff} title="Days off">
            <DaysOff calls={calls} daysOff={daysOff} onSaved={onSaved} today={today} />
            {changed(daysOff)}
          </Section>
        </Card>
        <Card>
          <Section detail={said.preferences} title="Preferences">
            <PreferencesPart
              availability={availability}
              calls={calls}
              onSaved={onSaved}
              reader={reader}
            />
            {changed(preferences)}
          </Section>
        </Card>
      </div>
    </>
  );
}

/** Who changed a section last: dispatch always reads it, a driver what they have not done themselves. */
function Changed({
  section: { changed },
  reader,
}: {
  section: Pick<Availability["hours"], "changed">;
  reader: Reader;
}): ReactNode {
  if (!changed || (reader === "driver" && changed.by === "driver")) return null;
  const by = reader === "driver" ? "dispatch" : changed.name;
  return (
    <p className="mt-3 text-ink-muted text-sm">
      Last changed by {by}, <Moment at={changed.at} />
    </p>
  );
}
