// A progress bar and its words. Not a live region: it changes many times a second.

/** `place` holds a progress element and a paragraph. Returns {show, set}. */
export function meter(place) {
  const [bar, words] = place.children;

  return {
    show(on) {
      place.hidden = !on;
    },
    set(text, done, total) {
      words.textContent = text;
      if (total) Object.assign(bar, { max: total, value: done });
      else bar.removeAttribute("value");
    },
  };
}
