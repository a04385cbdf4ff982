import { type FormEvent, useState } from "react";
import type {
  AutoDispatch,
  AutoDispatchAnswer,
  AutoRun,
} from "../../../src/auto-dispatch/contract";
import { FormFailure } from "../../forms/form";
import { useOffice } from "../../office/calls";
import { RuleList } from "../rules/rule-list";
import { SettingsForm } from "../settings-form";
import { usePermission } from "../../office/use-permission";
import { CONFLICT_CODE, useStaffActions } from "../../office/use-staff-form";
import { PlainLink } from "../../ui/plain-link";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { Checkbox } from "../../ui/checkbox";
import { Moment } from "../../ui/moment";
import { Section } from "../../ui/section";
import { TimeField } from "../../ui/text-field";
import { showToast } from "../../ui/toasts";
import { AutoDispatchDryRun } from "./auto-dispatch-dry-run";
import { AutoDispatchRuleCard } from "./auto-dispatch-rule-card";
import { isSaved, newRule, readDraft, toDraft } from "./auto-dispatch-rules";
import { AutoDispatchSwitch } from "./auto-dispatch-switch";

/** Auto-dispatch: its rules, its switch, a test on a past day, and recent activity. */
export function AutoDispatchScreen({ first }: { first: AutoDispatchAnswer }) {
  const { api, call } = useOffice();
  const mayChange = usePermission("settings.manage");
  const mayStop = usePermission("trips.manage");
  const actions = useStaffActions();
  const switchActions = useStaffActions();
  const [saved, setSaved] = useState(first);
  const [draft, setDraft] = useState(() => toDraft(first.settings));
  /** The version that the draft started from. */
  const [seenVersion, setSeenVersion] = useState(first.version);
  const calls = api.admin["auto-dispatch"];
  const hasUnsavedChanges = !isSaved(draft, saved.settings);

  const applyAnswer = (answer: AutoDispatchAnswer) => {
    setSaved(answer);
    setDraft(toDraft(answer.settings));
    setSeenVersion(answer.version);
  };
  /** Shows the server's current state. Unsaved rules stay as typed. */
  const showServerState = (answer: AutoDispatchAnswer) => {
    if (!hasUnsavedChanges) return applyAnswer(answer);
    const areSameRules = isSaved(toDraft(saved.settings), answer.settings);
    if (areSameRules && seenVersion === saved.version) setSeenVersion(answer.version);
    setSaved(answer);
  };
  const stop = async () => {
    await switchActions.act(
      "stop",
      () => call(calls.stop.$post()),
      (answer) => {
        showToast("success", "Auto-dispatch is stopped");
        showServerState(answer);
      },
    );
  };
  const resume = async () => {
    const json = { ...saved.settings, on: true, version: saved.version };
    await switchActions.act(
      "resume",
      () => call(calls.$put({ json })),
      (answer) => {
        showToast("success", "Auto-dispatch is on");
        showServerState(answer);
      },
    );
  };
  const reloadSettings = async () => {
    await switchActions.act("look", () => call(calls.$get()), showServerState);
  };
  /** Returns the valid draft; otherwise shows its faults. */
  const readRules = () => {
    const { faults, ...rules } = readDraft(draft);
    if (Object.keys(faults).length === 0) return rules;
    actions.refuse(faults);
    return null;
  };
  const send = async (request: () => Promise<Pick<AutoDispatch, "on"> & { version: number }>) => {
    const rules = readRules();
    if (!rules) return;
    await actions.act(
      "submit",
      async () => call(calls.$put({ json: { ...rules, ...(await request()) } })),
      (answer) => {
        showToast("success", "Rules saved");
        applyAnswer(answer);
      },
    );
  };
  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    await send(async () => ({ on: saved.settings.on, version: seenVersion }));
  };
  const overwrite = () =>
    send(async () => {
      const { settings, version } = await call(calls.$get());
      // Auto-dispatch stays on or off, as it is on the server now: overwriting the rules must not turn it on again.
      return { on: settings.on, version };
    });

  return (
    <>
      <SettingsForm
        detail="Finds drivers automatically for the trips your rules cover. Auto-dispatch picks only drivers who can legally take the trip, and handles each trip once."
        form={{ ...actions, submit, markTouched: () => {}, isUnsaved: () => hasUnsavedChanges }}
        mayChange={mayChange}
        onOverwrite={overwrite}
        title="Auto-dispatch"
      >
        <AutoDispatchSwitch
          busy={switchActions.busy}
          mayResume={mayChange}
          mayStop={mayStop}
          onResume={() => void resume()}
          onStop={() => void stop()}
          saved={saved}
          hasUnsavedChanges={hasUnsavedChanges}
        />
        <FormFailure
          action={
            switchActions.code === CONFLICT_CODE && (
              <Button onClick={() => void reloadSettings()} size="small" variant="secondary">
                Refresh
              </Button>
            )
          }
          form={switchActions}
        />
        <div>
          <h2 className="text-lg">Rules</h2>
          <p className="mt-1 text-ink-muted text-sm">
            For each trip, the first matching rule applies. Trips that no rule covers are left to
            dispatch.
          </p>
        </div>
        <RuleList
          actions={actions}
          mayChange={mayChange}
          newRule={newRule}
          none="Auto-dispatch does nothing until an owner adds a rule and turns auto-dispatch on."
          onRulesChange={(rules) => setDraft((old) => ({ ...old, rules }))}
          rules={draft.rules}
        >
          {(rule, place, onChange) => <AutoDispatchRuleCard {...{ rule, place, onChange }} />}
        </RuleList>
        <QuietHours
          faults={actions.faults}
          mayChange={mayChange}
          onQuietHours={(quiet) => setDraft({ ...draft, quiet })}
          quiet={draft.quiet}
        />
      </SettingsForm>
      <div className="mt-8 max-w-3xl">
        <AutoDispatchDryRun first={first.settings} currentRules={readRules} />
        <AutoDispatchRuns runs={saved.runs} />
      </div>
    </>
  );
}

