// The receiver of an invitation, asked and delivered to as the command line does it.
export { askReceiver, deliver, objection } from "../receiver.js";
