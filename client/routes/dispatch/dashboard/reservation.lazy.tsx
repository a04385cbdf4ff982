import { createLazyFileRoute, useLoaderData, useRouterState } from "@tanstack/react-router";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { may } from "../../../../src/accounts/permission-rules";
import type { ReservationRow } from "../../../../src/reservations/contract";
import { type ActName, mayAct, canRoleAct, isActAvailable } from "../../../trip-acts/allowed-acts";
import { attentionOf } from "../../../board/attention";
import { AttentionStrip, WaitingStrip } from "../../../board/attention-strip";
import { BoardCards } from "../../../board/board-cards";
import {
  type BoardSearch,
  type BoardSort,
  type BoardView,
  hasReportFilter,
  views,
} from "../../../board/board-filters";
import { DayFilters, StateFilters } from "../../../board/board-filters-bar";
import { focusRow, findNeighbourId } from "../../../board/board-rows";
import { useBoardScroll } from "../../../board/use-board-scroll";
import { EmptyBoard } from "../../../board/board-empty";
import { CollapsibleNotices } from "../../../board/collapsible-notices";
import { ReservedHeight } from "../../../board/reserved-height";
import { BoardTable } from "../../../board/board-table";
import { useNewBookingAlerts } from "../../../board/use-new-booking-alerts";
import { MoreRows } from "../../../office/lists/more-rows";
import type { AdminRole } from "../../../../src/accounts/contract";
import { panelHeadingId, ReservationPanel } from "../../../trip-desk/reservation-panel";
import { failureText, LeftPageError, useOffice } from "../../../office/calls";
import type { SavedScroll } from "../../../board/day/timeline";
import type { Counts } from "../../../board/day/day-data";
import { useSelectedTripSource } from "../../../trip-acts/selected-trip";
import { useBoard } from "../../../board/use-board";
import { usePickedRows } from "../../../board/bulk/use-picked-rows";
import { useKeys } from "../../../office/keys/use-keys";
import { useCurrentTime } from "../../../office/use-current-time";
import { useTripActs } from "../../../trip-acts/use-trip-acts";
import { ViewTabs } from "../../../board/view-tabs";
import { ViewSwitch } from "../../../board/view-switch";
import { RelatedIncidents } from "./-incidents";
import { lazy, useLazy } from "../../../lazy";
import { SkeletonRows } from "../../../ui/skeleton";
import { Button } from "../../../ui/button";
import { LiveRegion } from "../../../ui/live-region";
import { NoticeBanner } from "../../../ui/notice-banner";
import { PageHeader } from "../../../ui/page-header";
import { showToast } from "../../../ui/toasts";
import { officePage } from "../../../office/office-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/reservation")(
  officePage(ReservationBoard),
);

const BulkBar = lazy(async () => (await import("../../../board/bulk/bulk-bar")).BulkBar);
const ReportConditions = lazy(
  async () => (await import("../../../board/report-conditions")).ReportConditions,
);
const loadAttentionStrips = () => import("./-lazy-strips");
/** Loads lazily, because the list doesn't need it. */
const DayView = lazy(async () => (await import("../../../board/day/day-view")).DayView, {
  pending: () => (
    <div className="rounded-lg border border-line bg-surface-raised">
      <SkeletonRows rows={8} />
    </div>
  ),
});

