import { useRouteContext } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { DriverRatingAverage } from "../../src/reservations/feedback/feedback-contract";
import { read } from "../api";
import { useWords } from "../words/use-words";
import { localizeNumber } from "../../src/settings/money-rules";

/** The driver's average rating, or the number of ratings while there are too few. */
export function MyRating() {
  const t = useWords();
  const { api } = useRouteContext({ from: "/driver/dashboard" });
  const [driverAverage, setDriverAverage] = useState<DriverRatingAverage | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let isUnmounted = false;
    read(api.driver.rating.$get()).then(
      (answer) => !isUnmounted && setDriverAverage(answer),
      () => !isUnmounted && setFailed(true),
    );
    return () => {
      isUnmounted = true;
    };
  }, [api]);
  if (failed) return <>{t("Your rating could not be loaded.")}</>;
  if (!driverAverage) return <>…</>;
  if (driverAverage.average === null)
    return (
      <>
        {t("Your rating appears after five ratings. You have {count} so far.", {
          count: driverAverage.count,
        })}
      </>
    );
  return (
    <>
      {t("{average} out of 5, from your last {count} ratings", {
        average: localizeNumber(driverAverage.average.toFixed(2), t.language),
        count: driverAverage.count,
      })}
    </>
  );
}
