import { useRouter } from "@tanstack/react-router";
import { useEffect, useMemo, useState } from "react";
import type { Availability } from "../../src/availability/contract";
import { AvailabilityCards } from "../availability/availability-cards";
import { driverCalls } from "../availability/calls";

/** The driver's own hours, days off and preferences. The page's loader gives `loaded`. */
export function MyAvailability({ loaded }: { loaded: Availability }) {
  const router = useRouter();
  const { api } = router.options.context;
  const calls = useMemo(() => driverCalls(api), [api]);
  const [availability, setAvailability] = useState(loaded);
  useEffect(() => setAvailability(loaded), [loaded]);
  return (
    <AvailabilityCards
      availability={availability}
      calls={calls}
      onSaved={(saved) => {
        setAvailability(saved);
        // Reload the page's data, because the notifications may have changed.
        void router.invalidate();
      }}
      audience="driver"
    />
  );
}
