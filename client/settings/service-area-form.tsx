import { Link, useRouter } from "@tanstack/react-router";
import { useRef } from "react";
import type { AreaRulesAnswer } from "../../src/zones/area-contract";
import type { Zone } from "../../src/zones/contract";
import { FormFailure } from "../forms/form";
import { CircleFields } from "../map/circle-fields";
import { type Outline, toZoneShape } from "../map/outline";
import { useOffice } from "../office/calls";
import { useStaffActions } from "../office/use-staff-form";
import { Badge } from "../ui/badge";
import { Card } from "../ui/card";
import { Checkbox } from "../ui/checkbox";
import { classNames } from "../ui/class-names";
import { FieldError } from "../ui/field";
import { NoticeBanner } from "../ui/notice-banner";
import { RadioCards } from "../ui/radio-cards";
import { zoneColor, zoneColors } from "../map/zone-colors";
import { ServiceAreaMap } from "./service-area-map";
import { SettingsForm } from "./settings-form";
import { useSettingsForm } from "./use-settings-form";

/** Where riders can book online: everywhere, or in zones. */
export function ServiceAreaForm({
  first,
  zones,
  mayChange,
}: {
  first: AreaRulesAnswer;
  zones: readonly Zone[];
  /** False for read-only roles. */
  mayChange: boolean;
}) {
  const { api, call, settings } = useOffice();
  const router = useRouter();
  const form = useSettingsForm({
    first,
    validate: ({ area }) => ({
      "area.zoneIds": area?.zoneIds.length === 0 && "Choose zones, or serve everywhere.",
    }),
    send: (json) => call(api.admin.settings.area.$put({ json })),
    successText: "Service area saved",
  });
  const { area } = form.typed;
  const fault = form.fault("area.zoneIds");
  const latestArea = useRef(area);
  latestArea.current = area;
  const setZoneServed = (id: string, on: boolean) => {
    if (!latestArea.current) return;
    const others = latestArea.current.zoneIds.filter((each) => each !== id);
    form.set({ area: { ...latestArea.current, zoneIds: on ? [...others, id] : others } });
  };
  const zoneActions = useStaffActions();
  const addCircle = (outline: Outline, name: string) =>
    void zoneActions.act(
      "circle",
      () => {
        const json = { name, color: zones.length % zoneColors.length, shape: toZoneShape(outline) };
        return call(api.admin.zones.$post({ json }));
      },
      ({ zone }) => {
        setZoneServed(zone.id, true);
        return router.invalidate();
      },
    );
  const chosen = zones.filter(({ id }) => area?.zoneIds.includes(id));
  return (
    <SettingsForm
      detail="Riders can book online in this area. Dispatch can also book trips outside this area, and then sees a note beside the price."
      mayChange={mayChange}
      form={form}
      title="Service area"
    >
      <Card>
        <fieldset disabled={!mayChange}>
          <legend className="sr-only">Service area</legend>
          <RadioCards
            columns={2}
            legend="Service area"
            isLegendHidden
            name="served"
            onValue={(servedArea) =>
              form.set({
                area:
                  servedArea === "everywhere"
                    ? null
                    : (first.rules.area ?? { zoneIds: [], ends: "pickup" }),
              })
            }
            options={[
              {
                value: "everywhere",
                title: "Everywhere",
                detail: "Riders can book anywhere.",
              },
              {
                value: "zones",
                title: "In zones",
                detail: "Riders see right away when a place is outside.",
              },
            ]}
            value={area ? "zones" : "everywhere"}
          />
        </fieldset>
      </Card>
      {area && (
        <Card>
          <fieldset disabled={!mayChange}>
            <legend className="float-start mb-1 w-full font-semibold text-base">Zones</legend>
            <p className="clear-both text-ink-muted text-sm">
              You serve every place inside these zones.{" "}
              <Link
                className="font-medium text-accent-text underline"
                to="/dispatch/dashboard/FeeManagement/zones"
              >
                Draw or change zones
              </Link>
            </p>
            {zones.length === 0 && (
              <p className="mt-3">
                No zones yet. Add a circle here or draw a zone on the zones page, then choose it
                here.
              </p>
            )}
            <ul className="mt-2 grid gap-x-6 sm:grid-cols-2">
              {zones.map(({ id, name, color, active }, at) => (
                <li key={id}>
                  <Checkbox
                    aria-invalid={fault ? true : undefined}
                    checked={area.zoneIds.includes(id)}
                    label={
                      <span className="flex flex-wrap items-center gap-2">
                        <span
                          aria-hidden="true"
                          className={classNames("size-3 rounded-full", zoneColor(color).swatch)}
                        />
                        {name}
                        {!active && <Badge tone="neutral">Inactive</Badge>}
                      </span>
                    }
                    name={at === 0 ? "area.zoneIds" : `zone-${id}`}
                    onChange={(event) => setZoneServed(id, event.target.checked)}
                  />
                </li>
              ))}
            </ul>
            <FieldError id={undefined}>{fault}</FieldError>
            {mayChange && (
              <div className="mt-4 border-line border-t pt-4">
                <CircleFields
                  action="Add circle"
                  busy={zoneActions.busy}
                  onCircle={addCircle}
                  unit={settings.distanceUnit}
                />
                <FormFailure className="mt-3 empty:hidden" form={zoneActions} />
              </div>
            )}
          </fieldset>
          {chosen.some(({ active }) => !active) && (
            <div className="mt-3">
              <NoticeBanner tone="warning">
                Inactive zones do not count: places in them are outside the area.
              </NoticeBanner>
            </div>
          )}
          {chosen.length > 0 && <ServiceAreaMap zones={chosen} />}
        </Card>
      )}
      {area && (
        <Card>
          <fieldset disabled={!mayChange}>
            <legend className="sr-only">What must be inside the area</legend>
            <RadioCards
              columns={2}
              legend="What must be inside the area"
              name="ends"
              onValue={(ends) => form.set({ area: { ...area, ends } })}
              options={[
                {
                  value: "pickup",
                  title: "The pickup",
                  detail: "From the area to anywhere, including the return trip.",
                },
                {
                  value: "both",
                  title: "Pickup and drop-off",
                  detail: "Stops in between may be outside.",
                },
              ]}
              value={area.ends}
            />
          </fieldset>
        </Card>
      )}
    </SettingsForm>
  );
}
