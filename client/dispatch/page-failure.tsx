import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { ErrorState } from "../ui/error-state";
import { failureText } from "./calls";

/** In place of a dashboard page whose data did not come; the frame around it stays. */
export function PageFailure({ error }: ErrorComponentProps) {
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const again = async () => {
    setBusy(true);
    await router.invalidate();
    setBusy(false);
  };
  return <ErrorState busy={busy} message={failureText(error)} onRetry={again} />;
}
