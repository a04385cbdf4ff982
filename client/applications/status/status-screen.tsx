import { lazy } from "../../lazy";
import { ChevronDown } from "lucide-react";
import { useState } from "react";
import type { ApplicationStatus } from "../../../src/drivers/application-contract";
import { type Api, read } from "../../api";
import { ApiError } from "../../api-error";
import { useActions } from "../../forms/use-actions";
import { useWords } from "../../words/use-words";
import { type Phrase, phrase } from "../../words/words";
import { Badge, type Tone } from "../../ui/badge";
import { Button } from "../../ui/button";
import { ButtonLink } from "../../ui/button-link";
import { Card } from "../../ui/card";
import { Checkbox } from "../../ui/checkbox";
import { LazyConfirmDialog } from "../../ui/dialogs";
import { LiveRegion } from "../../ui/live-region";
import { NoticeBanner } from "../../ui/notice-banner";
import { MissingItems } from "../steps/missing-items";
import { StepView } from "../steps/step-view";
import { CERTIFIED_FIELD, findItem } from "../steps/steps";
import { stepTitles } from "../steps/step-titles";
import { useStatusForm } from "./use-status-form";

const Toasts = lazy(async () => (await import("../../ui/toasts")).ToastHost);

const states: Record<ApplicationStatus["status"], { badge: Phrase; tone: Tone; words: Phrase }> = {
  submitted: {
    badge: phrase("Complete"),
    tone: "success",
    words: phrase("Your application is complete. We are reviewing it and will write to you."),
  },
  incomplete: {
    badge: phrase("Incomplete"),
    tone: "warning",
    words: phrase("We have your application. Add the missing items so that we can decide."),
  },
  approved: {
    badge: phrase("Approved"),
    tone: "success",
    words: phrase(
      "Welcome aboard. Sign in as a driver with the e-mail address or phone number from your application.",
    ),
  },
  rejected: {
    badge: phrase("Not accepted"),
    tone: "neutral",
    words: phrase("We could not accept your application this time."),
  },
};

const steps = [1, 2, 3, 4, 5] as const;

