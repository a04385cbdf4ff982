import { Link } from "@tanstack/react-router";
import { Ellipsis, Undo2, X } from "lucide-react";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import type { AdminRole } from "../../src/accounts/contract";
import { may } from "../../src/accounts/permission-rules";
import type { PriceListContext } from "../../src/fares/contract";
import { emptyList } from "../../src/fares/first/first-price-list-rules";
import type {
  FeeDraftAnswer,
  FeeScheduleAnswer,
  FeeScheduleVersion,
} from "../../src/fares/fee-contract";
import type { VehicleClassRecord } from "../../src/vehicles/contract";
import { lazy, usePreload } from "../lazy";
import { useOffice } from "../office/calls";
import { Button } from "../ui/button";
import { classNames } from "../ui/class-names";
import { IconButton } from "../ui/icon-button";
import { Menu } from "../ui/menu";
import { formatMoment } from "../ui/moment";
import { NoticeBanner } from "../ui/notice-banner";
import { Skeleton } from "../ui/skeleton";
import { countText } from "../ui/trip-words";
import { type Fees, FeesProvider, useDraft, useFees, useFeeDraft } from "./fees-context";
import { FeesRail, useFeeChanges } from "./fees-rail";
import { focusPath } from "./focus";
import { FEES_PATH, feeScreens } from "./parts/parts";
import { SaveState } from "./save-state";
import { SimulatorAside } from "./try/simulator-aside";
import type { Names } from "./words";

const FaultsList = lazy(async () => (await import("./faults-list")).FaultsList);
const PublishDialog = lazy(async () => (await import("./publish-dialog")).PublishDialog);
const DiscardDialog = lazy(async () => (await import("./discard-dialog")).DiscardDialog);
const ConflictBanner = lazy(async () => (await import("./conflict-banner")).ConflictBanner);
const TripSimulator = lazy(async () => (await import("./try/trip-simulator")).TripSimulator, {
  pending: () => (
    <SimulatorAside>
      <Skeleton className="h-64" />
    </SimulatorAside>
  ),
});

interface FeesData {
  draft: FeeDraftAnswer;
  /** Null until the first version is in force. */
  inForce: FeeScheduleAnswer | null;
  vehicleClasses: readonly VehicleClassRecord[];
  scheduled: readonly FeeScheduleVersion[];
  /** The server's time when the page was loaded. */
  now: string;
}

interface FeesLayoutProps {
  admin: { id: string; role: AdminRole };
  data: FeesData;
  pathname: string;
  children: ReactNode;
}

/** Returns the names of a price list's ids. Deleted ones are named as deleted. */
function namesForPrices(world: PriceListContext): Names {
  const nameOfId = (rows: readonly { id: string; name: string }[], deletedName: string) => {
    const nameById = new Map(rows.map(({ id, name }) => [id, name]));
    return (id: string) => nameById.get(id) ?? deletedName;
  };
  return {
    vehicleClass: nameOfId(world.vehicleClasses, "A deleted class"),
    zone: nameOfId(world.zones, "A deleted zone"),
    place: nameOfId(world.places, "A deleted place"),
    company: nameOfId(world.companies, "An unknown company"),
  };
}

/**
 * The frame of the price list screens: the shared draft, the menu and the test trip. Only owners
 * can edit.
 */
export function FeesLayout({ admin, data, pathname, children }: FeesLayoutProps) {
  const draft = useFeeDraft(admin.id, data.draft);
  const { world } = data.draft;
  const canEdit = may(admin.role, "prices.publish");
  const fees = useMemo<Fees>(
    () => ({
      draft,
      reference: data.inForce?.schedule ?? emptyList(world),
      world,
      names: namesForPrices(world),
      canEdit,
    }),
    [draft, data.inForce, world, canEdit],
  );
  const path = pathname.replace(/\/$/, "").toLowerCase();
  const screen = feeScreens.flat().find(({ to }) => to.toLowerCase() === path);
  return (
    <FeesProvider value={fees}>
      {screen?.part ? (
        <PartsLayout data={data}>{children}</PartsLayout>
      ) : (
        <div className="lg:flex lg:gap-6">
          <FeesRailPart />
          <div className="min-w-0 flex-1 pt-4 lg:pt-0">{children}</div>
        </div>
      )}
    </FeesProvider>
  );
}

function FeesRailPart() {
  return (
    <div className="shrink-0 lg:sticky lg:top-[calc(var(--bar)+1.5rem)] lg:w-44 lg:self-start">
      <FeesRail />
    </div>
  );
}

