/**
 * Runs at most `most` tasks at a time. Each request starts a Go program with memory of its own, and an isolate has 128
 * MB for all of them. Waiting requests poll by timers of their own, because the runtime treats a promise that another
 * request holds as hanging.
 */
export function turns(most) {
  let running = 0;
  return async (work) => {
    while (running >= most) await new Promise((resolve) => setTimeout(resolve, 5 + 10 * Math.random()));
    running++;
    try {
      return await work();
    } finally {
      running--;
    }
  };
}
