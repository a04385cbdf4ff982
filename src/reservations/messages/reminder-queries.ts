import type { Deps } from "../../deps";
import type { ServiceType } from "../../fares/contract";
import { readOperator } from "../../settings/queries";
import { type Reminder, ReminderRules, type ReminderRulesAnswer } from "./reminder-contract";

/** Returns the rules for dispatch to read and change. */
export function readReminderRules(deps: Pick<Deps, "db">): ReminderRulesAnswer {
  const { version, ...row } = readOperator(deps);
  return { rules: ReminderRules.parse(row), version };
}

/** Returns a function that gives the reminder for a service. */
export function reminderFor(deps: Pick<Deps, "db">): (serviceType: ServiceType) => Reminder {
  const { reminder, reminderByService } = readReminderRules(deps).rules;
  return (serviceType) => reminderByService[serviceType] ?? reminder;
}