function PartsLayout({ data, children }: { data: FeesData; children: ReactNode }) {
  const { settings } = useOffice();
  const { canEdit } = useFees();
  const [openDialog, setOpenDialog] = useState<"publish" | "discard" | null>(null);
  usePreload(PublishDialog);
  usePreload(DiscardDialog);
  usePreload(ConflictBanner);
  const close = () => setOpenDialog(null);
  const saving = useDraft((state) => state.saving);
  const changes = useFeeChanges();
  const { timeZone } = settings;

  // A fault's link has its field after the hash, even if the page is opened with it.
  useEffect(() => {
    const fieldPath = decodeURIComponent(location.hash.slice(1));
    if (fieldPath) focusPath(fieldPath);
  }, []);

  return (
    <>
      <header className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div className="min-w-0">
          <h1 className="text-lg">Fees</h1>
          <VersionLinks scheduled={data.scheduled} inForce={data.inForce} timeZone={timeZone} />
        </div>
        <div className="flex flex-wrap items-center gap-2">
          {canEdit && <SaveState />}
          {canEdit && (
            <>
              <Button
                disabled={changes.length === 0}
                onClick={() => setOpenDialog("publish")}
                size="small"
              >
                {changes.length === 0
                  ? "Publish…"
                  : `Publish ${countText(changes.length, "change")}…`}
              </Button>
              <Menu
                items={[
                  {
                    label: "Discard draft",
                    icon: <Undo2 aria-hidden="true" size={16} />,
                    danger: true,
                    disabled: changes.length === 0,
                    onSelect: () => setOpenDialog("discard"),
                  },
                ]}
                label="More"
              >
                <Ellipsis aria-hidden="true" size={18} />
              </Menu>
            </>
          )}
        </div>
      </header>
      {canEdit && !data.inForce && data.scheduled.length === 0 && (
        <div className="mb-4">
          <NoticeBanner
            action={
              <Link
                className="inline-flex min-h-11 shrink-0 items-center font-medium underline underline-offset-4"
                to={`${FEES_PATH}/first` as string}
              >
                Calculate rates from known fares
              </Link>
            }
            tone="info"
          >
            Until you publish a price list, riders can only send requests without a price.
          </NoticeBanner>
        </div>
      )}
      <DraftNotices />
      {saving.kind === "conflict" && <ConflictBanner theirs={saving.theirs} />}
      <div className="lg:flex lg:items-start lg:gap-6">
        <FeesRailPart />
        <div className="@container min-w-0 flex-1 pt-4 pb-16 lg:pt-0">{children}</div>
        <TripSimulator classes={data.vehicleClasses} now={data.now} />
      </div>
      <Removal />
      {openDialog === "publish" && <PublishDialog onClose={close} />}
      {openDialog === "discard" && <DiscardDialog onClose={close} />}
    </>
  );
}

/** The price list in force, and the scheduled ones. */
function VersionLinks({
  inForce,
  scheduled,
  timeZone,
}: Pick<FeesData, "inForce" | "scheduled"> & { timeZone: string }) {
  const link = (version: FeeScheduleVersion, state: string) => (
    <Link
      className="text-ink underline decoration-line-strong underline-offset-4 hover:decoration-current"
      to={`${FEES_PATH}/history/${version.id}` as string}
    >
      {" "}
      {`Version ${version.number} ${state}`}{" "}
    </Link>
  );
  return (
    <p className="mt-0.5 text-ink-muted text-sm">
      {inForce ? link(inForce.version, "is in force") : "No price list is in force yet"}
      {scheduled.map((version) => (
        <span key={version.id}>
          {", "}
          {link(version, `starts ${formatMoment(version.startsAt, timeZone, "date-time")}`)}
        </span>
      ))}
      .
    </p>
  );
}

/** Notices about the draft as a whole. */
function DraftNotices() {
  const { canEdit } = useFees();
  const notice = useDraft((state) => state.notice);
  const saving = useDraft((state) => state.saving);
  const faults = useDraft((state) => state.faults);
  const errorCount = faults.filter(({ severity }) => severity === "error").length;
  const warningCount = faults.length - errorCount;
  const summaryParts = [
    errorCount > 0 && countText(errorCount, "error"),
    warningCount > 0 && countText(warningCount, "warning"),
  ].filter(Boolean);
  return (
    <div className="grid gap-2 not-empty:mb-4">
      {!canEdit && (
        <NoticeBanner tone="neutral">
          You can view the prices and test trips. Only an owner can change them.
        </NoticeBanner>
      )}
      {saving.kind === "refused" && (
        <NoticeBanner tone="danger">{`The draft was not saved: ${saving.message}`}</NoticeBanner>
      )}
      {saving.kind === "offline" && (
        <NoticeBanner tone="warning">
          The server can’t be reached. Your changes are kept in this browser and will be saved when
          the connection is back.
        </NoticeBanner>
      )}
      <div className="empty:hidden" role="status">
        {notice && <NoticeBanner tone="info">{notice}</NoticeBanner>}
      </div>
      {summaryParts.length > 0 && (
        <details className="rounded-lg border border-line bg-surface-raised">
          <summary
            className={classNames(
              "flex min-h-9 items-center gap-2 px-3 text-sm pointer-coarse:min-h-11",
              errorCount > 0 ? "text-danger-ink" : "text-warning-ink",
            )}
          >
            <span className="font-medium">{summaryParts.join(", ")}</span>
            <span className="text-ink-muted">
              {errorCount > 0 ? "to correct before you can publish" : "to check"}
            </span>
          </summary>
          <div className="max-h-72 overflow-y-auto border-line border-t p-1">
            <FaultsList faults={faults} />
          </div>
        </details>
      )}
    </div>
  );
}

/** The last removal, with an undo button. */
function Removal() {
  const { draft } = useFees();
  const removal = useDraft((state) => state.removal);
  return (
    <div
      className="fixed inset-x-0 bottom-20 z-10 flex justify-center px-4 empty:hidden min-[88rem]:bottom-6"
      role="status"
    >
      {removal && (
        <div className="flex items-center gap-3 rounded-lg border border-line bg-surface-raised py-1.5 ps-4 pe-1.5 text-sm shadow-lg">
          <span>{`${removal.itemName} removed`}</span>
          <Button onClick={() => draft.undo()} size="small" variant="secondary">
            Undo
          </Button>
          <IconButton
            dense
            icon={<X aria-hidden="true" size={16} />}
            label="Close"
            onClick={() => draft.dismissRemoval()}
          />
        </div>
      )}
    </div>
  );
}
