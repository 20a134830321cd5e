/**
 * Lets `most` pieces of work run at a time. Each request starts a Go program with memory of its own, and an isolate has 128 MB
 * for all of them. Those who wait look again by timers of their own: a promise that another request keeps counts as hanging
 * to the runtime.
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
