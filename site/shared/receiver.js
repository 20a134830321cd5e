// The receiver of an invitation, asked and delivered to as the command line does it.
export { askReceiver, closed, deliver, objectionTo } from "../receiver.js";
