import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toDelivery } from "./delivery.ts";
import { parsePayload } from "./json.ts";
import { peerIn } from "./peer.ts";
import { RateLimit } from "../rate-limit.ts";
import { NonceTable } from "./signature.ts";
import { readLabel } from "./spool-header.ts";

describe("peer: whose connection it is, by the kernel's table", () => {
  const ends = { peer: { address: "127.0.0.1", port: 43210 }, local: { address: "127.0.0.1", port: 4820 } };
  const heading = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n";
  const line = (from: string, to: string, uid: number, inode: number) => `   1: ${from} ${to} 01 00000000:00000000 00:00000000 00000000  ${uid}        0 ${inode} 1 0000000000000000 20 4 30 10 -1\n`;
  const ours = line("0100007F:12D4", "0100007F:A8CA", 1000, 500);

  it.each([
    ["the app's own user", line("0100007F:A8CA", "0100007F:12D4", 1000, 501), "own"],
    ["root", line("0100007F:A8CA", "0100007F:12D4", 0, 501), "own"],
    ["another user", line("0100007F:A8CA", "0100007F:12D4", 1001, 501), "other"],
    ["a process that is gone, which shows as root", line("0100007F:A8CA", "0100007F:12D4", 0, 0), "other"],
    ["another user through an IPv6 socket", line("0000000000000000FFFF00000100007F:A8CA", "0000000000000000FFFF00000100007F:12D4", 1001, 501), "other"],
    ["nobody we can see", "", "other"],
  ] as const)("%s", (_who, theirs, answer) => {
    expect(peerIn(heading + ours + theirs, 1000, ends)).toBe(answer);
  });

  it("a table without even our end is not believed", () => {
    expect(peerIn(heading, 1000, ends)).toBe("unknown");
    expect(peerIn("", 1000, ends)).toBe("unknown");
  });
});

describe("rate limit", () => {
  it("lets a burst through, then the rate, and survives a clock that goes backwards", () => {
    const limit = new RateLimit(10, 2);
    expect([limit.take(0), limit.take(0), limit.take(0)]).toEqual([true, true, false]);
    expect([limit.take(100), limit.take(100)]).toEqual([true, false]);
    expect([limit.take(-5000), limit.take(-4900), limit.take(-4900)]).toEqual([false, true, false]);
  });
});

describe("nonces", () => {
  const nonce = (at: number, n: number) => `${at}.${n.toString(16).padStart(32, "0")}`;
  const now = 1_700_000_000_000;

  it("are good once and for five minutes to either side", () => {
    const table = new NonceTable();
    expect(table.fresh(nonce(now, 1), now)).toBe(true);
    table.use(nonce(now, 1), now);
    expect(table.fresh(nonce(now, 1), now)).toBe(false);
    expect(table.fresh(nonce(now, 2), now + 300_000)).toBe(true);
    expect([table.fresh(nonce(now, 3), now + 300_001), table.fresh(nonce(now, 3), now - 300_001), table.fresh("x", now)]).toEqual([false, false, false]);
  });

  it("are bounded in memory without ever being good twice", () => {
    const table = new NonceTable(10);
    for (let i = 0; i < 30; i++) table.use(nonce(now + i, i), now + 30);
    for (let i = 0; i < 30; i++) expect(table.fresh(nonce(now + i, i), now + 30), String(i)).toBe(false);
    expect(table.fresh(nonce(now + 30, 99), now + 30)).toBe(true);
  });
});

describe("payloads from text", () => {
  it("whatever the text, there is an answer and it agrees with JSON", () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string(), fc.string({ unit: "binary" })), (text) => {
        const parsed = parsePayload(text);
        let expected: { value: unknown } | null;
        try {
          expected = { value: JSON.parse(text.replace(/^\uFEFF/, "")) };
        } catch {
          expected = null;
        }
        expect(parsed.ok ? { value: parsed.value } : null).toEqual(expected);
      }),
    );
  });

  it("a byte order mark of a Windows console is no fault", () => {
    expect(parsePayload('\uFEFF{"a":1}')).toEqual({ ok: true, value: { a: 1 } });
  });

  it("brackets inside strings are no depth", () => {
    const text = JSON.stringify({ prompt: '"['.repeat(5000) });
    expect(parsePayload(text)).toEqual({ ok: true, value: JSON.parse(text) });
  });
});

