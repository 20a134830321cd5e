// Whether the owner can really see a question, as far as the browser says: the page around an embedded frame could lay
// something over it or make it transparent, and lead a click.

const MILLISECONDS = 800;

/**
 * Calls `tell(true)` once the element has been in full view and uncovered for a moment, `tell(false)` whenever it is no
 * longer. Browsers without the second version of IntersectionObserver say only that it is in view. Returns the end of it.
 */
export function watchSight(element, tell) {
  let timer;
  const observer = new IntersectionObserver(
    (entries) => {
      const { isIntersecting, isVisible } = entries.at(-1);
      clearTimeout(timer);
      if (isIntersecting && (isVisible ?? true)) timer = setTimeout(tell, MILLISECONDS, true);
      else tell(false);
    },
    { threshold: 1, trackVisibility: true, delay: 100 },
  );
  observer.observe(element);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
  };
}
