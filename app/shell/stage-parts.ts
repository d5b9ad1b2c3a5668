/** What the stage of the mascots needs of the world around it. Types only. */
import type { Place, Rect } from "../../schemas/generated/types.ts";
import type { ApartPlaces } from "./apart.ts";
import type { DisplayArea, Point } from "./geometry.ts";

/** What the stage does with the window. */
export interface StageWindow {
  show(): void;
  hide(): void;
  setBounds(bounds: Rect): void;
  /** X11 only: cuts the window to these rectangles, for the pointer and for the eye. */
  setShape(rects: Rect[]): void;
  /** Windows and macOS only: whether clicks pass through the whole window. */
  setClickThrough(through: boolean): void;
  /** On top again, without activating it and without hiding it for a moment. */
  raise(): void;
  /** Asks for a whole new picture. */
  repaint(): void;
}

export interface StageScreen {
  displays(): DisplayArea[];
  cursor(): Point;
}

export interface StageTimers {
  every(ms: number, run: () => void): () => void;
  after(ms: number, run: () => void): () => void;
}

export interface StagePlaces {
  places: Readonly<Record<string, Place>>;
  display: string | null;
  /** Who was put somewhere else than the group. */
  apart?: ApartPlaces;
}

export interface MascotStageOptions {
  window: StageWindow;
  screen: StageScreen;
  timers: StageTimers;
  /** True on X11, where the window is cut to its shape; else clicks are let through by hover. */
  shaped: boolean;
  remembered: StagePlaces;
  visible: boolean;
  /** The person dragged the mascots here. */
  onPlace(displayKey: string, place: Place): void;
  /** The person put somebody somewhere else, or gathered them. */
  onApart(apart: ApartPlaces): void;
  /** Whether the mascots would be on screen if no other window filled it. */
  onWanted(wanted: boolean): void;
  /** paused, on-screen or the room on the display changed. */
  onChange(): void;
}
