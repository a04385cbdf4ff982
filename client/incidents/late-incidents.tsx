import { type ComponentProps, lazy, Suspense } from "react";

const Of = lazy(() => import("./incidents-of"));

/** As `IncidentsOf`, whose code comes with the first panel that is looked at. */
export function LateIncidents(props: ComponentProps<typeof Of>) {
  return (
    <Suspense>
      <Of {...props} />
    </Suspense>
  );
}
