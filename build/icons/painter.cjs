// Runs inside Electron: paints SVGs to raw pixels. Chromium draws them as it will draw the mascots.
const { app, BrowserWindow } = require("electron");
const { readFileSync, writeFileSync } = require("node:fs");

const jobFile = process.argv.at(-1) ?? "";

app.disableHardwareAcceleration();
void app.whenReady().then(async () => {
  const window = new BrowserWindow({ show: false, webPreferences: { sandbox: true } });
  await window.loadURL("data:text/html,<canvas></canvas>");
  const jobs = JSON.parse(readFileSync(jobFile, "utf8"));
  for (const { svg, size, target } of jobs) {
    const pixels = await window.webContents.executeJavaScript(`(${paint})(${JSON.stringify({ svg, size })})`);
    writeFileSync(target, Buffer.from(pixels, "base64"));
  }
  app.quit();
});

/** Runs in the page; gives RGBA rows in base64. */
const paint = `async ({ svg, size }) => {
  const image = new Image();
  const sized = svg.replace("<svg ", '<svg width="' + size + '" height="' + size + '" ');
  image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(sized);
  await image.decode();
  const canvas = document.querySelector("canvas");
  canvas.width = canvas.height = size;
  const brush = canvas.getContext("2d");
  brush.drawImage(image, 0, 0, size, size);
  const bytes = brush.getImageData(0, 0, size, size).data;
  let text = "";
  for (let at = 0; at < bytes.length; at += 32768) text += String.fromCharCode(...bytes.subarray(at, at + 32768));
  return btoa(text);
}`;
