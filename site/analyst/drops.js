// Files dropped anywhere on a page are taken. Otherwise the browser would leave the page for them.

/** `place` shows where to drop them, and `take` gets a list of files. */
export function acceptDrops(place, take) {
  addEventListener("dragover", (event) => {
    event.preventDefault();
    place.classList.add("over");
  });
  addEventListener("dragleave", (event) => event.relatedTarget === null && place.classList.remove("over"));
  addEventListener("drop", (event) => {
    place.classList.remove("over");
    // A file input takes what is dropped on it by itself.
    if (event.target instanceof HTMLInputElement && event.target.type === "file") return;
    event.preventDefault();
    take([...event.dataTransfer.files]);
  });
}
