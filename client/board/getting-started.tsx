import { Check, X } from "lucide-react";
import { useEffect, useState } from "react";
import type { GettingStarted as Answer } from "../../src/desk/starting-contract";
import { useOffice } from "../office/calls";
import { stepPath, stepWords } from "../office/setup-steps";
import { ButtonLink } from "../ui/button-link";
import { Card } from "../ui/card";
import { IconButton } from "../ui/icon-button";
import { PlainLink } from "../ui/plain-link";

const DISMISSED = "livery.dispatch.startingDismissed";

/** What a new house has yet to do; nothing once all is done or left for later, or it was put away. */
export function GettingStarted() {
  const { api, call } = useOffice();
  const [steps, setSteps] = useState<Answer["steps"]>([]);
  useEffect(() => {
    if (wasDismissed()) return;
    let left = false;
    call(api.admin["getting-started"].$get()).then(
      (answer) => {
        if (!left) setSteps(answer.steps);
      },
      () => {
        // The board itself says that the server is away; the card comes with the next visit.
      },
    );
    return () => {
      left = true;
    };
  }, [api, call]);
  const next = steps.find(({ done, left }) => !done && !left);
  if (!next) return null;
  const done = steps.filter((each) => each.done).length;
  return (
    <section aria-label="Getting started" className="mt-4">
      <Card className="p-4" flush>
        <div className="flex flex-wrap items-center gap-3">
          <div className="flex-1">
            <h2 className="font-medium text-base">Getting started</h2>
            <p className="text-ink-muted text-sm">
              {done} of {steps.length} done
            </p>
          </div>
          <ButtonLink size="small" to={stepPath(next.step)} variant="secondary">
            Go on with the setup
          </ButtonLink>
          <IconButton
            dense
            icon={<X aria-hidden="true" size={18} />}
            label="Put the list away"
            onClick={() => {
              dismiss();
              setSteps([]);
            }}
          />
        </div>
        <ol className="mt-3 grid gap-x-6 sm:grid-cols-2 xl:grid-cols-4">
          {steps.map((each) => (
            <li className="flex min-h-9 items-center gap-3 pointer-coarse:min-h-11" key={each.step}>
              <span
                className={`grid size-5 shrink-0 place-content-center rounded-full border ${each.done ? "border-success bg-success-surface text-success-ink" : "border-line-strong"}`}
              >
                {each.done && <Check aria-hidden="true" size={12} />}
              </span>
              {each.done ? (
                <span className="text-ink-muted">
                  {stepWords[each.step]}
                  <span className="sr-only"> (done)</span>
                </span>
              ) : (
                <PlainLink
                  className="font-medium text-accent-text hover:underline"
                  href={stepPath(each.step)}
                >
                  {stepWords[each.step]}
                </PlainLink>
              )}
            </li>
          ))}
        </ol>
      </Card>
    </section>
  );
}

function wasDismissed(): boolean {
  try {
    return localStorage.getItem(DISMISSED) === "yes";
  } catch {
    return false;
  }
}

function dismiss(): void {
  try {
    localStorage.setItem(DISMISSED, "yes");
  } catch {
    // A browser that keeps nothing shows it again the next time.
  }
}