/** The hours when auto-dispatch does nothing. */
function QuietHours({
  quiet,
  faults,
  mayChange,
  onQuietHours,
}: {
  quiet: AutoDispatch["quiet"];
  faults: Readonly<Record<string, string>>;
  mayChange: boolean;
  onQuietHours: (quiet: AutoDispatch["quiet"]) => void;
}) {
  return (
    <Card className="!p-4">
      <fieldset disabled={!mayChange}>
        <legend className="sr-only">Quiet hours</legend>
        <Checkbox
          checked={quiet !== null}
          hint="Auto-dispatch does nothing between these times."
          label="Quiet hours"
          name="quiet"
          onChange={(event) =>
            onQuietHours(event.target.checked ? { from: "22:00", until: "06:00" } : null)
          }
        />
        {quiet && (
          <div className="mt-3 grid grid-cols-2 gap-4 sm:max-w-sm">
            {(["from", "until"] as const).map((name) => (
              <TimeField
                dense
                error={faults[`quiet.${name}`]}
                key={name}
                label={name === "from" ? "Quiet from" : "Quiet until"}
                name={`quiet.${name}`}
                onChange={(event) => onQuietHours({ ...quiet, [name]: event.target.value })}
                value={quiet[name]}
              />
            ))}
          </div>
        )}
      </fieldset>
    </Card>
  );
}

const outcomeWords: Record<AutoRun["outcome"], string> = {
  suggested: "Suggested a driver",
  offered: "Offered",
  assigned: "Assigned",
  nobody: "Found no driver",
  late: "Ran out of time",
};

/** The newest trips that auto-dispatch handled. */
function AutoDispatchRuns({ runs }: { runs: readonly AutoRun[] }) {
  return (
    <Section detail="The newest 25 trips that auto-dispatch handled." title="Recent activity">
      <Card>
        {runs.length === 0 ? (
          <p className="text-ink-muted text-sm">Auto-dispatch has not handled a trip yet.</p>
        ) : (
          <ul className="-my-3 divide-y divide-line">
            {runs.map((run) => (
              <li className="py-3 text-sm" key={run.reservationId}>
                <p className="flex flex-wrap items-baseline gap-x-2">
                  <PlainLink
                    className="text-accent-text tabular-nums underline underline-offset-2 pointer-coarse:py-3"
                    href={`/dispatch/dashboard/reservation?open=${run.reservationId}&state=all`}
                  >
                    Trip {run.number}
                  </PlainLink>
                  <span className="font-medium">
                    {outcomeWords[run.outcome]}
                    {run.alertedAt !== null && run.outcome !== "late" && ", then gave up"}
                  </span>
                  <Moment at={run.at} className="text-ink-muted" />
                </p>
                <p className="text-ink-muted">{run.why}</p>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </Section>
  );
}
