import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { flushSync } from "react-dom";
import { Themed } from "../mascots/Themed.tsx";
import { connect } from "../shared/world-store.ts";
import "../shared/base.css";
import "./design/tokens.css";
import "./dashboard.css";
import "./design/components.css";
import "./frame/frame.css";
import "./design/forced-colours.css";
import { Dashboard } from "./Dashboard.tsx";

const root = document.getElementById("root");
if (root) {
  // The page listens before it asks for anything: with the first answer comes where the person wanted to go.
  flushSync(() => createRoot(root).render(<StrictMode><Themed bridge={window.mascot}><Dashboard bridge={window.mascot} /></Themed></StrictMode>));
  connect(window.mascot);
}
