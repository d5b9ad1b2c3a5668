import { Cord, Inside, Solid, Stroke, useBrush } from "../paint.tsx";
import { box, ellipse, n } from "../shapes.ts";
import { PAPER, PAPER_SHADE, PROP_LINE, type Prop } from "./prop.ts";

/** Resting: a mug of something warm. */
export const mug: Prop = {
  Front: () => (
    <g transform="translate(2.5 .5)">
      <Mug steam />
    </g>
  ),
};

export function Mug({ steam = false }: { readonly steam?: boolean }) {
  return (
    <>
      <Cord d="M108 98C115 97 115 107 107 106" fill="#fff6e9" line={PROP_LINE} width={2.4} edge={1.2} />
      <Solid d={box(95, 94, 14, 15.5, 4)} fill="#fff6e9" line={PROP_LINE} width={2.4} />
      <Inside>
        <path d="M96.2 100.5H107.8V104H96.2Z" fill="#f2786b" />
        <path d={ellipse(102, 95.6, 5.4, 1.5)} fill="#7a4a2c" />
        {steam && (
          <g className="m-steam">
            <Stroke d="M99.5 90C97.5 87 101.5 85.5 99.5 82.5M105 90C103 87 107 85.5 105 82.5" colour="#fff" width={4} opacity={0.7} />
            <Stroke d="M99.5 90C97.5 87 101.5 85.5 99.5 82.5M105 90C103 87 107 85.5 105 82.5" colour="#9aa3b5" width={1.8} />
          </g>
        )}
      </Inside>
    </>
  );
}

/** Reading: round glasses and an open book whose pages turn. */
export const book: Prop = {
  Face: ({ holder }) => {
    const x = holder.species.anchors.eyeGap / 2;
    const r = Math.min(10.4, x - 2);
    return (
      <Inside>
        <path d={ellipse(-x, 0, r) + ellipse(x, 0, r)} fill="#fff" fillOpacity={0.3} stroke={PROP_LINE} strokeWidth={2.2} />
        <Stroke d={`M${n(r - x)}-1Q0-4 ${n(x - r)}-1M${n(-x - r)}-2L${n(-x - r - 5)}-4M${n(x + r)}-2L${n(x + r + 5)}-4`} colour={PROP_LINE} width={2.2} />
      </Inside>
    );
  },
  Behind: () => <BookPile />,
  Held: () => (
    <g transform="translate(5 1)">
      <OpenBook />
    </g>
  ),
};

function BookPile() {
  const spine = (x: number, y: number, w: number, colour: string) => (
    <>
      <Solid d={box(x, y, w, 7, 2)} fill={colour} line={PROP_LINE} width={2.2} />
      <Inside>
        <Stroke d={`M${x + 4} ${y + 1.5}V${y + 5.5}M${x + 7} ${y + 1.5}V${y + 5.5}`} colour="#fff" width={1.5} opacity={0.8} />
      </Inside>
    </>
  );
  return (
    <>
      {spine(3, 102.5, 28, "#5b7fd6")}
      {spine(5, 95.5, 24, "#f2786b")}
      {spine(3.5, 88.5, 24, "#57bdb6")}
    </>
  );
}

function OpenBook() {
  const { tones } = useBrush();
  return (
    <>
      <Solid d="M60 94C52 89 43 88.5 35 89V106C43 106 52 106.5 60 111C68 106.5 77 106 85 106V89C77 88.5 68 89 60 94Z" fill={PAPER} line={PROP_LINE} width={2.4} />
      <Solid d="M60 97C52 92.5 42 92 33.5 92.5V108C42 108 52 108.5 60 112C68 108.5 78 108 86.5 108V92.5C78 92 68 92.5 60 97Z" fill={tones.accent} line={PROP_LINE} width={2.4} />
      <Inside>
        <Stroke d="M60 97.5V111" colour={PROP_LINE} width={2} />
        <path d="M71 97.5L79 96.8V102.5L75.2 100.8L71 103.3Z" fill={PAPER} opacity={0.9} />
        <g className="m-page">
          <path d="M60 94C66 89.5 74 88.3 84 89V92C76 91.5 67 92 60 96.5Z" fill={PAPER_SHADE} stroke={PROP_LINE} strokeWidth={1.2} />
        </g>
      </Inside>
    </>
  );
}

