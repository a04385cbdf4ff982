import { useCallback, useState } from "react";
import type { Entry, Plan, MaintenanceSchedule } from "../../../src/vehicles/maintenance-contract";
import { failureText, LeftPageError, useOffice } from "../../office/calls";
import { PromptDialog } from "../../office/prompt-dialog";
import { Badge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { ErrorState } from "../../ui/error-state";
import { localDay, Moment } from "../../ui/moment";
import { Section } from "../../ui/section";
import { SkeletonRows } from "../../ui/skeleton";
import { showToast } from "../../ui/toasts";
import { EntryDialog } from "./entry-dialog";
import { EntryList } from "./entry-list";
import { PlanDialog } from "./plan-dialog";
import { fieldError } from "./field-error";
import { useQuery } from "../../office/use-query";
import {
  distanceText,
  dueText,
  dueTones,
  dueWords,
  metersOf,
  nameOf,
  type DistanceUnit,
} from "./words";

type OpenDialog =
  | { what: "plan"; plan: Plan | null }
  | { what: "end"; plan: Plan }
  | { what: "entry"; plan: Plan | null }
  | { what: "reading" }
  | { what: "strike"; entry: Entry };

interface MaintenancePanelProps {
  vehicleId: string;
  settings: { timeZone: string; currency: string; distanceUnit: DistanceUnit };
  /** Whether the viewer may change it. */
  mayManage: boolean;
}

/** A vehicle's maintenance schedule, odometer and log. */
export function MaintenancePanel({ vehicleId, settings, mayManage }: MaintenancePanelProps) {
  const { timeZone, currency, distanceUnit: unit } = settings;
  const { api, call } = useOffice();
  const path = api.admin.vehicles[":id"];
  const loadSchedule = useCallback(
    () => call(api.admin.vehicles[":id"].maintenance.$get({ param: { id: vehicleId } })),
    [api, call, vehicleId],
  );
  const { answer, setAnswer, failure, load } = useQuery<MaintenanceSchedule>(loadSchedule);
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
  const [logReloads, setLogReloads] = useState(0);
  const close = () => setOpenDialog(null);
  const param = { id: vehicleId };
  const onChanged = (schedule: MaintenanceSchedule) => {
    setAnswer(schedule);
    setLogReloads((count) => count + 1);
  };
  // After a conflict, the schedule is loaded again while the dialog stays open.
  const latestPlan = (plan: Plan) => answer?.plans.find(({ id }) => id === plan.id) ?? plan;
  /** Takes an action that needs no further input. */
  const runAction = async (work: () => Promise<MaintenanceSchedule>, successText: string) => {
    close();
    try {
      onChanged(await work());
      showToast("success", successText);
    } catch (error) {
      if (error instanceof LeftPageError) return;
      showToast("error", failureText(error));
      void load();
    }
  };
  return (
    <Card className="mt-4 max-w-3xl">
      <Section
        actions={
          mayManage && (
            <Button
              onClick={() => setOpenDialog({ what: "plan", plan: null })}
              size="small"
              variant="secondary"
            >
              Add to schedule
            </Button>
          )
        }
        detail={answer && <Odometer schedule={answer} unit={unit} />}
        title="Maintenance schedule"
      >
        {failure !== null && <ErrorState message={failure} onRetry={() => void load()} />}
        {!answer && failure === null && <SkeletonRows rows={3} />}
        {answer && (
          <Plans onOpenDialog={mayManage ? setOpenDialog : null} plans={answer.plans} unit={unit} />
        )}
      </Section>
      <EntryList
        key={logReloads}
        onDelete={mayManage ? (entry) => setOpenDialog({ what: "strike", entry }) : null}
        unit={unit}
        vehicleId={vehicleId}
      />
      {openDialog?.what === "plan" && (
        <PlanDialog
          onClose={close}
          onFailed={load}
          onSave={async (json) => {
            const plan = openDialog.plan && latestPlan(openDialog.plan);
            const plansRoute = path.maintenance.plans;
            onChanged(
              plan
                ? await call(
                    plansRoute[":planId"].$put({
                      param: { ...param, planId: plan.id },
                      json: { ...json, version: plan.version },
                    }),
                  )
                : await call(plansRoute.$post({ param, json })),
            );
          }}
          plan={openDialog.plan && latestPlan(openDialog.plan)}
          unit={unit}
        />
      )}
      {openDialog?.what === "entry" && answer && (
        <EntryDialog
          chosen={openDialog.plan}
          currency={currency}
          onClose={close}
          onSave={async (form) =>
            onChanged(await call(path.maintenance.entries.$post({ param, form })))
          }
          plans={answer.plans}
          today={localDay(new Date().toISOString(), timeZone)}
          unit={unit}
        />
      )}
      {openDialog?.what === "reading" && (
        <OdometerDialog
          onClose={close}
          onSave={async (json) => onChanged(await call(path.odometer.$post({ param, json })))}
          unit={unit}
        />
      )}
      {openDialog?.what === "end" && (
        <ConfirmDialog
          open
          confirmLabel="Remove from schedule"
          danger
          onClose={close}
          onConfirm={() => {
            const { id: planId, version } = openDialog.plan;
            const query = { version: String(version) };
            const planRoute = path.maintenance.plans[":planId"];
            void runAction(
              () => call(planRoute.$delete({ param: { ...param, planId }, query })),
              "Removed from the schedule",
            );
          }}
          title={`Remove ${nameOf(openDialog.plan).toLowerCase()} from the schedule?`}
        >
          You’ll no longer be told when this job is due. The log keeps its entries.
        </ConfirmDialog>
      )}
      {openDialog?.what === "strike" && (
        <ConfirmDialog
          open
          confirmLabel="Delete entry"
          danger
          onClose={close}
          onConfirm={() => {
            const entryRoute = path.maintenance.entries[":entryId"];
            const entryId = openDialog.entry.id;
            void runAction(
              () => call(entryRoute.$delete({ param: { ...param, entryId } })),
              "Entry deleted",
            );
          }}
          title="Delete this log entry?"
        >
          {`${openDialog.entry.what}. The odometer reading of this entry will be deleted too, and the schedule will count from the previous entry.`}
        </ConfirmDialog>
      )}
    </Card>
  );
}

interface PlanViewProps {
  unit: DistanceUnit;
  /** Opens a dialog; null for viewers who may not change the schedule. */
  onOpenDialog: ((openDialog: OpenDialog) => void) | null;
}

/** The schedule of recurring maintenance, and buttons for other entries of the log. */
function Plans({ plans, unit, onOpenDialog }: PlanViewProps & { plans: readonly Plan[] }) {
  return (
    <>
      {plans.length === 0 && (
        <p className="text-ink-muted text-sm">
          Nothing is scheduled yet. Add a job such as service, tyres or inspection, and you’ll be
          told when it is due.
        </p>
      )}
      <ul className="divide-y divide-line text-sm">
        {plans.map((plan) => (
          <PlanLine key={plan.id} onOpenDialog={onOpenDialog} plan={plan} unit={unit} />
        ))}
      </ul>
      {onOpenDialog && (
        <div className="mt-3 flex flex-wrap gap-2">
          <Button
            onClick={() => onOpenDialog({ what: "reading" })}
            size="small"
            variant="secondary"
          >
            Record odometer
          </Button>
          <Button
            onClick={() => onOpenDialog({ what: "entry", plan: null })}
            size="small"
            variant="secondary"
          >
            Add log entry
          </Button>
        </div>
      )}
    </>
  );
}

/** One item of the schedule, when it is due, and buttons for it. */
function PlanLine({ plan, unit, onOpenDialog }: PlanViewProps & { plan: Plan }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {nameOf(plan)}
          <Badge tone={dueTones[plan.due.state]}>{dueWords[plan.due.state]}</Badge>
        </p>
        <p className="mt-0.5 text-ink-muted">
          {dueText(plan.due, unit)}; {intervalText(plan, unit)}
        </p>
      </div>
      {onOpenDialog && (
        <div className="flex flex-wrap gap-1">
          <Button
            aria-label={`Remove: ${nameOf(plan)}`}
            onClick={() => onOpenDialog({ what: "end", plan })}
            size="small"
            variant="quiet"
          >
            Remove
          </Button>
          <Button
            aria-label={`Change: ${nameOf(plan)}`}
            onClick={() => onOpenDialog({ what: "plan", plan })}
            size="small"
            variant="quiet"
          >
            Change
          </Button>
          <Button
            aria-label={`Done: ${nameOf(plan)}`}
            onClick={() => onOpenDialog({ what: "entry", plan })}
            size="small"
            variant={plan.due.state === "ok" ? "secondary" : "primary"}
          >
            Done
          </Button>
        </div>
      )}
    </li>
  );
}

