import {
  Activity, BookOpen, Braces, Cable, ChartColumn, ChartGantt, Check, ChevronDown, CircleAlert, Command, Database, Download, Hand, Image, Keyboard, Languages, MessagesSquare, Minus, Monitor, PartyPopper, Plug, Plus, RotateCcw, Search, Settings, SquareKanban, X,
} from "lucide-react";

/** The pictures that the dashboard uses, by what they stand for. They say nothing to a screen reader: a word is always beside them or names the control. */
const ICONS = {
  now: Activity, needs: Hand, ports: SquareKanban, timeline: ChartGantt, sessions: MessagesSquare, search: Search, statistics: ChartColumn, memory: BookOpen, data: Database, hooks: Plug, api: Braces, bridges: Cable, settings: Settings,
  check: Check, close: X, command: Command, down: ChevronDown, error: CircleAlert, keyboard: Keyboard, language: Languages, less: Minus, host: Monitor, more: Plus, picture: Image, reset: RotateCcw, save: Download, tour: PartyPopper,
} as const;

export type IconName = keyof typeof ICONS;

export function Icon({ name }: { name: IconName }) {
  const Picture = ICONS[name];
  return <Picture className="glyph" aria-hidden />;
}
