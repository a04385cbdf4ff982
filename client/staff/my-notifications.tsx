import { useEffect } from "react";
import type { MessageChannel } from "../../src/notifications/choices/choice-contract";
import type {
  StaffChannels,
  StaffNotificationSettings,
  StaffTopic,
} from "../../src/notifications/staff/staff-notification-contract";
import { Form, FormFailure, SubmitButton } from "../forms/form";
import { useOffice } from "../office/calls";
import { useStaffForm } from "../office/use-staff-form";
import { PhoneNotifications } from "../pwa/phone-notifications";
import { Card } from "../ui/card";
import { Checkbox } from "../ui/checkbox";
import { TextField, TimeField } from "../ui/text-field";

const topicNames: Record<StaffTopic, { name: string; detail: string }> = {
  new_booking: { name: "New booking", detail: "A rider has booked." },
  request_waiting: {
    name: "Request waiting",
    detail: "A booking that no confirmation rule covers is waiting.",
  },
  price_request: { name: "Request for a price", detail: "A rider is waiting for your price." },
  quote_accepted: { name: "Quote accepted", detail: "A customer has accepted your price." },
  quote_declined: { name: "Quote declined", detail: "A customer has declined your price." },
  quote_question: { name: "Question", detail: "A customer has asked about a quote." },
  quote_expired: {
    name: "Quote expired",
    detail: "A customer has not answered your quote in time.",
  },
  change: { name: "Change", detail: "A rider has changed a trip, or called for the return trip." },
  cancellation: { name: "Cancellation", detail: "A rider has cancelled." },
  message: { name: "Message", detail: "A rider or driver has written about a trip." },
  flight: {
    name: "Flight",
    detail: "A flight is cancelled or diverted, or a pickup time waits for your decision.",
  },
  flight_budget: {
    name: "Flight requests",
    detail: "Today’s requests to the flight provider are used up.",
  },
  offers_declined: { name: "No driver", detail: "Every driver has declined, or did not answer." },
  late_driver: {
    name: "Late driver",
    detail: "A driver has not set off in time, or may have forgotten to report a step.",
  },
  incident: { name: "Incident", detail: "A driver has reported an incident." },
  payment_fault: {
    name: "Payment fault",
    detail:
      "A provider’s records differ from yours, or a refund or capture failed. You’re notified even while somebody is at the board.",
  },
  application: { name: "Driver application", detail: "Somebody wants to drive for you." },
  contact: { name: "Contact message", detail: "Somebody has written through the website." },
  webhook_off: { name: "Webhook off", detail: "A webhook kept failing and was turned off." },
};

const channelNames: [MessageChannel, string][] = [
  ["email", "E-mail"],
  ["sms", "SMS"],
  ["push", "Push"],
];

const defaultQuietHours = { from: "22:00", until: "07:00" };

/** The profile's card about notifications for staff who are away from the screen. */
export function MyNotifications({
  notificationSettings,
  email,
}: {
  notificationSettings: StaffNotificationSettings;
  email: string;
}) {
  const { api, call } = useOffice();
  const channels: StaffChannels = Object.fromEntries(
    notificationSettings.topics.map(({ topic, channels: chosen }) => [topic, chosen]),
  );
  const form = useStaffForm({
    initialValues: {
      channels,
      onlyWhenAway: notificationSettings.onlyWhenAway,
      phone: notificationSettings.phone ?? "",
      hasQuietHours: notificationSettings.quiet !== null,
      ...(notificationSettings.quiet ?? defaultQuietHours),
    },
    validate: ({ hasQuietHours, from, until, phone, ...typed }) => ({
      until:
        hasQuietHours && from === until && "Choose an end time that differs from the start time.",
      phone:
        !phone.trim() &&
        Object.values(typed.channels).some((all) => all?.includes("sms")) &&
        "Enter the number that text messages go to.",
    }),
    send: ({ hasQuietHours, from, until, ...typed }) =>
      call(
        api.admin.notifications.$put({
          json: { ...typed, quiet: hasQuietHours ? { from, until } : null },
        }),
      ),
    successText: "Notifications saved",
  });
  const { typed } = form;
  const toggle = (topic: StaffTopic, channel: MessageChannel, isOn: boolean) => {
    const otherChannels = (typed.channels[topic] ?? []).filter((each) => each !== channel);
    form.set({
      channels: { ...typed.channels, [topic]: isOn ? [...otherChannels, channel] : otherChannels },
    });
  };

  // Registers the service worker, which notifications need, although dispatch has no offline pages.
  useEffect(() => {
    navigator.serviceWorker?.register("/sw.js").catch(() => {});
  }, []);

  return (
    <Card>
      <section aria-labelledby="notifications" className="grid gap-4">
        <div>
          <h2 className="font-semibold text-base" id="notifications">
            Notifications
          </h2>
          <p className="mt-1 text-ink-muted">
            {`Choose what we notify you about while you are away. E-mails go to ${email}. Events within one minute are sent as one message.`}
          </p>
        </div>
        <Form aria-labelledby="notifications" form={form}>
          <ul className="divide-y divide-line border-line border-y">
            {notificationSettings.topics.map(({ topic }) => (
              <li key={topic}>
                <fieldset className="flex flex-wrap items-center justify-between gap-x-6 py-1">
                  <legend className="contents">
                    <span className="min-w-0 grow basis-56 py-1">
                      <span className="block font-medium">{topicNames[topic].name}</span>
                      <span className="block text-ink-muted text-sm">
                        {topicNames[topic].detail}
                      </span>
                    </span>
                  </legend>
                  <span className="flex flex-wrap gap-x-5">
                    {channelNames.map(([channel, name]) => (
                      <Checkbox
                        checked={typed.channels[topic]?.includes(channel) ?? false}
                        key={channel}
                        label={name}
                        onChange={({ target }) => toggle(topic, channel, target.checked)}
                      />
                    ))}
                  </span>
                </fieldset>
              </li>
            ))}
          </ul>
          <TextField
            {...form.field("phone")}
            autoComplete="tel"
            hint={
              notificationSettings.smsConnected
                ? "Text messages go to this number."
                : "No SMS provider is connected yet: text messages are not sent."
            }
            label="Phone number"
            type="tel"
          />
          <div>
            <Checkbox
              {...form.checkbox("onlyWhenAway")}
              hint="Nothing is sent to you while somebody has dispatch open."
              label="Only when nobody is at the board"
            />
            <Checkbox
              {...form.checkbox("hasQuietHours")}
              hint="Notifications from these hours are sent as one message when the hours end."
              label="Quiet hours"
            />
          </div>
          {typed.hasQuietHours && (
            <div className="grid grid-cols-2 items-start gap-4 sm:max-w-96">
              <TimeField {...form.field("from")} label="From" />
              <TimeField {...form.field("until")} label="Until" />
            </div>
          )}
          <FormFailure className="empty:hidden" form={form} />
          <div>
            <SubmitButton busyLabel="Saving..." form={form} size="small">
              Save notifications
            </SubmitButton>
          </div>
        </Form>
        <PhoneNotifications
          calls={{
            state: () => call(api.admin.push.$get()),
            on: (json) => call(api.admin.push.$put({ json })),
            off: () => call(api.admin.push.$delete()),
          }}
        />
      </section>
    </Card>
  );
}
