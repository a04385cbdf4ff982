/** A virtual screen for browsers that draw only on one: Debian's Xvfb. */

/** Starts a screen. `display` is its name for the variable `DISPLAY`. The caller must stop it. */
export async function startScreen(): Promise<{ display: string; stop(): Promise<void> }> {
  const screen = Bun.spawn(
    ["Xvfb", "-displayfd", "1", "-screen", "0", "2000x1400x24", "-nolisten", "tcp"],
    { stdin: "ignore", stdout: "pipe", stderr: "ignore" },
  );
  return {
    display: `:${await readFirstLine(screen.stdout)}`,
    async stop() {
      screen.kill();
      await screen.exited;
    },
  };
}

/** Reads until the first line has arrived. */
async function readFirstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let told = "";
  for await (const chunk of stream) {
    told += decoder.decode(chunk, { stream: true });
    const [line, ...rest] = told.split("\n");
    if (line && rest.length > 0) return line;
  }
  throw new Error("Xvfb does not start");
}
