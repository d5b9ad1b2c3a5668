import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nameKind } from "./masking-names.ts";
import { mask, maskDeep, maskText } from "./masking.ts";

const random = (length: number) => "aB3dE5fG7hJ9kL1mN".repeat(Math.ceil(length / 17)).slice(0, length);
/** Invented, none is live. */
const TOKENS: Record<string, string> = {
  anthropic: `sk-ant-api03-${random(90)}`,
  "openai-like": `sk-${random(48)}`,
  "project key": `sk-proj-${random(60)}`,
  openrouter: `sk-or-v1-${random(64)}`,
  "github personal": `ghp_${random(36)}`,
  "github oauth": `gho_${random(36)}`,
  "github fine-grained": `github_pat_${random(22)}_${random(59)}`,
  gitlab: `glpat-${random(20)}`,
  "slack bot": `xoxb-123456789012-${random(24)}`,
  "slack user": `xoxp-1234567890-${random(30)}`,
  google: `AIza${random(35)}`,
  aws: "AKIAIOSFODNN7EXAMPLE",
  "aws session": "ASIAIOSFODNN7EXAMPLE",
  "stripe live": `sk_live_${random(24)}`,
  "stripe restricted": `rk_live_${random(24)}`,
  npm: `npm_${random(36)}`,
  huggingface: `hf_${random(34)}`,
  supabase: `sbp_${random(40)}`,
  sendgrid: `SG.${random(22)}.${random(43)}`,
  jwt: `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.${random(43)}`,
  telegram: `123456789:AA${random(33)}`,
};

/** Ways in which a secret meets us; each gives a text that holds it. */
const PLACES: Record<string, (secret: string) => string> = {
  alone: (s) => s,
  "in a sentence": (s) => `use ${s} for that.`,
  "in a command": (s) => `curl -H "X-Key: ${s}" https://example.com`,
  "in JSON": (s) => JSON.stringify({ note: `it is ${s}`, n: 1 }),
  "in JSON in a string": (s) => JSON.stringify({ body: JSON.stringify({ note: s }) }),
  "in an address": (s) => `https://example.com/x?k=${s}&y=1`,
  "in brackets": (s) => `(${s})`,
  "in a list": (s) => `a,${s},b`,
  "after an escaped line break": (s) => JSON.stringify(`line\n${s}\nline`),
  "between Korean words": (s) => `키는 ${s} 입니다`,
};

describe("secrets told by their own form", () => {
  describe.each(Object.entries(TOKENS))("%s", (_kind, secret) => {
    it.each(Object.entries(PLACES))("%s", (_place, put) => {
      const masked = maskText(put(secret));
      expect(masked).not.toContain(secret);
      expect(masked).not.toContain(secret.slice(0, -6));
      expect(masked).toContain("***");
    });

    it("keeps its last characters, so that two masks of it match", () => {
      expect(maskText(`one ${secret} two`)).toContain(`***${secret.slice(-4)}`);
    });
  });

  it("the secret half that follows a cloud key", () => {
    const secret = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";
    expect(secret).toHaveLength(40);
    expect(maskText(`AKIAIOSFODNN7EXAMPLE ${secret}`)).not.toContain("wJalr");
    expect(maskText(`AKIAIOSFODNN7EXAMPLE:${secret}`)).not.toContain("wJalr");
  });

  it.each(["RSA PRIVATE KEY", "PRIVATE KEY", "OPENSSH PRIVATE KEY", "EC PRIVATE KEY", "PGP PRIVATE KEY BLOCK"])("X5: a block of %s across lines, escaped lines, or without its end", (label) => {
    const lines = [`-----BEGIN ${label}-----`, random(64), random(64), `-----END ${label}-----`];
    for (const text of [lines.join("\n"), JSON.stringify(lines.join("\n")), lines.join("\\n"), lines.slice(0, 3).join("\n")]) {
      expect(maskText(`before ${text}`)).not.toContain(random(20));
    }
    expect(maskText(`${lines.join("\n")}\nafter`)).toMatch(/after$/);
  });

  it.each([
    [`https://hooks.slack.com/services/T00000000/B00000000/${random(24)}`], [`https://discord.com/api/webhooks/123456789012345678/${random(68)}`],
    [`https://discordapp.com/api/webhooks/1/${random(68)}`], [`https://discord.com/api/v10/webhooks/1/${random(68)}`],
  ])("O7: a webhook address is a secret: %s", (address) => {
    const masked = maskText(`post to ${address} now`);
    expect(masked).not.toContain(random(20));
    expect(masked).toMatch(/^post to https:\/\/.*\*\*\*.{4} now$/);
  });

  it.each([
    ["postgres://u:p%40ss@h/db", "postgres://u:***@h/db"], ["https://bob:hunter2@example.com/x", "https://bob:***@example.com/x"], ["redis://:secretpw@h:6379", "redis://:***@h:6379"],
    ["mongodb+srv://u:p@ss@h/db", "mongodb+srv://u:***@h/db"],
  ])("X5: the password of %s", (address, expected) => {
    expect(maskText(`x ${address} y`)).toBe(`x ${expected} y`);
  });

  it.each(["git@github.com:me/repo.git", "ssh://git@github.com/me/repo", "https://example.com:8080/a@b", "http://[::1]:4820/health", "http://127.0.0.1:4820"])("an address without a password stays: %s", (address) => {
    expect(maskText(`see ${address} there`)).toBe(`see ${address} there`);
  });

  it("X5: base64 of a key or of a key block", () => {
    for (const secret of [TOKENS.anthropic!, TOKENS["github personal"]!, "-----BEGIN RSA PRIVATE KEY-----\nabc\n", `AKIA${"A1".repeat(8)}`]) {
      const encoded = Buffer.from(secret).toString("base64");
      expect(maskText(`data ${encoded} end`)).not.toContain(encoded.slice(6));
    }
  });
});

