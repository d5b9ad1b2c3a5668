/** `GET /api/doctor`: what only the running app knows of its health; `GET /api/doctor/events/:id`: whether the doctor's test event came in. */
import type { DoctorApi } from "../../parts.ts";
import { sendError, sendJson } from "../answer.ts";
import type { Routes } from "./resource.ts";

const TEST_ID = /^[0-9a-f-]{36}$/;

export function doctorRoutes(routes: Routes, doctor: DoctorApi): void {
  routes.get("/api/doctor", async (_request, response) => sendJson(response, 200, await doctor.appSide()));
  routes.get("/api/doctor/events/:id", (request, response) => {
    const { id = "" } = request.params;
    if (!TEST_ID.test(id)) return sendError(response, 400, "invalid id");
    sendJson(response, 200, { received: doctor.received(id) });
  });
}
