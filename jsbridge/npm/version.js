/** Of the package and of its engine. */
export const version = "0.1.0";
