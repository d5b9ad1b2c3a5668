// What any Electron app with one window and an HTTP server costs: the baseline of start and memory.
const { createServer } = require("node:http");
const { app, BrowserWindow } = require("electron");

app.setPath("userData", process.env.BARE_DATA);
createServer((_request, response) => response.end("ok")).listen(Number(process.env.BARE_PORT), "127.0.0.1");
app.whenReady().then(() => new BrowserWindow({ width: 400, height: 300, webPreferences: { sandbox: true } }).loadURL("data:text/html,<p>bare</p>"));
process.on("SIGTERM", () => app.exit(0));
