import { useRouter } from "@tanstack/react-router";
import { ArrowDown, ArrowUp, Plus } from "lucide-react";
import { useState } from "react";
import type { SaveVehicleClass, VehicleClassRecord } from "../../src/vehicles/contract";
import { failureText, LeftPageError, useOffice } from "../office/calls";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { IconButton } from "../ui/icon-button";
import { NoticeBanner } from "../ui/notice-banner";
import { PageHeader } from "../ui/page-header";
import { showToast } from "../ui/toasts";
import { countText, mobilityWords } from "../ui/trip-words";
import { VehicleArt } from "../ui/vehicle-art";
import { ClassSheet } from "./parts/class-sheet";
import { useFees } from "./fees-context";

/** The vehicle classes in the order riders see them. */
export function ClassesPage({ classes }: { classes: readonly VehicleClassRecord[] }) {
  const { canEdit } = useFees();
  const router = useRouter();
  const { api, call } = useOffice();
  const [editedClass, setEditedClass] = useState<VehicleClassRecord | "new" | null>(null);
  const [busy, setBusy] = useState(false);

  const move = async (record: VehicleClassRecord, step: 1 | -1) => {
    setBusy(true);
    try {
      const { id, vehicles: _, ...form } = record;
      const json: SaveVehicleClass = { ...form, position: record.position + step };
      await call(api.admin["vehicle-classes"][":id"].$put({ param: { id }, json }));
      await router.invalidate();
    } catch (error) {
      if (!(error instanceof LeftPageError)) showToast("error", failureText(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className="max-w-4xl">
      <PageHeader
        actions={
          canEdit && (
            <Button
              icon={<Plus aria-hidden="true" size={16} />}
              onClick={() => setEditedClass("new")}
              size="small"
            >
              Add class
            </Button>
          )
        }
        dense
        detail="Riders choose from these classes, in this order. Changes apply right away. A new class can be booked after you publish its prices."
        title="Vehicle classes"
      />
      {!canEdit && (
        <div className="mb-4">
          <NoticeBanner tone="neutral">
            You can view the classes. Only an owner can change them.
          </NoticeBanner>
        </div>
      )}
      <Card flush>
        <ol aria-label="Vehicle classes" className="divide-y divide-line">
          {classes.map((record, index) => (
            <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3" key={record.id}>
              <VehicleArt
                className={`w-20 shrink-0 ${record.active ? "" : "opacity-50"}`}
                kind={record.illustration}
              />
              <div className="min-w-0 flex-1 basis-56">
                <p className="flex flex-wrap items-center gap-2 font-medium">
                  {record.name}
                  {!record.active && <Badge>Not bookable</Badge>}
                </p>
                <p className="text-ink-muted text-sm">{record.description}</p>
                <p className="mt-0.5 text-ink-muted text-xs">
                  {[
                    countText(record.passengers, "passenger"),
                    countText(record.luggage, "bag"),
                    ...record.mobility.map((need) => mobilityWords[need]),
                    record.vehicles === 0
                      ? "no vehicle yet"
                      : countText(record.vehicles, "vehicle"),
                  ].join(" · ")}
                </p>
              </div>
              {canEdit && (
                <div className="flex items-center gap-1">
                  <IconButton
                    dense
                    disabled={busy || index === 0}
                    icon={<ArrowUp aria-hidden="true" size={16} />}
                    label={`Move ${record.name} up`}
                    onClick={() => void move(record, -1)}
                  />
                  <IconButton
                    dense
                    disabled={busy || index === classes.length - 1}
                    icon={<ArrowDown aria-hidden="true" size={16} />}
                    label={`Move ${record.name} down`}
                    onClick={() => void move(record, 1)}
                  />
                  <Button
                    aria-label={`Change ${record.name}`}
                    onClick={() => setEditedClass(record)}
                    size="small"
                    variant="secondary"
                  >
                    Change
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ol>
      </Card>
      {editedClass !== null && (
        <ClassSheet
          key={editedClass === "new" ? "new" : editedClass.id}
          lastPosition={classes.length + 1}
          onClose={() => setEditedClass(null)}
          record={editedClass === "new" ? null : editedClass}
        />
      )}
    </div>
  );
}
