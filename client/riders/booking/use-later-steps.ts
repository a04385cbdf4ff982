import { useEffect, useState } from "react";
import type { laterSteps } from "./later-steps";

/** How long a failed load rests before the next try, ms. */
const AGAIN_MS = 2_000;

/** The steps after the first: null until they are there. A network that is gone is asked again. */
export function useLaterSteps(): typeof laterSteps | null {
  const [steps, setSteps] = useState<typeof laterSteps | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let left = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    void import("./later-steps").then(
      (module) => {
        if (!left) setSteps(module.laterSteps);
      },
      () => {
        if (!left) timer = setTimeout(() => setTries(tries + 1), AGAIN_MS);
      },
    );
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [tries]);
  return steps;
}