describe("secrets told by a name", () => {
  it.each([
    ["DISCORD_TOKEN=abc.def", "DISCORD_TOKEN=***"],
    ["DISCORD_TOKEN=abcdefghijklmnopqrst", "DISCORD_TOKEN=***qrst"],
    ["export DB_PASSWORD=hunter2", "export DB_PASSWORD=***"],
    ["A=1\nDB_PASS=x\nB=2", "A=1\nDB_PASS=***\nB=2"],
    ["PASSWORD=a;b&c", "PASSWORD=***"],
    ["API_KEY='quoted one'", "API_KEY='***'"],
    ["SECRET_KEY_BASE=abc", "SECRET_KEY_BASE=***"],
    ["db.password=hunter2", "db.password=***"],
    ["spring.datasource.password: hunter2", "spring.datasource.password: ***"],
    ["password: correcthorse", "password: ***rse"],
    ["client-secret = abcd1234", "client-secret = ***"],
    ["Authorization: Bearer a.b-c_d==", "Authorization: Bearer ***"],
    ["authorization: Basic dXNlcjpwYXNzd29yZA==", "authorization: Basic ***ZA=="],
    ["curl -H 'X-Api-Key: abcdef'", "curl -H 'X-Api-Key: ***'"],
    ["Cookie: session=abcdef; theme=dark", "Cookie: ***dark"],
    ["send Bearer abc123def456", "send Bearer ***456"],
    ["mysql --password hunter22 -h x", "mysql --password *** -h x"],
    ["mysql --password=hunter22 -h x", "mysql --password=*** -h x"],
    ["tool --token 'two words' -v", "tool --token '***' -v"],
    ["curl -u bob:secretpw https://x", "curl -u bob:*** https://x"],
    ["GET /?access_token=abcdef&x=1", "GET /?access_token=***&x=1"],
    ["<password>hunter2</password>", "<password>***</password>"],
    ["Server=h;Uid=u;Pwd=secret;", "Server=h;Uid=u;Pwd=***;"],
    ["PASSWORD=secret", "PASSWORD=***"],
    ['{"user":"u","pass":"hunter2"}', '{"user":"u","pass":"***"}'],
    ["password => 'abc'", "password => '***'"],
    ["config['api_key'] = 'abc'", "config['api_key'] = '***'"],
    ["비밀번호: 가나다라", "비밀번호: ***"],
    ["암호=일이삼사", "암호=***"],
  ])("%j", (text, expected) => {
    expect(maskText(text)).toBe(expected);
  });

  it("X3, X5: in JSON, and in JSON inside strings to any depth, escaped quotes included", () => {
    let text = JSON.stringify({ user: "u", password: 'p"q\\', "db.password": "hunter2", api_key: "zz", after: "kept" });
    for (let depth = 0; depth < 4; depth++) {
      const masked = maskText(text);
      for (const secret of ["p\\", "hunter2", "zz"]) expect(masked).not.toContain(secret);
      expect(masked).toContain("kept");
      let parsed: unknown = masked;
      for (let i = 0; i <= depth; i++) parsed = JSON.parse(parsed as string);
      expect(parsed).toEqual({ user: "u", password: "***", "db.password": "***", api_key: "***", after: "kept" });
      text = JSON.stringify(text);
    }
  });

  it("keys of objects count as names", () => {
    const value = { password: "hunter2", nested: { apiKey: random(20), authorization: "Bearer x" }, list: [{ name: "DB_PASSWORD", value: "abc" }, { name: "HOME", value: "/root" }], secrets: ["a", "b"], pin: 123_456 };
    expect(maskDeep(value)).toEqual({
      password: "***", nested: { apiKey: `***${random(20).slice(-4)}`, authorization: "***" }, list: [{ name: "DB_PASSWORD", value: "***" }, { name: "HOME", value: "/root" }], secrets: ["***", "***"], pin: "***",
    });
  });

  it("keys themselves can be secrets", () => {
    expect(JSON.stringify(maskDeep({ [TOKENS.anthropic!]: 1 }))).not.toContain(TOKENS.anthropic);
  });
});

