// An invitation as the npm package reads and writes it: the command line understands the same links.
export {
  formatInvitation,
  listed,
  parseInvitation,
  parseLink,
  readingOf,
  readingTexts,
  termsOf,
  textsOf,
} from "../invitation.js";
