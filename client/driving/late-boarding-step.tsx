import { useCallback, useEffect, useState } from "react";
import { Button } from "../ui/button";
import { Skeleton } from "../ui/skeleton";
import type { BoardingStepProps } from "./boarding-step";

type Part = typeof import("./boarding-step").default;

let fetched: Part | null = null;

async function fetchPart(): Promise<Part> {
  fetched ??= (await import("./boarding-step")).default;
  return fetched;
}

/** Has the field for the code at hand before the driver arrives, where there may be no network. */
export function prepareBoardingStep(): void {
  // What does not come now is tried again when it is needed.
  fetchPart().catch(() => {});
}

/** The field for the code, loaded on the way to the pickup; without a network it can be tried again. */
export function LateBoardingStep(props: BoardingStepProps) {
  const [loaded, setLoaded] = useState(fetched && { Part: fetched });
  const [failed, setFailed] = useState(false);
  const load = useCallback(async () => {
    setFailed(false);
    try {
      setLoaded({ Part: await fetchPart() });
    } catch {
      setFailed(true);
    }
  }, []);
  useEffect(() => {
    if (!loaded) void load();
  }, [load, loaded]);
  if (loaded) return <loaded.Part {...props} />;
  if (!failed) return <Skeleton className="h-16" />;
  return (
    <Button className="!min-h-16" onClick={() => void load()} size="large" wide>
      Try again: ask for the code
    </Button>
  );
}