/** A sent application: its status, its missing items, and the form to add them. */
export function StatusScreen({
  api,
  token,
  loaded,
  brandSlug,
}: {
  api: Api;
  token: string;
  loaded: ApplicationStatus;
  brandSlug: string;
}) {
  const t = useWords();
  const [status, setStatus] = useState(loaded);
  const [isCertified, setIsCertified] = useState(false);
  const [savedMessage, setSavedMessage] = useState("");
  const [isWithdrawDialogOpen, setWithdrawDialogOpen] = useState(false);
  const [isWithdrawn, setIsWithdrawn] = useState(false);
  const { form, edits, discardEdits, setFaults, reload } = useStatusForm(
    api,
    token,
    status,
    setStatus,
  );
  const { badge, tone, words } = states[status.status];
  const missing = new Set(status.missing);
  const needsCertification = missing.has(CERTIFIED_FIELD) || Object.keys(edits).length > 0;

  const path = api["driver-application"].status[":token"];
  const { act, busy, failure } = useActions({
    failureTextOf: (error) => {
      if (!(error instanceof ApiError)) throw error;
      setFaults(error.fields);
      return error.message;
    },
    // An upload or another device has changed the application: load it before the next try.
    onFailed: (error) =>
      error instanceof ApiError && error.code === "application.stale" && reload().catch(() => {}),
  });
  const send = () =>
    act(
      "send",
      () => {
        setFaults({});
        const answers = { ...edits, ...(isCertified && { certified: "true" }) };
        const json = { answers, version: status.version };
        return read(path.$put({ param: { token }, json }));
      },
      (answer) => {
        setStatus(answer);
        discardEdits();
        setIsCertified(false);
        setSavedMessage(t("We have received your changes."));
      },
    );
  const withdraw = () => {
    setWithdrawDialogOpen(false);
    return act(
      "withdraw",
      () => read(path.$delete({ param: { token } })),
      () => setIsWithdrawn(true),
    );
  };

  if (isWithdrawn)
    return (
      <>
        <h1 className="text-xl">{t("You have withdrawn your application")}</h1>
        <p className="mt-2 mb-6 text-ink-muted">
          {t("Your application and all its files have been deleted.")}
        </p>
        <ButtonLink to="/" variant="secondary">
          {t("Go to the home page")}
        </ButtonLink>
      </>
    );
  return (
    <>
      <div className="mb-6">
        <Badge tone={tone}>{t.of(badge)}</Badge>
        <h1 className="mt-2 text-xl">{t("Your application to drive")}</h1>
        <p className="mt-1 text-ink-muted">{t.of(words)}</p>
      </div>
      {status.reason && (
        <Card className="mb-4">
          <p className="whitespace-pre-line">{status.reason}</p>
        </Card>
      )}
      {status.request && (
        <div className="mb-4">
          <NoticeBanner tone="info">
            <span className="block font-medium">{t("We need this from you:")}</span>
            <span className="whitespace-pre-line">{status.request}</span>
          </NoticeBanner>
        </div>
      )}
      {status.status === "approved" && (
        <ButtonLink to={`/${brandSlug}Driver` as string}>{t("Sign in as a driver")}</ButtonLink>
      )}
      {status.open && (
        <>
          {status.missing.length > 0 && (
            <Card className="mb-4">
              <h2 className="text-lg">{t("Still needed")}</h2>
              <MissingItems gaps={status.missing.flatMap((name) => findItem(name) ?? [])} />
            </Card>
          )}
          {steps.map((step) => {
            const missingCount = status.missing.filter(
              (name) => findItem(name)?.step === step,
            ).length;
            return (
              <StepDetails
                isInitiallyOpen={missingCount > 0}
                key={step}
                missingCount={missingCount}
                title={t.of(stepTitles[step])}
              >
                <StepView form={form} shouldMarkMissing step={step} />
              </StepDetails>
            );
          })}
          <Card className="mt-4">
            {needsCertification ? (
              <>
                <Checkbox
                  checked={isCertified}
                  label={t("I certify that the information I give here is accurate and complete.")}
                  name={CERTIFIED_FIELD}
                  onChange={(event) => setIsCertified(event.target.checked)}
                />
                <Button
                  busy={busy}
                  busyLabel={t("Sending...")}
                  className="mt-4"
                  disabled={!isCertified && Object.keys(edits).length === 0}
                  onClick={() => void send()}
                  size="large"
                  wide
                >
                  {t("Send changes")}
                </Button>
              </>
            ) : (
              <p className="text-ink-muted text-sm">
                {t("Files are sent as soon as you choose them. Send your other changes here.")}
              </p>
            )}
            {failure && (
              <p className="mt-3 text-danger-ink text-sm" role="alert">
                {failure}
              </p>
            )}
            {savedMessage && !failure && (
              <p className="mt-3 text-sm text-success-ink">{savedMessage}</p>
            )}
            <LiveRegion>{savedMessage}</LiveRegion>
          </Card>
        </>
      )}
      {status.status !== "approved" && (
        <div className="mt-6 text-center">
          <Button disabled={busy} onClick={() => setWithdrawDialogOpen(true)} variant="quiet">
            {t("Withdraw application")}
          </Button>
        </div>
      )}
      <LazyConfirmDialog
        confirmLabel={t("Withdraw application")}
        danger
        onClose={() => setWithdrawDialogOpen(false)}
        onConfirm={() => void withdraw()}
        open={isWithdrawDialogOpen}
        title={t("Withdraw your application?")}
      >
        {t("Your application and all its files are deleted. This cannot be undone.")}
      </LazyConfirmDialog>
      <Toasts />
    </>
  );
}

/** A step that is open at first when something is missing. */
function StepDetails({
  title,
  missingCount,
  isInitiallyOpen,
  children,
}: {
  title: string;
  missingCount: number;
  isInitiallyOpen: boolean;
  children: React.ReactNode;
}) {
  const t = useWords();
  const [isStepOpen, setOpen] = useState(isInitiallyOpen);
  return (
    <section className="mb-3">
      <h2>
        <button
          aria-expanded={isStepOpen}
          className="flex min-h-14 w-full items-center gap-3 rounded-lg border border-line bg-surface-raised px-4 text-start font-medium hover:border-line-strong"
          onClick={() => setOpen(!isStepOpen)}
          type="button"
        >
          <span className="flex-1">{title}</span>
          {missingCount > 0 && (
            <Badge tone="warning">{t.count(missingCount, "{n} missing", "{n} missing")}</Badge>
          )}
          <ChevronDown
            aria-hidden="true"
            className={isStepOpen ? "rotate-180 transition" : "transition"}
            size={18}
          />
        </button>
      </h2>
      {isStepOpen && <div className="mt-3">{children}</div>}
    </section>
  );
}
