/**
 * Keys that say by their beginning whose they are: `ghp_…`, `sk-ant-…`, `AKIA…`. The forms are the providers' own, as they and the published rule lists
 * (gitleaks, secretlint) tell them. Those that end in a separator are found at that rare character; the others at their first three.
 */
import { beginsWord, isTokenChar, type Secret, tokenEnd } from "./masking-text.ts";

interface Prefix {
  text: string;
  /** Characters that must follow. */
  min: number;
  /** What the front of the body must have, where ordinary words could follow such a prefix: a digit; digits with small and capital letters; nothing but hex. */
  body?: "digit" | "mixed" | "hex";
  /** The body may have the rest of base64 and dots. */
  dots?: boolean;
  /** Part of a longer word it would be no key: `risk-…`. The others are too odd to be part of anything. */
  apart?: boolean;
}

const many = (texts: string, rest: Omit<Prefix, "text">): Prefix[] => texts.split(" ").map((text) => ({ text, ...rest }));
const word = (text: string, min: number, body: NonNullable<Prefix["body"]> = "digit"): Prefix => ({ text, min, body, apart: true });

const PREFIXES: Prefix[] = [
  // Models and what serves them
  ...many("sk-ant- sk-proj- sk-or-v1- sk-svcacct- sk-admin- sk-lf-", { min: 16 }), word("sk-", 18),
  word("pplx-", 30), word("xai-", 40), word("gsk_", 30), word("hf_", 24), word("api_org_", 30), word("r8_", 30, "mixed"), word("nvapi-", 40), word("tvly-", 20), word("fc-", 32, "hex"),
  word("pcsk_", 40), word("lsv2_pt_", 32), word("lsv2_sk_", 32), word("csk-", 40), word("fw_", 20, "mixed"), word("tgp_v1_", 30), word("jina_", 40), word("voyage-", 30, "mixed"),
  // Code and packages
  ...many("ghp_ gho_ ghu_ ghs_ ghr_ github_pat_", { min: 20 }),
  ...many("glpat- gldt- glrt- glcbt- glptt- glft- glimt- glagent- gloas- glsoat- glffct-", { min: 16 }),
  { text: "npm_", min: 30 }, { text: "pypi-", min: 40, body: "digit" }, { text: "rubygems_", min: 40 }, { text: "dckr_pat_", min: 20 }, { text: "dckr_oat_", min: 20 }, { text: "CLOJARS_", min: 50 },
  ...many("squ_ sqp_ sqa_", { min: 40, body: "hex" }), word("sgp_", 40), ...many("CCIPAT_ CCIPRJ_", { min: 30 }), ...many("bkua_ bkct_ bkrt_", { min: 30, apart: true }),
  // Clouds and hosting
  { text: "GOCSPX-", min: 20 }, { text: "ya29.", min: 20, dots: true, apart: true }, ...many("dop_v1_ doo_v1_ dor_v1_", { min: 40 }), word("v1.0-", 100), ...many("hvs. hvb. hvr.", { min: 20, apart: true }),
  { text: ".atlasv1.", min: 50 }, word("pul-", 40, "hex"), ...many("dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.", { min: 40, dots: true, apart: true }), { text: "HRKU-", min: 30 },
  ...many("fm1r_ fm1a_ fm2_ fo1_", { min: 40, dots: true, apart: true }), word("rnd_", 24, "mixed"), word("nfp_", 30), word("vcp_", 20, "mixed"), word("vercel_blob_rw_", 20), { text: "sha256~", min: 40 },
  { text: "tskey-", min: 20, body: "digit", apart: true }, word("A3-", 30), word("napi_", 40), ...many("pscale_tkn_ pscale_pw_ pscale_oauth_", { min: 30 }),
  word("sbp_", 30), { text: "sb_secret_", min: 16 }, { text: "pnu_", min: 30, body: "digit", apart: true },
  // Messages
  ..."abcdeoprs".split("").map((kind) => ({ text: `xox${kind}-`, min: 10 })), word("xapp-", 20), word("xwfp-", 20),
  { text: "SG.", min: 40, dots: true, apart: true }, word("key-", 32, "hex"), { text: "xkeysib-", min: 60 }, { text: "xsmtpsib-", min: 60 }, word("re_", 24, "mixed"),
  // Money and shops
  ...many("sk_live_ sk_test_ rk_live_ rk_test_ sk_prod_ rk_prod_", { min: 10 }), ...many("live_sk_ test_sk_ live_gsk_ test_gsk_", { min: 20 }), { text: "whsec_", min: 16 },
  ...many("shpat_ shpca_ shppa_ shpss_", { min: 24 }), ...many("sq0atp- sq0csp- sq0idp-", { min: 20 }), { text: "access_token$production$", min: 30 }, word("shippo_live_", 30), word("duffel_live_", 30),
  ...many("FLWSECK-", { min: 20 }), ...many("FLWSECK_TEST-", { min: 12 }),
  // Watching and working together
  ...many("glsa_", { min: 24 }), { text: "glc_", min: 60, body: "digit", apart: true, dots: true }, ...many("sntrys_ sntryu_", { min: 40, dots: true }), { text: "NRAK-", min: 20 }, { text: "NRII-", min: 20 }, { text: "dt0c01.", min: 60, dots: true }, word("phx_", 40),
  { text: "lin_api_", min: 24 }, { text: "lin_oauth_", min: 24 }, word("ntn_", 30), word("secret_", 40, "mixed"), ...many("figd_ figu_ figo_", { min: 30, apart: true }), word("pat-na1-", 30), word("pat-eu1-", 30),
  { text: "PMAK-", min: 40 }, { text: "CFPAT-", min: 30 }, word("tfp_", 40), word("sl.", 100, "mixed"), ...many("sm_aat_ sm_pat_ sm_sat_", { min: 16, apart: true }), word("aio_", 28, "mixed"), word("ico-", 32),
  { text: "rdme_", min: 60, apart: true },
];

