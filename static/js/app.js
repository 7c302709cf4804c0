// The start of all behaviours. Each module listens on the document, so that swapped parts need no new start.
import "./menus.js";
import "./dialogs.js";
import "./keys.js";
import "./rows.js";
import "./selection.js";
import "./search-box.js";
import "./copy.js";
import "./busy.js";
