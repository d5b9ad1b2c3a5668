/**
 * Set, to anything, in the environment of every program that we start and that could be a client with our hooks in it: events from there are
 * answers to ourselves, and are ignored (or a hook would start a client whose hook starts a client …). Pure.
 */
export const INSIDE_VARIABLE = "AGENT_MASCOT_INSIDE";
