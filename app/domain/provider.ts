import type { Provider } from "../../schemas/generated/types.ts";

/** Meant where nobody is named (specification 5): the client whose words the union of payloads speaks. */
export const DEFAULT_PROVIDER: Provider = "claude";
