import type { Mobility, VehicleClass } from "../../../src/vehicles/class-contract";
import { useWords } from "../../words/use-words";
import { type Phrase, phrase, type Say } from "../../words/words";
import { useIsOffered } from "../../use-is-offered";
import { Glyph } from "../../ui/glyph";

const glyphs = {
  people: "M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8M2 21v-2a4 4 0 0 1 4-4h6a4 4 0 0 1 4 4v2",
  bags: "M6 7h12a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V9a2 2 0 0 1 2-2M9 7V4a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v3",
  wheelchair:
    "M15 4a1 1 0 1 0 2 0 1 1 0 1 0-2 0M18 19l1-7-6 1M5 8l3-3 5.5 3-2.36 3.5M4.24 14.5a5 5 0 0 0 6.88 6M13.76 17.5a5 5 0 0 0-6.88-6",
};

/** The text of a class's equipment. Passengers who walk need none. */
const equipmentWords: Record<Mobility, Phrase | null> = {
  ambulatory: null,
  can_transfer: phrase("Folding wheelchair in the boot, you transfer to a seat"),
  wheelchair: phrase("You stay in your wheelchair"),
  oversized_wheelchair: phrase("Large or powered wheelchair"),
  scooter: phrase("Mobility scooter"),
  stretcher: phrase("Stretcher"),
};

/** Returns the texts of a class's equipment. */
export function equipmentTexts({ mobility }: Pick<VehicleClass, "mobility">, t: Say): string[] {
  return mobility.flatMap((need) => {
    const words = equipmentWords[need];
    return words ? [t.of(words)] : [];
  });
}

/** How many people and bags a class takes and, if care rides are offered, its wheelchair access. */
export function ClassCapacity({
  vehicleClass: { passengers, luggage, mobility },
  className = "",
}: {
  vehicleClass: Pick<VehicleClass, "passengers" | "luggage" | "mobility">;
  className?: string;
}) {
  const t = useWords();
  const isOffered = useIsOffered();
  return (
    <ul className={`flex flex-wrap gap-x-6 gap-y-2 text-ink-muted text-sm ${className}`}>
      <CapacityItem count={passengers} icon={glyphs.people}>
        {t.count(passengers, "1 passenger", "Up to {n} passengers")}
      </CapacityItem>
      <CapacityItem count={luggage} icon={glyphs.bags}>
        {t.count(luggage, "1 bag", "Up to {n} bags")}
      </CapacityItem>
      {isOffered("home-care") && mobility.includes("wheelchair") && (
        <li className="flex items-center gap-2">
          <Glyph d={glyphs.wheelchair} size={18} />
          {t("Wheelchair access")}
        </li>
      )}
    </ul>
  );
}

function CapacityItem({
  icon,
  count,
  children,
}: {
  icon: string;
  count: number;
  children: string;
}) {
  if (count === 0) return null;
  return (
    <li className="flex items-center gap-2">
      <Glyph d={icon} size={18} />
      {children}
    </li>
  );
}
