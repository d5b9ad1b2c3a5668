/** What a person reads in an exported conversation, besides what was said. */
export interface ExportWords {
  untitled: string;
  session: string;
  project: string;
  model: string;
  from: string;
  to: string;
  person: string;
  injected: string;
  agent: string;
  thinking: string;
  tool: string;
  input: string;
  result: string;
  failure: string;
}

export const EXPORT_WORDS: Record<"en" | "ko", ExportWords> = {
  en: {
    untitled: "Conversation", session: "Session", project: "Project", model: "Model", from: "From", to: "To", person: "You", injected: "Added by the client", agent: "Agent", thinking: "Thinking",
    tool: "Tool", input: "Input", result: "Result", failure: "Failure",
  },
  ko: {
    untitled: "대화", session: "세션", project: "프로젝트", model: "모델", from: "시작", to: "끝", person: "나", injected: "클라이언트가 덧붙임", agent: "에이전트", thinking: "생각",
    tool: "도구", input: "입력", result: "결과", failure: "실패",
  },
};
