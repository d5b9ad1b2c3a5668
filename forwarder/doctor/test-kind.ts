/** `notification_type` of a test event: the app takes it in, tells the doctor, and keeps nothing of it. Pure. */
export const TEST_KIND = "agent_mascot_doctor";
