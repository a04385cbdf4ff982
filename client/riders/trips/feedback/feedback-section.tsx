import { Link, useRouter } from "@tanstack/react-router";
import { CreditCard, HandCoins, PackageSearch, Star } from "lucide-react";
import { useCallback, useEffect, useId, useState } from "react";
import type { MyLostReport } from "../../../../src/property/contract";
import type { TripFeedback } from "../../../../src/reservations/feedback/feedback-contract";
import type { Reservation } from "../../../../src/reservations/contract";
import { type Api, read } from "../../../api";
import { ApiError } from "../../../api-error";
import { Badge } from "../../../ui/badge";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { ErrorState } from "../../../ui/error-state";
import { formatMoney } from "../../../ui/money";
import { NoticeBanner } from "../../../ui/notice-banner";
import { useWords } from "../../../words/use-words";
import { useTripActions } from "../trip-actions";
import { lostReportBadges } from "./lost-words";
import { RateDialog } from "./rate-dialog";
import { LostReportSheet } from "./lost-report-sheet";
import { TipDialog } from "./tip-dialog";

/** How long after a trip lost property can be reported, in ms. */
const LOST_REPORT_PERIOD_MS = 90 * 86_400_000;

type FeedbackDialog = "rate" | "tip" | "lost";

/** The rating, tip and lost property after a trip. */
export function FeedbackSection({ api, trip }: { api: Api; trip: Reservation }) {
  const t = useWords();
  const router = useRouter();
  const headingId = useId();
  const [feedback, setFeedback] = useState<TripFeedback | null>(null);
  const [reports, setReports] = useState<readonly MyLostReport[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const [openDialog, setOpenDialog] = useState<FeedbackDialog | null>(null);
  const [doneMessage, setDoneMessage] = useState("");
  const { id, version } = trip;

  const load = useCallback(async () => {
    try {
      const [feedbackAnswer, lostReports] = await Promise.all([
        read(api.reservations[":id"].afterwards.$get({ param: { id } })),
        read(api["lost-reports"].$get({ query: { reservationId: id } })),
      ]);
      setFeedback(feedbackAnswer);
      setReports(lostReports.reports);
      setFailure(null);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error.message);
    }
  }, [api, id]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version of the trip has other tips
  useEffect(() => {
    void load();
  }, [load, version]);

  if (failure !== null && !feedback) return <ErrorState message={failure} onRetry={load} />;
  if (!feedback) return null;
  const { rating } = feedback;
  const canReportLoss = Date.now() < tripEndMs(trip) + LOST_REPORT_PERIOD_MS;
  const close = () => setOpenDialog(null);
  return (
    <Card aria-labelledby={headingId} role="region">
      <h2 className="font-semibold text-lg" id={headingId}>
        {rating ? t("Your rating") : t("How was your trip?")}
      </h2>
      <p className="text-success-ink not-empty:mt-2" role="status">
        {doneMessage}
      </p>
      <SavedFeedback feedback={feedback} />
      <FeedbackActions
        feedback={feedback}
        canReportLoss={canReportLoss}
        onOpenDialog={setOpenDialog}
      />
      {feedback.tip.isOnline && <OnlineTip api={api} tripId={id} />}
      {reports.length > 0 && <LostReports reports={reports} />}
      {openDialog === "rate" && (
        <RateDialog
          api={api}
          onClose={close}
          onRated={(changed) => {
            setFeedback(changed);
            setDoneMessage(t("Thank you for your rating."));
            close();
          }}
          rating={rating}
          tripId={id}
        />
      )}
      {openDialog === "tip" && (
        <TipDialog
          feedback={feedback}
          api={api}
          onClose={close}
          onStale={() => void load()}
          onTipped={(changed) => {
            setFeedback(changed);
            setDoneMessage(
              changed.tip.tipMinor > 0 ? t("Thank you for your tip.") : t("We removed your tip."),
            );
            close();
            void router.invalidate();
          }}
          tripId={id}
        />
      )}
      {openDialog === "lost" && (
        <LostReportSheet
          api={api}
          onClose={close}
          onReported={(report) => {
            setReports([report, ...reports]);
            setDoneMessage(t("Thank you. We’ll tell you as soon as we find your item."));
            close();
          }}
          tripId={id}
        />
      )}
    </Card>
  );
}

/** The stars, comment and tip that the rider gave. */
function SavedFeedback({ feedback: { rating, tip, currency } }: { feedback: TripFeedback }) {
  const t = useWords();
  const givenMinor = tip.tipMinor + tip.paidMinor;
  return (
    <>
      {rating && (
        <div
          className="mt-2 flex items-center gap-1"
          role="img"
          aria-label={t("{n} of 5 stars", { n: rating.stars })}
        >
          {[1, 2, 3, 4, 5].map((n) => (
            <Star
              aria-hidden="true"
              className={n <= rating.stars ? "fill-current text-accent-text" : "text-line-strong"}
              key={n}
              size={22}
            />
          ))}
        </div>
      )}
      {rating?.words && <p className="mt-2 whitespace-pre-line break-words">{rating.words}</p>}
      {givenMinor > 0 && (
        <p className="mt-2">
          {t("Your tip: {amount}", { amount: formatMoney(givenMinor, currency, t) })}
        </p>
      )}
    </>
  );
}

/** The actions that are still possible: rate, tip, report. */
function FeedbackActions({
  feedback: { rating, ratableUntil, tip },
  canReportLoss,
  onOpenDialog,
}: {
  feedback: TripFeedback;
  canReportLoss: boolean;
  onOpenDialog: (what: FeedbackDialog) => void;
}) {
  const t = useWords();
  return (
    <>
      <div className="mt-4 flex flex-wrap gap-2">
        {ratableUntil && (
          <Button
            icon={<Star aria-hidden="true" size={18} />}
            onClick={() => onOpenDialog("rate")}
            variant={rating ? "secondary" : "primary"}
          >
            {rating ? t("Change your rating") : t("Rate this trip")}
          </Button>
        )}
        {tip.refusal === null && (
          <Button
            icon={<HandCoins aria-hidden="true" size={18} />}
            onClick={() => onOpenDialog("tip")}
            variant="secondary"
          >
            {tip.tipMinor > 0 ? t("Change your tip") : t("Add a tip")}
          </Button>
        )}
        {canReportLoss && (
          <Button
            icon={<PackageSearch aria-hidden="true" size={18} />}
            onClick={() => onOpenDialog("lost")}
            variant="secondary"
          >
            {t("I lost something")}
          </Button>
        )}
      </div>
      {tip.refusal === "settled" && !tip.isOnline && tip.tipMinor + tip.paidMinor === 0 && (
        <p className="mt-3 text-ink-muted text-sm">
          {t("This trip is settled. To add a tip, please call us.")}
        </p>
      )}
    </>
  );
}

/** The link to the page where a tip is paid by card or mobile money. */
function OnlineTip({ api, tripId: id }: { api: Api; tripId: string }) {
  const t = useWords();
  const { act, busy, failure } = useTripActions();
  const pay = () =>
    act(
      "tip",
      () => read(api.reservations[":id"]["tip-link"].$post({ param: { id } })),
      ({ url }) => location.assign(url),
    );
  return (
    <div className="mt-2 grid gap-2 justify-items-start">
      <Button
        busy={busy}
        busyLabel={t("One moment...")}
        icon={<CreditCard aria-hidden="true" size={18} />}
        onClick={() => void pay()}
        variant="secondary"
      >
        {t("Tip online")}
      </Button>
      {failure && (
        <div role="alert">
          <NoticeBanner tone="danger">{failure}</NoticeBanner>
        </div>
      )}
    </div>
  );
}

/** The items reported lost on this trip, with the state of the search. */
function LostReports({ reports }: { reports: readonly MyLostReport[] }) {
  const t = useWords();
  return (
    <ul className="mt-4 grid grid-cols-1 gap-2" aria-label={t("Things you reported lost")}>
      {reports.map((report) => (
        <li className="flex items-center justify-between gap-3" key={report.id}>
          <Link
            className="min-h-11 min-w-0 content-center truncate underline underline-offset-4"
            to="/trips/lost"
          >
            {report.what}
          </Link>
          <Badge tone={lostReportBadges[report.state].tone}>
            {t.of(lostReportBadges[report.state].words)}
          </Badge>
        </li>
      ))}
    </ul>
  );
}

function tripEndMs(trip: Reservation): number {
  const end = trip.timeline.findLast(
    ({ from, to }) => from === "passenger_on_board" && to === "completed",
  );
  return Date.parse(end?.at ?? trip.pickupAt);
}