describe("what is no secret stays", () => {
  it.each([
    "da39a3ee5e6b4b0d3255bfef95601890afd80709", "3f2c1c66-1111-4222-8333-123456789012", "toolu_01AbCdEfGhIjKlMnOpQrStUv", "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "integrity sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==", "msg_01XFDUDYJgAACzvnptvVoYEL", "a6502c30ffe692914",
    "const token = getToken();", "password: string;", "token: process.env.TOKEN,", "token?: string | null", "function login(password: string, token: Token) {}", "if (password == 'x') return;",
    "const { token } = useAuth();", "password: props.password,", "export TOKEN=$OTHER", `API_KEY=\${API_KEY}`, "key: <your-api-key>", "max_tokens: 4096", "token_count=123456", "input_tokens: 11720",
    "password_file=/run/secrets/x", "PWD=/home/dev/project", "OLDPWD=/tmp", "const key = 'abc';", "monkey=banana", "input('Password: ')", "type=\"password\" name=\"x\"", "the token is: required",
    "risk-assessment-of-the-thing-2024-11-28-final", "/home/dev/.claude/projects/-home-dev-project/7f0e89b8-e924-495b-94f1-404eccac770f.jsonl", "basic authentication is enough", "a bearer of good news arrived",
    "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----", "task_completed: 5", "author: Kim", "<token>", "compass: north", "tests pass: everything is green", "bypass=yes", "eyJ is a prefix", "npm_config_registry=x",
  ])("%j", (text) => {
    expect(maskText(text)).toBe(text);
  });

  it("values without secrets are returned as they are, only changed parts are copied", () => {
    const clean = { a: { b: ["ls -la", 1, null, true] }, id: "toolu_01" };
    expect(maskDeep(clean)).toBe(clean);
    const mixed = { clean, other: { text: TOKENS.npm } };
    const masked = maskDeep(mixed);
    expect(masked).not.toBe(mixed);
    expect(masked.clean).toBe(clean);
    expect(mixed.other.text).toBe(TOKENS.npm);
  });

  it("numbers that count tokens stay numbers", () => {
    const usage = { input_tokens: 120_000, max_tokens: 64_000, token_budget: 200_000, tokens_used: 123_456 };
    expect(maskDeep(usage)).toBe(usage);
  });
});

describe("<private> parts", () => {
  it.each([
    ["a <private>x</private> b", "a  b"], ["<PRIVATE>x</Private>", ""], ["a <private>x <private>y</private> z</private> b", "a  b"], ["a <private>never closed", "a "],
    ["</private> alone", "</private> alone"], ["password=<private>x</private>hunter2secret", "password=***ret"], ['"token":"<private></private>abcdefghijkl"', '"token":"***jkl"'],
    ["<priv<private>x</private>ate>secret</private>!", "!"], ["a <private\n>x</private\t> b", "a  b"], ["a \\u003cprivate\\u003ex\\u003c/private\\u003e b", "a  b"], ["a <private>x<\\/private> b", "a  b"],
    ["a <private_notes>kept</private_notes>", "a <private_notes>kept</private_notes>"], ['<private reason="mine">x</private>!', "!"],
  ])("E5: %j", (text, expected) => {
    expect(maskText(text)).toBe(expected);
  });

  it("E5: a part that begins in one string and ends in a later one", () => {
    const blocks = [{ type: "text", text: "a <private>one" }, { type: "text", text: "two three" }, { type: "text", text: "four</private> b" }, { type: "text", text: "c" }];
    expect(maskDeep({ session_id: "s", content: blocks })).toEqual({ session_id: "s", content: [{ type: "text", text: "a " }, { type: "text", text: "" }, { type: "text", text: " b" }, { type: "text", text: "c" }] });
  });

  it("E5: a part that is never closed takes no other string with it", () => {
    expect(maskDeep(["a <private>x", "b", { c: "d" }])).toEqual(["a ", "b", { c: "d" }]);
  });
});

