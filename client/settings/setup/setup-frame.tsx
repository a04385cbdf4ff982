import { Link, useNavigate, useRouter } from "@tanstack/react-router";
import { Check } from "lucide-react";
import { toast } from "react-toastify/unstyled";
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from "react";
import type { GettingStarted } from "../../../src/desk/getting-started-contract";
import type { GettingStartedStep } from "../../../src/desk/getting-started-step-contract";
import { useOffice, useStaffSteps } from "../../office/calls";
import { Brand } from "../../ui/brand";
import { Button } from "../../ui/button";
import { ButtonLink } from "../../ui/button-link";
import { Card } from "../../ui/card";
import { classNames } from "../../ui/class-names";
import { DemoBanner } from "../../ui/demo-banner";
import { SkipLink } from "../../ui/skip-link";
import { ToastHost } from "../../ui/toasts";
import { CopyLine } from "../copy-line";
import { SetupStep } from "../setup-step-context";
import { stepPath, stepWords } from "../../office/setup-steps";

const BOARD_PATH = "/dispatch/dashboard/reservation";

/** The frame of a setup step: progress, next step, and exit. */
export function SetupFrame({
  step,
  gettingStarted: { steps, demo },
  children,
}: {
  step: GettingStartedStep;
  gettingStarted: Pick<GettingStarted, "steps" | "demo">;
  children: ReactNode;
}) {
  const { api, call, settings } = useOffice();
  const navigate = useNavigate();
  const router = useRouter();
  const { busy, step: act } = useStaffSteps();
  const at = steps.findIndex((each) => each.step === step);
  const currentStep = steps[at];
  const nextStep = steps[at + 1]?.step;
  const next = useCallback(
    () => navigate({ to: (nextStep ? stepPath(nextStep) : BOARD_PATH) as string }),
    [navigate, nextStep],
  );
  useEffect(keepOnlyNewestToast, []);
  const setupStep = useMemo(() => ({ next }), [next]);
  const setPostponed = async (left: boolean) => {
    const send = () => call(api.admin["getting-started"].$put({ json: { step, left } }));
    await act("leave", send, "", async () => {
      await router.invalidate();
      if (left) await next();
    });
  };
  const doneCount = steps.filter((each) => each.done).length;
  return (
    <SetupStep value={setupStep}>
      <SkipLink />
      {settings.demo && <DemoBanner />}
      <header className="flex items-center justify-between gap-4 border-line border-b bg-surface-raised px-4 py-3 sm:px-6">
        <Brand name={settings.brand} />
        <ButtonLink size="small" to={BOARD_PATH} variant="quiet">
          Go to reservations
        </ButtonLink>
      </header>
      <div className="mx-auto max-w-6xl px-4 py-4 sm:px-6 lg:flex lg:gap-8 lg:py-8">
        <nav aria-label="Setup" className="shrink-0 lg:w-52">
          <p className="mb-2 text-ink-muted text-sm">
            {`Setup: ${doneCount} of ${steps.length} steps done`}
          </p>
          <SetupStepBar step={step} steps={steps} />
        </nav>
        <main className="min-w-0 flex-1 pt-4 lg:pt-0" id="content">
          {children}
          <div className="mt-4 flex flex-wrap items-center gap-3 border-line border-t pt-4">
            {currentStep && !currentStep.done && (
              <Button
                busy={busy}
                onClick={() => void setPostponed(!currentStep.left)}
                size="small"
                variant="secondary"
              >
                {currentStep.left ? "Do this step now" : "Do this later"}
              </Button>
            )}
            <Button
              onClick={() => void next()}
              size="small"
              variant={currentStep?.done ? "secondary" : "quiet"}
            >
              {nextStep ? `Next: ${stepWords[nextStep]}` : "Go to reservations"}
            </Button>
          </div>
          {step === "name" && !settings.demo && <DemoSuggestion {...demo} />}
        </main>
      </div>
      <ToastHost />
    </SetupStep>
  );
}

/** The steps as a column on a desktop, and a scrolling strip on a phone. */
function SetupStepBar({
  step,
  steps,
}: {
  step: GettingStartedStep;
  steps: GettingStarted["steps"];
}) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const currentLink = list.current?.querySelector(`a[href="${stepPath(step)}"]`);
    currentLink?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [step]);
  return (
    <ol
      className="-mx-4 no-scrollbar relative flex overflow-x-auto px-4 lg:mx-0 lg:block lg:overflow-visible lg:px-0"
      ref={list}
    >
      {steps.map(({ step: each, done, left }) => (
        <li key={each}>
          <Link
            activeProps={{ className: "bg-accent-surface !text-accent-text font-medium" }}
            className="flex min-h-9 items-center gap-2 whitespace-nowrap rounded-md px-2.5 text-ink-muted text-sm transition hover:bg-surface-sunken hover:text-ink pointer-coarse:min-h-11"
            to={stepPath(each) as string}
          >
            <span
              className={classNames(
                "grid size-4 shrink-0 place-content-center rounded-full border",
                done ? "border-success bg-success-surface text-success-ink" : "border-line-strong",
              )}
            >
              {done && <Check aria-hidden="true" size={10} />}
            </span>
            {stepWords[each]}
            {done && <span className="sr-only"> (done)</span>}
            {left && !done && <span className="text-ink-faint text-xs">later</span>}
          </Link>
        </li>
      ))}
    </ol>
  );
}

/** Explains how to try a demo full of trips without changing this server's data. */
function DemoSuggestion({ command, url }: GettingStarted["demo"]) {
  return (
    <Card className="mt-6 max-w-3xl">
      <h2 className="font-semibold text-base">Try a demo first?</h2>
      <p className="mt-1 text-ink-muted text-sm">
        A demo fleet with a month of trips runs beside your own server, in its own folder. Each page
        is marked as a demo, and none of its data reaches this server. Run this on the server:
      </p>
      <CopyLine text={command} />
      <p className="mt-3 break-words text-ink-muted text-sm">
        {`Then sign in at ${url}/dispatch as admin@example.com with the password livery-demo.`}
      </p>
    </Card>
  );
}

/** Shows one toast at a time: a new one replaces the last. */
function keepOnlyNewestToast(): () => void {
  let shownToastId: string | number | undefined;
  return toast.onChange(({ id, status }) => {
    if (status !== "added" || id === shownToastId) return;
    if (shownToastId !== undefined) toast.dismiss(shownToastId);
    shownToastId = id;
  });
}
