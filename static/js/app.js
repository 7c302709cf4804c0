// The start of all behaviours. Each module listens on the document, so that swapped parts need no new start.
import "./menus.js";
