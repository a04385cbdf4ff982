import { lazy } from "../lazy";
import { useNavigate } from "@tanstack/react-router";
import { ArrowLeft, ArrowRight } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useWords } from "../words/use-words";
import type { Say } from "../words/words";
import { Button } from "../ui/button";
import { LazyConfirmDialog, LazyPopup } from "../ui/dialogs";
import { NoticeBanner } from "../ui/notice-banner";
import type { ApplicationReceipt } from "./application-uploads";
import { MissingItems } from "./steps/missing-items";
import { StepView, preloadStep, StepSkeleton } from "./steps/step-view";
import { Progress } from "./progress";
import { allMissingItems, missingItemsOf, type StepItem } from "./steps/steps";
import { LAST_STEP, type Step, stepTitles } from "./steps/step-titles";
import type { DraftState } from "./draft";
import { type OpenDraft, useOpenDraft, useApplicationForm } from "./use-application-form";
import { type Failure, useSubmitApplication } from "./use-submit-application";
import { Welcome } from "./steps/welcome";

const Toasts = lazy(async () => (await import("../ui/toasts")).ToastHost);

/** The prefix of the stored values that mark the steps the applicant has left. */
const VISITED_STEP_PREFIX = "~left-";

/** The answers and files that were sent. */
type ApplicationEntries = Pick<DraftState, "values" | "files">;

/** The application in seven steps. The draft is stored until it is sent. */
export function Wizard({
  brand,
  step,
  onSent,
}: {
  brand: string;
  step: Step;
  onSent: (answer: ApplicationReceipt) => void;
}) {
  const t = useWords();
  const openDraft = useOpenDraft();
  const heading = useRef<HTMLHeadingElement>(null);
  const isFirstRender = useRef(true);
  // Start each step at the top.
  useEffect(() => {
    if (!isFirstRender.current) {
      heading.current?.focus({ preventScroll: true });
      scrollTo(0, 0);
    }
    isFirstRender.current = false;
    if (step < LAST_STEP) preloadStep((step + 1) as Step);
  }, [step]);

  const top = (
    <>
      <p className="text-ink-muted text-sm">{t("Apply to drive with {brand}", { brand })}</p>
      <h1 className="mt-1 mb-6 text-xl outline-none" ref={heading} tabIndex={-1}>
        {t.of(stepTitles[step])}
      </h1>
    </>
  );
  if (!openDraft)
    return (
      <>
        <Progress current={step} furthestStep={step} />
        {top}
        {step === 0 ? <Welcome brand={brand} /> : <StepSkeleton />}
        {step === 0 && <Bar>{<StartButton isResumed={false} />}</Bar>}
      </>
    );
  return (
    <FormStep brand={brand} openDraft={openDraft} onSent={onSent} step={step}>
      {top}
    </FormStep>
  );
}

