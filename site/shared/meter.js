// A progress bar and its words. Not a live region: it changes many times a second.
const SETTLED = 1000; // ms to watch before the first estimate of the time left

/** `place` holds a progress element and a paragraph. Returns {show, set}. */
export function meter(place) {
  const [bar, words] = place.children;
  let begun; // {time, done, total} of the present stage

  return {
    show(on) {
      place.hidden = !on;
      begun = undefined;
    },
    /** `text` may be a function of the seconds left, undefined while they are not known. */
    set(text, done, total) {
      if (!total || total !== begun?.total || done < begun.done) begun = { time: performance.now(), done, total };
      words.textContent = typeof text === "function" ? text(secondsLeft(done, total)) : text;
      if (total) Object.assign(bar, { max: total, value: done });
      else bar.removeAttribute("value");
    },
  };

  function secondsLeft(done, total) {
    const spent = performance.now() - begun.time;
    return total && spent >= SETTLED && done > begun.done
      ? ((spent / 1000) * (total - done)) / (done - begun.done)
      : undefined;
  }
}
