import type { Zone } from "../../src/zones/contract";
import { FreeMap } from "../map/free-map";
import { outlineOf } from "../map/outline";
import { ZoneArea } from "../map/zone-area";

/** A map that fits all zones of the service area. */
export function ServiceAreaMap({ zones }: { zones: readonly Zone[] }) {
  const corners = zones.flatMap(({ box: [west, south, east, north] }) => [
    { latitude: south, longitude: west },
    { latitude: north, longitude: east },
  ]);
  const names = zones.map(({ name }) => name).join(", ");
  return (
    <FreeMap
      className="mt-4 h-72"
      description={`The service area: ${names}.`}
      focus={corners}
      focusKey={zones.map(({ id, version }) => `${id} ${version}`).join(" ")}
      label="Map of the service area"
    >
      {(view) =>
        zones.map(({ id, shape, color, active, name }) => (
          <ZoneArea
            active={active}
            chosen={active}
            color={color}
            key={id}
            name={name}
            outline={outlineOf(shape)}
            view={view}
          />
        ))
      }
    </FreeMap>
  );
}
