import { Cord, Inside, Solid, Stroke } from "../paint.tsx";
import { Eye } from "../parts/eyes.tsx";
import { box, ellipse } from "../shapes.ts";
import { PROP_LINE, type Prop, WOOD, WOOD_LINE } from "./prop.ts";

/** Searching: a magnifier that makes one eye enormous. */
export const magnifier: Prop = {
  Held: ({ holder }) => {
    const eye = holder.onFace({ x: holder.species.anchors.eyeGap / 2 + 2.5, y: -1.5 });
    const hand = holder.pose.right ?? eye;
    return (
      <g className="m-tool">
        <Cord d={`M${eye.x + 11} ${eye.y + 12}L${hand.x + 5} ${hand.y + 5}`} fill={WOOD} line={WOOD_LINE} width={4.6} edge={1.3} />
        <Solid d={ellipse(eye.x, eye.y, 15.5)} fill="#e9f6ff" line={PROP_LINE} width={2.4} />
        <Inside>
          <path d={ellipse(eye.x, eye.y, 13)} fill="none" stroke="#ffc94d" strokeWidth={3} />
          <path d={ellipse(eye.x, eye.y, 11.4)} fill="#f4fbff" stroke={PROP_LINE} strokeWidth={1.2} />
          <g transform={`translate(${eye.x} ${eye.y}) scale(1.5)`}>
            <Eye kind={holder.eyes} expression="open" gaze={{ x: 0.6, y: 0.2 }} side={1} />
          </g>
          <Stroke d={`M${eye.x - 8} ${eye.y - 3}Q${eye.x - 6} ${eye.y - 8} ${eye.x - 1} ${eye.y - 9}`} colour="#fff" width={2.6} opacity={0.95} />
        </Inside>
      </g>
    );
  },
};

const GLOBE = { x: 96, y: 54, r: 18 };

/** Browsing: a globe spinning on one hand. */
export const globe: Prop = {
  top: 33,
  Held: () => (
    <g className="m-globe-bob">
      <Solid d={ellipse(GLOBE.x, GLOBE.y, GLOBE.r)} fill="#6fb8ee" line="#1f4f80" width={2.6} />
      <Inside>
        <g className="m-land">
          <path d="M84 46C88 41 95 41 97 45C98 49 92 50 93 54C94 59 88 60 86 56C84 53 82 50 84 46Z" fill="#7fce7a" />
          <path d="M101 55C105 53 109 55 109 59C107 63 102 65 100 62C99 59 99 56 101 55Z" fill="#7fce7a" />
        </g>
        <g className="m-land m-land-next">
          <path d="M99 42C103 42 107 46 108 50C105 53 100 51 99 48Z" fill="#7fce7a" />
          <path d="M83 58C88 56 95 59 96 64C92 68 85 65 83 58Z" fill="#7fce7a" />
        </g>
        <Stroke d={`M${GLOBE.x - 16} 48Q${GLOBE.x} 52 ${GLOBE.x + 16} 48M${GLOBE.x - 16} 60Q${GLOBE.x} 64 ${GLOBE.x + 16} 60`} colour="#fff" width={1.3} opacity={0.7} />
        <g className="m-meridian">
          <path d={ellipse(GLOBE.x, GLOBE.y, 9, 16.4)} fill="none" stroke="#fff" strokeWidth={1.4} opacity={0.75} />
        </g>
        <path d={ellipse(GLOBE.x - 7, GLOBE.y - 9, 4, 2.6)} fill="#fff" opacity={0.75} transform={`rotate(-35 ${GLOBE.x - 7} ${GLOBE.y - 9})`} />
      </Inside>
    </g>
  ),
};

/** Delegating: a walkie-talkie with a tall antenna and calling waves. */
export const walkieTalkie: Prop = {
  top: 35,
  Held: () => (
    <>
      <g transform="rotate(-8 28 80)">
        <Cord d="M23 62V44" fill="#7d879f" line={PROP_LINE} width={2.4} edge={1.3} />
        <Solid d={ellipse(23, 43, 2.6)} fill="#e4572e" line={PROP_LINE} width={2} />
        <Solid d={box(18, 60, 19, 31, 5)} fill="#566079" line={PROP_LINE} width={2.6} />
        <Inside>
          <path d={box(21.5, 64, 12, 7, 2)} fill="#b9eecb" />
          <Stroke d="M22.5 76H32.5M22.5 79.5H32.5M22.5 83H32.5" colour="#c9d1dc" width={1.6} />
        </Inside>
      </g>
      <g className="m-waves">
        <Waves />
      </g>
    </>
  ),
};

function Waves() {
  return (
    <>
      <Cord d="M11.5 52C8.5 48 8.5 42 11 38" fill="#ffb454" line={PROP_LINE} width={2.2} edge={1} />
      <Cord d="M28 50C31 46.5 31 41 29 37.5" fill="#ffb454" line={PROP_LINE} width={2.2} edge={1} />
    </>
  );
}
