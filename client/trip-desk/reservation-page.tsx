import { useRouter, useRouterState } from "@tanstack/react-router";
import { ArrowLeft, Pencil, Split } from "lucide-react";
import { useState } from "react";
import type { AdminRole } from "../../src/accounts/contract";
import { may } from "../../src/accounts/permission-rules";
import { isChangeable } from "../../src/reservations/change-rules";
import { canAddVehicle, splitRefusal } from "../../src/reservations/split-rules";
import type { Reservation } from "../../src/reservations/contract";
import { lazy, usePreload } from "../lazy";
import { PlainLink } from "../ui/plain-link";
import { Button } from "../ui/button";
import { buttonStyle } from "../ui/button-style";
import { NoticeBanner } from "../ui/notice-banner";
import { PageHeader } from "../ui/page-header";
import { StateBadge } from "../ui/state-badge";
import { type ActName, mayAct, isActAvailable } from "../trip-acts/allowed-acts";
import { TripPanelActions } from "../trip-acts/trip-panel-actions";
import { PagePanels } from "../office/panel-part";
import { PickupTime } from "../trip-acts/pickup-time";
import { PresenceLine, useReportPresence } from "../office/live/presence";
import { useSelectedTripSource } from "../trip-acts/selected-trip";
import { type TripIncidents, TripDetails } from "./trip-details";
import { useKeys } from "../office/keys/use-keys";
import { useCurrentTime } from "../office/use-current-time";
import { useReservation } from "./use-reservation";
import { useTripActs } from "../trip-acts/use-trip-acts";

const ChangeTrip = lazy(async () => (await import("../trip-acts/change-trip")).ChangeTrip);
const RelatedRecordsParts = lazy(
  async () => (await import("./related-records")).RelatedRecordsParts,
);
const SplitTripDialog = lazy(
  async () => (await import("../trip-acts/split-trip-dialog")).SplitTripDialog,
);
const AddVehicleDialog = lazy(async () => (await import("./add-vehicle-dialog")).default);

/** The page of one reservation: everything its panel beside the board has, and more. */
export function ReservationPage({
  loadedReservation,
  requestedAt,
  role,
  incidents,
}: {
  /** The loaded reservation, and when it was requested (ms UTC). */
  loadedReservation: Reservation;
  requestedAt: number;
  role: AdminRole;
  incidents: TripIncidents;
}) {
  const router = useRouter();
  const isFromBoard = useRouterState({
    select: ({ location }) => location.state.isFromBoard === true,
  });
  const { busyId, latestTrip, start, dialog } = useTripActs(role);
  const { reservation, failure, missing, reload } = useReservation(
    loadedReservation.id,
    latestTrip,
    loadedReservation,
  );
  const now = useCurrentTime() ?? requestedAt;
  const row = reservation ?? loadedReservation;
  const act = (name: ActName) => void start(name, row);

  const [openForm, setOpenForm] = useState<"change" | "split" | "vehicle" | null>(null);
  const close = () => setOpenForm(null);
  const isChanging = openForm === "change";
  usePreload(ChangeTrip);
  usePreload(SplitTripDialog);
  const startsAt = Date.parse(row.startsAt);
  const mayChange =
    may(role, "trips.manage") &&
    isChangeable({ state: row.state, startsAt }, now) &&
    !row.onRequest;
  const maySplit = mayChange && splitRefusal({ ...row, startsAt }, now) === null;
  useReportPresence(row.id, openForm !== null);
  useSelectedTripSource(() => ({ row, act }));
  const onKey = (name: ActName) => (event: KeyboardEvent) => {
    if (!mayAct(name, row.state) || !isActAvailable(name, row, now)) return;
    event.preventDefault();
    act(name);
  };
  const boardPath = `/dispatch/dashboard/reservation?open=${row.id}&state=all`;
  const goBack = () => (isFromBoard ? router.history.back() : router.history.push(boardPath));
  useKeys({
    assign: onKey("assign"),
    confirm: onKey("confirm"),
    pin: onKey("pin"),
    follow: onKey("follow"),
    // While the trip is being changed, the key does nothing, because closing the form would discard the typed text. The
    // form has its own button for that.
    close: () => isChanging || goBack(),
  });

  const backIcon = <ArrowLeft aria-hidden="true" size={16} />;
  return (
    <PagePanels>
      <PageHeader
        actions={
          <>
            {isFromBoard ? (
              <Button icon={backIcon} onClick={goBack} size="small" variant="quiet">
                Back to board
              </Button>
            ) : (
              <PlainLink className={buttonStyle("quiet", "small")} href={boardPath}>
                {backIcon}
                Show on board
              </PlainLink>
            )}
            {mayChange && !isChanging && (
              <Button
                icon={<Pencil aria-hidden="true" size={16} />}
                onClick={() => setOpenForm("change")}
                size="small"
                variant="secondary"
              >
                Change trip
              </Button>
            )}
            {maySplit && (
              <Button
                icon={<Split aria-hidden="true" size={16} />}
                onClick={() => setOpenForm("split")}
                size="small"
                variant="secondary"
              >
                Split trip
              </Button>
            )}
            <TripPanelActions
              busy={busyId === row.id}
              now={now}
              onAction={act}
              onAddVehicle={
                mayChange && canAddVehicle({ ...row, startsAt }, now)
                  ? () => setOpenForm("vehicle")
                  : undefined
              }
              role={role}
              row={row}
            />
          </>
        }
        dense
        detail={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <StateBadge late={row.isLateCancellation} state={row.state} />
            <PickupTime now={now} row={row} style="date-time" />
          </span>
        }
        title={`Reservation ${row.number}`}
      />
      {(missing || failure !== null) && (
        <div className="mb-4">
          <NoticeBanner
            action={
              !missing && (
                <Button onClick={() => void reload()} size="small" variant="secondary">
                  Try again
                </Button>
              )
            }
            tone="danger"
          >
            {missing
              ? "This reservation no longer exists."
              : `This page may be out of date: ${failure ?? ""}`}
          </NoticeBanner>
        </div>
      )}
      <div className="mb-4 w-fit empty:hidden">
        <PresenceLine id={row.id} />
      </div>
      {isChanging && (
        <div className="mb-4 max-w-2xl">
          <ChangeTrip
            onClose={close}
            onDone={() => {
              close();
              void reload();
            }}
            onStale={() => void reload()}
            reservation={row}
          />
        </div>
      )}
      <TripDetails
        busy={busyId === row.id}
        incidents={incidents}
        onAction={act}
        reservation={row}
        role={role}
      >
        <RelatedRecordsParts reservation={row} />
      </TripDetails>
      {openForm === "split" && (
        <SplitTripDialog onClose={close} onDone={() => void reload()} reservation={row} />
      )}
      {openForm === "vehicle" && <AddVehicleDialog onClose={close} reservation={row} />}
      {dialog}
    </PagePanels>
  );
}
