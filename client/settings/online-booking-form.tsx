import type { OnlineBookingRulesAnswer } from "../../src/settings/online-contract";
import { CLOSED_TEXT } from "../../src/settings/hours-rules";
import { useOffice } from "../office/calls";
import { SettingsForm } from "./settings-form";
import { BookingClosedBanner } from "../ui/booking-closed-banner";
import { Card } from "../ui/card";
import { RadioCards } from "../ui/radio-cards";
import { TextArea } from "../ui/text-area";
import { useSettingsForm } from "./use-settings-form";

/** Whether riders can book online, and the text they see if they can't. */
export function OnlineBookingForm({
  first,
  phone,
  mayChange,
}: {
  first: OnlineBookingRulesAnswer;
  /** The phone number that riders see instead. */
  phone: string | null;
  /** False for read-only roles. */
  mayChange: boolean;
}) {
  const { api, call } = useOffice();
  const form = useSettingsForm({
    first,
    send: (json) => call(api.admin.settings.online.$put({ json })),
    successText: "Online booking saved",
  });
  return (
    <SettingsForm
      detail="Choose whether riders can book on your site. Dispatch can always book, and trips already booked go ahead."
      mayChange={mayChange}
      form={form}
      title="Online booking"
    >
      <Card>
        <fieldset disabled={!mayChange}>
          <legend className="sr-only">Online booking</legend>
          <RadioCards
            columns={2}
            legend="Online booking"
            isLegendHidden
            name="bookingOpen"
            onValue={(value) => form.set({ bookingOpen: value === "open" })}
            options={[
              {
                value: "open",
                title: "Open",
                detail: "Riders see prices and can book at any time.",
              },
              {
                value: "closed",
                title: "Closed",
                detail: "Riders see your text instead of prices, and can’t book.",
              },
            ]}
            value={form.typed.bookingOpen ? "open" : "closed"}
          />
        </fieldset>
      </Card>
      <Card>
        <fieldset className="grid gap-4" disabled={!mayChange}>
          <legend className="sr-only">Text shown while closed</legend>
          <TextArea
            {...form.field("bookingClosedText")}
            hint="Your text is shown exactly as you wrote it, in every language. Only the standard text is translated."
            label="Text shown while closed"
            maxLength={300}
            optional
            placeholder={CLOSED_TEXT}
            rows={3}
          />
          <div className="rounded-lg border border-line border-dashed p-3">
            <p className="mb-2 text-ink-muted text-xs">What riders see</p>
            <BookingClosedBanner
              phone={phone}
              text={form.typed.bookingClosedText.trim() || CLOSED_TEXT}
            />
          </div>
        </fieldset>
      </Card>
    </SettingsForm>
  );
}
