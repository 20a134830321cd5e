// What can be wrong with an invitation, in English. The sentences never repeat a stranger's text, for whoever made a link
// chose it; the name of an unknown field is repeated only where it is a plain word.

/** One sentence for each field, whatever is wrong with it; it says what is right. */
export const faults = {
  source: "The address of the public sample must be a whole https:// address (http:// only on localhost) of at most 2,000 characters, without a user name, a password or a part after #.",
  sha256: "The SHA-256 of the sample must be 64 hexadecimal digits.",
  label: "The name of the label column must be plain text of at most 200 characters, without line breaks, control characters or characters that turn the writing direction.",
  epsilonMin: "The smallest ε must be a number from 0.01 to 10.",
  epsilonMax: "The largest ε must be a number from 0.01 to 10: beyond that hardly anything is protected.",
  epsilon: "The suggested ε must be a number from 0.01 to 10.",
  delta: "δ must be a number from 1e-12 to 1e-4: a larger one would give single rows away.",
  release: "The kind of result must be model, weights or moments.",
  reply: "The address for the reply must be a whole https:// address (http:// only on localhost) of at most 2,000 characters, without a user name, a password or a part after #.",
  campaign: "The name of the campaign must be 1 to 64 letters without accents, digits, dots, hyphens or underscores.",
  title: "The title must be plain text of at most 120 characters, without line breaks, control characters or characters that turn the writing direction.",
  asker: "The name of who asks must be plain text of at most 120 characters, without line breaks, control characters or characters that turn the writing direction.",
  token: "The token must be 16 to 128 letters without accents, digits, hyphens or underscores.",
};

export const missing = {
  source: "It does not say where the public sample is.",
  label: "It does not name the label column.",
};

/** What does not fit together. */
export const conflicts = {
  epsilon: "The three values of ε are not in order: smallest ≤ suggested ≤ largest.",
  token: "A token goes with a reply, and there is no address for the reply.",
};

/** What is wrong with a link as a whole. */
export const link = {
  tooLong: "It is longer than any invitation.",
  encoding: "It is damaged: part of it cannot be read. Ask for the link again, and copy it whole.",
  repeated: (field) => `It states “${field}” more than once.`,
  unknown: (name) =>
    /^[A-Za-z0-9-]{1,30}$/.test(name)
      ? `It asks for “${name}”, which this page does not know. It may come from another version of this page.`
      : "It asks for something that this page does not know. It may come from another version of this page.",
};
