// Whether the owner can really see a question, as far as the browser can report it: the page around an embedded frame
// could lay something over it or make it transparent, and so mislead a click.

const MILLISECONDS = 800;

/**
 * Calls `report(true)` once the element has been in full view and uncovered for a moment, and `report(false)` whenever
 * it no longer is. Browsers without the second version of IntersectionObserver report only that it is in view. Returns
 * a function that ends this.
 */
export function watchSight(element, report) {
  let timer;
  // The second version of the interface, which not all browsers have.
  const visible = /** @type {any} */ ({ threshold: 1, trackVisibility: true, delay: 100 });
  const observer = new IntersectionObserver((entries) => {
    const { isIntersecting, isVisible } = /** @type {any} */ (entries.at(-1));
    clearTimeout(timer);
    if (isIntersecting && (isVisible ?? true)) timer = setTimeout(report, MILLISECONDS, true);
    else report(false);
  }, visible);
  observer.observe(element);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
  };
}
