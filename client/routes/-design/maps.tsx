import { useState } from "react";
import { MapView } from "../../map/map-view";
import { PointPicker } from "../../map/point-picker";
import type { MapPoint } from "../../map/map-contents";
import { Section } from "../../ui/section";

const airport = { name: "Kigali International Airport", latitude: -1.9686, longitude: 30.1395 };
const heights = { name: "Kigali Heights", latitude: -1.9533, longitude: 30.0928 };
const hotel = { name: "Kigali Marriott Hotel", latitude: -1.9532, longitude: 30.0616 };

/** The map of a trip and the map to put a pin on, with streets if this server has some. */
export function Maps() {
  const [point, setPoint] = useState<MapPoint | null>(null);
  return (
    <Section title="Maps">
      <div className="grid gap-4 sm:grid-cols-2">
        <MapView
          car={{ ...heights, id: "car", headingDegrees: 285, latitude: -1.9605, name: "Eric" }}
          className="h-72"
          label="Map of a trip"
          pins={[
            { kind: "pickup", ...airport },
            { kind: "stop", ...heights },
            { kind: "dropoff", ...hotel },
          ]}
          route={{ geometry: null }}
        />
        <PointPicker
          className="h-72"
          label="Where the place is"
          near={hotel}
          onPick={setPoint}
          point={point}
        />
      </div>
    </Section>
  );
}
