import { useRouteContext } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { DriverAverage } from "../../src/reservations/feedback/after-contract";
import { read } from "../api";

/** How riders rate the driver, as a number; that there are few while there are few. */
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
  if (failed) return <>It could not be loaded.</>;
  if (!found) return <>…</>;
  if (found.average === null) return <>Shown from five ratings on; you have {found.count}.</>;
  return (
    <>
      {found.average.toFixed(2)} of 5, of the last {found.count} ratings
    </>
  );
}
