import { useCallback, useEffect, useState } from "react";
import type {
  ContactMessage,
  ContactState,
  ContactTemplate,
} from "../../src/contact/contact-desk-contract";
import { useOffice, useStaffSteps } from "../office/calls";
import { usePermission } from "../office/use-permission";
import { useRecord } from "../office/use-record";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { buttonStyle } from "../ui/button-style";
import { classNames } from "../ui/class-names";
import { DefinitionList, type Fact } from "../ui/definition-list";
import { ErrorState } from "../ui/error-state";
import { Moment } from "../ui/moment";
import { PlainLink } from "../ui/plain-link";
import { SelectField } from "../ui/select-field";
import { Sheet } from "../ui/sheet";
import { Composer, type ComposerMode } from "./composer";
import { Entries } from "./entries";
import { LinksDialog } from "./links-dialog";
import { contactUpdates } from "../office/live/updates";
import { TemplatesDialog } from "./templates-dialog";
import { contactTopicWords } from "../words/contact-topic-words";

/** How often to check whether an e-mail was sent, ms. */
const MAIL_POLL_MS = 3_000;

const messageStateBadges = {
  open: { words: "Open", tone: "warning" },
  closed: { words: "Closed", tone: "success" },
  spam: { words: "Spam", tone: "neutral" },
} as const;

/** One message beside its list: sender, conversation, and the answer form. */
export function MessagePanel({
  id,
  mayAct,
  onClose,
  onChanged,
}: {
  id: string | null;
  mayAct: boolean;
  onClose: () => void;
  onChanged: () => void;
}) {
  const { api, call } = useOffice();
  const maySeeRiders = usePermission("riders.manage");
  const mayBook = usePermission("trips.manage");
  const path = api.admin["contact-messages"][":id"];
  const loadAndMarkRead = useCallback(
    async (messageId: string) => {
      const request = { param: { id: messageId } };
      const calls = api.admin["contact-messages"][":id"];
      return (await call(mayAct ? calls.read.$post(request) : calls.$get(request))).message;
    },
    [api, call, mayAct],
  );
  const { row: message, failure, load, setRow } = useRecord<ContactMessage>(id, loadAndMarkRead);
  contactUpdates.useUpdates((news) => {
    if (id !== null && (news === null || news.id === id)) void load();
  });
  const isMailWaiting = message?.entries.some(({ mail }) => mail === "waiting") ?? false;
  useEffect(() => {
    if (!isMailWaiting) return;
    const timer = setInterval(() => void load(), MAIL_POLL_MS);
    return () => clearInterval(timer);
  }, [load, isMailWaiting]);
  const [templates, setTemplates] = useState<readonly ContactTemplate[]>([]);
  const isOpen = id !== null;
  useEffect(() => {
    if (!isOpen || !mayAct) return;
    call(api.admin["contact-templates"].$get()).then(
      (answer) => setTemplates(answer.templates),
      // Answers also work without templates. Opening them shows the error.
      () => {},
    );
  }, [api, call, isOpen, mayAct]);
  const [openDialog, setOpenDialog] = useState<"links" | "templates" | null>(null);
  const { busy, step: send } = useStaffSteps({ onFailed: load });
  const step = (work: () => Promise<{ message: ContactMessage }>, successText: string) =>
    send("step", work, successText, (answer) => {
      setRow(answer.message);
      onChanged();
    });
  const param = { id: message?.id ?? "" };
  const version = message?.version ?? 0;
  const setMessageState = (state: ContactState, successText: string) =>
    void step(() => call(path.state.$put({ param, json: { version, state } })), successText);
  const addEntry = (mode: ComposerMode, text: string, close: boolean) =>
    mode === "answer"
      ? step(
          () => call(path.answers.$post({ param, json: { version, text, close } })),
          message?.canSendMail ? "The answer is being sent" : "The answer is in the outbox",
        )
      : mode === "note"
        ? step(() => call(path.notes.$post({ param, json: { text } })), "Note saved")
        : step(() => call(path.replies.$post({ param, json: { text } })), "Reply added");

  return (
    <Sheet
      actions={
        message && mayAct ? (
          message.state === "open" ? (
            <>
              <Button
                busy={busy}
                onClick={() => setMessageState("spam", "Message marked as spam")}
                size="small"
                variant="secondary"
              >
                Mark as spam
              </Button>
              <Button
                busy={busy}
                onClick={() => setMessageState("closed", "Message closed")}
                size="small"
                variant="secondary"
              >
                Close message
              </Button>
            </>
          ) : (
            <Button
              busy={busy}
              onClick={() => setMessageState("open", "Message reopened")}
              size="small"
              variant="secondary"
            >
              {message.state === "spam" ? "Remove from spam" : "Reopen message"}
            </Button>
          )
        ) : undefined
      }
      onClose={onClose}
      open={isOpen}
      title={message ? `Message ${message.number}` : "Message"}
    >
      {message ? (
        <div className="grid gap-6 text-sm">
          <div>
            <Badge tone={messageStateBadges[message.state].tone}>
              {messageStateBadges[message.state].words}
            </Badge>
            <p className="mt-2 break-words font-semibold text-lg">{message.name}</p>
            <p className="text-ink-muted">{contactTopicWords[message.topic]}</p>
          </div>
          <DefinitionList dense facts={factsOf(message, { mayAct, maySeeRiders })} />
          {mayBook && (
            <PlainLink
              className={classNames(buttonStyle("secondary", "small"), "justify-self-start")}
              href={`/dispatch/dashboard/new?message=${message.id}`}
            >
              Book this trip
            </PlainLink>
          )}
          {mayAct && (
            <div className="flex items-end gap-2">
              <SelectField
                className="flex-1"
                dense
                disabled={busy}
                label="Handled by"
                onChange={(event) => {
                  const adminId = event.target.value || null;
                  const name = message.staff.find((one) => one.id === adminId)?.name;
                  void step(
                    () => call(path.assignee.$put({ param, json: { version, adminId } })),
                    name ? `${name} now handles this message` : "Nobody handles this message now",
                  );
                }}
                value={message.assignee?.id ?? ""}
              >
                <option value="">Nobody yet</option>
                {message.staff.map((one) => (
                  <option key={one.id} value={one.id}>
                    {one.name}
                  </option>
                ))}
              </SelectField>
              <Button onClick={() => setOpenDialog("links")} size="small" variant="secondary">
                Link rider and trip
              </Button>
            </div>
          )}
          <section aria-label="Conversation">
            <Entries entries={message.entries} />
          </section>
          {mayAct && (
            <Composer
              busy={busy}
              key={message.id}
              message={message}
              onSend={addEntry}
              onTemplates={() => setOpenDialog("templates")}
              templates={templates}
            />
          )}
        </div>
      ) : failure !== null ? (
        <ErrorState message={failure} onRetry={load} />
      ) : (
        <p role="status">Loading...</p>
      )}
      {openDialog === "links" && message && (
        <LinksDialog
          message={message}
          onClose={() => setOpenDialog(null)}
          onSave={async (to) => {
            setRow((await call(path.links.$put({ param, json: { version, ...to } }))).message);
            onChanged();
          }}
        />
      )}
      {openDialog === "templates" && (
        <TemplatesDialog
          onChanged={setTemplates}
          onClose={() => setOpenDialog(null)}
          templates={templates}
        />
      )}
    </Sheet>
  );
}

