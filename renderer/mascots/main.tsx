import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { connect } from "../shared/world-store.ts";
import "../shared/base.css";
import "./stage.css";
import { keepBeat } from "./beat.ts";
import { playSounds } from "./sounds.ts";
import { Stage } from "./Stage.tsx";
import { Themed } from "./Themed.tsx";
import { withoutAnimationEvents } from "./without-animation-events.ts";

const root = document.getElementById("root");
if (root) {
  connect(window.mascot);
  playSounds(window.mascot);
  keepBeat(document);
  createRoot(withoutAnimationEvents(root)).render(<StrictMode><Themed bridge={window.mascot}><Stage bridge={window.mascot} /></Themed></StrictMode>);
}
