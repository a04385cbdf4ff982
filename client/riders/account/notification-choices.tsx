import { Link } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import type {
  MessageTopic,
  NotificationChoices as Choices,
  QuietTime,
  TopicChoice,
} from "../../../src/notifications/choices/choice-contract";
import type { PushState } from "../../../src/notifications/push/push-contract";
import { type Api, read } from "../../api";
import { Form, SubmitButton } from "../../forms/form";
import { useActions } from "../../forms/use-actions";
import { useForm } from "../../forms/use-form";
import { createSerialQueue } from "../../files/serial-queue";
import { PhoneNotifications } from "../../pwa/phone-notifications";
import { Card } from "../../ui/card";
import { Checkbox } from "../../ui/checkbox";
import { FieldError } from "../../ui/field";
import { Section } from "../../ui/section";
import { TimeField } from "../../ui/text-field";
import { RichSentence, useWords } from "../../words/use-words";
import { phrase, type Phrase } from "../../words/words";

/** The topics that have messages. A choice about any other topic would have no effect. */
const topics: Partial<Record<MessageTopic, { name: Phrase; detail: Phrase }>> = {
  trip_updates: {
    name: phrase("Your trips"),
    detail: phrase(
      "When a trip is confirmed, changed or cancelled, and when your driver is on the way or has arrived.",
    ),
  },
  reminders: {
    name: phrase("Reminders"),
    detail: phrase("A few hours before a trip, or the evening before."),
  },
  receipts: {
    name: phrase("Receipts"),
    detail: phrase("The price of each trip, after the trip has ended."),
  },
};

const defaultQuietHours: QuietTime = { from: "22:00", until: "07:00" };

interface Change {
  topics?: TopicChoice[];
  quiet?: QuietTime | null;
}

const changeChoices = (choices: Choices, { topics: changed, quiet }: Change): Choices => ({
  ...choices,
  topics: choices.topics.map(
    (choice) => changed?.find(({ topic }) => topic === choice.topic) ?? choice,
  ),
  ...(quiet !== undefined && { quiet }),
});

/** The topics of messages to the rider, the channel of each, and the quiet hours. Each choice is saved at once. */
export function NotificationChoices({
  api,
  choices: initialChoices,
}: {
  api: Api;
  choices: Choices;
}) {
  const t = useWords();
  const [savedChoices, setSavedChoices] = useState(initialChoices);
  const [changes, setChanges] = useState<readonly Change[]>([]);
  const removeChange = () => setChanges(([, ...later]) => later);
  const choices = changes.reduce(changeChoices, savedChoices);
  const [saveCount, setSaveCount] = useState(0);
  const { act, failure } = useActions({
    fallback: t("This could not be saved. Please try again."),
    onFailed: removeChange,
  });
  const [inTurn] = useState(createSerialQueue);
  const { reach, smsAllowed } = choices;

  const save = (change: Change) => {
    setChanges((earlier) => [...earlier, change]);
    return inTurn(() =>
      act(
        "save",
        () => read(api.users["notification-choices"].$put({ json: change })),
        (answer) => {
          setSavedChoices(answer);
          removeChange();
          setSaveCount((times) => times + 1);
        },
      ),
    );
  };

  /** Reads the state of notifications. While they are on, they are one more channel to choose. */
  const recordPushState = async (statePromise: Promise<PushState>) => {
    const state = await statePromise;
    setSavedChoices((before) => ({
      ...before,
      reach: { ...before.reach, push: before.reach.push || state.on },
    }));
    return state;
  };

  return (
    <>
      <Section
        detail={t("You always get sign-in codes and security messages.")}
        title={t("Messages from us")}
      >
        <Card flush>
          <ul className="divide-y divide-line">
            {choices.topics.map((choice) => (
              <Topic
                choice={choice}
                key={choice.topic}
                onChoice={(next) => void save({ topics: [next] })}
                sms={reach.sms !== null && smsAllowed}
                email={reach.email !== null}
                push={reach.push}
              />
            ))}
          </ul>
        </Card>
        <FieldError id="choices-error">{failure}</FieldError>
        <p className="sr-only" role="status">
          {saveCount > 0 && !failure && `${t("Saved.")}${"\u200b".repeat(saveCount % 2)}`}
        </p>
        {(reach.email === null || reach.sms === null) && (
          <p className="mt-4 text-ink-muted text-sm">
            {reach.sms === null ? (
              <RichSentence
                link={(words) => <AccountLink to="/profile/AccountInfo">{words}</AccountLink>}
                text="For text messages, add a phone number under <link>Account info</link>."
              />
            ) : (
              <RichSentence
                link={(words) => <AccountLink to="/profile/AccountInfo">{words}</AccountLink>}
                text="Add an e-mail address under <link>Account info</link>."
              />
            )}
          </p>
        )}
        {reach.sms !== null && !smsAllowed && (
          <p className="mt-4 text-ink-muted text-sm">
            <RichSentence
              link={(words) => <AccountLink to="/profile/privacy">{words}</AccountLink>}
              text="You told us not to send text messages. You can change that under <link>Privacy</link>."
            />
          </p>
        )}
      </Section>
      <Section title={t("This phone")}>
        <Card>
          <PhoneNotifications
            calls={{
              state: () => read(api.users.push.$get()),
              on: (json) => recordPushState(read(api.users.push.$put({ json }))),
              off: () => recordPushState(read(api.users.push.$delete())),
            }}
          />
        </Card>
      </Section>
      <Section
        detail={t(
          "During quiet hours, we hold back text messages that can wait. You’ll still hear from us when your driver is on the way.",
        )}
        title={t("Quiet hours")}
      >
        <Card>
          <QuietHours
            key={JSON.stringify(choices.quiet)}
            onQuietHours={save}
            quiet={choices.quiet}
          />
        </Card>
      </Section>
    </>
  );
}

