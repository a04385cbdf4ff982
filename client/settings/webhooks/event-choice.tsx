import type { WebhookType } from "../../../src/webhooks/event-contract";
import { Chip } from "../../ui/chip";

/** The names of the groups of events, by the first part of an event's name. */
const groupNames: Record<WebhookType extends `${infer Group}.${string}` ? Group : never, string> = {
  reservation: "Reservations",
  offer: "Offers to drivers",
  payment: "Payments",
  rider: "Riders",
  application: "Driver applications",
};

/** The choice of events for which an endpoint is called, by group. Choosing none means all. */
export function EventChoice({
  types,
  chosen,
  onChoose,
}: {
  /** All event types, such as `reservation.created`. */
  types: readonly string[];
  chosen: readonly string[];
  onChoose: (chosen: string[]) => void;
}) {
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-medium text-sm">Events</legend>
      <div>
        <Chip
          count={null}
          label="All events"
          onPress={() => onChoose([])}
          isPressed={chosen.length === 0}
        />
      </div>
      {Object.entries(groupNames).map(([group, name]) => (
        <fieldset key={group}>
          <legend className="mb-1 text-ink-muted text-sm">{name}</legend>
          <div className="flex flex-wrap gap-1.5">
            {types
              .filter((type) => type.startsWith(`${group}.`))
              .map((type) => (
                <Chip
                  count={null}
                  key={type}
                  label={type.slice(group.length + 1).replaceAll("_", " ")}
                  onPress={() =>
                    onChoose(types.filter((one) => chosen.includes(one) !== (one === type)))
                  }
                  isPressed={chosen.includes(type)}
                />
              ))}
          </div>
        </fieldset>
      ))}
    </fieldset>
  );
}
