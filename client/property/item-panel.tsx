import { useCallback, useState } from "react";
import type { FoundItem } from "../../src/property/register-contract";
import { useOffice, useStaffSteps } from "../office/calls";
import { Part } from "../office/panel-part";
import { PlainLink } from "../ui/plain-link";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { DefinitionList, type Fact } from "../ui/definition-list";
import { ErrorState } from "../ui/error-state";
import { Moment } from "../ui/moment";
import { NoticeBanner } from "../ui/notice-banner";
import { Sheet } from "../ui/sheet";
import { ItemDialog, type ItemStep } from "./item-dialogs";
import { Matches, PropertyLog, RecordPhoto } from "./record-parts";
import { itemBadges } from "../office/property-badges";
import { disposalWords, identificationWords } from "./register-words";
import { itemCategoryWords, carPlaceWords } from "../words/property-words";
import { useRecord } from "../office/use-record";

/** One found item beside the list: its details, possible owners, and the steps to close it. */
export function ItemPanel({
  id,
  now,
  mayAct,
  onClose,
  onChanged,
}: {
  id: string | null;
  /** When the list was loaded, in ms UTC. */
  now: number;
  mayAct: boolean;
  onClose: () => void;
  onChanged: () => void;
}) {
  const { api, call } = useOffice();
  const loadItem = useCallback(
    async (itemId: string) =>
      (await call(api.admin["found-items"][":id"].$get({ param: { id: itemId } }))).item,
    [api, call],
  );
  const { row: item, failure, load, setRow } = useRecord<FoundItem>(id, loadItem);
  const [openDialog, setOpenDialog] = useState<ItemStep | null>(null);
  const { step } = useStaffSteps();
  const confirmMatch = async (reportId: string) => {
    const report = item?.matches.find((match) => match.report.id === reportId)?.report;
    if (!item || !report) return;
    const json = { version: report.version, itemId: item.id, itemVersion: item.version };
    const { match } = api.admin["lost-reports"][":id"];
    await step(
      "match",
      () => call(match.$post({ param: { id: reportId }, json })),
      "Matched. The owner has been notified.",
      onChanged,
    );
    void load();
  };
  const isUnresolved = item?.state === "kept" || item?.state === "matched";
  const isStoragePeriodOver = item?.state === "kept" && Date.parse(item.keepUntil) <= now;
  // True if a website visitor reported the item but has not brought it.
  const isStillWithFinder = item?.state === "kept" && item.notified !== null && item.storage === "";
  return (
    <Sheet
      actions={
        item && isUnresolved && mayAct ? (
          <>
            <Button onClick={() => setOpenDialog("handover")} size="small">
              Hand over item
            </Button>
            <Button onClick={() => setOpenDialog("attempt")} size="small" variant="secondary">
              Record return attempt
            </Button>
            <Button onClick={() => setOpenDialog("storage")} size="small" variant="secondary">
              Store item
            </Button>
            {(isStoragePeriodOver || isStillWithFinder) && (
              <Button onClick={() => setOpenDialog("disposal")} size="small" variant="secondary">
                Dispose of item
              </Button>
            )}
          </>
        ) : undefined
      }
      onClose={onClose}
      open={id !== null}
      title={item ? `Found item ${item.number}` : "Found item"}
    >
      {item ? (
        <div className="grid gap-6 text-sm">
          <div>
            <Badge tone={itemBadges[item.state].tone}>{itemBadges[item.state].words}</Badge>
            <p className="mt-2 font-semibold text-lg">{item.what}</p>
          </div>
          {isStoragePeriodOver && (
            <NoticeBanner tone="warning">
              The storage period has ended. You can dispose of this item.
            </NoticeBanner>
          )}
          {isStillWithFinder && (
            <NoticeBanner tone="info">
              A visitor reported this item on your website. Store the item once you have it. If it
              never arrives, dispose of it as “Given to the finder”.
            </NoticeBanner>
          )}
          <RecordPhoto of={item.what} photo={item.photo} />
          <DefinitionList dense facts={factsOf(item)} />
          {item.report && (
            <Part title="Possible owner">
              <PlainLink
                className="underline underline-offset-4"
                href={`/dispatch/dashboard/LostProperty?open=${item.report.id}`}
              >
                {`Lost report ${item.report.number} from ${item.report.reporterName}`}
              </PlainLink>
            </Part>
          )}
          {item.state === "kept" && (
            <Matches
              matches={item.matches.map(({ report, points, reasons }) => ({
                id: report.id,
                title: `${report.what} (report ${report.number}, ${report.reporterName})`,
                photo: report.photo,
                points,
                reasons,
              }))}
              none="No matching report so far."
              onConfirm={mayAct ? (reportId) => void confirmMatch(reportId) : null}
            />
          )}
          <PropertyLog log={item.log} />
        </div>
      ) : failure !== null ? (
        <ErrorState message={failure} onRetry={load} />
      ) : (
        <p role="status">Loading...</p>
      )}
      {item && openDialog && (
        <ItemDialog
          item={item}
          onClose={() => setOpenDialog(null)}
          onFailed={load}
          onDone={(changed) => {
            setRow(changed);
            onChanged();
          }}
          step={openDialog}
        />
      )}
    </Sheet>
  );
}

function factsOf(item: FoundItem): Fact[] {
  const facts: (Fact | false)[] = [
    { name: "Category", value: itemCategoryWords[item.category] },
    item.colour !== "" && { name: "Colour, brand", value: item.colour },
    item.marks !== "" && { name: "Distinguishing marks", value: item.marks },
    { name: "Where in the vehicle", value: carPlaceWords[item.place] },
    { name: "Found", value: <Moment at={item.foundAt} /> },
    { name: "Found by", value: item.finderName },
    item.notified !== null && {
      name: "Reported by",
      value:
        item.notified.id === null ? (
          `Message ${item.notified.number} (deleted)`
        ) : (
          <PlainLink
            className="underline underline-offset-4"
            href={`/dispatch/dashboard/ContactMessages?open=${item.notified.id}`}
          >
            Message {item.notified.number}
          </PlainLink>
        ),
    },
    item.reservation !== null && {
      name: "Trip",
      value: (
        <PlainLink
          className="underline underline-offset-4"
          href={`/dispatch/dashboard/reservation?open=${item.reservation.id}&state=all`}
        >
          Reservation {item.reservation.number}
        </PlainLink>
      ),
    },
    item.vehicle !== null && { name: "Vehicle", value: item.vehicle.name },
    { name: "Stored at", value: item.storage || "With the finder" },
    {
      name: "Keep until",
      value: <Moment at={item.keepUntil} style="date" />,
    },
    item.handover !== null && { name: "Handed over to", value: item.handover.to },
    item.handover !== null && {
      name: "Proof of ownership",
      value: identificationWords[item.handover.identifiedBy],
    },
    item.handover !== null && { name: "Name as signed", value: item.handover.signature },
    item.disposal !== null && { name: "Disposal", value: disposalWords[item.disposal.how] },
    item.disposal !== null && { name: "Reason", value: item.disposal.reason },
  ];
  return facts.filter((fact) => fact !== false);
}