/** The steps of an open draft. */
function FormStep({
  brand,
  openDraft,
  step,
  onSent,
  children,
}: {
  brand: string;
  openDraft: OpenDraft;
  step: Step;
  onSent: (answer: ApplicationReceipt) => void;
  children: React.ReactNode;
}) {
  const t = useWords();
  const navigate = useNavigate();
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [sentApplication, setSentApplication] = useState<{
    answer: ApplicationReceipt;
    entries: ApplicationEntries;
  } | null>(null);
  const liveForm = useApplicationForm(openDraft, faults, (name) =>
    setFaults(({ [name]: _, ...others }) => others),
  );
  // The review behind the dialog continues to show the sent answers, although the draft is cleared.
  const form = sentApplication ? { ...liveForm, ...sentApplication.entries } : liveForm;
  useEffect(() => {
    if (sentApplication) void openDraft.draft.clear();
  }, [openDraft, sentApplication]);
  const { busy, submit, stop } = useSubmitApplication(openDraft);
  const [missingItems, setMissingItems] = useState<StepItem[] | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isStartingOver, setIsStartingOver] = useState(false);

  const { values, files } = form;
  const wasStepVisited = (at: Step) => values[`${VISITED_STEP_PREFIX}${at}`] === "true";
  const furthestStep = ([1, 2, 3, 4, 5] as const).reduce<Step>(
    (furthest, at) => (wasStepVisited(at) ? ((at + 1) as Step) : furthest),
    step,
  );
  const hasStarted = Object.keys(values).length > 0 || Object.keys(files).length > 0;
  const goTo = (next: Step) =>
    void navigate({ to: "/driver-apply", search: next === 0 ? {} : { step: next } });
  const finishStep = () => {
    openDraft.draft.setValue(`${VISITED_STEP_PREFIX}${step}`, "true");
    goTo((step + 1) as Step);
  };
  const previous = (step - 1) as Step;
  const missingBeforeStep =
    step > 1 && step < LAST_STEP && wasStepVisited(previous) ? missingItemsOf(previous, form) : [];

  const send = async () => {
    setMissingItems(null);
    setFaults({});
    const outcome = await submit();
    if (!outcome) return;
    if ("sent" in outcome) {
      const { values, files } = openDraft.draft.get();
      return setSentApplication({ answer: outcome.sent, entries: { values, files } });
    }
    setFaults(outcome.failure.faults);
    setFailure(outcome.failure);
  };
  const submitIfComplete = () => {
    const gaps = allMissingItems(form);
    if (gaps.length > 0) setMissingItems(gaps);
    else void send();
  };
  const goToFirstGap = () => {
    const gaps = missingItems ?? [];
    setMissingItems(null);
    const [gap] = gaps;
    if (!gap) return;
    if (gap.step === LAST_STEP) {
      setFaults({ ...faults, [gap.name]: t("Please tick this box.") });
      setTimeout(() => document.querySelector<HTMLInputElement>("input[name=certified]")?.focus());
    } else goTo(gap.step);
    for (const { step: at } of gaps)
      openDraft.draft.setValue(`${VISITED_STEP_PREFIX}${at}`, "true");
  };

  return (
    <>
      <Progress current={step} furthestStep={furthestStep} />
      {children}
      {form.storageState !== "yes" && (
        <div className="mb-4">
          <NoticeBanner tone="warning">
            {form.storageState === "full"
              ? t(
                  "This device has no room left to save all your files. Keep this page open until you have sent the application.",
                )
              : t(
                  "This browser cannot save your answers, perhaps because the window is private. Keep this page open until you have sent the application.",
                )}
          </NoticeBanner>
        </div>
      )}
      {missingBeforeStep.length > 0 && (
        <div className="mb-4">
          <NoticeBanner
            action={
              <Button onClick={() => goTo(previous)} size="small" variant="secondary">
                {t("Add missing items")}
              </Button>
            }
            tone="warning"
          >
            {t("Missing in {step}: {items}. You can add missing items at any time.", {
              step: t.of(stepTitles[previous]),
              items: gapsText(missingBeforeStep, t),
            })}
          </NoticeBanner>
        </div>
      )}
      {step === 0 ? (
        <Welcome brand={brand} />
      ) : (
        <StepView form={form} key={step} shouldMarkMissing={wasStepVisited(step)} step={step} />
      )}
      <Bar>
        {step === 0 && (
          <StartButton onStart={() => goTo(stepToResume(furthestStep))} isResumed={hasStarted} />
        )}
        {step > 0 && (
          <Button
            className="max-sm:!px-4"
            disabled={busy}
            icon={<ArrowLeft aria-hidden="true" className="rtl:rotate-180" size={18} />}
            onClick={() => goTo(previous)}
            size="large"
            variant="secondary"
          >
            {step === LAST_STEP ? t("Back") : t("Previous")}
          </Button>
        )}
        {step > 0 && step < LAST_STEP && (
          <Button className="flex-1 sm:flex-none sm:min-w-40" onClick={finishStep} size="large">
            {t("Next")}
            <ArrowRight aria-hidden="true" className="ms-2 inline rtl:rotate-180" size={18} />
          </Button>
        )}
        {step === LAST_STEP && (
          <Button
            busy={busy}
            busyLabel={t("Submitting...")}
            className="flex-1 max-sm:!px-2 sm:flex-none sm:min-w-56"
            onClick={submitIfComplete}
            size="large"
          >
            {t("Submit Application")}
          </Button>
        )}
      </Bar>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-ink-muted text-sm">
        <p>
          {hasStarted && form.storageState === "yes"
            ? t("Your answers are saved on this device until you send them.")
            : t("We can decide only when all fields with * are filled in.")}
        </p>
        {busy ? (
          <Button className="-me-4 text-sm" onClick={stop} variant="quiet">
            {t("Stop sending")}
          </Button>
        ) : (
          hasStarted && (
            <Button
              className="-me-4 text-sm"
              onClick={() => setIsStartingOver(true)}
              variant="quiet"
            >
              {t("Start over")}
            </Button>
          )
        )}
      </div>
      <LazyConfirmDialog
        confirmLabel={t("Start over")}
        danger
        onClose={() => setIsStartingOver(false)}
        onConfirm={() => {
          setIsStartingOver(false);
          setFaults({});
          for (const field of Object.keys(files)) form.removeFile(field);
          void openDraft.draft.clear();
          goTo(0);
        }}
        open={isStartingOver}
        title={t("Start over?")}
      >
        {t("Your answers and files are deleted from this device. This cannot be undone.")}
      </LazyConfirmDialog>
      <LazyConfirmDialog
        confirmLabel={t("Submit anyway")}
        onClose={goToFirstGap}
        onConfirm={() => void send()}
        open={missingItems !== null}
        title={t("Some things are missing")}
      >
        <p>
          {t(
            "You can send the application now, but we can approve it only when it is complete. Missing:",
          )}
        </p>
        {missingItems && <MissingItems gaps={missingItems} />}
      </LazyConfirmDialog>
      <LazyPopup
        kind="error"
        onClose={() => setFailure(null)}
        open={failure !== null}
        title={t("Submission Failed")}
      >
        <p>{t("Error submitting application. Please try again.")}</p>
        {failure && <p className="mt-2">{t.known(failure.message)}</p>}
      </LazyPopup>
      <LazyPopup
        kind="success"
        onClose={() => sentApplication && onSent(sentApplication.answer)}
        open={sentApplication !== null}
        title={t("Submitted!")}
      >
        {t("Application submitted successfully!")}
      </LazyPopup>
      <Toasts />
    </>
  );
}