/** Editing: a sheet on the ground and a pencil that is far too large. */
export const pencil: Prop = {
  Behind: () => null,
  Held: () => (
    <>
      <Solid d="M74 94L112 92L117 109L70 110.5Z" fill={PAPER} line={PROP_LINE} width={2.4} />
      <Inside>
        <Stroke d="M79 98L96 97" colour="#b7aec0" width={1.8} />
        <Stroke d="M77.5 102L102 101" colour="#b7aec0" width={1.8} />
        <Stroke d="M76 106L90 105.6" colour="#5b7fd6" width={2} className="m-stroke" />
      </Inside>
      <g className="m-tool">
        <Solid d="M84.5 104.5L84.2 96.3L101.5 62L108.8 65.6L91 99.7Z" fill="#ffc94d" line={PROP_LINE} width={2.4} />
        <Inside>
          <path d="M84.5 104.5L84.2 96.3L91 99.7Z" fill="#f6dcb4" stroke={PROP_LINE} strokeWidth={1.6} strokeLinejoin="round" />
          <path d="M84.5 104.5L84.4 101.2L87.1 102.6Z" fill={PROP_LINE} />
          <path d="M101.5 62L108.8 65.6L106.3 70.4L99 66.8Z" fill="#f2738f" stroke={PROP_LINE} strokeWidth={1.6} strokeLinejoin="round" />
          <Stroke d="M95.5 80L90 91" colour="#ffe6a3" width={2} />
        </Inside>
      </g>
    </>
  ),
};

/** Running a command: a small terminal whose lines scroll, and a keyboard. */
export const terminal: Prop = {
  Held: () => (
    <>
      <Solid d={box(80, 59, 37, 38, 7)} fill="#566079" line={PROP_LINE} width={2.6} />
      <Solid d="M91 97H106L109 109.5H88Z" fill="#7d879f" line={PROP_LINE} width={2.4} />
      <Inside>
        <path d={box(84, 63, 29, 28, 3.5)} fill="#1d2536" />
        <g className="m-scroll">
          <Stroke className="m-line" d="M87 69L89.5 71L87 73M93 72.5H104" colour="#7ef0b2" width={2.2} />
          <Stroke className="m-line m-line-2" d="M87 78.5H100" colour="#8fb7ff" width={2.2} />
          <Stroke className="m-line m-line-3" d="M87 84.5H94M98 84.5H108" colour="#ffd166" width={2.2} />
        </g>
        <path d={ellipse(88, 94, 1.3)} fill="#7ef0b2" />
      </Inside>
      <Solid d={box(40, 102, 40, 8.5, 3.5)} fill="#e4e7ef" line={PROP_LINE} width={2.4} />
      <Inside>
        <Stroke d="M45 105H75" colour="#9aa3b5" width={1.8} />
        <Stroke d="M49 107.7H70" colour="#9aa3b5" width={1.8} />
      </Inside>
    </>
  ),
};

/** Planning: a board on legs and notes being pinned to it. */
export const board: Prop = {
  top: 25,
  Behind: () => (
    <>
      <Cord d="M84 80L79 109M108 80L113 109" fill="#c98f56" line="#5f3a1c" width={3} edge={1.3} />
      <Solid d={box(73, 28, 44, 58, 5)} fill="#e8bb86" line="#5f3a1c" width={2.6} />
      <Inside>
        <path d={box(77, 32, 36, 50, 3)} fill="#f7e5c6" />
      </Inside>
      <Note x={96.5} y={35} tilt={4} colour="#ffd95e" />
      <Note x={79} y={38} tilt={-5} colour="#9bd2f8" />
      <g className="m-note">
        <Note x={97} y={58} tilt={-4} colour="#ffacb9" />
      </g>
    </>
  ),
  Held: () => (
    <g className="m-tool">
      <Note x={80} y={57} tilt={6} colour="#b9eecb" />
    </g>
  ),
};

function Note({ x, y, tilt, colour }: { readonly x: number; readonly y: number; readonly tilt: number; readonly colour: string }) {
  return (
    <Inside>
      <g transform={`rotate(${tilt} ${x + 7} ${y + 7})`}>
        <path d={`M${x} ${y}h15v11l-4 4h-11Z`} fill={colour} stroke={PROP_LINE} strokeWidth={1.6} strokeLinejoin="round" />
        <Stroke d={`M${x + 3.5} ${y + 6}h8M${x + 3.5} ${y + 9.5}h5`} colour={PROP_LINE} width={1.4} opacity={0.55} />
        <path d={ellipse(x + 7.5, y + 1, 2)} fill="#e4572e" stroke={PROP_LINE} strokeWidth={1} />
      </g>
    </Inside>
  );
}
