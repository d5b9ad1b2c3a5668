import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "../../shared/base.css";
import "../../dashboard/design/tokens.css";
import { ThemedAlone } from "../Themed.tsx";
import "../bubbles/bubble.css";
import "../../dashboard/design/forced-colours.css";
import { CardPage } from "./CardPage.tsx";

const root = document.getElementById("root");
if (root) createRoot(root).render(<StrictMode><ThemedAlone bridge={window.mascot}><CardPage bridge={window.mascot} /></ThemedAlone></StrictMode>);