function factsOf(
  message: ContactMessage,
  { mayAct, maySeeRiders }: { mayAct: boolean; maySeeRiders: boolean },
): Fact[] {
  const { email, phone, rider, reservation, createdAt, assignee } = message;
  const link = "[overflow-wrap:anywhere] underline underline-offset-4";
  const facts: (Fact | false)[] = [
    email !== null && {
      name: "E-mail",
      value: (
        <a className={link} href={`mailto:${email}`}>
          {email}
        </a>
      ),
    },
    phone !== null && {
      name: "Phone",
      value: (
        <a className={link} href={`tel:${phone}`}>
          {phone}
        </a>
      ),
    },
    rider !== null && {
      name: "Rider",
      value: (
        <>
          {maySeeRiders ? (
            <PlainLink
              className="underline underline-offset-4"
              href={`/dispatch/dashboard/riders/${rider.id}`}
            >
              {rider.name}
            </PlainLink>
          ) : (
            rider.name
          )}
          <span className="block text-ink-muted text-xs">
            {rider.isProven
              ? "The sender was signed in."
              : "Found by the contact details in the message. The sender may be somebody else."}
          </span>
        </>
      ),
    },
    reservation !== null && {
      name: "Trip",
      value: (
        <PlainLink
          className="underline underline-offset-4"
          href={`/dispatch/dashboard/reservation?open=${reservation.id}&state=all`}
        >
          Reservation {reservation.number}
        </PlainLink>
      ),
    },
    { name: "Received", value: <Moment at={createdAt} /> },
    // Staff with permission to change it see the field below.
    !mayAct && assignee !== null && { name: "Handled by", value: assignee.name },
  ];
  return facts.filter((fact) => fact !== false);
}
