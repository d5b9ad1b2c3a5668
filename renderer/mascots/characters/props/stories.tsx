import type { ReactNode } from "react";
import { Cord, Inside, Solid, Stroke } from "../paint.tsx";
import { ellipse, star } from "../shapes.ts";
import { Mug } from "./desk.tsx";
import { PROP_LINE, type Prop } from "./prop.ts";

/** Small things that appear only in the stories of somebody at rest (`stories.ts`). Each is drawn where its frame wants it. */

/** The mug, lifted. */
export const lifted = (x: number, y: number, tilt: number): ReactNode => (
    <g transform={`translate(${x - 102} ${y - 102}) rotate(${tilt} 102 102)`}>
      <Mug />
    </g>
);

/** Two things at once: the later is in front. */
export const both = (a: ReactNode, b: ReactNode): ReactNode => (
  <>
    {a}
    {b}
  </>
);

const NOTE = { fill: "#5b7fd6", line: "#26397a" };

export const note = (x: number, y: number, tilt: number): ReactNode => (
    <g transform={`translate(${x} ${y}) rotate(${tilt})`}>
      <Cord d="M3.6 4V-9L10-7" fill={NOTE.fill} line={NOTE.line} width={2.4} edge={1.2} />
      <Solid d={ellipse(0.6, 4.6, 4, 3.2)} fill={NOTE.fill} line={NOTE.line} width={2} />
    </g>
);

/** @param open how far the wings are open, 0 to 1 */
export const butterfly = (x: number, y: number, open: number): ReactNode => (
    <g transform={`translate(${x} ${y}) rotate(12)`}>
      <g transform={`scale(${0.35 + open * 0.65} 1)`}>
        <Solid d="M0 0C-3-9-13-10-12-3C-12 2-5 2 0 0C-6 1-10 5-7 8C-4 10-1 5 0 0ZM0 0C3-9 13-10 12-3C12 2 5 2 0 0C6 1 10 5 7 8C4 10 1 5 0 0Z" fill="#ffb0c4" line="#a03560" width={1.8} />
        <Inside>
          <path d={ellipse(-7.4, -3.4, 1.8) + ellipse(7.4, -3.4, 1.8)} fill="#fff" opacity={0.9} />
        </Inside>
      </g>
      <Cord d="M0-3V5" fill="#5a3145" line="#5a3145" width={1.6} edge={0.5} />
    </g>
);

export const steamPuff = (rise: number): ReactNode => (
    <g transform={`translate(60 ${36 - rise})`}>
      <Solid d="M-9 6C-15 5-13-2-8-1C-8-8 4-9 5-3C11-5 15 4 9 6Z" fill="#fffdf8" line="#a8987f" width={1.8} />
    </g>
);

export const ladybird = (x: number, y: number, tilt: number): ReactNode => (
    <g transform={`translate(${x} ${y}) rotate(${tilt})`}>
      <Solid d={ellipse(4.6, 0, 2.4)} fill="#3a2430" line="#3a2430" width={1} />
      <Solid d="M-5.4 2.2C-5.4-6 5-6 5 2.2Z" fill="#e6453a" line="#5c1512" width={1.8} />
      <Inside>
        <path d={ellipse(-2.4, -0.4, 1) + ellipse(1.6, -1.6, 1) + ellipse(1.9, 0.9, 0.8)} fill="#3a1512" />
      </Inside>
    </g>
);

export const heart = (x: number, y: number, size: number): ReactNode => (
    <g transform={`translate(${x} ${y}) scale(${size})`}>
      <Solid d="M0 8C-11 0-9-8-4-8C-1.6-8 0-6 0-4.4C0-6 1.6-8 4-8C9-8 11 0 0 8Z" fill="#ff7d92" line="#99274a" width={2.2} />
    </g>
);

export const crumbs: ReactNode = <Solid d={`${ellipse(99, 107, 2.2)}${ellipse(106, 109, 1.7)}${ellipse(111, 106.6, 1.5)}`} fill="#e8bb86" line="#8a5a2b" width={1.2} />;

/** Rings that a raised antenna sends out. */
export const signal = (far: boolean): ReactNode => (
    <>
      <Cord d="M49 22C46 26 46 31 49 34M71 22C74 26 74 31 71 34" fill="#ffb454" line={PROP_LINE} width={2.2} edge={1} />
      {far && <Cord d="M42 18C37 24 37 33 42 38M78 18C83 24 83 33 78 38" fill="#ffb454" line={PROP_LINE} width={2.2} edge={1} />}
    </>
);

export const glint = (x: number, y: number, size: number): ReactNode => <Solid d={star(x, y, size, size * 0.36, 4)} fill="#fff6cf" line="#b08a2c" width={1.6} />;

/** At night: a candle instead of the mug. */
export const candle: Prop = {
  Front: () => (
    <>
      <Inside>
        <path d={ellipse(105, 88, 12)} fill="#ffe066" opacity={0.32} />
      </Inside>
      <Solid d="M95 106C95 102 115 102 115 106C115 110 95 110 95 106Z" fill="#7d879f" line={PROP_LINE} width={2.2} />
      <Solid d="M101 105V95C101 92.5 109 92.5 109 95V105Z" fill="#fffaf0" line={PROP_LINE} width={2.2} />
      <Solid d="M105 80C109.5 85 110 91 105 91C100 91 100.500 85 105 80Z" fill="#ff9f40" line="#8a4308" width={1.8} />
      <Inside>
        <path d="M105 85C107 87.500 107 90 105 90C103 90 103 87.500 105 85Z" fill="#ffe66b" />
        <Stroke d="M103.500 98V102" colour="#e9dcc8" width={2} />
      </Inside>
    </>
  ),
};