describe("halves of characters in a payload", () => {
  it.each([
    ['{"id":"\\ud800x"}', { id: "\uFFFDx" }], ['{"id":"x\\uDC00"}', { id: "x\uFFFD" }], ['{"deep":[{"id":"\\uDE00\\uD83D"}]}', { deep: [{ id: "\uFFFD\uFFFD" }] }],
    ['{"id":"\\uD83D\\uDE00"}', { id: "\u{1F600}" }], ['{"id":"\\\\ud800"}', { id: "\\ud800" }], ['{"n":1,"id":"\\ud83d \\ud83d\\ude00","none":null}', { n: 1, id: "\uFFFD \u{1F600}", none: null }],
  ])("%s is read as the database keeps it", (text, value) => {
    expect(parsePayload(text)).toEqual({ ok: true, value });
  });
});

describe("labels of spool files", () => {
  it("of the shell: pairs behind tabs; unknown names are ignored, values may hold spaces and =", () => {
    const line = "v=1\tprovider=codex\tPPID=41\tCLAUDE_CODE_ENTRYPOINT=cli\tCLAUDE_CODE_SESSION_ATTENDED=0\tCLAUDE_PROJECT_DIR=/a b/c=d\tAI_AGENT=claude-code_2-1-332_x\tTERM_SESSION_ID=t\tTMUX_PANE=%1\tWT_SESSION=w\tSECRET=x";
    expect(readLabel(line)).toMatchObject({
      provider: "codex",
      meta: { client_pid: 41, entrypoint: "cli", attended: false, project_dir: "/a b/c=d", client_version: "2.1.332", terminal_session_id: "t", tmux_pane: "%1", wt_session: "w" },
    });
  });

  it.each([["t=1700000000", 1_700_000_000_000], ["t=1700000000.25", 1_700_000_000_250], ["t=1700000000,25", 1_700_000_000_250], ["t=1700000000250", 1_700_000_000_250], ["t=", undefined], ["t=soon", undefined]])(
    "of the shell: the time %s",
    (pair, at) => {
      expect(readLabel(`v=1\t${pair}`)?.collectedAt).toBe(at);
    },
  );

  it("of Node: JSON", () => {
    const header = { delivery_id: "1-2-x", provider: "claude", collected_at: "2026-01-02T03:04:05.006Z", meta: { tty: "pts/1" }, truncated: true };
    expect(readLabel(JSON.stringify(header))).toEqual({ deliveryId: "1-2-x", provider: "claude", meta: { tty: "pts/1" }, collectedAt: Date.parse(header.collected_at), truncated: true, gap: undefined });
  });

  it.each(['{"hook_event_name":"Stop","meta":1}', "{}", "[]", "{", "hello", "", "v=4\tx=1", "null"])("%j is no label", (line) => {
    expect(readLabel(line)).toBeNull();
  });
});

describe("deliveries", () => {
  const base = { lane: "ingest", provider: "claude", trust: "verified", receivedAt: 1000, meta: undefined } as const;

  it("the payload's own _meta wins over the one that came beside it", () => {
    const delivery = toDelivery({ ...base, payload: { _meta: { workspace_id: "own" } }, meta: { workspace_id: "beside", tty: "pts/1" } });
    expect(delivery.meta).toEqual({ workspace_id: "own", tty: "pts/1" });
  });

  it.each([
    ["an hour before", "ingest", "verified", -3_600_000, -3_600_000],
    ["a second ahead", "ingest", "verified", 1_000, 0],
    ["a second ahead, unverified", "ingest", "unverified", 1_000, 0],
    ["years ahead", "api_hook", "verified", 1e11, 0],
    ["minutes ahead from the spool, of before the clock was set back", "spool", "verified", 240_000, 240_000],
    ["years ahead from the spool", "spool", "verified", 1e11, 0],
  ] as const)("a stamp %s: what is made of it", (_what, lane, trust, stamped, taken) => {
    const receivedAt = Date.UTC(2026, 10, 28);
    const payload = { _meta: { collected_at: new Date(receivedAt + stamped).toISOString() } };
    expect(toDelivery({ ...base, lane, trust, receivedAt, payload }).collectedAt - receivedAt).toBe(taken);
  });

  it("whatever the payload and meta are, there is a delivery", () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (payload, meta) => {
        const delivery = toDelivery({ ...base, payload, meta });
        expect(delivery.payload).toBe(payload);
        expect(Number.isFinite(delivery.collectedAt)).toBe(true);
      }),
    );
  });
});
