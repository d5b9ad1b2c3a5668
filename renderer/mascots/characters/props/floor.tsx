import { Cord, Inside, Solid, Stroke } from "../paint.tsx";
import { box, ellipse, star } from "../shapes.ts";
import { PAPER, PROP_LINE, type Prop, WOOD, WOOD_LINE } from "./prop.ts";

/** Compacting: a broom, scattered papers and the box they go into. */
export const broom: Prop = {
  Held: () => (
    <>
      <g className="m-tool">
        <Cord d="M112 48L91 94" fill={WOOD} line={WOOD_LINE} width={3.8} edge={1.3} />
        <Solid d="M86 90.5L98 96C98 103 96 109 93 112.5C84 112.5 75 110 70 106C77 102 83 97 86 90.5Z" fill="#f3c64d" line="#7b5205" width={2.4} />
        <Inside>
          <Stroke d="M87 97L79 106M91 99L86 109M94.5 100.5L92 110" colour="#a87812" width={1.4} />
          <Stroke d="M85.5 93.5L97 98.7" colour="#e4572e" width={3} />
        </Inside>
      </g>
    </>
  ),
  Front: () => (
    <>
      <g className="m-scrap">
        <Scrap x={47} y={106} tilt={20} />
      </g>
      <g className="m-scrap m-scrap-2">
        <Scrap x={62} y={107} tilt={-14} />
      </g>
      <Solid d="M6 92L33 92L31 110H8Z" fill="#d49c6a" line={WOOD_LINE} width={2.6} />
      <Inside>
        <path d="M13 92L17 84L26 86L27 92Z" fill={PAPER} stroke={PROP_LINE} strokeWidth={1.8} strokeLinejoin="round" />
        <path d="M6.5 91.5H32.5L32 96H7Z" fill="#e8bb86" stroke={WOOD_LINE} strokeWidth={1.8} strokeLinejoin="round" />
        <Stroke d="M15 102H24" colour={WOOD_LINE} width={1.8} opacity={0.6} />
      </Inside>
    </>
  ),
};

function Scrap({ x, y, tilt }: { readonly x: number; readonly y: number; readonly tilt: number }) {
  return (
    <g transform={`rotate(${tilt} ${x} ${y})`}>
      <Solid d={box(x - 5, y - 3.5, 10, 7, 1)} fill={PAPER} line={PROP_LINE} width={1.8} />
    </g>
  );
}

/** Stale: an unplugged cable; nobody knows whether anyone is at the other end. */
export const plug: Prop = {
  Held: () => (
    <>
      <Cord d="M97 92C99 108 90 110 78 108C70 106 66 110 58 109.5" fill="#566079" line={PROP_LINE} width={2.6} edge={1.1} />
      <g transform="translate(18 -11) rotate(16 80 92)">
        <Cord d="M76.5 84V77M83.5 84V77" fill="#c9d1dc" line={PROP_LINE} width={2} edge={1.2} />
        <Solid d="M72 84H88V90C88 96 84 98 80 98C76 98 72 96 72 90Z" fill="#7d879f" line={PROP_LINE} width={2.4} />
      </g>
    </>
  ),
};

/** Leaving: a small suitcase, already packed. */
export const suitcase: Prop = {
  Held: () => (
    <>
      <Cord d="M15 92V89C15 86.5 27 86.5 27 89V92" fill="#6b4226" line={WOOD_LINE} width={2} edge={1} />
      <Solid d={box(7, 92, 28, 17.5, 4)} fill="#b5794a" line={WOOD_LINE} width={2.6} />
      <Inside>
        <Stroke d="M14 93V108.5M28 93V108.5" colour="#6b4226" width={2.6} />
        <path d={star(21, 100.5, 3.6, 1.7)} fill="#ffe08a" />
      </Inside>
    </>
  ),
};

/** Entering: dust under the landing feet. */
export const dust: Prop = {
  Front: () => (
    <>
      <g className="m-dust m-dust-left">
        <Puff x={20} />
      </g>
      <g className="m-dust m-dust-right">
        <Puff x={100} />
      </g>
    </>
  ),
};

function Puff({ x }: { readonly x: number }) {
  return <Solid d={`M${x - 9} 109C${x - 15} 108 ${x - 13} 101 ${x - 7} 102.5C${x - 7} 96 ${x + 4} 96 ${x + 5} 101C${x + 12} 99 ${x + 15} 107 ${x + 9} 109Z`} fill="#fffaf0" line="#a8987f" width={1.8} />;
}

/** Stumbled: stars around the head. */
export const dizzyStars: Prop = {
  top: 12,
  Front: ({ holder }) => {
    const head = holder.onFace({ x: 4, y: -43 });
    return (
      <g className="m-stars">
        <Solid d={star(head.x, head.y, 9.5, 4.4)} fill="#ffd45e" line="#7b5205" width={2.4} />
        <Solid d={star(head.x - 21, head.y + 4, 5.4, 2.5)} fill="#ffd45e" line="#7b5205" width={2} />
        <Solid d={star(head.x + 18, head.y + 9, 4.6, 2.2)} fill="#ffd45e" line="#7b5205" width={2} />
      </g>
    );
  },
};

/** Done: three pieces of confetti. */
export const confetti: Prop = {
  top: 7,
  Front: () => (
    <>
      <g className="m-confetti m-confetti-1">
        <Solid d={star(97, 17, 8, 3.6)} fill="#ffd45e" line="#7b5205" width={2.2} />
      </g>
      <g className="m-confetti m-confetti-2">
        <g transform="rotate(24 25 21)">
          <Solid d={box(20, 16, 9.5, 9.5, 1.5)} fill="#6fb1f5" line="#1c3f73" width={2} />
        </g>
      </g>
      <g className="m-confetti m-confetti-3">
        <Solid d={ellipse(9, 37, 5)} fill="#f2738f" line="#8c3355" width={2} />
      </g>
    </>
  ),
};

/** Done, not for the first time: one star of them. */
export const confettiStar: Prop = {
  top: 20,
  Front: () => (
    <g className="m-confetti m-confetti-1">
      <Solid d={star(24, 32, 8, 3.6)} fill="#ffd45e" line="#7b5205" width={2.2} />
    </g>
  ),
};

/** Faded: a few sparks where somebody stood. */
export const sparks: Prop = {
  top: 24,
  Front: () => (
    <g className="m-sparks">
      {[
        [18, 54, 6],
        [104, 40, 5],
        [30, 30, 4],
      ].map(([x = 0, y = 0, r = 0]) => (
        <Solid key={x} d={star(x, y, r, r * 0.36, 4)} fill="#fff6cf" line="#b08a2c" width={1.6} />
      ))}
    </g>
  ),
};
