import { staffListeners } from "../../../db/schema/notifications";
import { findRow } from "../../../db/rows";
import type { Deps } from "../../deps";
import { clockTimeOf } from "../../notifications/choices/choice-rules";
import { hasProvider } from "../../notifications/outbox";
import type { StaffNotificationSettings } from "../../notifications/staff/staff-notification-contract";
import { channelsOf } from "../../notifications/staff/staff-notification-queries";
import { topicsOf } from "../../notifications/staff/staff-notification-rules";
import type { Session } from "../sessions/session-queries";

/** Returns how a member of staff is notified: the channels of each topic, quiet hours and phone number. */
export function readStaffListener(
  deps: Deps,
  { accountId: adminId, role }: Pick<Session, "accountId" | "role">,
): StaffNotificationSettings {
  const listener = findRow(deps.db, staffListeners, { adminId }) ?? null;
  const { quietFromMinute: from, quietUntilMinute: until } = listener ?? {};
  return {
    topics: (role ? topicsOf(role, channelsOf(listener)) : []).map(({ topic, channels }) => ({
      topic,
      channels: [...channels],
    })),
    onlyWhenAway: listener?.onlyWhenAway ?? true,
    quiet:
      from === undefined || from === null || until === undefined || until === null
        ? null
        : { from: clockTimeOf(from), until: clockTimeOf(until) },
    phone: listener?.phone ?? null,
    smsConnected: hasProvider(deps, "sms"),
  };
}
