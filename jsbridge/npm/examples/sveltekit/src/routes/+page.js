export const prerender = true; // on the server, which imports privadapt, too
