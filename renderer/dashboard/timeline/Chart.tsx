import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { MascotFace } from "../../mascots/characters/MascotFace.tsx";
import { useWindow } from "../../shared/world-store.ts";
import type { Locale, Words } from "../../shared/words.ts";
import { AXIS_HEIGHT, drawScene, LANE_HEIGHT, type Palette, type Scene } from "./draw.ts";
import { type Bar, barNear, type Lane } from "./model.ts";
import { namedTicks } from "./ticks.ts";
import { clamped, panned, type View, zoomed } from "./view.ts";

interface ChartProps {
  lanes: readonly Lane[];
  /** What there is, from the first to the present. */
  all: View;
  view: View;
  lane: number;
  selected: number | null;
  words: Words;
  locale: Locale;
  onView(view: View, byPerson: boolean): void;
  onSelect(lane: number, bar: Bar | null): void;
  onKey(event: KeyboardEvent): void;
}

const WHEEL = 0.0016;
const REACH_PX = 5;

/** The lanes: their heads as elements, the calls on one canvas. */
export function Chart(props: ChartProps) {
  const { lanes, lane, selected, words, onKey } = props;
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useSize(frame);
  const [scrolled, setScrolled] = useState(0);
  useDrawing(canvas, props, size, scrolled);
  useWheel(frame, canvas, props);
  useLaneInSight(frame, lane, size.height);
  const drag = useDrag(props, size.canvas, scrolled);
  const first = Math.max(0, Math.floor(scrolled / LANE_HEIGHT) - 2);
  const shown = lanes.slice(first, first + Math.ceil(size.height / LANE_HEIGHT) + 4);
  return (
    <div ref={frame} className="timeline-frame" onScroll={(event) => setScrolled(event.currentTarget.scrollTop)}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard moves along the calls here */}
      <div className="timeline-lanes" role="application" tabIndex={0} aria-label={words("timeline.chart")} aria-describedby="timeline-keys" data-selected={selected ?? undefined} style={{ height: AXIS_HEIGHT + lanes.length * LANE_HEIGHT + 4 }} onKeyDown={onKey}>
        <canvas ref={canvas} className="timeline-canvas" aria-hidden style={{ height: size.height, marginBottom: -size.height }} {...drag} />
        {shown.map((one, n) => <LaneHead key={one.key} lane={one} top={AXIS_HEIGHT + (first + n) * LANE_HEIGHT} isActive={first + n === lane} words={words} />)}
      </div>
    </div>
  );
}

function LaneHead({ lane, top, isActive, words }: { lane: Lane; top: number; isActive: boolean; words: Words }) {
  const live = useWindow((state) => state.world.agents.get(lane.agent_id));
  const appearance = live?.appearance ?? lane.appearance;
  const name = laneName(lane, words, live?.display_name);
  return (
    <div className={`lane-head${lane.agent_id === lane.session_id ? "" : " helper"}${isActive ? " active" : ""}`} style={{ top }} title={`${name}\n${lane.project}`} data-lane={lane.agent_id}>
      {appearance && <MascotFace appearance={appearance} size={lane.agent_id === lane.session_id ? 22 : 17} />}<span>{name}</span>
    </div>
  );
}

export function laneName({ name, project, agent_id, session_id }: Lane, words: Words, live?: string): string {
  return live ?? name ?? (agent_id === session_id ? (project.split(/[\\/]+/).filter(Boolean).at(-1) ?? words("sessions.no_project")) : words("now.subagent"));
}

function useSize(frame: RefObject<HTMLDivElement | null>): { width: number; height: number; canvas: number } {
  const [size, setSize] = useState({ width: 0, height: 0, canvas: 0 });
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const look = () => {
      const head = Number.parseFloat(getComputedStyle(element).getPropertyValue("--head"));
      setSize({ width: element.clientWidth, height: element.clientHeight, canvas: Math.max(50, element.clientWidth - head) });
    };
    const observer = new ResizeObserver(look);
    observer.observe(element);
    look();
    return () => observer.disconnect();
  }, [frame]);
  return size;
}

/** Once a frame, however often something changes; while calls are under way once a second. */
function useDrawing(canvas: RefObject<HTMLCanvasElement | null>, { lanes, view, lane, selected, locale }: ChartProps, size: { height: number; canvas: number }, scrolled: number): void {
  const palette = usePalette(canvas);
  const ticks = useMemo(() => namedTicks(view, size.canvas, locale), [view, size.canvas, locale]);
  useEffect(() => {
    const draw = () => {
      const element = canvas.current;
      const pen = element?.getContext("2d");
      if (!element || !pen || palette === null || size.height === 0) return;
      const scale = window.devicePixelRatio || 1;
      const [wide, tall] = [Math.round(size.canvas * scale), Math.round(size.height * scale)];
      if (element.width !== wide || element.height !== tall) Object.assign(element, { width: wide, height: tall });
      pen.setTransform(scale, 0, 0, scale, 0, 0);
      const scene: Scene = { view, width: size.canvas, height: size.height, scrolled, now: Date.now(), lanes, lane, selected, ticks, palette };
      drawScene(pen, scene);
    };
    const frame = requestAnimationFrame(draw);
    return () => cancelAnimationFrame(frame);
  }, [canvas, palette, lanes, view, lane, selected, ticks, size, scrolled]);
}

