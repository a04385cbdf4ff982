import { type ReactNode, useRef } from "react";
import type { BookingDraft } from "../booking/draft";
import type { SavedDraft } from "../booking/draft-contract";

/**
 * Continues the booking on our own site in a new tab, because visitors cannot sign in inside a frame on another
 * website. Sends the trip in the body of a form, never in an address.
 */
export function ContinueBooking({
  draft,
  onContinue,
  children,
}: {
  draft: BookingDraft;
  /** Called when the new tab has been requested. */
  onContinue: () => void;
  /** The button, and the elements beside it. */
  children: ReactNode;
}) {
  const field = useRef<HTMLInputElement>(null);
  const fill = () => {
    const savedDraft: SavedDraft = { version: 1, savedAt: Date.now(), draft };
    if (field.current) field.current.value = JSON.stringify(savedDraft);
    onContinue();
  };
  return (
    <form
      action="/widget"
      className="grid gap-2"
      method="post"
      onSubmit={fill}
      rel="noopener"
      target="_blank"
    >
      <input name="draft" ref={field} type="hidden" />
      {children}
    </form>
  );
}
