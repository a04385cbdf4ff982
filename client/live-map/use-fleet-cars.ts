import { useState } from "react";
import type { DriverOnDuty } from "../../src/tracking/contract";
import { driverName, shortDriverName } from "../office/words";
import { ageWords } from "../ui/server-time";
import { isBusy, isOutdated } from "./fleet";
import type { FleetCar } from "./fleet-marks";

/** Returns the cars with a known position, at `now` (ms UTC). */
export function useFleetCars(drivers: readonly DriverOnDuty[], now: number): readonly FleetCar[] {
  return useStableCars(
    drivers.flatMap((one): FleetCar[] => {
      const { driver, position } = one;
      if (!position) return [];
      const isPositionOutdated = isOutdated(position, now);
      const name = shortDriverName(driver);
      return [
        {
          id: driver.id,
          name: driverName(driver),
          latitude: position.latitude,
          longitude: position.longitude,
          headingDegrees: position.headingDegrees,
          busy: isBusy(one),
          isFaded: isPositionOutdated,
          label: isPositionOutdated
            ? `${name}, ${ageWords(now - Date.parse(position.recordedAt))}`
            : name,
        },
      ];
    }),
  );
}

/** Returns the cars, in which unchanged ones keep their objects, so that they are not animated again. */
function useStableCars(cars: readonly FleetCar[]): readonly FleetCar[] {
  const [lastCars, setLastCars] = useState(cars);
  const isSame = JSON.stringify(lastCars) === JSON.stringify(cars);
  if (!isSame) setLastCars(cars);
  return isSame ? lastCars : cars;
}
