import { useRouter } from "@tanstack/react-router";
import { MessageSquare, Phone } from "lucide-react";
import { useEffect, useId, useMemo, useState } from "react";
import type { Thread } from "../../../src/messages/contract";
import type { Reservation } from "../../../src/reservations/contract";
import { hasDriver } from "../../../src/reservations/rules";
import type { Settings } from "../../../src/settings/contract";
import { type Api, read } from "../../api";
import { ApiError } from "../../api-error";
import { LazyConversation } from "../../messages/lazy-conversation";
import { messageUpdates } from "../../messages/updates";
import { Button } from "../../ui/button";
import { OpeningHours } from "../../ui/opening-hours";
import { buttonStyle } from "../../ui/button-style";
import { Card } from "../../ui/card";
import { Checkbox } from "../../ui/checkbox";
import { useWords } from "../../words/use-words";

interface TripConversationProps {
  api: Api;
  trip: Reservation;
  settings: Settings;
}

/** How rider and driver find each other: the boarding code, calls, and messages. */
export default function TripConversation({ api, trip, settings }: TripConversationProps) {
  return (
    <>
      {trip.boarding && <BoardingCodeCard api={api} trip={trip} />}
      <ContactCard api={api} settings={settings} trip={trip} />
    </>
  );
}

/** The four digits for the driver, large enough to read aloud at the kerb. */
function BoardingCodeCard({ api, trip }: Pick<TripConversationProps, "api" | "trip">) {
  const t = useWords();
  const router = useRouter();
  const headingId = useId();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { boarding } = trip;
  if (!boarding?.code) return null;
  const choose = async (onlyWithCode: boolean) => {
    setBusy(true);
    setFailure(null);
    try {
      const json = { version: trip.version, onlyWithCode };
      await read(api.reservations[":id"].boarding.$put({ param: { id: trip.id }, json }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error.message);
    }
    await router.invalidate();
    setBusy(false);
  };
  return (
    <Card aria-labelledby={headingId} role="region">
      <h2 className="font-semibold text-lg" id={headingId}>
        {t("Code for your driver")}
      </h2>
      <p
        aria-label={[...boarding.code].join(" ")}
        className="my-2 font-semibold text-2xl tabular-nums tracking-[0.2em]"
        role="img"
      >
        {boarding.code}
      </p>
      <p className="text-ink-muted">
        {boarding.confirmed
          ? t("We have told your driver it’s you. You no longer need a code.")
          : t(
              "Tell your driver this code when you get in, so that you both know you have the right person.",
            )}
      </p>
      {!boarding.confirmed && (
        <Checkbox
          checked={boarding.onlyWithCode}
          disabled={busy}
          error={failure}
          label={t("You can’t board without this code")}
          onChange={(event) => void choose(event.target.checked)}
        />
      )}
    </Card>
  );
}

/** Calls and messages. Calls go through dispatch unless the operator shows the driver's number. */
function ContactCard({ api, trip, settings }: TripConversationProps) {
  const t = useWords();
  const headingId = useId();
  const [open, setOpen] = useState(false);
  const [unread, setUnread] = useState(0);
  const { driver, number, state, timeZone, id } = trip;
  const name = driver?.firstName ?? "";
  const calls = useMemo(() => {
    const path = api.reservations[":id"].messages;
    const param = { id };
    const threadOf = async (answer: Promise<{ thread: Thread }>) => {
      const { thread } = await answer;
      setUnread(thread.unread);
      return thread;
    };
    return {
      load: (before?: number) =>
        threadOf(
          read(path.$get({ param, query: before === undefined ? {} : { before: String(before) } })),
        ),
      send: (json: Parameters<typeof path.$post>[0]["json"]) =>
        threadOf(read(path.$post({ param, json }))),
      read: (upTo: number) => read(path.read.$post({ param, json: { id: upTo } })),
    };
  }, [api, id]);
  // While the conversation is closed, the unread count is loaded separately.
  useEffect(() => {
    if (!open) calls.load().catch(() => undefined);
  }, [calls, open]);
  messageUpdates.useUpdates((news) => {
    if (!open && (news === null || news.reservationId === id)) calls.load().catch(() => undefined);
  });

  const isAssigned = hasDriver(state);
  return (
    <Card aria-labelledby={headingId} role="region">
      <h2 className="mb-3 font-semibold text-lg" id={headingId}>
        {t("Contact")}
      </h2>
      <div className="flex flex-wrap gap-2">
        {!open && (
          <Button
            icon={<MessageSquare aria-hidden="true" size={18} />}
            onClick={() => setOpen(true)}
            variant={unread > 0 ? "primary" : "secondary"}
          >
            {unread > 0 ? t.count(unread, "{n} new message", "{n} new messages") : t("Messages")}
          </Button>
        )}
        {isAssigned && !driver?.phone && settings.phone && (
          <a className={buttonStyle("secondary")} href={`tel:${settings.phone}`}>
            <Phone aria-hidden="true" size={18} />
            {t("Call {name} through dispatch", { name })}
          </a>
        )}
        {!(isAssigned && !driver?.phone) && settings.phone && (
          <a className={buttonStyle("secondary")} href={`tel:${settings.phone}`}>
            <Phone aria-hidden="true" size={18} />
            {t("Call dispatch")}
          </a>
        )}
      </div>
      {isAssigned && !driver?.phone && settings.phone && (
        <p className="mt-2 text-ink-muted text-sm">
          {t("We’ll put you through to your driver: just say trip {number}.", { number })}
        </p>
      )}
      {settings.openingHours && (
        <div className="mt-3">
          <p className="mb-1 text-sm">{t("Dispatch hours")}</p>
          <OpeningHours week={settings.openingHours} />
        </div>
      )}
      <p className="sr-only" role="status">
        {!open && unread > 0 && t.count(unread, "{n} new message", "{n} new messages")}
      </p>
      {open && (
        <div className="mt-4">
          <LazyConversation calls={calls} key={id} side="rider" timeZone={timeZone} tripId={id} />
        </div>
      )}
    </Card>
  );
}
