import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "../../shared/base.css";
import "../../dashboard/design/tokens.css";
import { ThemedAlone } from "../Themed.tsx";
import "./ask.css";
import "./bubble.css";
import { BubblePage } from "./BubblePage.tsx";

const root = document.getElementById("root");
if (root) createRoot(root).render(<StrictMode><ThemedAlone bridge={window.mascot}><BubblePage bridge={window.mascot} /></ThemedAlone></StrictMode>);
