// All that the app takes from Express, for its bundle: the router is a package of Express' own. What comes beside it, readers of bodies in every character set of the world and types of all files, would be kept in memory as text.
exports.Router = require("router");