function Topic({
  choice,
  email,
  sms,
  push,
  onChoice,
}: {
  choice: TopicChoice;
  /** The channels that reach the rider. */
  email: boolean;
  sms: boolean;
  push: boolean;
  onChoice: (next: TopicChoice) => void;
}) {
  const t = useWords();
  const topicTexts = topics[choice.topic];
  if (!topicTexts) return null;
  return (
    <li>
      <fieldset className="flex flex-wrap items-center justify-between gap-x-6 px-4 py-3 sm:px-6">
        <legend className="contents">
          <span className="min-w-0 grow basis-64">
            <span className="block font-medium">{t.of(topicTexts.name)}</span>
            <span className="block text-ink-muted text-sm">{t.of(topicTexts.detail)}</span>
          </span>
        </legend>
        <span className="flex flex-wrap gap-x-6">
          <Checkbox
            checked={choice.email && email}
            disabled={!email}
            label={t("E-mail")}
            onChange={(event) => onChoice({ ...choice, email: event.target.checked })}
          />
          <Checkbox
            checked={choice.sms && sms}
            disabled={!sms}
            label={t("Text message")}
            onChange={(event) => onChoice({ ...choice, sms: event.target.checked })}
          />
          {push && (
            <Checkbox
              checked={choice.push}
              label={t("Notification")}
              onChange={(event) => onChoice({ ...choice, push: event.target.checked })}
            />
          )}
        </span>
      </fieldset>
    </li>
  );
}

function QuietHours({
  quiet,
  onQuietHours,
}: {
  quiet: QuietTime | null;
  onQuietHours: (change: { quiet: QuietTime | null }) => Promise<boolean>;
}) {
  const t = useWords();
  const form = useForm({
    initialValues: quiet ?? defaultQuietHours,
    send: (hours) => onQuietHours({ quiet: hours }),
  });
  const { from, until } = form.typed;
  const isChanged = quiet !== null && (from !== quiet.from || until !== quiet.until);
  const isWholeDay = from === until;
  return (
    <>
      <Checkbox
        checked={quiet !== null}
        label={t("Turn on quiet hours")}
        onChange={(event) =>
          void onQuietHours({ quiet: event.target.checked ? defaultQuietHours : null })
        }
      />
      {quiet && (
        <Form
          className="mt-2 grid grid-cols-2 items-start gap-4 sm:max-w-96"
          form={form}
          noValidate={false}
        >
          <TimeField {...form.field("from")} label={t("From")} required />
          <TimeField
            {...form.field("until")}
            error={isWholeDay ? t("Choose a different end time.") : null}
            label={t("Until")}
            required
          />
          {isChanged && (
            <SubmitButton
              busyLabel={t("Saving...")}
              className="justify-self-start"
              disabled={isWholeDay || form.busy}
              form={form}
            >
              {t("Save hours")}
            </SubmitButton>
          )}
        </Form>
      )}
    </>
  );
}

function AccountLink({
  to,
  children,
}: {
  to: "/profile/AccountInfo" | "/profile/privacy";
  children: ReactNode;
}) {
  return (
    <Link className="font-medium text-accent-text underline underline-offset-4" to={to}>
      {children}
    </Link>
  );
}
