import { staffListeners } from "../../../db/schema/notifications";
import type { Deps } from "../../deps";
import { AppError } from "../../errors";
import { readClockTime } from "../../notifications/choices/choice-rules";
import type { ChangeStaffNotificationSettings } from "../../notifications/staff/staff-notification-contract";
import { newestEventId } from "../../notifications/staff/staff-notification-queries";
import { readTypedPhone } from "../contact-queries";

/**
 * Saves the choices of a member of staff. Throws 400 for an invalid phone number, or for quiet hours that end when they
 * begin.
 */
export async function changeStaffListener(
  deps: Deps,
  adminId: string,
  { channels, onlyWhenAway, quiet, phone }: ChangeStaffNotificationSettings,
): Promise<void> {
  const number = phone ? readTypedPhone(deps, phone) : null;
  if (phone && !number)
    throw new AppError("request.invalid", { fields: { phone: "Enter a valid phone number." } });
  if (quiet && quiet.from === quiet.until)
    throw new AppError("request.invalid", {
      fields: { "quiet.until": "Choose an end time that differs from the start time." },
    });
  const set = {
    ...(channels && { channels }),
    ...(onlyWhenAway !== undefined && { onlyWhenAway }),
    ...(phone !== undefined && { phone: number }),
    ...(quiet !== undefined && {
      quietFromMinute: quiet && readClockTime(quiet.from),
      quietUntilMinute: quiet && readClockTime(quiet.until),
    }),
  };
  await deps.write((tx) => {
    tx.insert(staffListeners)
      .values({ adminId, newsId: newestEventId(tx), ...set })
      .onConflictDoUpdate({ target: staffListeners.adminId, set: { adminId, ...set } })
      .run();
  });
}
