/**
 * One of the processes that race for a driver through the server, as dispatch does. It starts with the server's address
 * and the cookie of a session, receives the attempts of `race-worker.ts` and answers like it.
 */
import type { Attempt } from "../support/race-worker";

const [url = "", cookie = ""] = process.argv.slice(2);

async function attempt({ at, reservationId, ...pair }: Attempt): Promise<string> {
  while (performance.timeOrigin + performance.now() < at) {}
  try {
    const answer = await fetch(`${url}/backend/admin/reservations/${reservationId}/assignment`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: url, cookie },
      body: JSON.stringify({ ...pair, version: 1 }),
    });
    const answerBody = (await answer.json()) as { code?: string };
    return answer.ok ? "won" : (answerBody.code ?? `${answer.status}`);
  } catch (error) {
    return String(error);
  }
}

process.on("message", (move: Attempt) => {
  void attempt(move).then((outcome) => process.send?.(outcome));
});
process.on("disconnect", () => process.exit(0));
process.send?.("ready");