function ReservationBoard() {
  const { api, settings, timeZone } = useOffice();
  const first = Route.useLoaderData();
  const filters = Route.useLoaderDeps();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const isLoading = useRouterState({ select: (state) => state.isLoading });
  const { role } = useLoaderData({ from: "/dispatch/dashboard" }).profile;

  const { news, hasSound, setSoundOn: setSound, announce } = useNewBookingAlerts();
  const { data, highlightedIds, refresh, reloadRow, loadMore, isLoadingMore, failure } = useBoard(
    { search: filters, timeZone, first },
    ({ number }) => announce(number),
  );
  const { act, busyId, latestTrip, start, dialog } = useTripActs(role);
  const strips = useLazy(loadAttentionStrips);
  const now = useCurrentTime() ?? first.requestedAt;
  const { rows } = data;
  const { waiting, upcoming } = data.watchedTrips;
  const watchedRows = useMemo(() => [...waiting.rows, ...upcoming.rows], [waiting, upcoming]);

  const view = search.view ?? "table";
  const [dayCounts, setDayCounts] = useState<Counts | null>(null);
  const { openRowId, selectedId, setSelectedId, open, close, openPage, openView, move } =
    useOpenReservation(rows);
  const pickedRows = usePickedRows(rows, view === "table" ? (openRowId ?? selectedId) : null, move);

  // An action's answer is newer than the list, so the row is loaded again to show its effects at once.
  useEffect(() => {
    if (latestTrip) void reloadRow(latestTrip.id);
  }, [latestTrip, reloadRow]);

  const change = useCallback(
    (to: Partial<BoardSearch>) =>
      void navigate({
        search: (old) => ({ ...old, ...to }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );

  const timelinePosition = useRef<SavedScroll | null>(null);

  const rowOf = (id: string | null): ReservationRow | null => {
    if (id === null) return null;
    const listed = rows.find((row) => row.id === id) ?? watchedRows.find((row) => row.id === id);
    if (latestTrip?.id === id && latestTrip.version >= (listed?.version ?? 0)) return latestTrip;
    return listed ?? null;
  };

  const shortcutFor = useTripActionKeys(openRowId ?? selectedId, rowOf, start);
  useKeys({
    ...pickedRows.keys,
    next: move(1),
    previous: move(-1),
    assign: shortcutFor("assign"),
    confirm: shortcutFor("confirm"),
    pin: shortcutFor("pin"),
    follow: shortcutFor("follow"),
    page: (event) => {
      const id = openRowId ?? selectedId;
      if (id === null) return;
      event.preventDefault();
      openPage(id);
    },
    close: () => (openRowId === null ? pickedRows.clear() : close()),
    table: () => openView("table"),
    timeline: () => openView("timeline"),
    boardMap: () => openView("map"),
    nextView: () => openView(views[(views.indexOf(view) + 1) % views.length] ?? "table"),
  });

  const listProps = {
    rows,
    sort: search.sort ?? ("pickupAt" as const),
    timeZone,
    now,
    selectedId,
    openRowId,
    highlightedIds,
    ...pickedRows.list,
    onSelect: setSelectedId,
    onOpen: (id: string) => open(id),
    onSort: (sort: BoardSort) => change({ sort: sort === "pickupAt" ? undefined : sort }),
  };

  return (
    <>
      <div className={openRowId ? "lg:grid lg:grid-cols-[minmax(0,1fr)_27rem] lg:gap-4" : ""}>
        <div aria-busy={isLoading} className={openRowId ? "hidden min-w-0 lg:block" : "min-w-0"}>
          <PageHeader
            actions={
              <>
                <DayFilters
                  now={now}
                  onChange={change}
                  onSound={setSound}
                  search={search}
                  isSoundOn={hasSound}
                />
                <ViewSwitch onView={openView} view={view} />
              </>
            }
            dense
            title="Reservations"
          />
          <Notices
            change={change}
            now={now}
            onOpen={(id) => open(id)}
            role={role}
            watchedRows={watchedRows}
          />
          <ViewTabs onChange={change} search={search} />
          {hasReportFilter(search) && (
            <ReportConditions onChange={change} rows={rows} search={search} />
          )}
          <StateFilters
            counts={view === "table" ? data.counts : dayCounts}
            onChange={change}
            search={search}
          />
          {failure !== null && <OutdatedNotice failure={failure} onRetry={refresh} />}
          {view === "table" ? (
            <>
              {rows.length === 0 ? (
                <EmptyBoard change={change} search={search} />
              ) : (
                <>
                  <BoardTable {...listProps} />
                  <BoardCards {...listProps} />
                </>
              )}
              <BulkBar chosen={pickedRows.chosen} onKeep={pickedRows.keepOnly} role={role} />
              <MoreRows
                busy={isLoadingMore}
                failure={null}
                more={loadMore}
                nextCursor={data.nextCursor}
              />
              <p className="mt-4 empty:hidden">
                {strips && <strips.ExportLink kind="reservations" />}
              </p>
            </>
          ) : (
            <DayView
              act={act}
              api={api}
              savedScroll={timelinePosition}
              mayAssign={canRoleAct("assign", role)}
              now={now}
              onCounts={setDayCounts}
              onOpen={open}
              onSelect={setSelectedId}
              onUnassign={(row) => void start("unassign", row)}
              openRowId={openRowId}
              search={search}
              selectedId={selectedId}
              settings={settings}
            />
          )}
          {/* Below the list, because it loads late and must not move rows under the pointer. */}
          {strips && may(role, "settings.manage") && !settings.demo && <strips.GettingStarted />}
        </div>
        {/* On a phone the page's heading is hidden with the list, so this one replaces it. */}
        {openRowId !== null && <h1 className="sr-only lg:hidden">Reservations</h1>}
        {openRowId !== null && (
          <ReservationPanel
            busy={busyId === openRowId}
            id={openRowId}
            incidents={RelatedIncidents}
            latestTrip={latestTrip}
            now={now}
            onAction={start}
            onClose={close}
            onOpenPage={() => openPage(openRowId)}
            role={role}
            row={rowOf(openRowId)}
          />
        )}
      </div>
      {dialog}
      <LiveRegion>{news}</LiveRegion>
    </>
  );
}

/** Keeps the selected or open trip, and the functions to move to others, to its page and to another view. */
function useOpenReservation(rows: readonly ReservationRow[]) {
  const navigate = Route.useNavigate();
  const { open: openRowId = null, view = "table" } = Route.useSearch();
  const [storedSelectedId, setSelectedId] = useState<string | null>(null);
  const selectedId =
    storedSelectedId !== null &&
    (view !== "table" || rows.some(({ id }) => id === storedSelectedId))
      ? storedSelectedId
      : null;
  const { onLeaveView, saveListPosition, savePosition } = useBoardScroll(view, openRowId);

  const openView = (next: BoardView) => {
    if (next === view) return;
    onLeaveView();
    void navigate({
      search: (old) => ({ ...old, view: next === "table" ? undefined : next }),
      replace: true,
      resetScroll: false,
    });
  };
  const openPage = (id: string) => {
    savePosition(rows.length);
    void navigate({
      to: "/dispatch/dashboard/reservation/$id",
      params: { id },
      state: { isFromBoard: true },
    });
  };

  const open = (id: string, shouldMoveFocus = true) => {
    saveListPosition();
    setSelectedId(id);
    void navigate({
      search: (old) => ({ ...old, open: id }),
      replace: openRowId !== null,
      resetScroll: false,
    }).then(() => {
      if (shouldMoveFocus) document.getElementById(panelHeadingId)?.focus();
    });
  };
  const close = () => {
    if (openRowId === null) return;
    const id = openRowId;
    void navigate({
      search: ({ open: _open, ...rest }) => rest,
      replace: true,
      resetScroll: false,
    }).then(() => {
      // The reservation may no longer be in the list.
      if (!focusRow({ id })) focusRow("first");
    });
  };
  const move = (step: 1 | -1) => (event: KeyboardEvent) => {
    const id = findNeighbourId(openRowId ?? selectedId, step);
    if (id === null) return;
    event.preventDefault();
    setSelectedId(id);
    if (openRowId !== null) open(id, false);
    focusRow({ id });
  };
  return { openRowId, selectedId, setSelectedId, open, close, openPage, openView, move };
}

/** Handles the shortcuts of the open or selected trip. The palette uses the same trip. */
function useTripActionKeys(
  id: string | null,
  rowOf: (id: string | null) => ReservationRow | null,
  start: ReturnType<typeof useTripActs>["start"],
) {
  const { api, call } = useOffice();
  useSelectedTripSource(() => {
    const row = rowOf(id);
    return row && { row, act: (name) => void start(name, row) };
  });

  /** Loads the reservation if the list doesn't have it, for example in the day view. */
  const loadRow = async (id: string): Promise<ReservationRow | null> => {
    const listedRow = rowOf(id);
    if (listedRow) return listedRow;
    try {
      return (await call(api.admin.reservations[":id"].$get({ param: { id } }))).reservation;
    } catch (error) {
      if (!(error instanceof LeftPageError)) showToast("error", failureText(error));
      return null;
    }
  };

  return (name: ActName) => (event: KeyboardEvent) => {
    if (id === null) return;
    const listedRow = rowOf(id);
    if (listedRow && (!mayAct(name, listedRow.state) || !isActAvailable(name, listedRow))) return;
    event.preventDefault();
    void loadRow(id).then((row) => {
      if (row && mayAct(name, row.state) && isActAvailable(name, row)) return start(name, row);
    });
  };
}

function OutdatedNotice({ failure, onRetry }: { failure: string; onRetry: () => void }) {
  return (
    <div className="mb-3">
      <NoticeBanner
        action={
          <Button onClick={onRetry} size="small" variant="secondary">
            Try again
          </Button>
        }
        tone="danger"
      >
        {`The list may be out of date: ${failure}`}
      </NoticeBanner>
    </div>
  );
}

/** Urgent notices above the list. Less urgent ones load after the page. */
function Notices({
  watchedRows,
  now,
  role,
  change,
  onOpen,
}: {
  watchedRows: readonly ReservationRow[];
  now: number;
  role: AdminRole;
  change: (to: Partial<BoardSearch>) => void;
  onOpen: (id: string) => void;
}) {
  const strips = useLazy(loadAttentionStrips);
  const attention = attentionOf(watchedRows, now);
  const stripProps = { now, onOpen };
  return (
    <ReservedHeight name="attention">
      <CollapsibleNotices>
        {/* The most urgent come first, because on a phone only the first few are visible. */}
        <AttentionStrip {...stripProps} attention={attention} />
        {strips && may(role, "incidents.manage") && <strips.IncidentStrip />}
        {strips && <strips.MessagesStrip {...stripProps} />}
        {strips && <strips.TripAndFleetStrips {...stripProps} />}
        <WaitingStrip
          {...stripProps}
          attention={attention}
          onShowPending={() => change({ state: "pending", range: undefined })}
          onShowRequests={() => change({ state: "quote", range: undefined })}
        />
        {strips && <strips.DocumentAndFeedbackStrips {...stripProps} />}
      </CollapsibleNotices>
    </ReservedHeight>
  );
}