describe("contents of .env files", () => {
  const content = "# names stay\nREGION=quiet-bay\nexport MODE='sword fish'\nPORT=4820\nDEBUG=true\nEMPTY=\nCERT=\"line one\nline two\"\nLAST=a-longer-value-than-16";
  const masked = "# names stay\nREGION=***\nexport MODE='***'\nPORT=4820\nDEBUG=true\nEMPTY=\nCERT=\"***\n***\"\nLAST=***n-16";

  it.each([".env", "/p/.env.local", "C:\\p\\prod.env", "/p/.envrc"])("all values go, whatever their names: read from %s", (file_path) => {
    expect(maskDeep({ tool_input: { file_path }, tool_response: { file: { filePath: file_path, content } } })).toEqual({ tool_input: { file_path }, tool_response: { file: { filePath: file_path, content: masked } } });
  });

  it("read by a command, with line numbers, or in a patch", () => {
    expect(maskDeep({ tool_input: { command: "cat .env | head" }, tool_response: { stdout: content } })).toMatchObject({ tool_response: { stdout: masked } });
    expect(maskDeep({ tool_input: { file_path: ".env" }, tool_response: "     1→MODE=swordfish\n     2→X=quiet bay" })).toMatchObject({ tool_response: "     1→MODE=***\n     2→X=***" });
    expect(maskDeep({ file_path: ".env", old_string: "MODE=swordfish", structuredPatch: [{ lines: ["-MODE=swordfish", "+MODE=mackerel"] }] })).toEqual({ file_path: ".env", old_string: "MODE=***", structuredPatch: [{ lines: ["-MODE=***", "+MODE=***"] }] });
  });

  it.each(["/p/.env.example", "/p/environment.ts", "/p/src/env.ts"])("other files stay: %s", (file_path) => {
    const value = { tool_input: { file_path }, tool_response: { content: "REGION=quiet-corner" } };
    expect(maskDeep(value)).toBe(value);
  });

  it("masking twice changes nothing more", () => {
    const once = maskDeep({ tool_input: { file_path: ".env" }, tool_response: content });
    expect(maskDeep(once)).toEqual(once);
  });
});

describe("one secret before another", () => {
  it.each([
    [`machine ${TOKENS.npm} login bob password hunter2`, "machine npm_***mNaB login bob password ***"],
    [`set ${TOKENS.npm}_TOKEN hunter2hunter2`, "set npm_***OKEN ***er2"],
    [`htpasswd -bn ${TOKENS.npm} hunter2`, "htpasswd -bn npm_***mNaB ***"],
    ["Authorization: AKIAIOSFODNN7EXAMPLE(", "Authorization: AKIA***MPLE("],
    [`비밀번호=["token":" ${TOKENS.npm}]`, '비밀번호=["***":" npm_***mNaB]'],
    [`passwords: ["first's", null, 7, 'second', ${TOKENS.npm}, "cut`, `passwords: ["***", null, 7, '***', npm_***mNaB, "cut`],
  ])("the first is not passed over for the second: %j", (text, expected) => {
    expect(maskText(text)).toBe(expected);
    expect(maskText(expected)).toBe(expected);
  });
});

describe("lists of arguments", () => {
  it("the value after a flag goes", () => {
    expect(maskDeep({ args: ["mysql", "--password", "toor99", "--host", "db"] })).toEqual({ args: ["mysql", "--password", "***", "--host", "db"] });
  });
});

