import { useCallback, useEffect, useState } from "react";
import { Button } from "../ui/button";
import { Skeleton } from "../ui/skeleton";
import type { BoardingStepProps } from "./boarding-step";

type Part = typeof import("./boarding-step").default;

/** The field for the code, loaded when the driver has arrived; without a network it can be tried again. */
export function LateBoardingStep(props: BoardingStepProps) {
  const [loaded, setLoaded] = useState<{ Part: Part } | null>(null);
  const [failed, setFailed] = useState(false);
  const load = useCallback(async () => {
    setFailed(false);
    try {
      const { default: Part } = await import("./boarding-step");
      setLoaded({ Part });
    } catch {
      setFailed(true);
    }
  }, []);
  useEffect(() => void load(), [load]);
  if (loaded) return <loaded.Part {...props} />;
  if (!failed) return <Skeleton className="h-16" />;
  return (
    <Button className="!min-h-16" onClick={() => void load()} size="large" wide>
      Try again: ask for the code
    </Button>
  );
}
