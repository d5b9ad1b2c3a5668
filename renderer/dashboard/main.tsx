import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { connect } from "../shared/world-store.ts";
import "../shared/base.css";
import "./dashboard.css";
import { Dashboard } from "./Dashboard.tsx";

const root = document.getElementById("root");
if (root) {
  connect(window.mascot);
  createRoot(root).render(<StrictMode><Dashboard bridge={window.mascot} /></StrictMode>);
}
