import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { ApiError, unknownFailure } from "../api-error";
import { ErrorState } from "../ui/error-state";
import { useWords } from "../words/use-words";

/** Shown in place of a driver screen that did not load. It retries when the phone is online again. */
export function DriverErrorPage({ error, reset }: ErrorComponentProps) {
  const t = useWords();
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const retry = async () => {
    setBusy(true);
    await router.invalidate();
    reset();
    setBusy(false);
  };
  const latest = useRef(retry);
  latest.current = retry;
  useEffect(() => {
    const onOnline = () => void latest.current();
    window.addEventListener("online", onOnline);
    return () => window.removeEventListener("online", onOnline);
  }, []);
  const message = error instanceof ApiError ? error.message : t.known(unknownFailure);
  return (
    <>
      <h1 className="sr-only">{t("This page did not load")}</h1>
      <ErrorState busy={busy} message={message} onRetry={retry} />
    </>
  );
}
