import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "../../shared/base.css";
import "../../dashboard/design/tokens.css";
import "./ask.css";
import "./bubble.css";
import { BubblePage } from "./BubblePage.tsx";

const root = document.getElementById("root");
if (root) createRoot(root).render(<StrictMode><BubblePage bridge={window.mascot} /></StrictMode>);
