import { ArrowLeft } from "lucide-react";
import { useRouter } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { AdminRole } from "../../../src/accounts/contract";
import { may } from "../../../src/accounts/permission-rules";
import type { DriverOverview } from "../../../src/desk/fleet-contract";
import type { DriverRecord } from "../../../src/drivers/contract";
import type { Settings } from "../../../src/settings/contract";
import type { VehicleReference } from "../../../src/vehicles/contract";
import type { Api } from "../../api";
import { useOffice } from "../../office/calls";
import { DriverForm } from "./driver-form";
import { FormFailure } from "../../forms/form";
import { useStaffActions } from "../../office/use-staff-form";
import { driverName } from "../../office/words";
import { lazy, usePreload } from "../../lazy";
import { Avatar } from "../../ui/avatar";
import { Badge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { ButtonLink } from "../../ui/button-link";
import { LazyConfirmDialog } from "../../ui/dialogs";
import { Moment } from "../../ui/moment";
import { showToast } from "../../ui/toasts";
import { NoticeBanner } from "../../ui/notice-banner";
import { PageHeader } from "../../ui/page-header";
import { PageTabs } from "../../ui/page-tabs";
import { Overview } from "./overview";
import { type DriverTab, driverTabWords, tabsFor } from "./tabs";

const LIST_PATH = "/dispatch/dashboard/DriverManagement";
const SuspendDialog = lazy(async () => (await import("./suspend-dialog")).SuspendDialog);

/** One part of a driver's page, by the name of its tab. */
export type DriverPart = (props: {
  api: Api;
  driver: DriverRecord;
  pay: DriverOverview["pay"];
  tab: Exclude<DriverTab, "overview" | "details">;
  settings: Settings;
  /** Called when data has changed since the page was loaded. */
  onChanged: () => void;
}) => ReactNode;

/** One driver: an overview, and all records of dispatch about them, in tabs with addresses of their own. */
export function DriverPage({
  record,
  overview,
  vehicles,
  role,
  tab: requestedTab,
  part: Part,
}: {
  record: DriverRecord;
  overview: DriverOverview;
  vehicles: readonly VehicleReference[];
  role: AdminRole;
  /** The tab in the address. */
  tab: string | undefined;
  /** Shows every tab except the overview and the details. */
  part: DriverPart;
}) {
  const { call, api, settings } = useOffice();
  const router = useRouter();
  const actions = useStaffActions();
  usePreload(SuspendDialog);
  const [openDialog, setOpenDialog] = useState<"suspend" | "lift" | null>(null);
  const { id, suspension } = record;

  const shownTabs = tabsFor(role);
  const tab = shownTabs.find((each) => each === requestedTab) ?? "overview";
  // Text typed in the details stays while other tabs are open.
  const [hasOpenedDetails, setHasOpenedDetails] = useState(tab === "details");
  if (tab === "details" && !hasOpenedDetails) setHasOpenedDetails(true);
  const mayManage = may(role, "fleet.manage");
  const reloadDriver = () => void router.invalidate();
  const liftSuspension = async () => {
    const path = api.admin.drivers[":id"].suspension;
    const isDone = await actions.act(
      "lift",
      () => call(path.$delete({ param: { id } })),
      () => showToast("success", `${record.firstName} can drive again and has been notified`),
    );
    setOpenDialog(null);
    if (isDone) await router.invalidate();
  };
  const documentIssueCount = overview.papers
    ? overview.papers.waiting + overview.papers.expired + overview.papers.missing
    : 0;
  return (
    <>
      <PageHeader
        actions={
          <>
            <ButtonLink
              icon={<ArrowLeft aria-hidden size={16} />}
              size="small"
              to={LIST_PATH}
              variant="quiet"
            >
              All drivers
            </ButtonLink>
            {mayManage &&
              (suspension ? (
                <Button onClick={() => setOpenDialog("lift")} size="small" variant="secondary">
                  Lift suspension
                </Button>
              ) : (
                <Button onClick={() => setOpenDialog("suspend")} size="small" variant="secondary">
                  Suspend driver
                </Button>
              ))}
          </>
        }
        dense
        title={
          <span className="flex flex-wrap items-center gap-3">
            <Avatar name={driverName(record)} size="small" />
            <span className="min-w-0 break-words">{driverName(record)}</span>
            {suspension ? (
              <Badge tone="danger">Suspended</Badge>
            ) : overview.onShiftSince ? (
              <Badge tone="success">On shift</Badge>
            ) : (
              <Badge>Off shift</Badge>
            )}
          </span>
        }
      />
      {suspension && (
        <div className="mb-4 max-w-5xl">
          <NoticeBanner tone="danger">
            Suspended
            {suspension.at && (
              <>
                {" since "}
                <Moment at={suspension.at} />
              </>
            )}
            {suspension.by && ` by ${suspension.by}`}
            {suspension.reason ? `: ${suspension.reason}` : "."}
          </NoticeBanner>
        </div>
      )}
      <FormFailure className="not-empty:mb-4 max-w-5xl" form={actions} />
      <PageTabs
        path={`${LIST_PATH}/${id}`}
        current={tab}
        label={`Sections of ${driverName(record)}`}
        tabs={shownTabs.map((each) => ({
          id: each,
          label: driverTabWords[each],
          badge:
            each === "documents" && documentIssueCount > 0 ? (
              <Badge tone="warning">
                {documentIssueCount}
                <span className="sr-only">{` ${documentIssueCount === 1 ? "document" : "documents"} to review`}</span>
              </Badge>
            ) : undefined,
        }))}
      />
      {tab === "overview" ? (
        <Overview mayManage={mayManage} overview={overview} record={record} />
      ) : (
        tab !== "details" && (
          <Part
            api={api}
            driver={record}
            onChanged={reloadDriver}
            pay={overview.pay}
            settings={settings}
            tab={tab}
          />
        )
      )}
      {hasOpenedDetails && (
        <div hidden={tab !== "details"}>
          <DriverForm key={id} record={record} vehicles={vehicles} />
        </div>
      )}
      {openDialog === "suspend" && (
        <SuspendDialog
          driver={record}
          onClose={() => setOpenDialog(null)}
          onSuspended={() => {
            setOpenDialog(null);
            reloadDriver();
          }}
        />
      )}
      {openDialog === "lift" && (
        <LazyConfirmDialog
          busy={actions.busy}
          busyLabel="Lifting..."
          confirmLabel="Lift suspension"
          onClose={() => setOpenDialog(null)}
          onConfirm={() => void liftSuspension()}
          open
          title={`Lift the suspension of ${driverName(record)}?`}
        >
          The driver will be able to sign in and get trips again, and will be notified. Reassigned
          trips will stay with their new drivers.
        </LazyConfirmDialog>
      )}
    </>
  );
}
