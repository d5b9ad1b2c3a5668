import { Component, type ReactNode } from "react";

interface Props { text: string; children: ReactNode }

/** A page that cannot be drawn says so in its own place: the others, and the way to delete what is wrong, stay within reach. */
export class PageBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? <p className="notice error" role="alert">{this.props.text}</p> : this.props.children;
  }
}
