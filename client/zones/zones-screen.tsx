import { useBlocker, useRouter } from "@tanstack/react-router";
import { Download, Plus, Upload } from "lucide-react";
import { useState } from "react";
import { may } from "../../src/accounts/permission-rules";
import type { AdminRole } from "../../src/accounts/contract";
import type { Zone } from "../../src/zones/contract";
import { gridOf, isInside } from "../../src/zones/rules";
import { ApiError } from "../api-error";
import { failureText, LeftPageError, useOffice } from "../office/calls";
import { CONFLICT_CODE, useStaffActions } from "../office/use-staff-form";
import { FreeMap } from "../map/free-map";
import type { MapPoint } from "../map/map-contents";
import type { Viewport } from "../map/viewport";
import { Button } from "../ui/button";
import { buttonStyle } from "../ui/button-style";
import { Card } from "../ui/card";
import { ConfirmDialog } from "../ui/confirm-dialog";
import { EmptyState } from "../ui/empty-state";
import { PageHeader } from "../ui/page-header";
import { showToast } from "../ui/toasts";
import { countText } from "../ui/trip-words";
import { CornerHandles } from "./corner-handles";
import { DrawingLine } from "./drawing-line";
import { cornersOf, outlineOf } from "../map/outline";
import {
  draftOf,
  faultsOf,
  newDraft,
  useZoneDraft,
  zoneValuesOf,
  type ZoneDraft,
} from "./use-zone-draft";
import { ZoneArea } from "../map/zone-area";
import { zoneColors } from "../map/zone-colors";
import { type ZoneConflict, ZoneForm } from "./zone-form";
import { ZoneImport } from "./zone-import";
import { ZoneList } from "./zone-list";

/** Holds the zone that is drawn or changed, saves it, and handles conflicts. */
function useZoneEditing(onChooseZone: (id: string | null) => void) {
  const router = useRouter();
  const { api, call } = useOffice();
  const draftEditor = useZoneDraft();
  const { draft } = draftEditor;
  const [conflict, setConflict] = useState<ZoneConflict | null>(null);
  const actions = useStaffActions({
    onFailed: (error) => {
      if (!(error instanceof ApiError)) return;
      if (error.code === CONFLICT_CODE) setConflict("changed");
      if (error.status === 404) setConflict("removed");
    },
  });

  const open = (id: string | null, openedDraft: ZoneDraft) => {
    actions.clear();
    setConflict(null);
    onChooseZone(id);
    draftEditor.open(openedDraft);
  };
  const edit = (zone: Zone) => open(zone.id, draftOf(zone));
  const close = () => {
    setConflict(null);
    actions.clear();
    draftEditor.close();
  };
  const submit = async (
    version = draft?.version ?? 0,
    id = draft?.id ?? null,
    typedDraft: ZoneDraft | null = draft,
  ) => {
    if (!typedDraft) return;
    const faults = faultsOf(typedDraft);
    if (Object.keys(faults).length > 0) return actions.refuse(faults);
    const json = zoneValuesOf(typedDraft);
    setConflict(null);
    await actions.act(
      "submit",
      () =>
        id === null
          ? call(api.admin.zones.$post({ json }))
          : call(api.admin.zones[":id"].$put({ param: { id }, json: { ...json, version } })),
      ({ zone }) => {
        showToast("success", id === null ? "Zone added" : "Zone saved");
        draftEditor.close();
        onChooseZone(zone.id);
        return router.invalidate();
      },
    );
  };
  /** Loads the zone's current version from the server; null if it is deleted or unavailable. */
  const loadTheirs = async () => {
    if (draft?.id == null) return null;
    try {
      return (await call(api.admin.zones[":id"].$get({ param: { id: draft.id } }))).zone;
    } catch (error) {
      if (error instanceof LeftPageError) return null;
      showToast("error", failureText(error));
      return null;
    }
  };
  const overwriteWithMine = async () => {
    if (conflict === "removed") {
      draftEditor.change({ id: null });
      return submit(0, null);
    }
    const zone = await loadTheirs();
    if (!zone) return;
    const mine = draftEditor.rebaseOnto(zone);
    await submit(zone.version, zone.id, mine);
  };
  const adoptCurrent = async () => {
    if (conflict === "removed") {
      close();
    } else {
      const zone = await loadTheirs();
      if (zone) edit(zone);
    }
    await router.invalidate();
  };
  return {
    draftEditor,
    draft,
    actions,
    conflict,
    open,
    edit,
    close,
    submit,
    overwriteWithMine,
    adoptCurrent,
  };
}

