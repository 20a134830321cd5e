// An invitation as the npm package reads and writes it: the command line understands the same links.
export {
  FILES,
  formatInvitation,
  parseInvitation,
  parseLink,
  readingOf,
  termsOf,
  textsOf,
} from "../invitation.js";
