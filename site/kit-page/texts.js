// English texts of the owner's page in a kit.
export const kit = {
  alone:
    "This one file holds everything and asks nothing of any network. Save the result, and send it to whoever gave you this file.",
  notAsked: (host) => `The result is for ${host}. Nothing is asked of it now.`,
  later: (address) =>
    `On a machine with a network, the page deliver.html of any privadapt site or “privadapt submit THIS-FILE --release RELEASE” delivers the result to ${address}.`,
  damaged:
    "This file is damaged: its terms or its list of contents are not those that it was made with. Nothing was started. Ask for it again.",
};