describe("properties", () => {
  const piece = fc.oneof(
    fc.constantFrom(...Object.values(TOKENS), "password=", "password: ", '"token":"', "Bearer ", "://u:", "@h", "-----BEGIN PRIVATE KEY-----", "-----END PRIVATE KEY-----", "<private>", "</private>", "\\", '"', "'", "\n", " ",
      "--secret ", "api_key", ":", "=", "***", "비밀번호=", "password is ", "비밀번호는 ", "hunter2", "-p ", "mysql ", "set ", "A_TOKEN ", "Cookie: ", "Authorization: ", "a=b", "[", "]", ",", "$", "name: ", "value: ", ";", "secrets: ", "("),
    fc.string(),
  );
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));

  it("masking twice changes nothing more in what people write", () => {
    for (const [kind, secret] of Object.entries(TOKENS)) {
      const once = maskText(`my key is ${secret}, password=${secret} and https://u:${secret}@h/x`);
      expect(maskText(once), kind).toBe(once);
    }
  });

  // Not the same text for any text: a mark may take the place of the character that hid another secret from view.
  it("masking again takes away only, it adds and shows nothing", () => {
    fc.assert(fc.property(text, (t) => {
      const once = maskText(t);
      expect(isLeftOf(unmarked(maskText(once)), unmarked(once))).toBe(true);
    }), { numRuns: 1_000 });
  });

  it("a known token never survives, whatever stands around it", () => {
    fc.assert(fc.property(text, fc.constantFrom("anthropic", "github personal", "stripe live", "npm", "gitlab", "slack bot"), text, (before, kind, after) => {
      const secret = TOKENS[kind]!;
      expect(maskText(`${before} ${secret} ${after}`)).not.toContain(secret);
    }), { numRuns: 1_000 });
  });

  it("a token whose beginning completes the forty characters of a cloud key's other half is masked with them", () => {
    const text = `${TOKENS.telegram} x ${TOKENS.telegram}/${TOKENS["slack bot"]} end`;
    expect(maskText(text)).not.toContain(TOKENS["slack bot"]!.slice(5));
    expect(maskText(text)).toMatch(/ end$/);
  });

  it("any JSON keeps its shape", () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => {
      const masked = maskDeep(value);
      expect(typeof masked).toBe(typeof value);
      expect(Array.isArray(masked)).toBe(Array.isArray(value));
    }), { numRuns: 500 });
  });

  it("X7: hostile texts take time in proportion to their length", () => {
    const patterns = ["sk-", "://a:", "eyJ", "password:", "-----BEGIN PRIVATE KEY", 'token=\\"', "<private>", "<token>", "--password ", `AKIA${"A".repeat(16)} `, ":", "authorization: ", "\\", 'password="\\', "Bearer ", "1234567890:", "authorization: a ",
      "Cookie: a b ", "password=$", "MY_KEY='a\"", "name: value: ", "-p ", "mysql -px ", "비밀번호는 ", "machine a login b password ", "SET A_TOKEN ", "$6$", "a.bbbbbb.", "secrets: [", "seed phrase: abc ", "postgres://a:b#", "< private", "(\"token\", \"", ":5432:a:b:"];
    for (const pattern of patterns) {
      const short = steps(pattern, 25_000);
      const long = steps(pattern, 200_000);
      // Eight times the text; a quadratic finder would need sixty-four times the time.
      expect(long, pattern).toBeLessThan(Math.max(short, 1) * 30);
    }
  });

  it("nesting beyond any stack ends in a note", () => {
    const deep = JSON.parse("[".repeat(50_000) + "]".repeat(50_000)) as unknown;
    expect(JSON.stringify(maskDeep(deep))).toContain("nested too deeply");
  });
});

function unmarked(text: string): string {
  return text.replaceAll("*", "");
}

/** @returns whether `less` is `more` with characters taken out */
function isLeftOf(less: string, more: string): boolean {
  let at = 0;
  for (const character of more) if (at < less.length && less.startsWith(character, at)) at += character.length;
  return at === less.length;
}

/** CPU milliseconds of the best of three runs: other processes' work does not count. */
function steps(pattern: string, length: number): number {
  const text = JSON.parse(JSON.stringify(pattern.repeat(Math.ceil(length / pattern.length)))) as string;
  return Math.min(...[1, 2, 3].map(() => {
    const before = process.cpuUsage();
    maskText(text);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  }));
}

it("mask shows nothing of short secrets", () => {
  expect([mask("abc"), mask("a".repeat(11)), mask("aaaaaaaaabcd"), mask(`${"a".repeat(16)}wxyz`)]).toEqual(["***", "***", "***bcd", "***wxyz"]);
});

it.each([["DB_PASSWORD", "strong"], ["apiKey", "strong"], ["clientSecret", "strong"], ["Authorization", "header"], ["STRIPE_KEY", "weak"], ["key", "none"], ["tokenCount", "none"], ["PASSWORD_1", "strong"],
  ["passwordFile", "none"], ["__proto__", "none"], ["constructor", "none"]])("the name %s is %s", (name, kind) => {
  expect(nameKind(name)).toBe(kind);
});