function OdometerDialog({
  unit,
  onSave,
  onClose,
}: {
  unit: DistanceUnit;
  onSave: (reading: { meters: number; reason: string }) => Promise<void>;
  onClose: () => void;
}) {
  return (
    <PromptDialog
      fields={[
        { name: "meters", label: `Odometer (${unit})`, type: "number" },
        {
          name: "reason",
          label: "Why is the reading lower?",
          hint: "Needed only if the reading is lower than before, for example after the instrument cluster was replaced.",
          optional: true,
          maxLength: 200,
        },
      ]}
      confirmLabel="Save"
      successText="Odometer saved"
      onClose={onClose}
      onConfirm={async ({ meters: typed = "", reason = "" }) => {
        const meters = metersOf(typed, unit);
        if (meters === null || Number.isNaN(meters))
          throw fieldError("meters", "Enter a whole number.");
        await onSave({ meters, reason });
      }}
      title="Record odometer"
    />
  );
}

function Odometer({
  schedule: { odometer },
  unit,
}: {
  schedule: MaintenanceSchedule;
  unit: DistanceUnit;
}) {
  if (!odometer) return <>No odometer reading yet.</>;
  return (
    <>
      {distanceText(odometer.meters, unit)}, <Moment at={odometer.readAt} style="date" />
    </>
  );
}

function intervalText({ everyMonths, everyMeters }: Plan, unit: DistanceUnit): string {
  const parts = [
    everyMonths !== null && (everyMonths === 1 ? "every month" : `every ${everyMonths} months`),
    everyMeters !== null && `every ${distanceText(everyMeters, unit)}`,
  ].filter((part) => part !== false);
  return parts.join(" or ");
}
