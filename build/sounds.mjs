// Makes the sounds of the app, renderer/mascots/sounds/*.wav, from the notes below: soft struck bars, a few partials that die away at their own pace.
//   node build/sounds.mjs            writes
//   node build/sounds.mjs --check    exit 1 when what is committed differs
import fs from "node:fs";
import path from "node:path";

const RATE = 22_050;
const PEAK = 0.5;
const folder = path.resolve(import.meta.dirname, "../renderer/mascots/sounds");

/** Frequency over the note's, loudness, and seconds until a 1/e of it is left. */
const PARTIALS = [[1, 1, 0.22], [2, 0.28, 0.13], [3.93, 0.16, 0.05], [9.2, 0.04, 0.018]];

/** Each note: when it begins in s, Hz, loudness. */
const SOUNDS = {
  // A question's rise: E5, A5.
  needs: { length: 0.85, notes: [[0, 659.26, 0.9], [0.15, 880, 1]] },
  // A chord that arrives: C5, E5, G5.
  finished: { length: 0.95, notes: [[0, 523.25, 0.8], [0.11, 659.26, 0.8], [0.22, 783.99, 1]] },
  // A fall, low and short: A4, F4.
  failed: { length: 0.75, notes: [[0, 440, 1], [0.17, 349.23, 0.9]] },
};

/** @param {{ length: number, notes: number[][] }} sound */
function samplesOf({ length, notes }) {
  const samples = new Float64Array(Math.round(length * RATE));
  for (const [from = 0, pitch = 0, loud = 0] of notes) {
    for (let i = Math.round(from * RATE); i < samples.length; i += 1) samples[i] = (samples[i] ?? 0) + loud * struck(i / RATE - from, pitch);
  }
  const highest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  // The last 60 ms go to nothing, so that no end clicks.
  return samples.map((sample, i) => (sample / highest) * PEAK * Math.min(1, (samples.length - i) / (0.06 * RATE)));
}

/** @param {number} t @param {number} pitch */
function struck(t, pitch) {
  const attack = Math.min(1, t / 0.004);
  return attack * PARTIALS.reduce((sum, [ratio = 1, loud = 0, decay = 1]) => sum + loud * Math.exp(-t / decay) * Math.sin(2 * Math.PI * pitch * ratio * t), 0);
}

/** @param {Float64Array} samples */
function wav(samples) {
  const data = Buffer.alloc(44 + samples.length * 2);
  data.write("RIFF", 0);
  data.writeUInt32LE(data.length - 8, 4);
  data.write("WAVEfmt ", 8);
  data.writeUInt32LE(16, 16);
  data.writeUInt16LE(1, 20);
  data.writeUInt16LE(1, 22);
  data.writeUInt32LE(RATE, 24);
  data.writeUInt32LE(RATE * 2, 28);
  data.writeUInt16LE(2, 32);
  data.writeUInt16LE(16, 34);
  data.write("data", 36);
  data.writeUInt32LE(samples.length * 2, 40);
  samples.forEach((sample, i) => data.writeInt16LE(Math.round(sample * 32_767), 44 + i * 2));
  return data;
}

const isCheck = process.argv.includes("--check");
fs.mkdirSync(folder, { recursive: true });
for (const [name, sound] of Object.entries(SOUNDS)) {
  const file = path.join(folder, `${name}.wav`);
  const made = wav(samplesOf(sound));
  if (!isCheck) fs.writeFileSync(file, made);
  else if (!fs.existsSync(file) || !fs.readFileSync(file).equals(made)) {
    process.stderr.write(`${file} is not what build/sounds.mjs makes\n`);
    process.exitCode = 1;
  }
}