function usePalette(canvas: RefObject<HTMLCanvasElement | null>): Palette | null {
  const [palette, setPalette] = useState<Palette | null>(null);
  useEffect(() => {
    const query = window.matchMedia("(prefers-color-scheme: dark)");
    const read = () => canvas.current && setPalette(paletteOf(getComputedStyle(canvas.current)));
    read();
    query.addEventListener("change", read);
    return () => query.removeEventListener("change", read);
  }, [canvas]);
  return palette;
}

function paletteOf(style: CSSStyleDeclaration): Palette {
  const of = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    kinds: { edit: of("kind-edit"), run: of("kind-run"), read: of("kind-read"), search: of("kind-search"), web: of("kind-web"), delegate: of("kind-delegate"), plan: of("kind-plan"), other: of("kind-other") },
    bad: of("bad"), line: of("line"), quiet: of("quiet"), text: of("text"), selected: of("selected"), ground: of("card"), focus: of("accent"),
  };
}

/** With Ctrl, or where there is nothing to scroll, the wheel zooms at the pointer; sideways it moves along the time. */
function useWheel(frame: RefObject<HTMLDivElement | null>, canvas: RefObject<HTMLCanvasElement | null>, props: ChartProps): void {
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const onWheel = (event: WheelEvent) => {
      const { view, all, onView } = latest.current;
      const box = canvas.current?.getBoundingClientRect();
      if (!box) return;
      const sideways = event.shiftKey ? event.deltaX || event.deltaY : event.deltaX;
      if (Math.abs(sideways) > Math.abs(event.shiftKey ? 0 : event.deltaY)) {
        event.preventDefault();
        return onView(clamped(panned(view, sideways / box.width), all), true);
      }
      if (!event.ctrlKey && !event.metaKey && element.scrollHeight > element.clientHeight + 1) return;
      event.preventDefault();
      const at = view.from + ((event.clientX - box.left) / box.width) * (view.to - view.from);
      onView(clamped(zoomed(view, Math.exp(event.deltaY * WHEEL), at), all), true);
    };
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  }, [frame, canvas]);
}

/** A press chooses a call; a press that moves carries the time along. */
function useDrag(props: ChartProps, width: number, scrolled: number) {
  const start = useRef<{ x: number; view: View; moved: boolean } | null>(null);
  const timeAt = (event: PointerEvent) => props.view.from + (event.nativeEvent.offsetX / width) * (props.view.to - props.view.from);
  return {
    onPointerDown(event: PointerEvent<HTMLCanvasElement>) {
      if (event.button !== 0) return;
      start.current = { x: event.clientX, view: props.view, moved: false };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent<HTMLCanvasElement>) {
      const from = start.current;
      if (from === null) return;
      const way = event.clientX - from.x;
      from.moved ||= Math.abs(way) > 3;
      if (from.moved) props.onView(clamped(panned(from.view, -way / width), props.all), true);
    },
    onPointerUp(event: PointerEvent<HTMLCanvasElement>) {
      const from = start.current;
      start.current = null;
      if (from === null || from.moved) return;
      const y = event.nativeEvent.offsetY - AXIS_HEIGHT + scrolled;
      const place = Math.floor(y / LANE_HEIGHT);
      const lane = props.lanes[place];
      if (event.nativeEvent.offsetY < AXIS_HEIGHT || lane === undefined) return;
      const row = lane.rows === 1 ? undefined : Math.min(lane.rows - 1, Math.max(0, Math.floor(((y % LANE_HEIGHT) - 6) / (18 / lane.rows))));
      props.onSelect(place, barNear(lane, timeAt(event), (REACH_PX / width) * (props.view.to - props.view.from), Date.now(), row));
    },
    onDoubleClick(event: React.MouseEvent<HTMLCanvasElement>) {
      props.onView(clamped(zoomed(props.view, 0.4, props.view.from + (event.nativeEvent.offsetX / width) * (props.view.to - props.view.from)), props.all), true);
    },
  };
}

function useLaneInSight(frame: RefObject<HTMLDivElement | null>, lane: number, height: number): void {
  useEffect(() => {
    const element = frame.current;
    if (!element || height === 0) return;
    const top = lane * LANE_HEIGHT;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + LANE_HEIGHT > element.scrollTop + height - AXIS_HEIGHT) element.scrollTop = top + LANE_HEIGHT - height + AXIS_HEIGHT;
  }, [frame, lane, height]);
}
