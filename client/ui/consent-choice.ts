/** What a visitor has said about the script that counts visits; kept in this browser, for that script. */

export type ConsentAnswer = "accepted" | "declined";

interface ConsentState {
  /** Null before it was said. */
  answer: ConsentAnswer | null;
  /** The question is on the page. */
  asking: boolean;
}

const KEY = "livery.statistics";

let known: { url: string; state: ConsentState } | null = null;
const listeners = new Set<() => void>();

/** What was said about the script at `url`: about another one nothing was. */
export function consentTo(url: string): ConsentState {
  if (known?.url !== url) {
    const answer = storedAnswer(url);
    known = { url, state: { answer, asking: answer === null } };
  }
  return known.state;
}

/** Told of every change until it is called off. */
export function onConsent(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Asks once more. */
export function askAgain(url: string): void {
  change(url, { ...consentTo(url), asking: true });
}

/** Takes an answer and keeps it. Where nothing can be kept, it holds until the page is left. */
export function answerConsent(url: string, answer: ConsentAnswer): void {
  try {
    localStorage.setItem(KEY, `${answer} ${url}`);
  } catch {
    // Private windows may refuse.
  }
  change(url, { answer, asking: false });
}

function change(url: string, state: ConsentState): void {
  known = { url, state };
  for (const listener of listeners) listener();
}

function storedAnswer(url: string): ConsentAnswer | null {
  // Whoever has told the browser so need not tell us.
  const { globalPrivacyControl } = navigator as { globalPrivacyControl?: boolean };
  const unasked = globalPrivacyControl ? "declined" : null;
  try {
    const [answer, about] = localStorage.getItem(KEY)?.split(" ") ?? [];
    if (about !== url) return unasked;
    return answer === "accepted" || answer === "declined" ? answer : unasked;
  } catch {
    return unasked;
  }
}
