// The script of a kit: it checks what this file says of itself, then starts the owner's page.
import "./language.js";
import "./words.js";
import { isWhole } from "./contents.js";
import { kit as texts } from "./texts.js";

start().catch((error) => {
  console.error(error);
  refuse();
});

async function start() {
  if (await isWhole()) await import("../app.js");
  else refuse();
}

function refuse() {
  const late = document.getElementById("late");
  late.textContent = texts.damaged;
  late.classList.remove("late");
  late.setAttribute("role", "alert");
}
