// Where the page is told what is asked for. In a kit the terms are beside the page: kit-page/surroundings.js.

/** The part of the address after #, which is empty or the name of a place in the page if nothing is asked for. */
export const asked = () => location.hash;
