// Runs inside Electron: opens each sheet and writes all of it, however tall, as one picture.
const { app, BrowserWindow } = require("electron");
const { writeFileSync } = require("node:fs");

const jobs = JSON.parse(process.argv.at(-1) ?? "[]");

app.disableHardwareAcceleration();
app.whenReady().then(paintAll).then(
  () => app.quit(),
  (error) => {
    console.error(error);
    app.exit(1);
  },
);

async function paintAll() {
  const window = new BrowserWindow({ width: 1240, height: 780, webPreferences: { sandbox: true } });
  for (const { url, target } of jobs) {
    await window.loadURL(url);
    const clip = await window.webContents.executeJavaScript(`(${whenDrawn})()`);
    writeFileSync(target, await picture(window.webContents.debugger, clip));
  }
}

/**
 * @param {Electron.Debugger} devtools
 * @param {{ x: number, y: number, width: number, height: number }} clip
 */
async function picture(devtools, clip) {
  devtools.attach("1.3");
  try {
    const { data } = await devtools.sendCommand("Page.captureScreenshot", { format: "png", captureBeyondViewport: true, clip: { ...clip, scale: 1 } });
    return Buffer.from(data, "base64");
  } finally {
    devtools.detach();
  }
}

/** Runs in the page; resolves once the sheet stands, with its box. */
const whenDrawn = `() => new Promise((resolve, reject) => {
  const deadline = Date.now() + 30000;
  const look = () => {
    const sheet = document.querySelector(".sheet svg") && document.querySelector(".sheet");
    if (sheet) {
      const { x, y, width, height } = sheet.getBoundingClientRect();
      return setTimeout(() => resolve({ x, y, width, height }), 300);
    }
    if (Date.now() > deadline) return reject(new Error("the contact sheet was not drawn"));
    setTimeout(look, 50);
  };
  look();
})`;
