/** Runs `work(signal)`. Ctrl-C and SIGTERM abort the signal; a second Ctrl-C ends the program at once. */
export async function interruptible(work) {
  const controller = new AbortController();
  const interrupt = () => {
    if (controller.signal.aborted) process.exit(130); // removes its unfinished files on exit
    controller.abort();
  };
  process.on("SIGINT", interrupt);
  process.on("SIGTERM", interrupt);
  try {
    return await work(controller.signal);
  } finally {
    process.off("SIGINT", interrupt);
    process.off("SIGTERM", interrupt);
  }
}