/** Without a separator at their end; they stand apart always. */
const WORDS: Prefix[] = [
  ...many("AKIA ASIA ABIA ACCA", { min: 16 }), { text: "AIza", min: 30 }, { text: "AKCp", min: 60 }, { text: "ATATT3", min: 100, dots: true }, { text: "ATCTT3", min: 100, dots: true }, { text: "ATBB", min: 30, body: "digit" },
  { text: "ABSK", min: 100, dots: true, body: "mixed" }, { text: "AQVN", min: 35, body: "digit" }, { text: "AGE-SECRET-KEY-1", min: 50 }, { text: "LTAI", min: 16, body: "digit" }, { text: "EAA", min: 50, body: "mixed" },
  { text: "EZAK", min: 50 }, { text: "EZTK", min: 50 }, { text: "dapi", min: 32, body: "hex" }, { text: "oy2", min: 43, body: "digit" }, { text: "cio", min: 32, body: "mixed" }, { text: "GR1348941", min: 20 }, { text: "ops_eyJ", min: 100, dots: true },
  ..."0123456789abcdef".split("").map((digit): Prefix => ({ text: `SK${digit}`, min: 31, body: "hex" })), { text: "1//0", min: 40, body: "mixed" },
];

const PREFIXES_BY_LAST_TWO = new Map<number, Prefix[]>();
for (const prefix of PREFIXES) {
  const pair = pairAt(prefix.text, prefix.text.length - 2);
  PREFIXES_BY_LAST_TWO.set(pair, [...(PREFIXES_BY_LAST_TWO.get(pair) ?? []), prefix]);
}
const BEFORE_SEPARATOR = new Uint8Array(128);
for (const { text } of PREFIXES) BEFORE_SEPARATOR[text.charCodeAt(text.length - 2)] = 1;

const WORDS_BY_FIRST_THREE = new Map<string, Prefix[]>();
for (const word of WORDS) {
  const front = word.text.slice(0, 3);
  WORDS_BY_FIRST_THREE.set(front, [...(WORDS_BY_FIRST_THREE.get(front) ?? []), word]);
}

/** First three characters of each key that is found by them. */
export const KEY_WORD_FRONTS: readonly string[] = [...WORDS_BY_FIRST_THREE.keys()];

function pairAt(text: string, at: number): number {
  return text.charCodeAt(at) * 128 + text.charCodeAt(at + 1);
}

/** True when a known prefix has such a character before its last. */
export function mayEndPrefix(code: number): boolean {
  return code < 128 && BEFORE_SEPARATOR[code] === 1;
}

/** A key with a known prefix whose last character (`-`, `_`, `.`, `~`, `$` …) stands at `at`. */
export function prefixedKey(text: string, at: number, floor: number): Secret | null {
  if (at <= floor) return null;
  const candidates = PREFIXES_BY_LAST_TWO.get(pairAt(text, at - 1));
  if (candidates === undefined) return null;
  for (const prefix of candidates) {
    const start = at - prefix.text.length + 1;
    if (start < floor || !text.startsWith(prefix.text, start) || (prefix.apart && !beginsWord(text, start))) continue;
    const found = keyWith(text, start, prefix);
    if (found !== null) return found;
  }
  return null;
}

/** A key whose first three characters stand at `at`. */
export function keyWord(text: string, at: number): Secret | null {
  if (!beginsWord(text, at)) return null;
  for (const word of WORDS_BY_FIRST_THREE.get(text.slice(at, at + 3)) ?? []) {
    if (!text.startsWith(word.text, at)) continue;
    const found = keyWith(text, at, word);
    if (found !== null) return found;
  }
  return null;
}

function keyWith(text: string, start: number, { text: prefix, min, body, dots }: Prefix): Secret | null {
  const from = start + prefix.length;
  // Near the front only: a run that is refused must not be read to its end again and again.
  if (!isTokenChar(text.charCodeAt(from)) || (body !== undefined && !bodyFits(text, from, body, min))) return null;
  let end = tokenEnd(text, from, dots);
  // Such keys have a second part behind one more.
  if (prefix.endsWith("$") && text.charCodeAt(end) === 36) end = tokenEnd(text, end + 1);
  return end - from >= min ? { start, end, keep: prefix.length } : null;
}

function bodyFits(text: string, from: number, body: "digit" | "mixed" | "hex", min: number): boolean {
  const front = text.slice(from, from + Math.max(48, Math.min(min, 64)));
  const run = /^[\w+/=-]*/.exec(front)![0];
  if (body === "hex") return /^[0-9a-f]*/.exec(run)![0].length >= Math.min(min, 64);
  if (body === "mixed") return /[0-9]/.test(run) && /[a-z]/.test(run) && /[A-Z]/.test(run) && !/AAAA/.test(run);
  return /[0-9]/.test(front);
}
