/** Meant where nobody is named (specification 5). */
export const DEFAULT_PROVIDER = "claude";
