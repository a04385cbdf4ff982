import { useEffect, useState } from "react";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { Countdown } from "../../ui/countdown";
import { EmptyStateArt } from "../../ui/empty-state-art";
import { EmptyState } from "../../ui/empty-state";
import { ErrorState } from "../../ui/error-state";
import { NoticeBanner } from "../../ui/notice-banner";
import { Popup, type PopupKind } from "../../ui/popup";
import { Section } from "../../ui/section";
import { Sheet } from "../../ui/sheet";
import { SkeletonRows } from "../../ui/skeleton";
import { endToast, showToast, startToast } from "../../ui/toasts";

const popups: Record<PopupKind, string> = {
  success: "Profile updated successfully",
  error: "OTP Verification failed. Please try again.",
  info: "We couldn't find your contact details. Please try again.",
};

export function Feedback() {
  const [popup, setPopup] = useState<PopupKind | null>(null);
  const [isConfirmOpen, setIsConfirmOpen] = useState(false);
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const [until, setUntil] = useState("2026-11-21T09:00:00Z");
  useEffect(() => setUntil(new Date(Date.now() + 900_000).toISOString()), []);
  return (
    <>
      <Section title="Dialogs, sheets and toasts">
        <div className="flex flex-wrap gap-2">
          {(["success", "error", "info"] as const).map((kind) => (
            <Button key={kind} onClick={() => setPopup(kind)} variant="secondary">
              {`Popup: ${kind}`}
            </Button>
          ))}
          <Button onClick={() => setIsConfirmOpen(true)} variant="secondary">
            Confirm
          </Button>
          <Button onClick={() => setIsSheetOpen(true)} variant="secondary">
            Sheet
          </Button>
          {(["success", "info", "warning", "error"] as const).map((kind) => (
            <Button
              key={kind}
              onClick={() => showToast(kind, "OTP verified successfully!")}
              variant="quiet"
            >
              {`Toast: ${kind}`}
            </Button>
          ))}
          <Button
            onClick={() => {
              const id = startToast("Decoding the VIN");
              setTimeout(
                () => endToast(id, "success", "Vehicle information auto-filled from VIN"),
                1500,
              );
            }}
            variant="quiet"
          >
            Toast: loading
          </Button>
        </div>
        <Popup kind={popup ?? "info"} onClose={() => setPopup(null)} open={popup !== null}>
          {popups[popup ?? "info"]}
        </Popup>
        <ConfirmDialog
          confirmLabel="Cancel trip"
          danger
          onClose={() => setIsConfirmOpen(false)}
          onConfirm={() => setIsConfirmOpen(false)}
          open={isConfirmOpen}
          title="Cancel this trip?"
        >
          Your driver has been told and is on the way. A late cancellation costs RWF 5,000.
        </ConfirmDialog>
        <Sheet
          actions={<Button onClick={() => setIsSheetOpen(false)}>Done</Button>}
          onClose={() => setIsSheetOpen(false)}
          open={isSheetOpen}
          title="Assign"
        >
          A panel from the foot of a phone, from the side of a desktop.
        </Sheet>
      </Section>
      <Section title="Notices">
        <div className="grid gap-2">
          <NoticeBanner>Distances are estimates: no router is set up.</NoticeBanner>
          <NoticeBanner tone="success">Saved.</NoticeBanner>
          <NoticeBanner tone="warning">
            This price holds for <Countdown until={until} />.
          </NoticeBanner>
          <NoticeBanner tone="danger">
            You are offline. What you see may be out of date.
          </NoticeBanner>
        </div>
      </Section>
      <Section title="Empty, loading, failed">
        <div className="grid gap-4 sm:grid-cols-2">
          <Card flush>
            <EmptyState
              action={<Button>Book a ride</Button>}
              art={<EmptyStateArt kind="trips" />}
              title="No trips yet"
            >
              Your trips appear here as soon as you book one.
            </EmptyState>
          </Card>
          <Card flush>
            <EmptyState art={<EmptyStateArt kind="requests" />} title="No ride requests yet">
              New requests appear here automatically.
            </EmptyState>
          </Card>
          <Card flush>
            <SkeletonRows rows={5} />
          </Card>
          <Card flush>
            <ErrorState message="The server did not answer." onRetry={() => {}} />
          </Card>
        </div>
      </Section>
    </>
  );
}
