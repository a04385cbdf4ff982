import { useState } from "react";
import type { SecondFactorState } from "../../src/accounts/staff/second-factor-contract";
import { useLazy } from "../lazy";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { Moment } from "../ui/moment";
import { NoticeBanner } from "../ui/notice-banner";

const loadDialogs = () => import("./second-factor-dialogs");

/** With this many recovery codes or fewer, the card warns that they run out. */
const LOW_CODE_COUNT = 3;

/** The profile's second factor card: its state and actions. */
export function SecondFactor({
  brand,
  email,
  state,
}: {
  brand: string;
  email: string;
  state: SecondFactorState;
}) {
  const [open, setOpen] = useState<"set-up" | "codes" | "off" | null>(null);
  const dialogs = useLazy(loadDialogs);
  const dialogProps = { brand, email, onClose: () => setOpen(null) };
  const codesLeft = state.recoveryCodesLeft;
  return (
    <Card>
      <section aria-labelledby="second-factor" className="grid gap-4">
        <div>
          <h2
            className="flex flex-wrap items-center gap-2 font-semibold text-base"
            id="second-factor"
          >
            Second factor
            <Badge tone={state.on ? "success" : "neutral"}>{state.on ? "On" : "Off"}</Badge>
          </h2>
          <p className="mt-1 text-ink-muted">
            {state.on && state.since ? (
              <>
                Signing in requires a code from your phone. Turned on:{" "}
                <Moment at={state.since} style="date" />.
              </>
            ) : (
              "With a second factor, signing in needs a code from your phone as well as your password. Somebody who learns your password still can’t get in."
            )}
          </p>
        </div>
        {state.on && codesLeft <= LOW_CODE_COUNT && (
          <NoticeBanner tone="warning">
            {codesLeft === 0
              ? "You have no recovery codes left. If you lose your phone, you can’t sign in."
              : codesLeft === 1
                ? "Only one recovery code is left."
                : `Only ${codesLeft} recovery codes are left.`}
          </NoticeBanner>
        )}
        {state.on ? (
          <>
            <p className="text-ink-muted">
              {`Recovery codes left: ${codesLeft} of 10. You need one if you lose your phone.`}
            </p>
            <div className="flex flex-wrap gap-2">
              <Button onClick={() => setOpen("codes")} size="small" variant="secondary">
                Create new recovery codes
              </Button>
              {!state.required && (
                <Button onClick={() => setOpen("off")} size="small" variant="secondary">
                  Turn off second factor
                </Button>
              )}
            </div>
            {state.required && (
              <p className="text-ink-muted">
                Everyone here must have a second factor. To use another phone, ask an owner to reset
                yours.
              </p>
            )}
          </>
        ) : (
          <div>
            <Button onClick={() => setOpen("set-up")} size="small">
              Set up second factor
            </Button>
          </div>
        )}
      </section>
      {dialogs && open === "set-up" && <dialogs.SetUpSecondFactorDialog {...dialogProps} />}
      {dialogs && open === "codes" && <dialogs.NewCodesDialog {...dialogProps} />}
      {dialogs && open === "off" && <dialogs.TurnOffSecondFactorDialog {...dialogProps} />}
    </Card>
  );
}