/** Draws, changes, imports and exports zones: list or form on one side, map on the other. */
export function ZonesScreen({
  zones,
  home,
  role,
  unit,
}: {
  zones: readonly Zone[];
  /** The map's position without zones: the operator's town, if known. */
  home: MapPoint | null;
  role: AdminRole;
  unit: "km" | "mi";
}) {
  const router = useRouter();
  const { api, call } = useOffice();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const editing = useZoneEditing(setChosenId);
  const { draftEditor, draft, actions, edit } = editing;
  const [isImporting, setIsImporting] = useState(false);
  const [zoneToRemove, setZoneToRemove] = useState<Zone | null>(null);
  const [isLeaving, setIsLeaving] = useState(false);
  const mayEdit = may(role, "places.manage");
  const blocker = useBlocker({
    // Does not hold up a session that locks or ends.
    shouldBlockFn: ({ next }) =>
      draftEditor.isTouched && !["/dispatch", "/dispatch/lock"].includes(next.pathname),
    enableBeforeUnload: () => draftEditor.isTouched,
    withResolver: true,
  });
  const close = () => {
    setIsLeaving(false);
    editing.close();
  };
  const remove = async () => {
    if (!zoneToRemove) return;
    const { id, version, name } = zoneToRemove;
    setZoneToRemove(null);
    try {
      await call(api.admin.zones[":id"].$delete({ param: { id }, json: { version } }));
      showToast("success", `${name} removed`);
      setChosenId(null);
    } catch (error) {
      if (error instanceof LeftPageError) return;
      showToast("error", failureText(error));
    }
    await router.invalidate();
  };

  const press = (point: MapPoint) => {
    if (draft) {
      if (!draft.drawing) return;
      draftEditor.draw([[[...(draft.outline[0]?.[0] ?? []), point]]]);
      return;
    }
    // Zones are sorted by priority, so this finds the same zone as pricing does.
    const pressedZone = zones.find(({ shape }) =>
      gridOf(shape).some((one) => isInside(one, point)),
    );
    setChosenId(pressedZone?.id ?? null);
  };
  const chosen = zones.find(({ id }) => id === chosenId);
  const shownZones = draft ? (draft.id === null ? zones : [chosen]) : chosen ? [chosen] : zones;
  const points = shownZones.flatMap((zone) => (zone ? cornersOf(outlineOf(zone.shape)) : []));
  const focus = points.length > 0 ? points.map(({ point }) => point) : home ? [home] : [];

  return (
    <>
      <ZonesHeader
        isDrafting={draft !== null}
        mayEdit={mayEdit}
        onImport={() => setIsImporting(true)}
        onNew={() => editing.open(null, newDraft(nextFreeColor(zones)))}
      />
      <div className="grid gap-4 lg:grid-cols-[22rem_minmax(0,1fr)]">
        <FreeMap
          isPicking={draft?.drawing ?? false}
          className="h-[55dvh] min-h-72 lg:order-last lg:sticky lg:top-17 lg:h-[calc(100dvh-9.5rem)]"
          description={mapWords(zones, draft?.drawing ?? false)}
          focus={focus}
          focusKey={draft ? `draft ${draft.id}` : `chosen ${chosenId} ${zones.length}`}
          isGuessed={points.length === 0}
          label="Map of the zones"
          onPress={press}
        >
          {(view) => <ZoneShapes chosenId={chosenId} editing={editing} view={view} zones={zones} />}
        </FreeMap>
        <Card className="self-start !p-4">
          {draft ? (
            <ZoneForm
              conflict={editing.conflict}
              draft={draft}
              draftEditor={draftEditor}
              onCancel={() => (draftEditor.isTouched ? setIsLeaving(true) : close())}
              onKeepMine={() => void editing.overwriteWithMine()}
              onSubmit={() => void editing.submit()}
              onTakeTheirs={() => void editing.adoptCurrent()}
              actions={actions}
            />
          ) : zones.length === 0 ? (
            <EmptyState title="No zones yet">
              Draw the first zone or import a GeoJSON file. You can then set prices for the zone.
            </EmptyState>
          ) : (
            <>
              <h2 className="mb-2 text-ink-muted">{countText(zones.length, "zone")}</h2>
              <ZoneList
                chosenId={chosenId}
                mayEdit={mayEdit}
                onChoose={(id) => setChosenId(id === chosenId ? null : id)}
                onEdit={edit}
                onRemove={setZoneToRemove}
                unit={unit}
                zones={zones}
              />
            </>
          )}
        </Card>
      </div>
      <ZoneImport
        onClose={() => setIsImporting(false)}
        onImported={() => void router.invalidate()}
        open={isImporting}
      />
      <ConfirmDialog
        confirmLabel="Remove zone"
        danger
        onClose={() => setZoneToRemove(null)}
        onConfirm={() => void remove()}
        open={zoneToRemove !== null}
        title={`Remove ${zoneToRemove?.name ?? "the zone"}?`}
      >
        Trips already priced with this zone keep their price.
      </ConfirmDialog>
      <ConfirmDialog
        cancelLabel="Keep editing"
        confirmLabel="Discard changes"
        danger
        onClose={() => (blocker.status === "blocked" ? blocker.reset() : setIsLeaving(false))}
        onConfirm={() => (blocker.status === "blocked" ? blocker.proceed() : close())}
        open={isLeaving || blocker.status === "blocked"}
        title="Discard your changes?"
      >
        You have unsaved changes.
      </ConfirmDialog>
    </>
  );
}

