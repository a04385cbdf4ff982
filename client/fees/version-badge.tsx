import type { FeeScheduleVersion } from "../../src/fares/fee-contract";
import { Badge, type Tone } from "../ui/badge";

const versionBadges: Record<FeeScheduleVersion["standing"], { tone: Tone; words: string }> = {
  in_force: { tone: "success", words: "In force" },
  coming: { tone: "info", words: "Scheduled" },
  past: { tone: "neutral", words: "Past" },
  withdrawn: { tone: "danger", words: "Withdrawn" },
};

/** Whether a version is in force, scheduled, past or withdrawn. */
export function VersionBadge({ standing }: { standing: FeeScheduleVersion["standing"] }) {
  const { tone, words } = versionBadges[standing];
  return <Badge tone={tone}>{words}</Badge>;
}