/** The bar with Previous and Next, in reach of the thumb. */
function Bar({ children }: { children: React.ReactNode }) {
  return (
    <div className="noscript:hidden max-sm:-mx-4 sticky bottom-0 z-20 mt-6 flex gap-3 border-line bg-surface pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] max-sm:border-t max-sm:px-4 sm:justify-between">
      {children}
    </div>
  );
}

function StartButton({ isResumed, onStart }: { isResumed: boolean; onStart?: () => void }) {
  const t = useWords();
  return (
    <Button
      className="flex-1 sm:flex-none sm:min-w-56"
      disabled={!onStart}
      onClick={onStart}
      size="large"
    >
      {isResumed ? t("Continue") : t("Get Started")}
    </Button>
  );
}

/** Returns the step where a returning applicant continues. */
function stepToResume(furthestStep: Step): Step {
  return furthestStep === 0 ? 1 : furthestStep;
}

/** Names the first four items and counts the rest. */
function gapsText(gaps: readonly StepItem[], t: Say): string {
  const gapNames = t.list(gaps.slice(0, 4).map(({ label }) => t.of(label)));
  const more = gaps.length - 4;
  return more > 0
    ? t.count(more, "{items} and {n} more", "{items} and {n} more", { items: gapNames })
    : gapNames;
}
