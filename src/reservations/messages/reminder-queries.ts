import type { Deps } from "../../deps";
import type { ServiceType } from "../../fares/contract";
import { readOperator } from "../../settings/queries";
import { type Reminder, ReminderRules, type ReminderRulesAnswer } from "./reminder-contract";

/** The rules as dispatch reads and changes them. */
export function readReminderRules(deps: Pick<Deps, "db">): ReminderRulesAnswer {
  const { version, ...row } = readOperator(deps);
  return { rules: ReminderRules.parse(row), version };
}

/** Gives what holds for a kind of service. */
export function reminderFor(deps: Pick<Deps, "db">): (serviceType: ServiceType) => Reminder {
  const { reminder, reminderByService } = readReminderRules(deps).rules;
  return (serviceType) => reminderByService[serviceType] ?? reminder;
}
