import { Pencil, Trash2 } from "lucide-react";
import type { Zone } from "../../src/zones/contract";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { classNames } from "../ui/class-names";
import { formatArea } from "../ui/measure";
import { zoneColor } from "../map/zone-colors";

/** Lists all zones with colour, priority and size, and shows the actions for the selected one. */
export function ZoneList({
  zones,
  unit,
  chosenId,
  mayEdit,
  onChoose,
  onEdit,
  onRemove,
}: {
  zones: readonly Zone[];
  unit: "km" | "mi";
  chosenId: string | null;
  mayEdit: boolean;
  onChoose: (id: string) => void;
  onEdit: (zone: Zone) => void;
  onRemove: (zone: Zone) => void;
}) {
  return (
    <ul className="-mx-2 grid gap-0.5">
      {zones.map((zone) => {
        const isChosen = zone.id === chosenId;
        return (
          <li className={classNames("rounded-md", isChosen && "bg-surface-sunken")} key={zone.id}>
            <button
              aria-expanded={isChosen}
              className="flex min-h-9 w-full items-center gap-3 rounded-md px-2 py-1.5 text-start hover:bg-surface-sunken pointer-coarse:min-h-11"
              onClick={() => onChoose(zone.id)}
              type="button"
            >
              <span
                aria-hidden="true"
                className={classNames("size-3 shrink-0 rounded-full", zoneColor(zone.color).swatch)}
              />
              <span className="min-w-0 flex-1 truncate font-medium">{zone.name}</span>
              {!zone.active && <Badge>Inactive</Badge>}
              <span className="text-ink-muted tabular-nums">
                {formatArea(zone.areaSquareMeters, unit)}
              </span>
              <span className="w-8 text-end text-ink-muted tabular-nums">
                <span className="sr-only">priority </span>
                {zone.priority}
              </span>
            </button>
            {isChosen && (
              <div className="px-2 pb-3 ps-8">
                {zone.note && <p className="mb-2 text-ink-muted">{zone.note}</p>}
                {mayEdit && (
                  <div className="flex gap-2">
                    <Button
                      icon={<Pencil aria-hidden="true" size={16} />}
                      onClick={() => onEdit(zone)}
                      size="small"
                      variant="secondary"
                    >
                      Change
                    </Button>
                    <Button
                      icon={<Trash2 aria-hidden="true" size={16} />}
                      onClick={() => onRemove(zone)}
                      size="small"
                      variant="quiet"
                    >
                      Remove
                    </Button>
                  </div>
                )}
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}
