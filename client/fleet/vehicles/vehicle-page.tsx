import { useRouter } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import type { VehicleClass } from "../../../src/vehicles/class-contract";
import type { VehicleRecord } from "../../../src/vehicles/contract";
import { usePermission } from "../../office/use-permission";
import { VehicleForm } from "./vehicle-form";
import { lazy } from "../../lazy";
import { ButtonLink } from "../../ui/button-link";
import { Card } from "../../ui/card";
import { PageHeader } from "../../ui/page-header";
import { PageTabs } from "../../ui/page-tabs";
import { SkeletonRows } from "../../ui/skeleton";
import { vehicleTabs, vehicleTabWords } from "./tabs";
import { VehicleState } from "./vehicle-state";

const LIST_PATH = "/dispatch/dashboard/VehicleManagement";
const VehiclePart = lazy(async () => (await import("./vehicle-part")).VehiclePart, {
  pending: () => (
    <Card className="max-w-3xl">
      <SkeletonRows rows={6} />
    </Card>
  ),
});

const StaffCalendar = lazy(
  async () => (await import("../../calendars/staff-calendar")).StaffCalendar,
);

/** One vehicle: its details, and all records of dispatch about it, in tabs with addresses of their own. */
export function VehiclePage({
  record,
  classes,
  tab: requestedTab,
}: {
  record: VehicleRecord;
  classes: readonly VehicleClass[];
  /** The tab in the address. */
  tab: string | undefined;
}) {
  const router = useRouter();
  const canSeeDocuments = usePermission("documents.review");
  const mayManage = usePermission("fleet.manage");
  const shownTabs = vehicleTabs.filter((each) => each !== "documents" || canSeeDocuments);
  const tab = shownTabs.find((each) => each === requestedTab) ?? "details";
  // Text typed in the details stays while other tabs are open.
  const [hasOpenedDetails, setHasOpenedDetails] = useState(tab === "details");
  if (tab === "details" && !hasOpenedDetails) setHasOpenedDetails(true);
  const { id, plate, make, model } = record;
  return (
    <>
      <PageHeader
        actions={
          <ButtonLink
            icon={<ArrowLeft aria-hidden size={16} />}
            size="small"
            to={LIST_PATH}
            variant="quiet"
          >
            All vehicles
          </ButtonLink>
        }
        dense
        detail={`${make} ${model}, ${record.year}`}
        title={
          <span className="flex flex-wrap items-center gap-3">
            {plate}
            <VehicleState vehicle={record} />
          </span>
        }
      />
      <PageTabs
        path={`${LIST_PATH}/${id}`}
        current={tab}
        label={`Sections of ${plate}`}
        tabs={shownTabs.map((each) => ({ id: each, label: vehicleTabWords[each] }))}
      />
      {hasOpenedDetails && (
        <div hidden={tab !== "details"}>
          <VehicleForm classes={classes} key={id} record={record} />
          <div className="mt-4 max-w-3xl">
            <StaffCalendar id={id} kind="vehicle" title={`Calendar of ${plate}`} />
          </div>
        </div>
      )}
      {tab !== "details" && (
        <VehiclePart
          mayManage={mayManage}
          onChanged={() => void router.invalidate()}
          tab={tab}
          vehicleId={id}
        />
      )}
    </>
  );
}
