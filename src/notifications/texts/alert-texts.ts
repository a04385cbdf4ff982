/** Messages to the owners about the server. They are in English, like all of dispatch. */
import { renderMailBodies } from "../message-body";
import type { Message } from "../message";

/** Tells that a fault of the server has begun, still exists, or is over. */
export function serverAlert(about: {
  brand: string;
  /** A sentence without its full stop: "The disk is nearly full". */
  title: string;
  detail: string;
  remedy: string;
  alertPhase: "begun" | "lasting" | "over";
  /** A date and time in words. */
  since: string;
  url: string;
}): Message {
  const { brand, title, detail, remedy, alertPhase, since, url } = about;
  const isOver = alertPhase === "over";
  const paragraphs = isOver
    ? [`Resolved: ${lowerFirstLetter(title)}.`, `The problem started ${since}. ${detail}`]
    : [
        `${title}. ${detail}`,
        remedy,
        alertPhase === "lasting"
          ? `The problem started ${since}.`
          : "You’ll get this message once a day until the problem is solved, and a last message when it is.",
      ];
  return {
    kind: isOver ? "server_alert_over" : "server_alert",
    subject: isOver ? `Resolved: ${lowerFirstLetter(title)}` : title,
    ...renderMailBodies(
      brand,
      "en",
      paragraphs.map((text) => ({ text })),
      { label: "Open the status page", url },
    ),
    sms: `${brand}: ${paragraphs[0]} ${url}`,
  };
}

function lowerFirstLetter(title: string): string {
  return title.charAt(0).toLowerCase() + title.slice(1);
}
