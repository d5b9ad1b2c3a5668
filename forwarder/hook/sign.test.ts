import { createHash, createHmac } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { hmacSha256, sha256 } from "./sha256.ts";
import { healthProof, newChallenge, proofMatches, signedHeaders } from "./sign.ts";

test("the hash and the HMAC are those of node:crypto, for every length around a block", () => {
  for (let length = 0; length < 200; length++) {
    const bytes = Buffer.from(Array.from({ length }, (_, i) => (i * 7 + length) & 255));
    expect(sha256(bytes)).toEqual(createHash("sha256").update(bytes).digest());
    expect(hmacSha256(bytes, bytes)).toEqual(createHmac("sha256", bytes).update(bytes).digest());
  }
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 5000 }), fc.uint8Array({ maxLength: 200 }), (message, key) => {
      expect(sha256(message)).toEqual(createHash("sha256").update(message).digest());
      expect(hmacSha256(key, message)).toEqual(createHmac("sha256", key).update(message).digest());
    }),
  );
});

test("a proof is bound to challenge, address and process, and compared whole", async () => {
  const challenge = await newChallenge();
  expect(challenge).toMatch(/^[0-9a-f]{32}$/);
  expect(await newChallenge()).not.toBe(challenge);
  const proof = healthProof("t", challenge, "127.0.0.1:4820", "7");
  expect(proof).toBe(createHmac("sha256", "t").update(`health\n${challenge}\n127.0.0.1:4820\n7`).digest("hex"));
  expect(proofMatches(proof, proof)).toBe(true);
  for (const wrong of [undefined, "", proof.slice(1), `${proof.slice(0, -1)}x`, healthProof("t", challenge, "127.0.0.1:4821", "7")]) expect(proofMatches(proof, wrong)).toBe(false);
});

test.each([10, 100_000])("a signature covers a body of %i bytes, and no nonce comes twice", async (length) => {
  const body = Buffer.alloc(length, "x");
  const headers = await signedHeaders("t", body, "127.0.0.1:4820", 1234);
  const text = `POST\n/ingest\n${createHash("sha256").update(body).digest("hex")}\n${headers["X-Mascot-Nonce"]}\n127.0.0.1:4820`;
  expect(headers["X-Mascot-Signature"]).toBe(createHmac("sha256", "t").update(text).digest("hex"));
  expect(headers["X-Mascot-Nonce"]).toMatch(/^1234\.[0-9a-f]{32}$/);
  expect((await signedHeaders("t", body, "127.0.0.1:4820", 1234))["X-Mascot-Nonce"]).not.toBe(headers["X-Mascot-Nonce"]);
});
