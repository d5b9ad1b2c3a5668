import { Cord, Inside, Solid, Stroke } from "../paint.tsx";
import { box, ellipse } from "../shapes.ts";
import { PAPER, PROP_LINE, type Prop, WOOD, WOOD_LINE } from "./prop.ts";

/** Needs permission: a sign held high, and a ring of light around the figure. */
export const sign: Prop = {
  top: 1.5,
  Behind: () => (
    <Inside>
      <g className="m-ring">
        <path d={ellipse(56, 73, 48, 40)} fill="none" stroke="#ffc22e" strokeWidth={11} opacity={0.16} />
        <path d={ellipse(56, 73, 48, 40)} fill="none" stroke="#ffc22e" strokeWidth={6.5} opacity={0.3} />
        <path d={ellipse(56, 73, 48, 40)} fill="none" stroke="#ffab00" strokeWidth={2.4} />
      </g>
    </Inside>
  ),
  Held: () => (
    <g className="m-sign">
      <Cord d="M98 62V40" fill={WOOD} line={WOOD_LINE} width={3.4} edge={1.3} />
      <Solid d="M94 6C96 2.5 100 2.5 102 6L116.5 33C118.5 37 116.5 40 112.5 40H83.5C79.5 40 77.5 37 79.5 33Z" fill="#ffcf4a" line="#6d4300" width={2.8} />
      <Inside>
        <Stroke d="M98 15V25.5" colour="#6d2a00" width={5} />
        <path d={ellipse(98, 33, 2.9)} fill="#6d2a00" />
        <Stroke d="M93 12L85 27" colour="#fff3b8" width={2.2} />
      </Inside>
    </g>
  ),
};

/** Has a question: a balloon with a question mark. */
export const balloon: Prop = {
  top: 5.5,
  Held: () => (
    <g className="m-balloon">
      <Cord d="M97 50C99 60 90 68 92 86" fill="#5a6a94" line="#fff" width={1.5} edge={0.4} />
      <Solid d="M97 48L93.5 53H100.5Z" fill="#4b8fe0" line="#1c3f73" width={2.2} />
      <Solid d="M97 8C109 8 116 17 116 27C116 38 106 48 97 48C88 48 78 38 78 27C78 17 85 8 97 8Z" fill="#6fb1f5" line="#1c3f73" width={2.8} />
      <Inside>
        <Stroke d="M91 22C91 14.5 103 14.5 103 22C103 26.5 97 26.5 97 31.5" colour="#fff" width={4.4} />
        <path d={ellipse(97, 38.5, 2.7)} fill="#fff" />
        <path d="M83 24C83.5 18 87 14 90.5 13" fill="none" stroke="#cfe6ff" strokeWidth={2.4} strokeLinecap="round" />
      </Inside>
    </g>
  ),
};

/** Thinking: a thought that never quite settles. */
export const thought: Prop = {
  top: 8,
  Front: () => (
    <>
      <Solid d={ellipse(84, 50, 2.8)} fill={PAPER} line={PROP_LINE} width={2} />
      <Solid d={ellipse(90, 42.5, 3.9)} fill={PAPER} line={PROP_LINE} width={2.2} />
      <Solid d="M84 34C77 34 75 24 82 21C81 12 93 8 98 13C105 8 116 13 114 21C120 25 117 35 109 34C105 39 89 39 84 34Z" fill={PAPER} line={PROP_LINE} width={2.4} />
      <Inside>
        <g className="m-dots">
          <path className="m-dot" d={ellipse(89, 24.5, 2.9)} fill="#5b7fd6" />
          <path className="m-dot m-dot-2" d={ellipse(97.5, 24.5, 2.9)} fill="#f2738f" />
          <path className="m-dot m-dot-3" d={ellipse(106, 24.5, 2.9)} fill="#f0a630" />
        </g>
      </Inside>
    </>
  ),
};

/** Blocked: behind a closed, locked gate. */
export const gate: Prop = {
  Held: () => (
    <>
      <Post x={10} />
      <Post x={101} />
      <Solid d={box(10, 89.5, 100, 11, 3)} fill={PAPER} line={PROP_LINE} width={2.6} />
      <Inside>
        {[18, 40, 74, 96].map((x) => (
          <path key={x} d={`M${x} 90.8H${x + 10}L${x + 5} 99.2H${x - 5}Z`} fill="#e4572e" />
        ))}
      </Inside>
    </>
  ),
  Front: () => (
    <>
      <Cord d="M55.5 96V92.5C55.5 86.5 64.5 86.5 64.5 92.5V96" fill="#c9d1dc" line={PROP_LINE} width={2} edge={1.2} />
      <Solid d={box(52, 95, 16, 13, 3.5)} fill="#ffc94d" line={PROP_LINE} width={2.4} />
      <Inside>
        <path d={ellipse(60, 100.5, 1.9)} fill={PROP_LINE} />
        <Stroke d="M60 101V104.5" colour={PROP_LINE} width={2} />
      </Inside>
    </>
  ),
};

function Post({ x }: { readonly x: number }) {
  return <Solid d={`M${x} 110V82C${x} 78 ${x + 9} 78 ${x + 9} 82V110Z`} fill={WOOD} line={WOOD_LINE} width={2.4} />;
}

/** Untracked edit: a tag that belongs to nothing, dangling. */
export const looseTag: Prop = {
  Held: () => (
    <g className="m-tag">
      <Cord d="M93 59C101 55 107.5 60 107.5 71" fill="#b5794a" line="#fff" width={1.8} edge={0.5} />
      <g transform="translate(2.5 -8) rotate(-13 100 82)">
        <Solid d="M96.5 79H103.5L109 84.5V106C109 107 108 108 107 108H93C92 108 91 107 91 106V84.5Z" fill="#ffe9b8" line={PROP_LINE} width={2.4} />
        <Inside>
          <path d={ellipse(100, 85.5, 2.2)} fill="#fff" stroke={PROP_LINE} strokeWidth={1.6} />
          <path d="M95 93H105M95 97.8H105M95 102.6H101" fill="none" stroke="#c76a2c" strokeWidth={1.8} strokeDasharray="2.5 2" />
        </Inside>
      </g>
    </g>
  ),
};
