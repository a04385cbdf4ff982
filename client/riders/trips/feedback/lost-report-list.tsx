import { Link, useRouter } from "@tanstack/react-router";
import type { MyLostReport } from "../../../../src/property/contract";
import { type Api, read } from "../../../api";
import { FormFailure } from "../../../forms/form";
import { useActions } from "../../../forms/use-actions";
import { Badge } from "../../../ui/badge";
import { Button } from "../../../ui/button";
import { buttonStyle } from "../../../ui/button-style";
import { Card } from "../../../ui/card";
import { EmptyState } from "../../../ui/empty-state";
import { Moment } from "../../../ui/moment";
import { PageHeader } from "../../../ui/page-header";
import { useWords } from "../../../words/use-words";
import { BackLink } from "../back-link";
import { lostReportBadges } from "./lost-words";

/** All items that the rider has reported lost, with the state of the search. */
export function LostReportList({
  api,
  reports,
  nextPages,
  timeZone,
  phone,
}: {
  api: Api;
  reports: readonly MyLostReport[];
  /** How many pages to show next; null at the end. */
  nextPages: number | null;
  timeZone: string;
  /** The operator's phone number. */
  phone: string | null;
}) {
  const t = useWords();
  const router = useRouter();
  const refresh = () => router.invalidate();
  const actions = useActions({ onFailed: refresh });
  const withdraw = ({ id, version }: MyLostReport) => {
    const path = api["lost-reports"][":id"].withdrawal;
    return actions.act(id, () => read(path.$post({ param: { id }, json: { version } })), refresh);
  };
  return (
    <>
      <BackLink to="/trips">{t("All trips")}</BackLink>
      <PageHeader title={t("Lost something")} />
      <FormFailure className="mb-4 empty:hidden" form={actions} />
      {reports.length === 0 ? (
        <EmptyState title={t("You haven’t reported anything lost")}>
          {t("Open the trip where you lost something and report it there.")}
        </EmptyState>
      ) : (
        <ul className="grid grid-cols-1 gap-3">
          {reports.map((report) => (
            <li key={report.id}>
              <Card>
                <div className="flex items-start gap-4">
                  {report.photo && (
                    <img alt="" className="size-16 rounded-md object-cover" src={report.photo} />
                  )}
                  <div className="min-w-0 flex-1">
                    <div className="flex flex-wrap items-center justify-between gap-2">
                      <h2 className="min-w-0 break-words font-semibold">{report.what}</h2>
                      <Badge tone={lostReportBadges[report.state].tone}>
                        {t.of(lostReportBadges[report.state].words)}
                      </Badge>
                    </div>
                    <p className="mt-1 text-ink-muted text-sm">
                      {t("Report {number}", { number: report.number })}
                      {" · "}
                      <Moment at={report.createdAt} timeZone={timeZone} />
                    </p>
                    {report.state === "open" && report.searchedAt && (
                      <p className="mt-2">{t("We searched the car and are still looking.")}</p>
                    )}
                    {report.state === "matched" && (
                      <p className="mt-2">{t("Please bring some ID when you collect it.")}</p>
                    )}
                    <div className="mt-3 flex flex-wrap gap-2">
                      {report.reservation && (
                        <Link
                          className={buttonStyle("quiet")}
                          params={{ id: report.reservation.id }}
                          to="/trips/$id"
                        >
                          {t("See the trip")}
                        </Link>
                      )}
                      {report.state === "matched" && phone && (
                        <a className={buttonStyle("secondary")} href={`tel:${phone}`}>
                          {t("Call us")}
                        </a>
                      )}
                      {(report.state === "open" || report.state === "matched") && (
                        <Button
                          busy={actions.acting === report.id}
                          busyLabel={t("Sending...")}
                          onClick={() => void withdraw(report)}
                          variant="secondary"
                        >
                          {t("I’ve got it back")}
                        </Button>
                      )}
                    </div>
                  </div>
                </div>
              </Card>
            </li>
          ))}
        </ul>
      )}
      {nextPages !== null && (
        <div className="mt-6 flex justify-center">
          <Link
            className={buttonStyle("secondary")}
            replace
            resetScroll={false}
            search={{ pages: nextPages }}
            to="/trips/lost"
          >
            {t("Show more")}
          </Link>
        </div>
      )}
    </>
  );
}
