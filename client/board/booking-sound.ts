/** Two short notes for a new booking. They are off until somebody turns them on. */

const key = "livery.dispatch.sound";

/** Whether sound is on in this browser. */
export function isSoundOn(): boolean {
  try {
    return localStorage.getItem(key) === "on";
  } catch {
    return false;
  }
}

/** Stores the choice in this browser. */
export function rememberSound(isOn: boolean): void {
  try {
    localStorage.setItem(key, isOn ? "on" : "off");
  } catch {}
}

let context: AudioContext | undefined;

/** Prepares the notes. Call it in the handler of a press: without one, Safari stays silent. */
export function wakeBookingSound(): void {
  if (typeof AudioContext === "undefined" || context?.state === "running") return;
  context ??= new AudioContext();
  // The browser refuses this outside a press. The next press tries again.
  void context.resume().catch(() => {});
}

/** Plays the notes. Browsers stay silent until somebody has used the page. */
export function playBookingSound(): void {
  wakeBookingSound();
  if (!context) return;
  const { currentTime, destination } = context;
  [660, 880].forEach((pitch, at) => {
    if (!context) return;
    const start = currentTime + at * 0.14;
    const note = context.createOscillator();
    const gainNode = context.createGain();
    note.frequency.value = pitch;
    gainNode.gain.setValueAtTime(0.0001, start);
    gainNode.gain.exponentialRampToValueAtTime(0.12, start + 0.02);
    gainNode.gain.exponentialRampToValueAtTime(0.0001, start + 0.24);
    note.connect(gainNode).connect(destination);
    note.start(start);
    note.stop(start + 0.25);
  });
}
