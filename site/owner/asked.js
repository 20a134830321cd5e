// Where the page is told what is asked for. In a kit the terms are beside the page: kit-page/surroundings.js.

/** The part of the address after #, which is empty or the name of a place in the page if nothing is asked for. */
export const asked = () => location.hash;

/** Whether all that an invitation names is on this page's own site. */
export const isOwn = ({ samples, baseFile, model, reply }) =>
  [...samples.map(({ source }) => source), baseFile, model, reply].every(
    (address) => address === undefined || new URL(address).origin === location.origin,
  );
