import type { ReactNode } from "react";
import type { Availability } from "../../src/availability/contract";
import { Card } from "../ui/card";
import { Moment } from "../ui/moment";
import { Section } from "../ui/section";
import type { AvailabilityCalls } from "./calls";
import { DaysOff } from "./days-off";
import { PreferencesPart } from "./preferences";
import { WeekHours } from "./week-hours";
import { type Audience, words } from "./words";
import { RichSentence, useWords } from "../words/use-words";

/** Hours, days off and preferences of a driver, each saved separately. */
export function AvailabilityCards({
  availability,
  audience,
  calls,
  onSaved,
}: {
  availability: Availability;
  audience: Audience;
  calls: AvailabilityCalls;
  onSaved: (availability: Availability) => void;
}) {
  const t = useWords();
  const { hours, daysOff, preferences, today } = availability;
  const cardWords = words[audience];
  const renderLastChange = (section: Pick<Availability["hours"], "changed">) => (
    <LastChange audience={audience} section={section} />
  );
  return (
    <>
      <Card>
        <Section detail={t.of(cardWords.hours)} title={t("Availability")}>
          <WeekHours calls={calls} hours={hours} onSaved={onSaved} audience={audience} />
          {renderLastChange(hours)}
        </Section>
      </Card>
      <div className="grid min-w-0 gap-4">
        <Card>
          <Section detail={t.of(cardWords.daysOff)} title={t("Days off")}>
            <DaysOff calls={calls} daysOff={daysOff} onSaved={onSaved} today={today} />
            {renderLastChange(daysOff)}
          </Section>
        </Card>
        <Card>
          <Section detail={t.of(cardWords.preferences)} title={t("Preferences")}>
            <PreferencesPart
              availability={availability}
              calls={calls}
              onSaved={onSaved}
              audience={audience}
            />
            {renderLastChange(preferences)}
          </Section>
        </Card>
      </div>
    </>
  );
}

/** Who changed a section last, and when. Dispatch always sees it; a driver sees it unless they made the change. */
function LastChange({
  section: { changed: lastChange },
  audience,
}: {
  section: Pick<Availability["hours"], "changed">;
  audience: Audience;
}): ReactNode {
  if (!lastChange || (audience === "driver" && lastChange.by === "driver")) return null;
  return (
    <p className="mt-3 text-ink-muted text-sm">
      {audience === "driver" ? (
        <RichSentence
          text="Last changed by dispatch, {time}"
          time={<Moment at={lastChange.at} />}
        />
      ) : (
        <RichSentence
          name={lastChange.name}
          text="Last changed by {name}, {time}"
          time={<Moment at={lastChange.at} />}
        />
      )}
    </p>
  );
}
