import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { ApiError, unknownFailure } from "../api-error";
import { ErrorState } from "../ui/error-state";

/** Stands where a screen of the driver's area could not be loaded; tries by itself once online. */
export function DriverFault({ error, reset }: ErrorComponentProps) {
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
  const message = error instanceof ApiError ? error.message : unknownFailure;
  return (
    <>
      <h1 className="sr-only">This page did not load</h1>
      <ErrorState busy={busy} message={message} onRetry={retry} />
    </>
  );
}
