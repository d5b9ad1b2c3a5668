// The tray icon: the mascot's face, and for each state a mark of its own shape, so that states are told apart without colour.

/** @typedef {"idle" | "working" | "needs" | "error" | "paused"} TrayState */
/** @typedef {"light" | "dark" | "template"} TrayTone  the panel it is drawn for; `template` is black only, macOS tints it */

/** @type {readonly TrayState[]} */
export const trayStates = ["idle", "working", "needs", "error", "paused"];

const shape = "M13.500 9C8.600 9 5.600 12 4 16.200C2.800 19.400 2.200 22.400 3 24.600C4 27.200 8 28 13.500 28S23 27.200 24 24.600C24.800 22.400 24.200 19.400 23 16.200C21.400 12 18.400 9 13.500 9Z";
const leaves = "M13.500 6.800C12.200 3.800 9.400 2.200 6.200 2.800C6.600 6 9.800 8.200 13.500 6.800ZM13.500 6.800C13.800 3.600 16.600 1.400 20.400 1.600C20.600 5.200 17.600 7.800 13.500 6.800Z";

const openEyes = '<ellipse cx="9.400" cy="18.600" rx="1.900" ry="2.600"/><ellipse cx="17.600" cy="18.600" rx="1.900" ry="2.600"/>';
const eyes = {
  idle: openEyes,
  working: openEyes,
  needs: '<ellipse cx="9.400" cy="18" rx="2.300" ry="3.200"/><ellipse cx="17.600" cy="18" rx="2.300" ry="3.200"/>',
  error: strokes("M7.400 16.800L11.400 20.400M11.400 16.800L7.400 20.400M15.600 16.800L19.600 20.400M19.600 16.800L15.600 20.400", 1.7),
  paused: strokes("M7.200 18.600C8.200 20.200 10.600 20.200 11.600 18.600M15.400 18.600C16.400 20.200 18.800 20.200 19.800 18.600", 1.8),
};

/** Marks in the lower right corner: disc with dots, tall sign, diamond, bars. */
const marks = {
  idle: undefined,
  working: {
    plate: '<rect x="14" y="20" width="18" height="11" rx="5.500"/>',
    sign: '<circle cx="18.600" cy="25.500" r="1.700"/><circle cx="23" cy="25.500" r="1.700"/><circle cx="27.400" cy="25.500" r="1.700"/>',
    colour: "#2f7fd6",
  },
  needs: {
    plate: '<path d="M25 6.500C28.600 6.500 31.500 9.400 31.500 13V25C31.500 28.600 28.600 31.500 25 31.500S18.500 28.600 18.500 25V13C18.500 9.400 21.400 6.500 25 6.500Z"/>',
    sign: '<rect x="23.300" y="10.400" width="3.400" height="11" rx="1.700"/><circle cx="25" cy="26.200" r="2.100"/>',
    colour: "#e08600",
  },
  error: {
    plate: '<path d="M23 14.500L31.500 23L23 31.500L14.500 23Z" stroke-linejoin="round"/>',
    sign: strokes("M20.800 20.800L25.200 25.200M25.200 20.800L20.800 25.200", 2.2),
    colour: "#d2342c",
  },
  paused: {
    plate: '<rect x="17" y="17" width="14.500" height="14.500" rx="4"/>',
    sign: '<rect x="20.600" y="20.400" width="2.800" height="7.700" rx="1"/><rect x="25.100" y="20.400" width="2.800" height="7.700" rx="1"/>',
    colour: "#6b6560",
  },
};

/**
 * @param {string} path
 * @param {number} width
 */
function strokes(path, width) {
  return `<path d="${path}" fill="none" stroke="var(--ink)" stroke-width="${width}" stroke-linecap="round"/>`;
}

/**
 * @param {TrayState} state
 * @param {TrayTone} tone
 * @returns {string} an SVG document
 */
export function drawTray(state, tone) {
  return tone === "template" ? drawTemplate(state) : drawColoured(state, tone);
}

/**
 * @param {TrayState} state
 * @param {"light" | "dark"} tone
 */
function drawColoured(state, tone) {
  const outline = tone === "dark" ? "#fff3e6" : "#7d332a";
  const body = state === "paused" ? "#cfc4bb" : "#fb8f76";
  const leaf = state === "paused" ? "#a8b39f" : "#86c86b";
  return document(`
    <path d="M13.500 10V6" stroke="${outline}" stroke-width="2"/>
    <path d="${leaves}" fill="${leaf}" stroke="${outline}" stroke-width="1.400" stroke-linejoin="round"/>
    <path d="${shape}" fill="${body}" stroke="${outline}" stroke-width="2"/>
    <ellipse cx="13.500" cy="20" rx="8.600" ry="5.600" fill="#fff0dd"/>
    ${inked(`<g fill="#4b2622">${eyes[state]}</g>`, "#4b2622")}
    ${colouredMark(state, outline)}`);
}

/**
 * @param {TrayState} state
 * @param {string} outline
 */
function colouredMark(state, outline) {
  const mark = marks[state];
  if (!mark) return "";
  return `<g fill="${mark.colour}" stroke="${outline}" stroke-width="1.600">${mark.plate}</g>${inked(`<g fill="#fff">${mark.sign}</g>`, "#fff")}`;
}

/**
 * Black with holes: eyes are cut out of the face, the mark out of a gap in it, the sign out of the mark.
 * @param {TrayState} state
 */
function drawTemplate(state) {
  const mark = marks[state];
  const gap = mark ? `<g fill="#000" stroke="#000" stroke-width="4">${mark.plate}</g>` : "";
  const sign = mark ? inked(`<g fill="#000">${mark.sign}</g>`, "#000") : "";
  return document(`
    <mask id="face"><rect width="32" height="32" fill="#fff"/>${inked(`<g fill="#000">${eyes[state]}</g>`, "#000")}${gap}</mask>
    <mask id="mark"><rect width="32" height="32" fill="#fff"/>${sign}</mask>
    <g mask="url(#face)"><path d="M13.500 11V6" stroke="#000" stroke-width="2"/><path d="${leaves}"/><path d="${shape}"/></g>
    ${mark ? `<g mask="url(#mark)">${mark.plate}</g>` : ""}`);
}

/**
 * @param {string} drawing
 * @param {string} colour
 */
function inked(drawing, colour) {
  return drawing.replaceAll("var(--ink)", colour);
}

/** @param {string} content */
function document(content) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${content}</svg>`;
}
