/**
 * The tone and the shaking of the phone when an offer comes. Browsers play nothing before the driver has
 * touched the page: the tap that switches it on is that touch, and after a reload the first other one.
 */
const KEY = "livery.offer-sound";

let context: AudioContext | null = null;

/** Whether the driver wants to hear of offers. */
export function wantsSound(): boolean {
  try {
    return localStorage.getItem(KEY) === "on";
  } catch {
    return false;
  }
}

/** Remembers the driver's choice; call it within the tap. */
export function chooseSound(on: boolean): void {
  try {
    localStorage.setItem(KEY, on ? "on" : "off");
  } catch {
    // A browser that keeps nothing: it holds until the page is left.
  }
  if (on) wake();
}

/** Makes ready to sound; within a touch of the driver. */
export function wake(): void {
  if (!("AudioContext" in globalThis)) return;
  context ??= new AudioContext();
  // Refused outside of a touch: the next one tries again.
  void context.resume().catch(() => {});
}

/** Two rising tones, and the phone shakes, where the driver wants that. */
export function announceOffer(): void {
  if (!wantsSound()) return;
  navigator.vibrate?.([200, 100, 200]);
  if (context?.state !== "running") return;
  const begins = context.currentTime + 0.02;
  for (const [at, hertz] of [660, 880].entries()) {
    const tone = context.createOscillator();
    const loudness = context.createGain();
    const from = begins + at * 0.2;
    tone.frequency.value = hertz;
    loudness.gain.setValueAtTime(0.0001, from);
    loudness.gain.exponentialRampToValueAtTime(0.4, from + 0.02);
    loudness.gain.exponentialRampToValueAtTime(0.0001, from + 0.3);
    tone.connect(loudness).connect(context.destination);
    tone.start(from);
    tone.stop(from + 0.32);
  }
}
