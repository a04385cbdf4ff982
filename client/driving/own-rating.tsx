import { useRouteContext } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { DriverAverage } from "../../src/reservations/feedback/feedback-contract";
import { read } from "../api";

/** The driver's average rating, or the number of ratings while there are too few. */
export function OwnRating() {
  const { api } = useRouteContext({ from: "/driver/dashboard" });
  const [found, setFound] = useState<DriverAverage | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let gone = false;
    read(api.driver.rating.$get()).then(
      (answer) => !gone && setFound(answer),
      () => !gone && setFailed(true),
    );
    return () => {
      gone = true;
    };
  }, [api]);
  if (failed) return <>Your rating could not be loaded.</>;
  if (!found) return <>…</>;
  if (found.average === null)
    return <>Shown once you have five ratings. You have {found.count} so far.</>;
  return (
    <>
      {found.average.toFixed(2)} out of 5, from your last {found.count} ratings
    </>
  );
}
