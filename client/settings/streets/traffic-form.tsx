import {
  MIN_TRAFFIC_PERCENT,
  MAX_TRAFFIC_PERCENT,
  type TrafficRulesAnswer,
} from "../../../src/routing/traffic-contract";
import { Form, SubmitButton } from "../../forms/form";
import { LeaveGuard } from "../../office/leave-guard";
import { SaveFailure } from "../../office/save-failure";
import { useOffice } from "../../office/calls";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { NoticeBanner } from "../../ui/notice-banner";
import { TextField } from "../../ui/text-field";
import { useSettingsForm } from "../use-settings-form";

const dayKindNames = ["Monday to Friday", "Saturday and Sunday"];
const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** Returns the faults of each hour. */
function faultsOf({ trafficPercents }: { trafficPercents: number[] }): Record<string, string> {
  const faults = trafficPercents.flatMap((percent, hour) =>
    Number.isInteger(percent) && percent >= MIN_TRAFFIC_PERCENT && percent <= MAX_TRAFFIC_PERCENT
      ? []
      : [
          [
            `trafficPercents.${hour}`,
            `From ${MIN_TRAFFIC_PERCENT} to ${MAX_TRAFFIC_PERCENT}`,
          ] as const,
        ],
  );
  return Object.fromEntries(faults);
}

/** How much longer trips take at each hour, and how long the operator's own trips took. */
export function TrafficForm({ first }: { first: TrafficRulesAnswer }) {
  const { api, call } = useOffice();
  const form = useSettingsForm({
    first,
    validate: faultsOf,
    send: (json) => call(api.admin.settings.traffic.$put({ json })),
    successText: "Travel times saved",
  });
  const { trafficPercents } = form.typed;
  const { measured, hasRouter } = first;
  const proposed = trafficPercents.map((percent, hour) => measured[hour]?.percent ?? percent);
  const tripCount = measured.reduce((sum, hour) => sum + (hour?.trips ?? 0), 0);
  const hasChanges = proposed.some((percent, hour) => percent !== trafficPercents[hour]);
  return (
    <section aria-labelledby="traffic" className="max-w-3xl">
      <h2 className="font-semibold text-base" id="traffic">
        Travel times by hour
      </h2>
      <p className="mt-1 mb-4 text-ink-muted text-sm">
        How long trips take, in percent of the time on empty streets. Quotes, booked times, arrivals
        and driver suggestions use these percentages. Trips already booked don’t change.
      </p>
      {hasRouter && (
        <div className="mb-4">
          <NoticeBanner tone="neutral">
            Your routing service measures travel times. These percentages apply only where it can’t.
          </NoticeBanner>
        </div>
      )}
      <LeaveGuard isUnsaved={form.isUnsaved} />
      <Form aria-label="Travel times by hour" form={form}>
        {dayKindNames.map((days, kind) => (
          <Card key={days}>
            <fieldset>
              <legend className="mb-3 font-medium text-sm">{days}</legend>
              <div className="grid grid-cols-3 gap-3 sm:grid-cols-6">
                {hours.map((hour) => {
                  const index = kind * 24 + hour;
                  const measuredHour = measured[index];
                  return (
                    <TextField
                      dense
                      error={form.fault(`trafficPercents.${index}`)}
                      hint={
                        measuredHour
                          ? `${measuredHour.trips} trips: ${measuredHour.percent} %`
                          : undefined
                      }
                      inputMode="numeric"
                      key={hour}
                      label={`${String(hour).padStart(2, "0")}:00`}
                      name={`trafficPercents.${index}`}
                      onChange={({ target }) =>
                        form.set({
                          trafficPercents: trafficPercents.with(index, Number(target.value) || 0),
                        })
                      }
                      value={trafficPercents[index] ? String(trafficPercents[index]) : ""}
                    />
                  );
                })}
              </div>
            </fieldset>
          </Card>
        ))}
        <p className="text-ink-muted text-sm">
          {tripCount === 0
            ? "When five trips have been driven in the same hour of the day, a percentage for that hour is proposed here."
            : `The proposal is based on ${tripCount} trips of the last 180 days, booked since these percentages were last changed.`}
        </p>
        {tripCount > 0 && (
          <Button
            disabled={!hasChanges}
            onClick={() => form.set({ trafficPercents: proposed })}
            size="small"
            type="button"
            variant="secondary"
          >
            Use proposal
          </Button>
        )}
        <SaveFailure form={form} onOverwrite={form.submit} />
        <SubmitButton busyLabel="Saving..." className="justify-self-start" form={form} size="small">
          Save
        </SubmitButton>
      </Form>
    </section>
  );
}