/** Shows the title, and the buttons for import, export and a new zone. */
function ZonesHeader({
  mayEdit,
  isDrafting,
  onImport,
  onNew,
}: {
  mayEdit: boolean;
  isDrafting: boolean;
  onImport: () => void;
  onNew: () => void;
}) {
  return (
    <PageHeader
      actions={
        <>
          <a
            className={buttonStyle("quiet", "small")}
            download="zones.geojson"
            href="/backend/admin/zones/export"
          >
            <Download aria-hidden="true" size={16} />
            Export
          </a>
          {mayEdit && (
            <>
              <Button
                disabled={isDrafting}
                icon={<Upload aria-hidden="true" size={16} />}
                onClick={onImport}
                size="small"
                variant="secondary"
              >
                Import
              </Button>
              <Button
                disabled={isDrafting}
                icon={<Plus aria-hidden="true" size={16} />}
                onClick={onNew}
                size="small"
              >
                New zone
              </Button>
            </>
          )}
        </>
      }
      dense
      title="Zones"
    />
  );
}

/** Draws every zone on the map, the edited one on top with its handles. */
function ZoneShapes({
  zones,
  chosenId,
  editing: { draft, draftEditor, actions },
  view,
}: {
  zones: readonly Zone[];
  chosenId: string | null;
  editing: ReturnType<typeof useZoneEditing>;
  view: Viewport;
}) {
  return (
    <>
      {zones
        .toReversed()
        .map((zone) =>
          zone.id === draft?.id ? null : (
            <SavedZoneShape
              chosen={zone.id === chosenId && !draft}
              key={zone.id}
              view={view}
              zone={zone}
            />
          ),
        )}
      {draft &&
        (draft.drawing ? (
          <DrawingLine
            color={draft.color}
            onClose={() => draftEditor.change({ drawing: false })}
            ring={draft.outline[0]?.[0] ?? []}
            view={view}
          />
        ) : (
          <>
            <ZoneArea {...draft} chosen name={draft.name} view={view} />
            <CornerHandles
              color={draft.color}
              onChange={(outline) => {
                draftEditor.draw(outline);
                actions.clear();
              }}
              outline={draft.outline}
              view={view}
            />
          </>
        ))}
    </>
  );
}

function SavedZoneShape({ zone, chosen, view }: { zone: Zone; chosen: boolean; view: Viewport }) {
  const { shape, color, active, name } = zone;
  return (
    <ZoneArea
      active={active}
      chosen={chosen}
      color={color}
      name={name}
      outline={outlineOf(shape)}
      view={view}
    />
  );
}

/** Returns an unused colour; if all are used, the next one in turn. */
function nextFreeColor(zones: readonly Zone[]): number {
  const free = zoneColors.findIndex((_, color) => zones.every((zone) => zone.color !== color));
  return free === -1 ? zones.length % zoneColors.length : free;
}

function mapWords(zones: readonly Zone[], drawing: boolean): string {
  const names = zones.map(({ name }) => name).join(", ");
  const zonesText =
    zones.length === 0 ? "No zones yet." : `${countText(zones.length, "zone")}: ${names}.`;
  return drawing
    ? `${zonesText} Press to add a corner. You can also enter corners as text in the form.`
    : zonesText;
}
