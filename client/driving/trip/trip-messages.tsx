import { useRouter } from "@tanstack/react-router";
import { useMemo } from "react";
import type { Thread } from "../../../src/messages/contract";
import type { Reservation } from "../../../src/reservations/contract";
import { read } from "../../api";
import { LazyConversation } from "../../messages/lazy-conversation";
import { Card } from "../../ui/card";
import { Section } from "../../ui/section";
import { useWords } from "../../words/use-words";
import { phrase } from "../../words/words";

const quickReplies = [
  phrase("I’m here", "a message"),
  phrase("5 minutes", "a message"),
  phrase("Running late", "a message"),
];

/** The driver's conversation with the passenger and dispatch. */
export function TripMessages({ trip, isOver }: { trip: Reservation; isOver: boolean }) {
  const t = useWords();
  const { api } = useRouter().options.context;
  const calls = useMemo(() => {
    const path = api.driver.reservations[":id"].messages;
    const param = { id: trip.id };
    const threadOf = async (answer: Promise<{ thread: Thread }>) => (await answer).thread;
    return {
      load: (before?: number) =>
        threadOf(
          read(path.$get({ param, query: before === undefined ? {} : { before: String(before) } })),
        ),
      send: (json: Parameters<typeof path.$post>[0]["json"]) =>
        threadOf(read(path.$post({ param, json }))),
      read: (id: number) => read(path.read.$post({ param, json: { id } })),
    };
  }, [api, trip.id]);
  return (
    <Card>
      <Section title={t("Messages")}>
        <LazyConversation
          calls={calls}
          key={trip.id}
          quickReplies={isOver ? [] : quickReplies}
          side="driver"
          timeZone={trip.timeZone}
          tripId={trip.id}
        />
      </Section>
    </Card>
  );
}
