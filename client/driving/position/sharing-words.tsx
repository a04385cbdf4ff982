import { CircleAlert, CloudOff, LocateFixed, LocateOff } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "../../ui/class-names";
import { Spinner } from "../../ui/spinner";
import type { SharingState } from "./position-sharer";
import { useWords } from "../../words/use-words";

/** One line about the state of position sharing; nothing while off shift. */
export function SharingWords({ sharing }: { sharing: SharingState }) {
  const t = useWords();
  const line = (icon: ReactNode, text: string, tone = "text-ink-muted") => (
    <p className={classNames("flex items-start gap-2 text-sm", tone)}>
      <span className="mt-0.5 shrink-0">{icon}</span>
      <span>{text}</span>
    </p>
  );
  switch (sharing.phase) {
    case "off":
      return null;
    case "ask":
      return line(
        <LocateOff aria-hidden="true" size={16} />,
        t("Your position is not shared yet. Your browser will ask for permission."),
        "text-warning-ink",
      );
    case "denied":
      return line(
        <CircleAlert aria-hidden="true" size={16} />,
        t(
          "Your browser blocks your position. Allow “Location” for this site in the browser’s or the phone’s settings, then try again. You can still drive your trips.",
        ),
        "text-danger-ink",
      );
    case "unavailable":
      return line(
        <LocateOff aria-hidden="true" size={16} />,
        t("This browser cannot share your position on this page. You can still drive your trips."),
        "text-warning-ink",
      );
    case "waiting":
      return line(<Spinner />, t("Looking for your position…"));
    case "sharing":
      return line(
        <LocateFixed aria-hidden="true" size={16} />,
        t("Sharing your position"),
        "text-success-ink",
      );
    case "offline":
      return line(
        <CloudOff aria-hidden="true" size={16} />,
        sharing.waiting === 0
          ? t("No network. Your position will be sent when you are back online.")
          : t.count(
              sharing.waiting,
              "No network. {n} position is waiting and will be sent when you are back online.",
              "No network. {n} positions are waiting and will be sent when you are back online.",
            ),
        "text-warning-ink",
      );
  }
}
