/** `GET /health`: "ok", and on request the proof that it is this app that answers (specification 1 §5.1, DESIGN §7). */
import type { Routes } from "./resource.ts";
import { sendText } from "../answer.ts";
import { namesThisPort } from "../gate.ts";
import { header, type RouteContext } from "../receive.ts";
import { CHALLENGE, identityProof } from "../signature.ts";

export function healthRoute(routes: Routes, context: RouteContext): void {
  routes.get("/health", (request, response) => {
    const challenge = header(request, "x-mascot-challenge") ?? "";
    const hostport = header(request, "host") ?? "";
    // Bound to our own port: a stranger on another port who passes a challenge on to us gets nothing to show for it.
    const { transport, host } = context.admissionOf(request);
    const ours = transport === "socket" || host !== null || (transport === "tcp" && namesThisPort(request));
    if (!CHALLENGE.test(challenge) || !ours) return sendText(response, 200, "ok");
    // To another machine by its own token: it has no other, and this says no more than that it was let in.
    const proof = identityProof(host?.token ?? context.token, { challenge, hostport, pid: context.pid });
    sendText(response, 200, "ok", { "X-Mascot-Pid": String(context.pid), "X-Mascot-Proof": proof });
  });
}
