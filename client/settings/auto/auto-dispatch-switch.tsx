import { Bot, OctagonX, Play } from "lucide-react";
import type { ReactNode } from "react";
import type { AutoDispatchAnswer } from "../../../src/auto-dispatch/contract";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { classNames } from "../../ui/class-names";
import { Moment } from "../../ui/moment";

/** Shows whether auto-dispatch is on, who switched it and when, with a button to stop or resume it. */
export function AutoDispatchSwitch({
  saved,
  hasUnsavedChanges,
  mayStop,
  mayResume,
  busy,
  onStop,
  onResume,
}: {
  saved: AutoDispatchAnswer;
  /** Whether the rules below have unsaved changes. */
  hasUnsavedChanges: boolean;
  mayStop: boolean;
  mayResume: boolean;
  busy: boolean;
  onStop: () => void;
  onResume: () => void;
}) {
  const { settings, switched } = saved;
  const { on, rules } = settings;
  const blockedReason =
    rules.length === 0
      ? "Add and save a rule first."
      : hasUnsavedChanges
        ? "Save the rules below first."
        : null;
  return (
    <Card className={classNames("!p-4 sm:!p-6", on && "!border-success-ink/50")}>
      <div className="flex flex-wrap items-center gap-4">
        <span
          className={classNames(
            "grid size-12 shrink-0 place-content-center rounded-full",
            on ? "bg-success-surface text-success-ink" : "bg-surface-sunken text-ink-muted",
          )}
        >
          {on ? <Bot aria-hidden="true" /> : <OctagonX aria-hidden="true" />}
        </span>
        <div aria-live="polite" className="min-w-0 flex-1 basis-56">
          <h2 className="text-lg">{on ? "Auto-dispatch is on" : "Auto-dispatch is off"}</h2>
          <p className="text-ink-muted text-sm">
            {switched ? (
              <>
                {on ? "Turned on by " : "Stopped by "}
                {switched.by}, <Moment at={switched.at} />
              </>
            ) : (
              "Auto-dispatch has not been turned on yet."
            )}
          </p>
        </div>
        <ButtonArea>
          {on && mayStop && (
            <Button
              busy={busy}
              busyLabel="Stopping..."
              className="w-full sm:w-auto"
              icon={<OctagonX aria-hidden="true" size={20} />}
              onClick={onStop}
              size="large"
              variant="danger"
            >
              Stop auto-dispatch
            </Button>
          )}
          {!on && mayResume && (
            <Button
              aria-describedby={blockedReason ? "auto-not-yet" : undefined}
              busy={busy}
              busyLabel="Turning on..."
              className="w-full sm:w-auto"
              disabled={blockedReason !== null}
              icon={<Play aria-hidden="true" size={20} />}
              onClick={onResume}
              size="large"
            >
              {switched ? "Resume auto-dispatch" : "Turn on auto-dispatch"}
            </Button>
          )}
        </ButtonArea>
      </div>
      <p className="mt-3 text-ink-muted text-sm" id="auto-not-yet">
        {on
          ? "If you stop auto-dispatch, it does nothing more. Offers already sent stay open; you can withdraw them on the trip’s page."
          : mayResume
            ? blockedReason
            : "Only an owner can turn on auto-dispatch."}
      </p>
    </Card>
  );
}

function ButtonArea({ children }: { children: ReactNode }) {
  return <div className="w-full empty:hidden sm:w-auto">{children}</div>;
}
