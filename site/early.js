// Before anything is drawn: whether a link asks for something, so that what is drawn first stays where it is.
if (location.hash.includes("=")) document.documentElement.classList.add("asked");
