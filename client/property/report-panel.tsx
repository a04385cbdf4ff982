import { useCallback, useState } from "react";
import type { LostReport } from "../../src/property/register-contract";
import { useOffice, useStaffSteps } from "../office/calls";
import { Part } from "../office/panel-part";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { type Fact, DefinitionList } from "../ui/definition-list";
import { ErrorState } from "../ui/error-state";
import { Moment } from "../ui/moment";
import { PlainLink } from "../ui/plain-link";
import { Sheet } from "../ui/sheet";
import { PromptDialog } from "../office/prompt-dialog";
import { Matches, PropertyLog, RecordPhoto } from "./record-parts";
import { reportBadges } from "../office/property-badges";
import { returnWishWords } from "./register-words";
import { itemCategoryWords, carPlaceWords } from "../words/property-words";
import { useRecord } from "../office/use-record";

/** One lost report beside the list: its details, possible matches and log. */
export function ReportPanel({
  id,
  mayAct,
  onClose,
  onChanged,
}: {
  id: string | null;
  mayAct: boolean;
  onClose: () => void;
  onChanged: () => void;
}) {
  const { api, call } = useOffice();
  const path = api.admin["lost-reports"][":id"];
  const loadReport = useCallback(
    async (reportId: string) =>
      (await call(api.admin["lost-reports"][":id"].$get({ param: { id: reportId } }))).report,
    [api, call],
  );
  const { row: report, failure, load, setRow } = useRecord<LostReport>(id, loadReport);
  const [openDialog, setOpenDialog] = useState<"search" | "close" | null>(null);
  const applyAnswer = ({ report: changed }: { report: LostReport }) => {
    setRow(changed);
    onChanged();
  };
  const { busy, step: send } = useStaffSteps({ onFailed: load });
  const step = (work: () => Promise<{ report: LostReport }>, successText: string) =>
    send("step", work, successText, applyAnswer);
  const param = { id: report?.id ?? "" };
  const version = report?.version ?? 0;
  const isUnresolved = report?.state === "open" || report?.state === "matched";
  return (
    <Sheet
      actions={
        report && mayAct ? (
          <>
            {isUnresolved && (
              <>
                <Button onClick={() => setOpenDialog("search")} size="small" variant="secondary">
                  Record a search
                </Button>
                <Button onClick={() => setOpenDialog("close")} size="small" variant="secondary">
                  Close report
                </Button>
              </>
            )}
            {report.state === "matched" && (
              <Button
                busy={busy}
                onClick={() =>
                  void step(
                    () => call(path.match.$delete({ param, json: { version } })),
                    "Match undone",
                  )
                }
                size="small"
                variant="secondary"
              >
                Undo match
              </Button>
            )}
            {report.state === "closed" && (
              <Button
                busy={busy}
                onClick={() =>
                  void step(
                    () => call(path.closure.$delete({ param, json: { version } })),
                    "Report reopened",
                  )
                }
                size="small"
                variant="secondary"
              >
                Reopen report
              </Button>
            )}
          </>
        ) : undefined
      }
      onClose={onClose}
      open={id !== null}
      title={report ? `Lost report ${report.number}` : "Lost report"}
    >
      {report ? (
        <div className="grid gap-6 text-sm">
          <div>
            <Badge tone={reportBadges[report.state].tone}>{reportBadges[report.state].words}</Badge>
            <p className="mt-2 font-semibold text-lg">{report.what}</p>
          </div>
          <RecordPhoto of={report.what} photo={report.photo} />
          <DefinitionList dense facts={factsOf(report)} />
          {report.item && (
            <Part title="Found item">
              <PlainLink
                className="underline underline-offset-4"
                href={`/dispatch/dashboard/FoundProperty?open=${report.item.id}`}
              >
                Item {report.item.number}: {report.item.what}
              </PlainLink>
            </Part>
          )}
          {report.state === "open" && (
            <Matches
              matches={report.matches.map(({ item, points, reasons }) => ({
                id: item.id,
                title: `${item.what} (item ${item.number})`,
                photo: item.photo,
                points,
                reasons,
              }))}
              none="No matching item so far."
              onConfirm={
                mayAct
                  ? (itemId) => {
                      const item = report.matches.find((match) => match.item.id === itemId)?.item;
                      if (!item) return;
                      const json = { version, itemId, itemVersion: item.version };
                      void step(
                        () => call(path.match.$post({ param, json })),
                        "Matched. The owner has been notified.",
                      );
                    }
                  : null
              }
            />
          )}
          <PropertyLog log={report.log} />
        </div>
      ) : failure !== null ? (
        <ErrorState message={failure} onRetry={load} />
      ) : (
        <p role="status">Loading...</p>
      )}
      {openDialog === "search" && (
        <PromptDialog
          fields={[
            {
              name: "searchedBy",
              label: "Who searched the car",
              value: report?.driver?.name ?? "",
            },
            {
              name: "outcome",
              label: "Result",
              choices: [
                ["nothing", "Nothing found"],
                ["found", "Item found"],
              ],
            },
            { name: "words", label: "Where they searched", isMultiline: true, optional: true },
          ]}
          confirmLabel="Record the search"
          successText="Search recorded"
          onClose={() => setOpenDialog(null)}
          onFailed={load}
          onConfirm={async ({ searchedBy = "", outcome, words = "" }) =>
            applyAnswer(
              await call(
                path.searches.$post({
                  param,
                  json: {
                    version,
                    searchedBy,
                    outcome: outcome === "found" ? "found" : "nothing",
                    words,
                  },
                }),
              ),
            )
          }
          title="Record a search of the car"
        />
      )}
      {openDialog === "close" && (
        <PromptDialog
          fields={[{ name: "reason", label: "Reason", isMultiline: true }]}
          confirmLabel="Close report"
          successText="Report closed"
          onClose={() => setOpenDialog(null)}
          onFailed={load}
          onConfirm={async ({ reason = "" }) =>
            applyAnswer(await call(path.closure.$post({ param, json: { version, reason } })))
          }
          title="Close report"
        />
      )}
    </Sheet>
  );
}

function factsOf(report: LostReport): Fact[] {
  const facts: (Fact | false)[] = [
    { name: "Category", value: itemCategoryWords[report.category] },
    report.colour !== "" && { name: "Colour, brand", value: report.colour },
    report.marks !== "" && { name: "Distinguishing marks", value: report.marks },
    { name: "Where in the vehicle", value: carPlaceWords[report.place] },
    { name: "Lost", value: <Moment at={report.lostAt} /> },
    report.reservation !== null && {
      name: "Trip",
      value: (
        <PlainLink
          className="underline underline-offset-4"
          href={`/dispatch/dashboard/reservation?open=${report.reservation.id}&state=all`}
        >
          Reservation {report.reservation.number}
        </PlainLink>
      ),
    },
    report.vehicle !== null && { name: "Vehicle", value: report.vehicle.name },
    report.driver !== null && { name: "Driver", value: report.driver.name },
    {
      name: "Reported by",
      value:
        report.source === "website" ? (
          <>
            {report.reporterName}
            <span className="block text-ink-muted text-xs">
              This person was not signed in. Check who they are before you mention the trip.
            </span>
          </>
        ) : (
          report.reporterName
        ),
    },
    report.contact !== "" && { name: "Contact", value: report.contact },
    { name: "Return", value: returnWishWords[report.wish] },
    report.wishNote !== "" && { name: "Note", value: report.wishNote },
    {
      name: "Car searched",
      value: report.searchedAt ? <Moment at={report.searchedAt} /> : "Not yet",
    },
  ];
  return facts.filter((fact) => fact !== false);
}
